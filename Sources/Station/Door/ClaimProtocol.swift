internal import Tickets
internal import Venue

/// The steps of one decision at the venue's ledger: given what happened, it says what comes next.
///
/// A passage is claimed at the ledger before it is recorded. A refusal that depends on earlier passages is looked up
/// there, so that it can name the first entry. Whatever the ledger says, the station's own rules then decide again. The
/// number of rounds is limited; after them the station decides alone.
/// See docs/decisions/086-rules-before-and-after-claim.md.
struct ClaimProtocol: Equatable {
    /// What the rules decide with what is known now.
    enum Decided: Equatable {
        /// Somebody passes, or a passage is undone.
        case passing
        /// Refused because of what is known of earlier passages.
        case refusedByHistory
        /// Refused for a reason on which other gates have no influence.
        case settled
    }

    enum Step: Equatable {
        case decide, look, claim
        /// - Parameter isClaimed: the ledger has the entry.
        case record(isClaimed: Bool)
    }

    /// A round is repeated only when another gate wrote an entry of the same ticket at the same moment.
    static let mostRounds = 6

    /// The ledger is not asked any more: the station decides alone.
    private(set) var isAlone = false
    /// The ledger says that as many people are inside as the list allows.
    private(set) var isFull = false
    /// The station knows everything that the ledger knows of the ticket.
    private var isUpToDate = false
    private var rounds = 0

    mutating func next(after decided: Decided) -> Step {
        switch decided {
        // Let in by a person although it is full: the ledger is told, not asked.
        case .passing: isAlone || isFull ? .record(isClaimed: false) : .claim
        case .refusedByHistory: isAlone || isUpToDate ? .record(isClaimed: false) : .look
        case .settled: .record(isClaimed: false)
        }
    }

    mutating func next(after outcome: ClaimOutcome) -> Step {
        switch outcome {
        case .taken: return .record(isClaimed: true)
        case .outdated:
            isUpToDate = true
            return again()
        case .full:
            isFull = true
            return .decide
        case .alone:
            isAlone = true
            return .decide
        }
    }

    /// - Parameter look: `nil` when the ledger did not answer.
    mutating func next(afterLook look: LedgerLookup?) -> Step {
        guard let look else {
            isAlone = true
            return .decide
        }
        isUpToDate = true
        return look.updates.isEmpty ? .record(isClaimed: false) : .decide
    }

    /// What is known of the ticket has changed since the decision: nothing was recorded.
    mutating func nextAfterChange() -> Step {
        isUpToDate = false
        return again()
    }

    /// Whether the ledger said what a refusal is by, and not what this station knows without it.
    func isCounted(_ refusal: Refusal?) -> Bool {
        refusal == .full ? isFull : !isAlone
    }

    private mutating func again() -> Step {
        rounds += 1
        if rounds >= Self.mostRounds { isAlone = true }
        return .decide
    }
}

extension ClaimProtocol.Decided {
    init(_ verdict: Verdict) {
        self =
            switch verdict {
            case .admitted, .checkedOut: .passing
            // Nobody is asked about a ticket that another gate has let in.
            case .refused(.alreadyScanned), .refused(.unmatchedExit), .refused(.questions), .refused(.rules):
                .refusedByHistory
            case .refused, .sold, .noted: .settled
            }
    }
}
