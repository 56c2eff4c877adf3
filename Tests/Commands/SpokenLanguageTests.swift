import Foundation
import Messages
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import usher

/// What commands print for people at the door is in the station's language, all of it.
@Suite struct SpokenLanguageTests {
    private static let messages = PseudoLanguage.messages
    /// What is the same in every language.
    private static let names: Set<String> = ["usher", "confirm", "answer", "true", "false", "ms", "kiosk", "gala"]

    private static func keys(of branch: String) throws -> [String] {
        let root = try JSONSerialization.jsonObject(with: Data(MessageFile.all[0].bytes)) as? [String: Any]
        return Array(try #require(root?[branch] as? [String: Any]).keys)
    }

    private func strayWords(_ lines: [String]) -> [String] {
        PseudoLanguage.strayWords(in: lines.joined(separator: "\n"), except: Self.names)
    }

    /// A verdict with everything that a line can have.
    private static func report(_ sentence: String, _ verdict: String, _ reason: Reason?) throws -> VerdictReport {
        let time = "{\"time\":\"2026-12-05T16:00:00Z\"}"
        let times = ["opens", "closed", "starts", "first", "time", "next"].map { "\"\($0)\":\(time)" }
        let texts = ["event", "gate", "gates", "other", "type", "place"].map { "\"\($0)\":\"7\"" }
        let numbers = ["entry", "admits", "people"].map { "\"\($0)\":3" }
        let refusal = "\"refusal\":{\"key\":\"sentences.full\",\"values\":{}}"
        let values = (times + texts + numbers + [refusal]).joined(separator: ",")
        let members = [
            "\"seq\":1,\"verdict\":\"\(verdict)\",\"reason\":\(reason.map { "\"\($0.rawValue)\"" } ?? "null")",
            "\"holder\":\"9\",\"type\":\"8\",\"seat\":\"5\",\"entry\":1,\"admits\":4,\"repeat\":true",
            "\"at\":\"2026-12-04T16:00:00Z\",\"how\":\"camera\",\"direction\":\"in\",\"message\":\"English\"",
            "\"born_by\":\"2008-12-05\",\"unrecorded\":true,\"elapsed_ms\":4.2,\"ask\":4,\"attention\":\"6\"",
            "\"date\":{\"name\":\"\",\"starts\":\"2026-12-05T16:00:00Z\",\"text\":\"Sat 5 Dec\"}",
            "\"to_answer\":[{\"id\":\"1\",\"text\":\"2\",\"kind\":\"yes_no\",\"types\":[\"1\"],\"required\":true}]",
            "\"time_zone\":\"Africa/Kampala\",\"utc_offsets\":[{\"from\":\"2026-05-01T00:00:00Z\",\"seconds\":10800}]",
            "\"sentence\":{\"key\":\"sentences.\(sentence)\",\"values\":{\(values)}}",
        ]
        return try JSONDecoder().decode(VerdictReport.self, from: Data("{\(members.joined(separator: ","))}".utf8))
    }

    private static func reports() throws -> [VerdictReport] {
        try keys(of: "sentences").map { key in
            let reason = Reason.allCases.filter { key.hasPrefix($0.rawValue) }.max { $0.rawValue < $1.rawValue }
            return try report(
                key, reason != nil ? "refused" : key.hasPrefix("checkedOut") ? "checkedOut" : "admitted", reason)
        }
    }

    @Test func `tail says every verdict`() throws {
        for report in try Self.reports() {
            let line = TerminalVerdict(in: Self.messages).line(for: report)
            #expect(strayWords([line]) == [], "\(line)")
        }
        for kind in ScanHint.Kind.allCases {
            let hint = ScanHint(about: kind, gate: nil, at: Timestamp(seconds: 0), how: .camera, message: "English")
            #expect(strayWords([TerminalVerdict(in: Self.messages).line(for: hint)]) == [])
        }
    }

    @Test func `tail counts verdicts`() throws {
        var totals = VerdictTotals()
        for report in try Self.reports() { totals.add(report) }
        #expect(strayWords(totals.lines(in: Self.messages)) == [])
    }

    @Test func `the large display says every verdict, and that it is ready or lost`() throws {
        let now = ContinuousClock.now
        var display = LargeDisplay(in: Self.messages)
        #expect(strayWords(display.screen(columns: 300, rows: 40)) == [])
        display.take(try Self.status(), at: now)
        #expect(strayWords(display.screen(columns: 300, rows: 40)) == [])
        for report in try Self.reports() {
            var display = LargeDisplay(in: Self.messages)
            display.take(report, at: now)
            #expect(strayWords(display.screen(columns: 300, rows: 40)) == [])
        }
    }

    @Test func `doctor says every condition, and quotes what the program says in English`() throws {
        var conditions: [Condition] = []
        for key in try Self.keys(of: "conditions") {
            let codes = Condition.Code.allCases.filter { key.hasPrefix($0.rawValue) }
            let code = try #require(codes.max { $0.rawValue.count < $1.rawValue.count })
            let names = MessageFile.all[0].text.matches(of: /\{(\w+)\}/).map { String($0.output.1) }
            let values = Dictionary(names.map { ($0, $0 == "direction" ? "in" : "7") }) { $1 }
            conditions.append(
                Condition(code, values, variant: String(key.dropFirst(code.rawValue.count))))
        }
        #expect(strayWords(DoctorCommand.lines(conditions, in: Self.messages)) == [])
        let quoted = Condition(.recordingFailed, ["why": "the disk is full", "hint": "Free it."])
        #expect(quoted.says(in: .in("de")).contains("„the disk is full“"))
        #expect(quoted.next(in: .in("de")) == "„Free it.“")
        #expect(quoted.says(in: .english) == quoted.says)
    }

    private static func status() throws -> StationStatus {
        let time = Timestamp(seconds: 1_796_493_600)
        return StationStatus(
            station: "kiosk", version: "0", direction: .in,
            serving: [
                .init(
                    id: "gala", name: "7", gate: "8", list: "9", tickets: 1, admitted: 2, inside: 3, isTest: true,
                    timeZone: "Africa/Kampala", utcOffsets: [], doorsOpen: time, listIssued: time, isListOld: false)
            ], installed: ["gala", "7"],
            journal: .init(entries: 1, lastEntryAt: nil, waiting: 2, refused: 3, parked: 4),
            readers: [
                .init(kind: .camera, device: "1", name: "2", state: .reading, note: "720p"),
                .init(kind: .scanner, device: "1", name: "2", state: .paused),
            ],
            backends: [
                .init(name: "1", kind: "2", lastContact: time, clockOffsetMs: nil, trouble: nil),
                .init(name: "1", kind: "2", lastContact: nil, clockOffsetMs: nil, trouble: "x"),
            ], venue: .init(condition: .healing, since: time, waiting: 3, parked: 0), clock: .synchronised,
            isDiskLow: false, now: time, conditions: [Condition(.noReader), Condition(.noList)])
    }

    @Test func `status says how a station is`() throws {
        let lines = StatusCommand.lines(try Self.status(), in: Self.messages)
        #expect(strayWords(lines) == [], "\(lines)")
        #expect(StatusCommand.lines(try Self.status(), in: .in("de")).contains { $0.contains("Eingang 8, Liste 9") })
    }
}

extension MessageFile {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
