internal import Tickets
internal import Venue

/// One decision's way past the venue's ledger: event in, next step out.
///
/// A passage is claimed before it is recorded; a refusal that stands on what happened before is looked up, so that it can
/// tell of the first entry. Whatever the ledger tells, the station's own rules decide again on it. The rounds are bounded:
/// then the station is alone with this decision.
/// See docs/decisions/086-rules-before-and-after-claim.md.
struct ClaimCourse: Equatable {
    /// What the rules say at the moment.
    enum Decided: Equatable {
        /// Somebody passes, or a passage is taken back.
        case passing
        /// Refused because of what is known of earlier passages.
        case refusedByHistory
        /// Refused for a reason on which no other gate knows more.
        case settled
    }

    enum Step: Equatable {
        case decide, look, claim
        /// - Parameter isClaimed: the ledger has the entry.
        case record(isClaimed: Bool)
    }

    /// Each costs that another gate wrote an entry of the same ticket at the same moment.
    static let mostRounds = 6

    /// The ledger is not asked any more: the decision is the station's own.
    private(set) var isAlone = false
    /// The ledger says that the list's capacity is reached.
    private(set) var isFull = false
    /// All that the ledger knows of the ticket has been told.
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
    mutating func next(afterLook look: LedgerLook?) -> Step {
        guard let look else {
            isAlone = true
            return .decide
        }
        isUpToDate = true
        return look.news.isEmpty ? .record(isClaimed: false) : .decide
    }

    /// Something else is known of the ticket than what was decided on: nothing was recorded.
    mutating func nextAfterChange() -> Step {
        isUpToDate = false
        return again()
    }

    private mutating func again() -> Step {
        rounds += 1
        if rounds >= Self.mostRounds { isAlone = true }
        return .decide
    }
}

extension ClaimCourse.Decided {
    init(_ verdict: Verdict) {
        self =
            switch verdict {
            case .admitted, .checkedOut: .passing
            case .refused(.alreadyScanned): .refusedByHistory
            case .refused: .settled
            }
    }
}
