internal import Tickets

/// Result of ``Journal/verify(head:progress:)``: how far the chain is intact, and the first fault.
public struct JournalVerification: Hashable, Sendable {
    /// The first thing that is wrong with a chain.
    public struct Fault: Hashable, Sendable, CustomStringConvertible {
        /// What is wrong. docs/JOURNAL.md, "Checking it", has the words that people read.
        public enum Kind: Hashable, Sendable {
            /// The hash does not match the entry's fields.
            case changed
            /// Entries from here to `through` are missing, without a checkpoint for them.
            case missing(through: Int64)
            /// An intact entry, but it was made as number `from`.
            case reordered(from: Int64)
            /// An intact entry that does not follow the previous one: one of the two was rewritten, with its hash.
            case unlinked
            /// An intact entry, but not the one that the head was signed over: it or an earlier one was rewritten.
            case rewritten
            /// The checkpoint that begins here is not signed by this station, or does not fit the chain.
            case badCheckpoint
            /// What is remembered of the used tickets of an event is not what this station signed.
            case badMemory(event: String)
            /// The entry is intact, but not found by its ticket, its id or what it undoes: an index is damaged.
            case unindexed
            /// What another station reported is not found by its ticket or what it undoes: an index is damaged.
            case reportUnindexed
            /// The database file is damaged; with SQLite's message.
            case unreadable(String)
        }

        /// The entries are whole, and an index of them is not: it can be made again.
        public var isOfIndex: Bool { kind == .unindexed || kind == .reportUnindexed }

        /// Number of the entry at which the fault was found.
        public let sequence: Int64
        /// What is wrong with it.
        public let kind: Kind

        /// One English sentence without a full stop, for `usher journal verify` and for errors.
        public var description: String {
            switch kind {
            case .changed: "entry \(sequence) was changed"
            case .missing(let last) where last == sequence: "entry \(sequence) is missing"
            case .missing(let last): "entries \(sequence) to \(last) are missing"
            case .reordered(let from): "entry \(sequence) is in the wrong place: it was number \(from)"
            case .unlinked: "entry \(sequence) does not follow the entry before it: one of the two was rewritten"
            case .rewritten: "entry \(sequence) is not the one the head was signed over: the chain was rewritten"
            case .badCheckpoint: "the checkpoint that stands for the entries from \(sequence) on is not valid"
            case .badMemory(let event):
                "what is remembered of the used tickets of \(event.withoutControls), whose entries were removed, was changed"
            case .unindexed: "entry \(sequence) is not found by what it is about: an index of the file is damaged"
            case .reportUnindexed:
                "an entry of another station is not found by what it is about: an index of the file is damaged"
            case .unreadable(let reason): "the file is damaged at or after entry \(sequence): \(reason)"
            }
        }
    }

    /// Where a fault is, relative to the signed head.
    public enum Position: String, Sendable {
        /// Up to the head: its signature proves the fault, or its absence.
        case beforeHead
        /// After the head: somebody who knows the format could have changed entries without a trace.
        case afterHead
        /// No head was given: only contradictions are found.
        case noHead
    }

    /// How many entries were read.
    public internal(set) var entries: Int64 = 0
    /// Number of the newest entry, or of the last one before the fault.
    public internal(set) var last: Int64 = 0
    /// Numbers of the purged runs that have a valid checkpoint.
    public internal(set) var removed: [ClosedRange<Int64>] = []
    /// Number of the entry over which the given head was signed; `nil` without a head.
    public internal(set) var head: Int64?
    /// The head's own entry was purged: the head proves nothing about the entries up to the end of that run.
    public internal(set) var headIsRemoved = false
    /// The first fault; `nil` when the chain is intact.
    public internal(set) var fault: Fault?

    /// No fault was found.
    public var isWhole: Bool { fault == nil }

    /// Where the fault is; without one, where the newest entry is.
    public var position: Position {
        guard let head else { return .noHead }
        return (fault?.sequence ?? last) <= head ? .beforeHead : .afterHead
    }
}

/// Checks the chain from its beginning and stops at the first fault. Pure: it gets what is stored, in the order of the
/// numbers.
struct ChainCheck: Sendable {
    private(set) var result = JournalVerification()
    /// Events of which checkpoints say that something is remembered.
    private(set) var remembered: Set<String> = []
    let head: JournalHead?
    private let keys: any JournalKeys
    /// Number of the newest entry ever made.
    private let end: Int64
    /// Signed lines by the number of their first entry; those that were checked are removed.
    private var checkpoints: [Int64: String]
    private var tip = ChainTip(sequence: 0, hash: JournalEntry.beginning)

    /// How many numbers in each direction are tried to find where a moved entry belongs.
    private static let neighbourhood: Int64 = 1000

    init(head: JournalHead?, checkpoints: [Int64: String], keys: any JournalKeys, end: Int64) {
        self.head = head
        self.end = end
        self.checkpoints = checkpoints
        self.keys = keys
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

    /// Call after the last entry.
    mutating func finish() {
        passCheckpoints()
        guard !hasFailed else { return }
        if let head, head.sequence > tip.sequence {
            return fail(tip.sequence + 1, .missing(through: head.sequence))
        }
        if let unused = checkpoints.keys.min() { fail(unused, .badCheckpoint) }
    }

    /// Checks and skips the purged runs that begin here.
    private mutating func passCheckpoints() {
        while !hasFailed, let line = checkpoints.removeValue(forKey: tip.sequence + 1) {
            guard let checkpoint = Checkpoint(line: line, of: keys), checkpoint.first == tip.sequence + 1,
                checkpoint.previous == tip.hash
            else { return fail(tip.sequence + 1, .badCheckpoint) }
            result.removed.append(checkpoint.first...checkpoint.last)
            remembered.formUnion(checkpoint.events)
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
