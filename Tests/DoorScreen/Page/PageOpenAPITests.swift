import Foundation
import Messages
import Testing
import Tickets
import Web
import Yams

@testable import DoorScreen
@testable import StationAPI

/// docs/screen.openapi.yaml says what is true, and all of it.
struct PageOpenAPITests {
    private let documents: [String: [String: Any]]

    init() throws {
        let docs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs")
        documents = try ["screen.openapi.yaml", "openapi.yaml"].reduce(into: [:]) { documents, name in
            let text = try String(contentsOf: docs.appending(path: name), encoding: .utf8)
            documents[name] = try #require(try Yams.load(yaml: text) as? [String: Any])
        }
    }

    /// What a pointer leads to: `openapi.yaml#/components/schemas/Direction`, or one without a document.
    private func target(of pointer: String) -> Any? {
        let sides = pointer.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let document = documents[sides[0].isEmpty ? "screen.openapi.yaml" : sides[0]]
        return sides[1].split(separator: "/").reduce(document as Any?) { value, key in
            (value as? [String: Any])?[String(key)]
        }
    }

    private func words(_ schema: String, _ property: String, isList: Bool = false) -> Set<String> {
        let described = target(of: "#/components/schemas/\(schema)/properties/\(property)") as? [String: Any]
        let words = isList ? (described?["items"] as? [String: Any])?["enum"] : described?["enum"]
        return Set(words as? [String] ?? [])
    }

    @Test func `describes every route, and no other`() throws {
        let paths = try #require(target(of: "#/paths") as? [String: [String: Any]])
        let described = paths.flatMap { path, methods in methods.keys.map { "\($0.uppercased()) \(path)" } }
        #expect(Set(described) == Set(PageRoutes.all.map { "\($0.method) \($0.path)" }))
        for (path, methods) in paths {
            for (method, operation) in methods {
                let responses = (operation as? [String: Any])?["responses"] as? [String: [String: Any]]
                let error = responses?["default"]?["$ref"] as? String
                #expect(error == "#/components/responses/Error", "\(method) \(path)")
            }
        }
    }

    @Test func `points only at what is there, and describes nothing for nobody`() throws {
        let pointers = references(in: documents["screen.openapi.yaml"] as Any)
        for pointer in pointers { #expect(target(of: pointer) != nil, "\(pointer)") }
        let schemas = try #require(target(of: "#/components/schemas") as? [String: Any])
        for name in schemas.keys { #expect(pointers.contains("#/components/schemas/\(name)"), "\(name)") }
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
        var settings = PageSettings()
        settings.brand = PageSettings.Brand(name: "", color: "", footer: "")
        settings.console.output = "HDMI-A-1"
        var state = PageState(.sample, .sample)
        state.badges = [PageBadge(topic: .queue, level: .loud, count: 1)]
        let error = ControlError(.refused, "begin", "a session", "the PIN is wrong", hint: "Wait.")
        let session = StaffSessionAnswer(
            operator: "", role: .steward, permissions: [.scan], acts: [.admit], findBy: [.name], language: "de",
            idleMs: 1)
        return [
            ("Settings", json(PageSettingsAnswer(settings, hasLogo: true, branding: nil))), ("State", json(state)),
            ("Figures", json(FiguresState(build: "", hasReports: false, events: [.sample]))),
            ("Enrolment", json(PageEnrolment(.sample))),
            ("Comparison", json(Comparison(fingerprint: "", shortCode: ""))),
            ("Console", json(settings.console)),
            ("ConsoleSight", json(ConsoleVisibility(hasDrawn: true, undrawn: .zero))),
            ("Drawing", json(PageDrawing(page: .door, isConsole: true, verdict: 1, pageAgeMs: 1, isCovered: true))),
            ("SessionRequest", json(SessionRequest(operator: "", pin: ""))), ("StaffSessionAnswer", json(session)),
            ("Language", json(PageLanguage(language: "de", name: "Deutsch"))),
            ("LanguageRequest", json(LanguageRequest(language: "de"))),
            ("PINRefusal", json(PINRefusal(error: error, retryAfterMs: 1))), ("PassageItem", json(PassageItem.sample)),
            ("WalkInsAnswer", json(WalkInsAnswer(event: "", inside: 1))),
            ("GuestsAnswer", json(GuestsAnswer.sample)),
        ]
    }()

    @Test(arguments: samples.indices)
    func `names every key of an object`(index: Int) throws {
        let (name, json) = Self.samples[index]
        try compare(JSONSerialization.jsonObject(with: Data(json)), with: "#/components/schemas/\(name)")
    }

    /// Follows the parts that are described in this document; those of the other one have a test of their own.
    private func compare(_ value: Any, with pointer: String) throws {
        guard pointer.hasPrefix("#"), let object = value as? [String: Any] else { return }
        let properties = try #require(target(of: pointer + "/properties") as? [String: [String: Any]])
        #expect(Set(object.keys) == Set(properties.keys), "\(pointer)")
        for (key, schema) in properties {
            if let pointer = schema["$ref"] as? String, let part = object[key] {
                try compare(part, with: pointer)
            } else if let pointer = (schema["items"] as? [String: Any])?["$ref"] as? String {
                try compare(#require((object[key] as? [Any])?.first), with: pointer)
            }
        }
    }

    @Test func `names every word`() {
        // `socket` never leaves the process.
        #expect(words("Error", "code") == Set(ControlError.Code.allCases.map(\.rawValue)).subtracting(["socket"]))
        #expect(words("Settings", "theme") == Set(PageSettings.Theme.allCases.map(\.rawValue)))
        #expect(words("Drawing", "page") == Set(PageDrawing.Page.allCases.map(\.rawValue)))
        #expect(words("Badge", "topic") == Set(PageBadge.Topic.allCases.map(\.rawValue)))
        #expect(words("StaffSessionAnswer", "role") == Set(StaffRole.allCases.map(\.rawValue)))
        #expect(words("StaffSessionAnswer", "acts", isList: true) == Set(StaffAct.allCases.map(\.rawValue)))
        #expect(words("StaffSessionAnswer", "permissions", isList: true) == Set(Permission.allCases.map(\.rawValue)))
    }
}
