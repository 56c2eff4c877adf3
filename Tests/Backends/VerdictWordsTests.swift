import Foundation
import Testing
import Tickets

@testable import Backends

struct VerdictWordsTests {
    private static let station: [Reason] = [
        .noManifest, .manifestUnreadable, .stationNotAuthorised, .unknownGate, .sessionOver, .clockUntrusted, .held,
        .notRecorded, .listExpired, .paused,
    ]

    private static let table: [(Verdict, eventPassUG: String?, pretix: String)] =
        [(.admitted, "valid", "ok"), (.checkedOut, nil, "ok")]
        + station.map { (.refused($0), "session_invalid", "error") } + [
            (.refused(.invalid), "invalid", "invalid"),
            (.refused(.wrongEvent), "wrongEvent", "invalid"),
            (.refused(.voided), "refunded", "canceled"),
            (.refused(.refunded), "refunded", "canceled"),
            (.refused(.cancelled), "refunded", "canceled"),
            (.refused(.blocked), "invalid", "blocked"),
            (.refused(.revoked), "invalid", "revoked"),
            (.refused(.unapproved), "invalid", "unapproved"),
            (.refused(.notStarted), "notStarted", "invalid_time"),
            (.refused(.ended), "expired", "invalid_time"),
            (.refused(.wrongGate), "invalid", "product"), (.refused(.wrongDate), "invalid", "product"),
            (.refused(.ambiguous), "invalid", "ambiguous"), (.refused(.unpaid), "invalid", "unpaid"),
            (.refused(.rules), "invalid", "rules"),
            (.refused(.full), "invalid", "rules"),
            (.refused(.alreadyScanned), "alreadyScanned", "already_redeemed"),
            (.refused(.unmatchedExit), "alreadyScanned", "already_redeemed"),
            (.refused(.questions), "invalid", "incomplete"),
        ]

    @Test func `each system is told in its own words`() {
        for row in Self.table {
            #expect(row.0.result(in: .guide) == row.eventPassUG, "\(row.0)")
            #expect(row.0.pretixWord == row.pretix, "\(row.0)")
        }
    }

    /// ScannerModels.swift of lley-tonn/EventPassUG_swiftapp, `ScanResultStatus`.
    @Test func `EventPassUG's app can decode every result`() {
        let known: Set = [
            "valid", "already_used", "invalid_ticket", "wrong_event", "refunded", "expired", "session_invalid",
        ]
        let sent = Set(Self.table.compactMap { $0.0.result(in: .app) })
        #expect(sent == known)
        #expect(Verdict.refused(.alreadyScanned).result(in: .app) == "already_used")
        #expect(Verdict.refused(.wrongEvent).result(in: .app) == "wrong_event")
        #expect(Verdict.checkedOut.result(in: .app) == nil)
    }

    @Test func `docs say these words`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../docs/webhook.openapi.yaml")
        let text = try String(contentsOf: file, encoding: .utf8)
        var told: [Verdict: [String?]] = [:]
        var rest = Set(Self.table.map(\.0))
        for line in text.split(separator: "\n") where line.hasPrefix("    | ") && !line.contains("---") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, cells[0] != "verdict" else { continue }
            let verdicts =
                cells[1] == "any other"
                ? rest
                : Set(
                    cells[1].split(separator: ",", omittingEmptySubsequences: false).compactMap {
                        Verdict(
                            word: cells[0], reason: Reason(rawValue: $0.trimmingCharacters(in: .whitespaces)))
                    })
            #expect(!verdicts.isEmpty, "\(line)")
            for verdict in verdicts { told[verdict] = cells[2...].map { $0 == "(none)" ? nil : $0 } }
            rest.subtract(verdicts)
        }
        #expect(rest.isEmpty)
        for verdict in Self.table.map(\.0) {
            #expect(told[verdict] == ResultWords.allCases.map(verdict.result), "\(verdict)")
        }
    }

    @Test func `the table holds every verdict`() {
        #expect(Set(Self.table.map(\.0)) == Set([.admitted, .checkedOut] + Reason.allCases.map(Verdict.refused)))
    }
}
