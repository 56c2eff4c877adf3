internal import Tickets

/// Scans that wait until staff have confirmed something.
///
/// In memory only, because the code of a ticket is: after a restart the ticket is scanned again.
struct OpenQuestions {
    /// Far longer than a guest takes to find a passport.
    static let patience = Duration.seconds(600)
    /// The oldest are forgotten: no door has more guests at once.
    static let most = 64

    struct Item {
        let number: Int64
        let scanCase: ScanCase
        let questions: Set<DoorQuestion>
    }

    private var items: [Item] = []
    private var last: Int64 = 0

    /// Remembers a scan if staff are asked about it.
    /// - Returns: the number of the question: that of the journal's entry, where there is one and it was not given yet.
    mutating func note(_ decided: DecidedCase) -> Int64? {
        guard !decided.decision.questions.isEmpty else { return nil }
        switch decided.record {
        case .none: return nil
        case .journal(let sequence): last = max(sequence, last + 1)
        case .memory: last += 1
        }
        let item = Item(number: last, scanCase: decided.scanCase, questions: decided.decision.questions)
        items = items.suffix(Self.most - 1) + [item]
        return last
    }

    /// `nil` when nothing of this number was asked, or it was answered, or is too old.
    func item(_ number: Int64, now: Timestamp) -> Item? {
        items.first { $0.number == number && now - $0.scanCase.situation.now < Self.patience }
    }

    /// The last guest at a reader, if a medium is all that is asked for.
    func medium(wantedAt reader: String?, now: Timestamp) -> (ask: Int64, question: String)? {
        guard let last = items.last(where: { $0.scanCase.scan.reader == reader }),
            now - last.scanCase.situation.now < Self.patience,
            last.questions.count == 1, case .answer(let question)? = last.questions.first, question.kind == .medium
        else { return nil }
        return (last.number, question.id)
    }

    mutating func remove(_ number: Int64) {
        items.removeAll { $0.number == number }
    }
}
