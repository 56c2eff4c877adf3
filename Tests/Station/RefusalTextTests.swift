import Foundation
import StationAPI
import Testing
import Tickets

@testable import Station

/// The page says in other languages what the station refuses in English: it finds the station's words among
/// `staff.refusals` of the English message file, where braces stand for what changes.
@Suite struct RefusalTextTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    private let steward = Staff(name: "Anne", role: .steward)
    private let supervisor = Staff(name: "Sue", role: .supervisor)

    private func texts() throws -> [String: String] {
        let file = root.appending(path: "Sources/CLibraries/CMessages/messages/en.json")
        let messages = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        return try #require((messages?["staff"] as? [String: Any])?["refusals"] as? [String: String])
    }

    /// The keys whose text it is; the page takes the first.
    private func keys(of reason: String) throws -> [String] {
        try texts().filter { _, text in
            let parts = text.split(separator: #/\{\w+\}/#, omittingEmptySubsequences: false)
            let pattern = parts.map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: ".*")
            return reason.range(of: "^\(pattern)$", options: .regularExpression) != nil
        }.map(\.key)
    }

    private func reason(_ body: () async throws -> Void) async throws -> String {
        do {
            try await body()
        } catch {
            return try #require(error as? StationError).reason
        }
        Issue.record("nothing was refused")
        return ""
    }

    private func refused(_ body: () async throws -> Void) async throws -> [String] {
        try keys(of: await reason(body))
    }

    @Test func `what staff do is refused in words that the page knows`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open()
        try await fixture.install(
            ["\(code("a")),R-1,standard,,valid,1,,", "\(code("b")),R-2,vip,,valid,4,,"], in: station)
        var group = ManualRequest(reference: "R-2", count: 3, operator: "Sue")
        _ = try await station.acts.admit(group, by: supervisor)
        let one = ManualRequest(reference: "R-1", operator: "Anne")
        _ = try await station.acts.admit(one, by: steward)
        _ = try await station.acts.undo(UndoRequest(operator: "Anne"), by: steward)
        group.count = 2
        #expect(try await refused { _ = try await station.acts.admit(group, by: supervisor) } == ["onlyLeft"])
        group.count = 5
        #expect(try await refused { _ = try await station.acts.admit(group, by: supervisor) } == ["ticketFor"])
        var override = ManualRequest(reference: "R-1", isOverride: true, operator: "Sue")
        #expect(try await refused { _ = try await station.acts.admit(override, by: supervisor) } == ["noReason"])
        override.note = "why"
        #expect(try await refused { _ = try await station.acts.admit(override, by: steward) } == ["supervisor"])
        let first = UndoRequest(sequence: 1, operator: "Anne")
        #expect(try await refused { _ = try await station.acts.undo(first, by: steward) } == ["notYours"])
        let on = NotRecordedRequest(isOn: true, operator: "Sue")
        #expect(try await refused { try await station.acts.setNotRecorded(on, by: supervisor) } == ["recorded"])
    }

    @Test func `a station that may not says so in words that the page knows`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open { $0.permissions = [.scan] }
        try await fixture.install(["\(code("a")),R-1,standard,,valid,1,,"], in: station)
        let request = ManualRequest(reference: "R-1", operator: "Anne")
        #expect(try await refused { _ = try await station.acts.admit(request, by: steward) } == ["permission"])
    }

    private static func question(
        _ kind: CheckInQuestion.Kind, isRequired: Bool = false, least: String? = nil, most: String? = nil
    ) -> CheckInQuestion {
        CheckInQuestion(
            id: "1", text: "\"Size\" of {you}?", kind: kind, isRequired: isRequired, least: least, most: most,
            types: ["standard"])
    }

    @Test(arguments: [
        (question(.line, isRequired: true), "", "answerNeeded"),
        (question(.yesNo, isRequired: true), "false", "yesNeeded"),
        (question(.lines), String(repeating: "x", count: 4001), "answerTooLong"),
        (question(.line, least: "3"), "ab", "lengthLeast"), (question(.line, most: "3"), "abcd", "lengthMost"),
        (question(.number), "many", "number"), (question(.number, least: "3"), "2", "numberLeast"),
        (question(.number, most: "3"), "4", "numberMost"),
        (question(.date, least: "2026-12-05"), "2026-12-04", "dateLeast"),
        (question(.date, most: "2026-12-05"), "2026-12-06", "dateMost"), (question(.country), "Uganda", "country"),
    ]) func `a wrong answer is refused in words that the page knows`(
        question: CheckInQuestion, answer: String, key: String
    ) throws {
        let fault = #expect(throws: AnswerFault.self) { try [question].checked(["1": answer]) }
        #expect(try keys(of: #require(fault).problem) == [key])
    }

    /// Those that take two gates or a failed disk are compared with the sources alone.
    @Test func `every text that the page knows is one of the station's`() throws {
        var sources = ""
        for folder in ["Journal", "Station/Door", "Station/Staff", "Station/BoxOffice", "Tickets"] {
            let place = root.appending(path: "Sources/\(folder)")
            for file in try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
            where file.pathExtension == "swift" {
                sources += try String(contentsOf: file, encoding: .utf8)
            }
        }
        for (key, text) in try texts() {
            for part in text.replacing("\"{question}\" ", with: "").split(separator: #/\{\w+\}/#) {
                #expect(sources.contains(part), "\(key): \(part)")
            }
        }
    }
}
