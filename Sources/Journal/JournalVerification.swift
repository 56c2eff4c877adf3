internal import Tickets

/// What `verify` found: how far the chain holds, and the first thing that is wrong with it.
public struct JournalVerification: Hashable, Sendable {
    public struct Fault: Hashable, Sendable, CustomStringConvertible {
        public enum Kind: Hashable, Sendable {
            /// The entry's fields are not those that its hash was made of.
            case changed
            /// Entries from here to `through` are not there and no checkpoint stands for them.
            case missing(through: Int64)
            /// It is the entry that was made as number `from`.
            case reordered(from: Int64)
            /// Whole in itself, but it does not follow the entry before: one of the two was written anew.
            case unlinked
            /// Whole in itself, but not the entry the head was signed over: it or an earlier one was written anew.
            case rewritten
            /// The checkpoint that begins here is not this station's, or does not fit.
            case badCheckpoint
            /// The file itself is damaged; with what SQLite says.
            case unreadable(String)
        }

        /// Number of the entry.
        public let sequence: Int64
        public let kind: Kind

        public var description: String {
            switch kind {
            case .changed: "entry \(sequence) was changed"
            case .missing(let last) where last == sequence: "entry \(sequence) is missing"
            case .missing(let last): "entries \(sequence) to \(last) are missing"
            case .reordered(let from): "entry \(sequence) stands in the place of another: it was number \(from)"
            case .unlinked: "entry \(sequence) does not follow the entry before it: one of the two was written anew"
            case .rewritten: "entry \(sequence) is not the one the head was signed over: the chain was written anew"
            case .badCheckpoint: "the checkpoint that stands for the entries from \(sequence) on is not valid"
            case .unreadable(let words): "the file is damaged at or after entry \(sequence): \(words)"
            }
        }
    }

    /// Where something is, seen from the signed head.
    public enum Position: String, Sendable {
        /// The head's signature proves it.
        case beforeHead
        /// After it, somebody who knows the format could have changed things without a trace.
        case afterHead
        /// No head was given: only what does not fit together is found.
        case noHead
    }

    /// Entries that were read.
    public internal(set) var entries: Int64 = 0
    /// Number of the newest entry, or of the last that was found good.
    public internal(set) var last: Int64 = 0
    /// Purged runs that a valid checkpoint stands for.
    public internal(set) var removed: [ClosedRange<Int64>] = []
    /// Number of the entry that the given head was signed over.
    public internal(set) var head: Int64?
    /// The head's own entry was purged: the head proves nothing about what is left before the end of that run.
    public internal(set) var headIsRemoved = false
    /// The first thing that is wrong.
    public internal(set) var fault: Fault?

    public var isWhole: Bool { fault == nil }

    /// Where the fault is.
    public var position: Position {
        guard let head else { return .noHead }
        return (fault?.sequence ?? last) <= head ? .beforeHead : .afterHead
    }
}

/// Goes along the chain from its beginning and stops at the first thing that does not fit. Pure: it is handed
/// what is stored, in the order of the numbers.
struct ChainWalk {
    private(set) var result = JournalVerification()
    private let head: JournalHead?
    private let identity: StationIdentity
    /// Number of the newest entry ever made.
    private let end: Int64
    /// By the number each begins with; those that were passed are gone.
    private var checkpoints: [Int64: String]
    private var tip = ChainTip(sequence: 0, hash: JournalEntry.beginning)

    /// How far on either side the number is looked for under which a moved entry would be right.
    private static let neighbourhood: Int64 = 1000

    init(head: JournalHead?, checkpoints: [Int64: String], identity: StationIdentity, end: Int64) {
        self.head = head
        self.end = end
        self.checkpoints = checkpoints
        self.identity = identity
        result.head = head?.sequence
        if let head, head.sequence == 0, head.hash != tip.hash { fail(0, .rewritten) }
    }

    var hasFailed: Bool { result.fault != nil }

    mutating func fail(_ sequence: Int64, _ kind: JournalVerification.Fault.Kind) {
        result.fault = .init(sequence: sequence, kind: kind)
    }

    /// - Parameter entry: `nil` when the row cannot be an entry.
    mutating func take(_ entry: JournalEntry?, at sequence: Int64) {
        passCheckpoints()
        guard !hasFailed else { return }
        guard sequence == tip.sequence + 1 else {
            guard sequence > tip.sequence else { return fail(sequence, .badCheckpoint) }
            return fail(tip.sequence + 1, .missing(through: sequence - 1))
        }
        guard let entry else { return fail(sequence, .changed) }
        guard entry.isIntact else {
            guard let origin = origin(of: entry) else { return fail(sequence, .changed) }
            return fail(sequence, .reordered(from: origin))
        }
        guard entry.previous == tip.hash else { return fail(sequence, .unlinked) }
        result.entries += 1
        advance(to: ChainTip(sequence: sequence, hash: entry.hash))
    }

    /// After the last entry.
    mutating func finish() {
        passCheckpoints()
        guard !hasFailed else { return }
        if let head, head.sequence > tip.sequence {
            return fail(tip.sequence + 1, .missing(through: head.sequence))
        }
        if let unused = checkpoints.keys.min() { fail(unused, .badCheckpoint) }
    }

    /// Steps over the purged runs that begin here.
    private mutating func passCheckpoints() {
        while !hasFailed, let line = checkpoints.removeValue(forKey: tip.sequence + 1) {
            guard let checkpoint = Checkpoint(line: line, of: identity), checkpoint.first == tip.sequence + 1,
                checkpoint.previous == tip.hash
            else { return fail(tip.sequence + 1, .badCheckpoint) }
            result.removed.append(checkpoint.first...checkpoint.last)
            if let head, checkpoint.first <= head.sequence, head.sequence < checkpoint.last {
                result.headIsRemoved = true
            }
            advance(to: ChainTip(sequence: checkpoint.last, hash: checkpoint.hash))
        }
    }

    private mutating func advance(to next: ChainTip) {
        tip = next
        if let head, head.sequence == next.sequence, head.hash != next.hash { return fail(next.sequence, .rewritten) }
        result.last = next.sequence
    }

    private func origin(of entry: JournalEntry) -> Int64? {
        let here = entry.checkIn.sequence
        var candidate = entry.checkIn
        let places = max(1, here - Self.neighbourhood)...max(here, min(end, here + Self.neighbourhood))
        return places.first { sequence in
            candidate.sequence = sequence
            return JournalEntry.hash(of: candidate, after: entry.previous) == entry.hash
        }
    }
}
