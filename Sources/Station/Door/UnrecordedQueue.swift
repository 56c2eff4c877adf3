internal import Journal
internal import Tickets

/// Decisions that the disk does not take, in memory until it does: NOT RECORDED.
///
/// A power cut loses them. So they are made only after a supervisor has said that guests come first.
/// See docs/decisions/069-not-recorded-in-memory.md.
struct UnrecordedQueue {
    struct Entry {
        let draft: CheckInDraft
        let outbox: [OutboxDraft]
        let ledger: LedgerDraft?
    }

    /// Who switched it on, and when; `nil` while it is off.
    var mode: Mode?
    /// In the order of the decisions. They stay when the mode ends: what was shown still counts.
    var entries: [Entry] = []

    struct Mode: Hashable {
        let `operator`: String?
        let since: Timestamp
    }

    /// Further decisions go here without trying the disk, because a disk that hangs would hold up each guest.
    var goesFirst: Bool { mode != nil && !entries.isEmpty }

    /// - Parameter id: that the entry will have, so that later exits can say that they knew it.
    mutating func add(_ draft: CheckInDraft, id: String, outbox: [OutboxDraft], ledger: LedgerDraft? = nil) {
        var draft = draft.answered(by: mode?.operator)
        draft.id = draft.id ?? id
        entries.append(Entry(draft: draft, outbox: outbox, ledger: ledger))
    }

    /// The passages of a line that are in memory, in the order of the decisions.
    /// - Parameter isUndated: the time now is not trusted.
    func passages(of line: ListedLine, isUndated: Bool = false) -> [Passage] {
        entries.map(\.draft).compactMap { draft -> Passage? in
            guard draft.key == line.key, draft.line == line.line, draft.event == line.event, draft.list == line.list,
                draft.verdict.reason == nil
            else { return nil }
            return Passage(
                id: draft.id ?? "", at: draft.at, verdict: draft.verdict, count: draft.count, gate: draft.gate,
                station: draft.station, operator: draft.operator, knew: draft.knew,
                isUndated: isUndated && draft.clock == .unsynchronised)
        }
    }
}

extension CheckInDraft {
    /// Names the supervisor who allowed it, and says why the entry came late.
    fileprivate func answered(by supervisor: String?) -> CheckInDraft {
        let words = [note, "not recorded at the time: the disk did not take it"].compactMap { $0 }
        var draft = CheckInDraft(
            station: station, event: event, list: list, gate: gate, key: key, line: line, reference: reference,
            direction: direction, verdict: verdict, kind: kind, count: count, how: how,
            operator: self.operator ?? supervisor, at: at, clock: clock, note: words.joined(separator: "; "),
            knew: knew)
        draft.id = id
        draft.medium = medium
        return draft
    }
}
