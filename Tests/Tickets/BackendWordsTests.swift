import Testing
import Tickets

struct BackendWordsTests {
    private static let table: [(Verdict, eventSchedule: String, eventPassUG: String?, pretix: String)] = [
        (.admitted, "admitted", "valid", "ok"),
        (.checkedOut, "checkout", nil, "ok"),
        (.refused(.noManifest), "unknown", "session_invalid", "error"),
        (.refused(.stationNotAuthorised), "unknown", "session_invalid", "error"),
        (.refused(.notRecorded), "unknown", "session_invalid", "error"),
        (.refused(.listExpired), "unknown", "session_invalid", "error"),
        (.refused(.invalid), "invalid", "invalid", "invalid"),
        (.refused(.wrongEvent), "wrong_event", "wrongEvent", "invalid"),
        (.refused(.voided), "voided", "refunded", "canceled"),
        (.refused(.refunded), "refunded", "refunded", "canceled"),
        (.refused(.cancelled), "cancelled", "refunded", "canceled"),
        (.refused(.blocked), "invalid", "invalid", "blocked"),
        (.refused(.revoked), "invalid", "invalid", "revoked"),
        (.refused(.unapproved), "invalid", "invalid", "unapproved"),
        (.refused(.notStarted), "wrong_date", "notStarted", "invalid_time"),
        (.refused(.ended), "expired", "expired", "invalid_time"),
        (.refused(.wrongGate), "invalid", "invalid", "product"),
        (.refused(.unpaid), "unpaid", "invalid", "unpaid"),
        (.refused(.full), "invalid", "invalid", "rules"),
        (.refused(.alreadyScanned), "already_used", "alreadyScanned", "already_redeemed"),
    ]

    @Test func `each backend is told in its own words`() {
        for row in Self.table {
            #expect(row.0.eventScheduleWord == row.eventSchedule, "\(row.0)")
            #expect(row.0.eventPassUGWord == row.eventPassUG, "\(row.0)")
            #expect(row.0.pretixWord == row.pretix, "\(row.0)")
        }
    }

    @Test func `the table holds every verdict`() {
        #expect(Set(Self.table.map(\.0)) == Set([.admitted, .checkedOut] + Reason.allCases.map(Verdict.refused)))
    }

    @Test func `a verdict is read back from its words`() {
        for (verdict, _, _, _) in Self.table {
            #expect(Verdict(word: verdict.word, reason: verdict.reason) == verdict)
        }
        #expect(Verdict(word: "admitted", reason: .unpaid) == nil)
        #expect(Verdict(word: "refused", reason: nil) == nil)
        #expect(Verdict(word: "welcome", reason: nil) == nil)
    }

    @Test(arguments: [
        (Verdict.admitted, ScreenColor.green), (.checkedOut, .blue), (.refused(.notRecorded), .grey),
        (.refused(.invalid), .red), (.refused(.wrongEvent), .red), (.refused(.cancelled), .red),
        (.refused(.unapproved), .red), (.refused(.notStarted), .amber), (.refused(.alreadyScanned), .amber),
    ])
    func `a verdict has its colour`(verdict: Verdict, color: ScreenColor) {
        #expect(verdict.color == color)
    }

    @Test(arguments: zip(TicketStatus.allCases, ["valid", "unpaid", "voided", "refunded", "blocked", "unapproved"]))
    func `a status has its word and number`(status: TicketStatus, word: String) {
        #expect(status.word == word)
        #expect(TicketStatus(word: word) == status)
        #expect(TicketStatus.allCases[status.rawValue] == status)
    }

    @Test func `a re-entry rule has its word`() {
        #expect(Reentry.allCases.map(\.word) == ["none", "after_exit", "unlimited"])
        #expect(Reentry(word: "after_exit") == .afterExit)
        #expect(Reentry(word: "sometimes") == nil)
        #expect(TicketStatus(word: "lost") == nil)
    }
}
