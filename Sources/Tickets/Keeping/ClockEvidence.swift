/// What speaks for and against the clock of a machine, before something is deleted because of the time.
///
/// What is deleted early does not come back: a ticket that was used would be admitted again. So everything that deletes by
/// the time asks here first, and refuses or waits while there is a ``doubt``. To decide about guests, a station trusts its
/// clock more than that: it has no other.
/// See docs/decisions/028-deletion-remembers.md.
public struct ClockEvidence: Hashable, Sendable {
    /// A larger offset is a doubt. The header of an answer by HTTP is accurate to about a second.
    public static let tolerance = Duration.seconds(30)

    /// The time of the clock in question.
    public var now: Timestamp
    /// Whether the kernel takes the clock for synchronised (adjtimex(2)).
    public var isSynchronised: Bool
    /// How far the clock is ahead of each server that was heard, or was when it was last heard; below zero when behind.
    public var offsets: [Duration]
    /// The same, as it was noted before this process began; `nil` when it was not, or servers were heard since. The clock
    /// may have changed meanwhile, so it can contradict and never confirm.
    public var lastOffset: Duration?
    /// The latest time at which this machine has recorded something while its clock counted as synchronised; `nil` when
    /// that is not known. What others have recorded says nothing about this clock.
    public var newest: Timestamp?

    public init(
        now: Timestamp, isSynchronised: Bool, offsets: [Duration] = [], lastOffset: Duration? = nil,
        newest: Timestamp? = nil
    ) {
        self.now = now
        self.isSynchronised = isSynchronised
        self.offsets = offsets
        self.lastOffset = lastOffset
        self.newest = newest
    }

    /// Why nothing is to be deleted because of this time; `nil` when it is trusted: it is synchronised or a server has
    /// confirmed it, and nothing contradicts it.
    public var doubt: ClockDoubt? {
        let known = offsets + [lastOffset].compactMap(\.self)
        let furthest = known.max { abs($0.wholeMilliseconds) < abs($1.wholeMilliseconds) }
        if let furthest, abs(furthest.wholeMilliseconds) > Self.tolerance.wholeMilliseconds {
            return furthest > .zero ? .ahead(furthest) : .behind(.zero - furthest)
        }
        if !offsets.isEmpty { return nil }
        guard isSynchronised else { return .unsynchronised }
        return newest.map { $0 > now + Self.tolerance } ?? false ? .wasAhead : nil
    }
}

/// Why nothing is deleted because of the time that a clock shows.
public enum ClockDoubt: Hashable, Sendable {
    /// The kernel does not take it for synchronised, and no server has confirmed it.
    case unsynchronised
    /// Of a server's clock, by more than ``ClockEvidence/tolerance``.
    case ahead(Duration)
    case behind(Duration)
    /// Something was recorded here at a later time than now, and no server has confirmed that now is right.
    case wasAhead

    /// A clause without a full stop.
    public var reason: String {
        switch self {
        case .unsynchronised: "the clock is not synchronised, and no server has confirmed it"
        case .ahead(let span): "the clock is \(span.components.seconds) s ahead of a server's"
        case .behind(let span): "the clock is \(span.components.seconds) s behind a server's"
        case .wasAhead: "the clock was ahead before, or is behind now: there are entries from a later time"
        }
    }

    /// A sentence: what to do.
    public var hint: String {
        switch self {
        case .unsynchronised, .ahead, .behind:
            "What is deleted too early does not come back. Set the clock by a time server (timedatectl timesync-status)."
        case .wasAhead:
            "What is deleted too early does not come back. Let the station reach its server once, which confirms the time."
        }
    }
}
