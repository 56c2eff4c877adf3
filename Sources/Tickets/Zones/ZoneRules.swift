/// When the clocks of a place were, and will be, changed.
public struct ZoneRules: Hashable, Sendable {
    /// Seconds since 1970 of each change, in order.
    private let changes: [Int64]
    /// Seconds ahead of UTC: before the first change, and from each one on.
    private let offsets: [Int64]
    /// What comes after the last change; `nil`: nothing changes any more.
    private let footer: ZoneFooter?

    init(changes: [Int64], offsets: [Int64], footer: ZoneFooter?) {
        (self.changes, self.offsets, self.footer) = (changes, offsets, footer)
    }

    /// Before the first of the offsets it is what clocks showed then, too; without any, it is that of UTC.
    public init(_ offsets: [UTCOffset]) {
        let sorted = offsets.sorted { $0.from < $1.from }
        self.init(
            changes: sorted.dropFirst().map(\.from.seconds),
            offsets: sorted.isEmpty ? [0] : sorted.map { min(max($0.seconds, -Self.most), Self.most) }, footer: nil)
    }

    /// No offset is larger, in seconds (RFC 8536, section 3.2).
    static let most: Int64 = 93_599

    /// Seconds by which clocks are ahead of UTC.
    /// - Parameter seconds: since 1970.
    func offset(at seconds: Int64) -> Int64 {
        if let footer, changes.last.map({ $0 <= seconds }) ?? true { return footer.offset(at: seconds) }
        return offsets[numberOfChanges(through: seconds)]
    }

    /// The changes that are later than `first` and not later than `last`, in order.
    /// - Parameters:
    ///   - first: seconds since 1970.
    ///   - last: seconds since 1970; a few years later at most.
    func changes(after first: Int64, through last: Int64) -> [UTCOffset] {
        let (start, end) = (numberOfChanges(through: first), numberOfChanges(through: last))
        var found = (start..<max(start, end)).map { (changes[$0], offsets[$0 + 1]) }
        if let footer {
            let known = max(first, changes.last ?? .min)
            found += footer.changes(after: known, through: last)
        }
        var before = offset(at: first)
        return found.compactMap { at, offset in
            defer { before = offset }
            return offset == before ? nil : UTCOffset(from: Timestamp(seconds: at), seconds: offset)
        }
    }

    /// How many are not later than an instant.
    private func numberOfChanges(through seconds: Int64) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
