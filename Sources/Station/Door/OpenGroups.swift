internal import Tickets

/// Groups of whom a reader has let in some last: the rest comes in by a touch on the verdict while it is on the screen.
///
/// In memory only, because the code of a ticket is: after a restart the ticket is scanned again.
struct OpenGroups {
    struct Item {
        let scanCase: ScanCase
        let line: Int
        fileprivate let sequence: Int64
    }

    /// A verdict is on the screen for so long.
    let patience: Duration
    /// By the reader.
    private var items: [String: Item] = [:]

    init(patience: Duration) {
        self.patience = patience
    }

    /// What a reader decides next ends what was open there: another guest stands there, or this one was refused.
    mutating func note(_ decided: DecidedCase) {
        guard let reader = decided.scanCase.scan.reader else { return }
        items[reader] = nil
        guard case .journal(let sequence) = decided.record, let entry = decided.decision.entry,
            let line = decided.decision.line, entry + (decided.scanCase.scan.count ?? 1) <= line.admits
        else { return }
        items[reader] = Item(scanCase: decided.scanCase, line: line.number, sequence: sequence)
    }

    /// - Parameter sequence: number of the journal's entry of the verdict.
    /// - Returns: `nil` when that is not the last verdict of its reader, let nobody of a group in, or is too old. A clock
    ///   that was set back makes it too old.
    func item(_ sequence: Int64, now: Timestamp) -> Item? {
        items.values.first { item in
            item.sequence == sequence && (.zero..<patience).contains(now - item.scanCase.situation.now)
        }
    }
}
