internal import Tickets

/// Scans that wait until staff have confirmed something, by the number of the entry that refused them.
///
/// In memory only, because the code of a ticket is: after a restart the ticket is scanned again.
struct OpenQuestions {
    /// Far longer than a guest takes to find a passport.
    static let patience = Duration.seconds(600)
    /// The oldest are forgotten: no door has more guests at once.
    static let most = 64

    struct Item {
        let sequence: Int64
        let scanCase: ScanCase
        let questions: Set<DoorQuestion>
        let since: Timestamp
    }

    private var items: [Item] = []

    /// Remembers a scan if staff are asked about it.
    mutating func note(_ decided: DecidedCase) {
        let questions = decided.decision.questions
        guard case .journal(let sequence) = decided.record, !questions.isEmpty else { return }
        let item = Item(
            sequence: sequence, scanCase: decided.scanCase, questions: questions,
            since: decided.scanCase.situation.now)
        items = items.suffix(Self.most - 1) + [item]
    }

    /// `nil` when the entry asks nothing, or was answered, or is too old.
    func item(_ sequence: Int64, now: Timestamp) -> Item? {
        items.first { $0.sequence == sequence && now - $0.since < Self.patience }
    }

    mutating func remove(_ sequence: Int64) {
        items.removeAll { $0.sequence == sequence }
    }
}
