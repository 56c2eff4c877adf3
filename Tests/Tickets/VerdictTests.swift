import Testing
import Tickets

struct VerdictTests {
    @Test func `a verdict is read back from its words`() {
        for verdict in [.admitted, .checkedOut] + Reason.allCases.map(Verdict.refused) {
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
