import Testing
import Tickets

@testable import Backends

struct VerdictWordsTests {
    private static let station: [Reason] = [
        .noManifest, .manifestUnreadable, .stationNotAuthorised, .unknownGate, .sessionOver, .clockUntrusted, .held,
        .notRecorded, .listExpired,
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
            (.refused(.wrongGate), "invalid", "product"),
            (.refused(.unpaid), "invalid", "unpaid"),
            (.refused(.full), "invalid", "rules"),
            (.refused(.alreadyScanned), "alreadyScanned", "already_redeemed"),
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

    @Test func `the table holds every verdict`() {
        #expect(Set(Self.table.map(\.0)) == Set([.admitted, .checkedOut] + Reason.allCases.map(Verdict.refused)))
    }
}
