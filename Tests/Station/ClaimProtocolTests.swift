import Testing
import Tickets

@testable import Station
@testable import Venue

/// Which questions a decision puts to the venue's ledger, answer by answer.
@Suite struct ClaimProtocolTests {
    /// What happens to a decision, in order.
    enum Happening: Sendable {
        case decided(ClaimProtocol.Decided)
        case claim(ClaimOutcome)
        case look(LedgerLookup?)
        case change
    }

    private static let news = LedgerLookup(updates: [entry()], inside: 1, capacity: nil)
    private static let nothingNew = LedgerLookup(updates: [], inside: 1, capacity: nil)

    private static func entry() -> LedgerEntry {
        let checkIn = CheckIn(
            id: "00000000-0000-7000-8000-000000000001", station: "B", sequence: 1, event: "gala", list: "main",
            key: TicketKey(hex: String(repeating: "ab", count: 16)), line: 0, verdict: .admitted, count: 1,
            how: .stdin, at: Timestamp(seconds: 1))
        return LedgerEntry(checkIn, admits: 1, reentry: .none)!
    }

    static let table: [(String, [(Happening, ClaimProtocol.Step)])] = [
        (
            "what passes is claimed, then recorded",
            [(.decided(.passing), .claim), (.claim(.taken), .record(isClaimed: true))]
        ),
        ("what no other gate knows more about is recorded", [(.decided(.settled), .record(isClaimed: false))]),
        (
            "a refusal by history is looked up once",
            [(.decided(.refusedByHistory), .look), (.look(nothingNew), .record(isClaimed: false))]
        ),
        (
            "news may turn a refusal into a passage",
            [
                (.decided(.refusedByHistory), .look), (.look(news), .decide), (.decided(.passing), .claim),
                (.claim(.taken), .record(isClaimed: true)),
            ]
        ),
        (
            "news that confirm a refusal are not looked up again",
            [
                (.decided(.refusedByHistory), .look), (.look(news), .decide),
                (.decided(.refusedByHistory), .record(isClaimed: false)),
            ]
        ),
        (
            "the slower gate decides again, and knows all without looking",
            [
                (.decided(.passing), .claim), (.claim(.outdated), .decide),
                (.decided(.refusedByHistory), .record(isClaimed: false)),
            ]
        ),
        (
            "without an answer the decision is the station's own",
            [
                (.decided(.passing), .claim), (.claim(.alone(nil)), .decide),
                (.decided(.passing), .record(isClaimed: false)),
            ]
        ),
        (
            "a ticket that is held while alone is refused",
            [
                (.decided(.passing), .claim), (.claim(.alone(nil)), .decide),
                (.decided(.settled), .record(isClaimed: false)),
            ]
        ),
        (
            "a look without an answer is no reason to ask again",
            [
                (.decided(.refusedByHistory), .look), (.look(nil), .decide),
                (.decided(.refusedByHistory), .record(isClaimed: false)),
            ]
        ),
        (
            "a full list is refused",
            [
                (.decided(.passing), .claim), (.claim(.full), .decide),
                (.decided(.settled), .record(isClaimed: false)),
            ]
        ),
        (
            "whoever lets in against a full list tells the ledger and does not ask it",
            [
                (.decided(.passing), .claim), (.claim(.full), .decide),
                (.decided(.passing), .record(isClaimed: false)),
            ]
        ),
        (
            "what changed before it was recorded is decided again, and looked up again",
            [
                (.decided(.refusedByHistory), .look), (.look(nothingNew), .record(isClaimed: false)),
                (.change, .decide), (.decided(.refusedByHistory), .look),
            ]
        ),
    ]

    @Test(arguments: table)
    func `step by step`(name: String, happenings: [(Happening, ClaimProtocol.Step)]) {
        var claimProtocol = ClaimProtocol()
        for (number, (happening, step)) in happenings.enumerated() {
            #expect(claimProtocol.next(after: happening) == step, "\(name), step \(number)")
        }
    }

    @Test func `the rounds are bounded, and then the station is alone`() {
        var claimProtocol = ClaimProtocol()
        for round in 1...ClaimProtocol.mostRounds {
            #expect(claimProtocol.next(after: .passing) == .claim, "round \(round)")
            #expect(claimProtocol.next(after: ClaimOutcome.outdated) == .decide)
        }
        #expect(claimProtocol.isAlone)
        #expect(claimProtocol.next(after: .passing) == .record(isClaimed: false))
    }

    @Test(arguments: [
        (Verdict.admitted, ClaimProtocol.Decided.passing), (.checkedOut, .passing),
        (.refused(.alreadyScanned), .refusedByHistory), (.refused(.full), .settled), (.refused(.invalid), .settled),
    ]) func `only what earlier passages decide is looked up`(verdict: Verdict, decided: ClaimProtocol.Decided) {
        #expect(ClaimProtocol.Decided(verdict) == decided)
    }
}

extension ClaimProtocol {
    fileprivate mutating func next(after happening: ClaimProtocolTests.Happening) -> Step {
        switch happening {
        case .decided(let decided): next(after: decided)
        case .claim(let outcome): next(after: outcome)
        case .look(let look): next(afterLook: look)
        case .change: nextAfterChange()
        }
    }
}
