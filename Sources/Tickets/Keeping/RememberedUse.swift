/// What is remembered of a line of a ticket whose entries were removed, so that no later list of the event lets it in once
/// more: how many people entered and left. No reference, no gate, no person, and no time of a passage.
/// See docs/decisions/028-deletion-remembers.md.
public struct RememberedUse: Hashable, Sendable {
    /// People let in.
    public var ins: Int
    /// Of these, people checked out.
    public var outs: Int
    /// Of ``ins``, people whom a ticketing server knows of: its lists may count them, too.
    public var knownIns: Int
    /// Of ``outs``, people whom a ticketing server knows of.
    public var knownOuts: Int
    /// When it was last added to, by a clock that was trusted. Every passage counts as of then.
    public var at: Timestamp

    public init(ins: Int, outs: Int, knownIns: Int = 0, knownOuts: Int = 0, at: Timestamp) {
        self.ins = max(0, ins)
        self.outs = min(max(0, outs), self.ins)
        self.knownIns = min(max(0, knownIns), self.ins)
        self.knownOuts = min(max(0, knownOuts), self.outs)
        self.at = at
    }

    /// People of whom no ticketing server knows.
    public var unknownIns: Int { ins - knownIns }
    /// People who left, of whom no ticketing server knows.
    public var unknownOuts: Int { outs - knownOuts }
}

extension ListedHistory {
    /// What a list counts of a line, with what is remembered of removed entries. What both know of counts once. A list that
    /// counts less than its server knew has lost something, or was made without it: then what is remembered counts.
    ///
    /// - Parameter listed: what the list counts; `nil`: nothing.
    init(_ listed: ListedHistory?, with use: RememberedUse) {
        let (ins, outs) = (listed?.history.ins ?? 0, listed?.history.outs ?? 0)
        let knowsAll = listed != nil && ins >= use.knownIns
        history = History(
            ins: knowsAll ? ins + use.ins - use.knownIns : use.ins,
            outs: knowsAll ? outs + use.outs - use.knownOuts : use.outs,
            first: listed?.history.first, entries: listed?.entries ?? [], last: use.at)
        entries = history.entries
        last = [listed?.last, use.at].compactMap(\.self).max()
        until = [listed?.until, use.at].compactMap(\.self).max()
        issued = listed?.issued
    }

    /// What a list counts of a line, with what is remembered of removed entries; `nil` when there is neither.
    public static func joined(_ listed: ListedHistory?, _ use: RememberedUse?) -> ListedHistory? {
        use.map { ListedHistory(listed, with: $0) } ?? listed
    }
}
