import Foundation
import Messages
import Testing
import Tickets
import Web
import Yams

@testable import DoorScreen
@testable import StationAPI

/// docs/openapi.yaml says what is true, and all of it.
struct OpenAPITests {
    private let description: [String: Any]

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/openapi.yaml"), encoding: .utf8)
        description = try #require(try Yams.load(yaml: text) as? [String: Any])
    }

    private func member(at path: String...) -> Any? {
        path.reduce(description as Any?) { value, key in (value as? [String: Any])?[key] }
    }

    /// By method and path.
    private var operations: [String: [String: Any]] {
        var found: [String: [String: Any]] = [:]
        for (path, methods) in member(at: "paths") as? [String: [String: Any]] ?? [:] {
            for (method, operation) in methods {
                found["\(method.uppercased()) \(path)"] = operation as? [String: Any]
            }
        }
        return found
    }

    @Test func `describes every route, and no other`() {
        #expect(Set(operations.keys) == Set(ControlRoutes.all.map { "\($0.method) \($0.path)" }))
    }

    @Test func `describes what may stand in each address`() {
        for route in ControlRoutes.all {
            let parameters = operations["\(route.method) \(route.path)"]?["parameters"] as? [[String: Any]] ?? []
            let names = { (place: String) in
                Set(parameters.filter { $0["in"] as? String == place }.compactMap { $0["name"] as? String })
            }
            #expect(names("query") == route.query, "\(route.path)")
            let inPath = route.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { $0.dropFirst().dropLast() }
            #expect(names("path") == Set(inPath.map(String.init)), "\(route.path)")
        }
    }

    @Test func `describes the answer and the error of each route`() {
        for (name, operation) in operations {
            let responses = operation["responses"] as? [String: [String: Any]]
            #expect(responses.map { Set($0.keys) } == ["200", "default"], "\(name)")
            #expect(responses?["default"]?["$ref"] as? String == "#/components/responses/Error", "\(name)")
        }
    }

    @Test func `points only at what is there`() {
        let pointers = references(in: description)
        #expect(!pointers.isEmpty)
        for pointer in pointers {
            let path = pointer.split(separator: "/").dropFirst().map(String.init)
            let target = path.reduce(description as Any?) { value, key in (value as? [String: Any])?[key] }
            #expect(target != nil, "\(pointer)")
        }
    }

    private func references(in value: Any) -> Set<String> {
        switch value {
        case let object as [String: Any]:
            object.reduce(into: []) { found, member in
                if member.key == "$ref", let pointer = member.value as? String { found.insert(pointer) }
                found.formUnion(references(in: member.value))
            }
        case let list as [Any]: list.reduce(into: []) { $0.formUnion(references(in: $1)) }
        default: []
        }
    }

    /// One of everything, with every key there.
    private static let samples: [(schema: String, json: [UInt8])] = {
        func json(_ value: some Encodable) -> [UInt8] { (try? ControlJSON.encode(value)) ?? [] }
        let noon = Timestamp(seconds: 0)
        let error = ControlError(.refused, "install", "gala", "it is old", hint: "Publish it again.", errno: 2)
        let line = CheckIn(
            id: "", station: "", sequence: 1, direction: .in, verdict: .admitted, count: 1, how: .stdin, at: noon)
        let chain: [(name: String, value: JSONValue)] = [("previous", .string("")), ("hash", .string(""))]
        let entry = JSONValue.object(line.fields + chain)
        return [
            ("Failure", json(ControlJSON.Failure(error: error))),
            ("VerdictReport", Array(VerdictReport.sampleText.utf8)),
            ("ScanHint", Array(ScanHint.ofBadge.json.text.utf8)),
            ("JournalEntry", Array(entry.text.utf8)),
            ("StationStatus", json(StationStatus.sample)),
            (
                "CheckRequest",
                json(CheckRequest(code: "", gate: "", direction: .in, at: noon, history: [], explain: true))
            ),
            ("SearchRequest", json(SearchRequest(query: "", event: ""))),
            ("SearchAnswer", json(SearchAnswer.sample)),
            (
                "ManualRequest",
                json(
                    ManualRequest(
                        reference: "", code: "", ticket: "", event: "", line: 1, gate: "", count: 1, isOverride: true,
                        note: "",
                        operator: ""))
            ),
            (
                "WalkInRequest",
                json(WalkInRequest(isExit: true, count: 1, event: "", gate: "", note: "", operator: ""))
            ),
            ("PlaceRequest", json(PlaceRequest(gate: "", direction: .in, operator: ""))),
            ("PlaceAnswer", json(PlaceAnswer.sample)),
            ("CheckOutAllRequest", json(CheckOutAllRequest(event: "", list: "", note: "", operator: ""))),
            ("CheckOutAllAnswer", json(CheckOutAllAnswer.sample)),
            ("Condition", json(Condition(.deviceGone, subject: "c", ["why": ""]))),
            ("LogLevel", json(LogLevel(level: "notice"))),
            ("EnrolmentState", json(EnrolmentState.sample)),
            (
                "PairingRequest",
                json(PairingRequest(fingerprint: "", pairing: "", shortCode: "", note: "", operator: ""))
            ),
            ("LeaveRequest", json(LeaveRequest(isForced: true, note: "", operator: ""))),
            ("NotRecordedRequest", json(NotRecordedRequest(isOn: true, note: "", operator: ""))),
            ("UndoRequest", json(UndoRequest(sequence: 1, entry: "", note: "", operator: ""))),
            ("JournalHeadAnswer", json(JournalHeadAnswer.sample)),
            ("UndoAnswer", json(UndoAnswer.sample)),
            ("VerifyRequest", json(VerifyRequest(head: ""))),
            ("VerifyAnswer", json(VerifyAnswer.sample)),
            ("PurgeAnswer", json(PurgeAnswer.sample)),
            ("UsedTickets", json(UsedTickets.sample)),
            ("ReadmitRequest", json(ReadmitRequest(event: "", tickets: 1, operator: ""))),
            ("ForgetRequest", json(ForgetRequest(event: "", ticket: ""))),
            ("ForgetAnswer", json(ForgetAnswer.sample)),
            ("OutboxItem", json(OutboxItem.sample)),
            ("RetryRequest", json(RetryRequest(ids: [""]))),
            ("ListOffer", json(ListOffer.sample)),
            ("AcceptRequest", json(AcceptRequest(file: "sda1/gala.usher", acceptsLoss: true))),
            (
                "BackendList",
                json(BackendList(id: "", name: "", date: 1, products: 1, reentry: "none", hasRule: true))
            ),
            ("ConflictsAnswer", json(ConflictsAnswer.sample)),
            ("EventFigures", json(EventFigures.sample)),
            ("RetryAnswer", json(RetryAnswer.sample)),
            ("ManifestSummary", json(ManifestSummary.sample)),
            ("KeySummary", json(KeySummary.sample)),
            ("KeyRemoval", json(KeyRemoval.sample)),
            ("ScannerEntry", json(ScannerEntry.sample)),
            ("AlertTrial", json(AlertTrial(receiver: "", trouble: ""))),
            ("OperatorSummary", json(OperatorSummary.rostered)), ("RosterAnswer", json(RosterAnswer.sample)),
            ("OperatorRequest", json(OperatorRequest(name: "", role: "", pin: ""))),
        ]
    }()

    @Test(arguments: samples.indices)
    func `names every key of an object`(index: Int) throws {
        let (name, json) = Self.samples[index]
        try compare(JSONSerialization.jsonObject(with: Data(json)), with: "#/components/schemas/\(name)")
    }

    /// Follows the parts that have a schema of their own name.
    private func compare(_ value: Any, with pointer: String) throws {
        let name = try #require(pointer.split(separator: "/").last.map(String.init))
        guard let object = value as? [String: Any] else { return }
        let properties = try #require(
            member(at: "components", "schemas", name, "properties") as? [String: [String: Any]])
        #expect(Set(object.keys) == Set(properties.keys), "\(name)")
        for (key, schema) in properties {
            if let pointer = schema["$ref"] as? String, let part = object[key] {
                try compare(part, with: pointer)
            } else if let items = schema["items"] as? [String: Any], let pointer = items["$ref"] as? String {
                let first = try #require((object[key] as? [Any])?.first, "\(name).\(key) has no sample")
                try compare(first, with: pointer)
            }
        }
    }

    @Test func `names every word`() {
        let words = { (schema: String) in
            Set((member(at: "components", "schemas", schema, "enum") as? [Any] ?? []).compactMap { $0 as? String })
        }
        #expect(words("Reason") == Set(Reason.allCases.map(\.rawValue)))
        #expect(words("Direction") == Set(Direction.allCases.map(\.rawValue)))
        let codes = member(at: "components", "schemas", "Error", "properties", "code", "enum") as? [String] ?? []
        // `socket` never leaves the process, and only the screen has sessions.
        #expect(Set(codes) == Set(ControlError.Code.allCases.map(\.rawValue)).subtracting(["socket", "no_session"]))
        let status = member(at: "components", "schemas", "StationStatus", "properties", "language", "enum") as? [String]
        #expect(status == MessageFile.languages)
        let contents = member(at: "components", "schemas", "ScanHint", "properties", "hint", "enum") as? [String] ?? []
        #expect(Set(contents) == Set(ScanHint.Kind.allCases.map(\.rawValue)))
    }

    @Test func `is an OpenAPI 3_1 document with nothing described for nobody`() throws {
        #expect(member(at: "openapi") as? String == "3.1.0")
        let schemas = try #require(member(at: "components", "schemas") as? [String: Any])
        let used = references(in: description)
        // Streamed events are named in words only.
        for name in schemas.keys where name != "ScanHint" {
            #expect(used.contains("#/components/schemas/\(name)"), "\(name)")
        }
    }
}
