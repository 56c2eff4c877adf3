internal import Foundation
public import Tickets

/// A decision that is about to be recorded: a check-in without its number.
public struct CheckInDraft: Hashable, Sendable {
    /// Decided before (``JournalTransaction/upcoming(_:)``), when somebody else has to know it first; `nil`: a new one.
    public var id: String?
    public let station: String
    public let event: String?
    public let list: String?
    public let gate: String?
    public let key: TicketKey?
    public let line: Int?
    public let reference: String?
    public let direction: Direction
    public let verdict: Verdict
    public let kind: CheckIn.Kind
    public let undoes: String?
    public let count: Int
    public let how: CheckIn.How
    public let `operator`: String?
    public let at: Timestamp
    public let clock: CheckIn.Clock
    public let note: String?

    /// - Parameter kind: any but those that take an entry back, which the other initialisers make.
    public init(
        station: String, event: String? = nil, list: String? = nil, gate: String? = nil, key: TicketKey? = nil,
        line: Int? = nil, reference: String? = nil, direction: Direction = .in, verdict: Verdict,
        kind: CheckIn.Kind = .scan, count: Int, how: CheckIn.How, operator: String? = nil, at: Timestamp,
        clock: CheckIn.Clock = .synchronised, note: String? = nil
    ) {
        precondition(
            kind != .undo && kind != .supervisorUndo, "an undo is made from the entry that it takes back")
        self.init(
            undoes: nil, station: station, event: event, list: list, gate: gate, key: key, line: line,
            reference: reference, direction: direction, verdict: verdict, kind: kind, count: count, how: how,
            operator: `operator`, at: at, clock: clock, note: note)
    }

    /// Takes an entry back: the same ticket, list, direction and verdict, and nobody passing.
    public init(
        undoing entry: CheckIn, station: String, how: CheckIn.How = .manual, operator: String?, at: Timestamp,
        clock: CheckIn.Clock = .synchronised, note: String? = nil
    ) {
        self.init(
            undoes: entry.id, station: station, event: entry.event, list: entry.list, gate: entry.gate, key: entry.key,
            line: entry.line, reference: entry.reference, direction: entry.direction, verdict: entry.verdict,
            kind: .undo, count: 0, how: how, operator: `operator`, at: at, clock: clock, note: note)
    }

    /// Takes back what another station recorded: as of an own entry, by a supervisor who says who and why.
    public init(
        undoing entry: ElsewhereEntry, station: String, how: CheckIn.How = .manual, operator: String, at: Timestamp,
        clock: CheckIn.Clock = .synchronised, note: String
    ) {
        self.init(
            undoes: entry.id, station: station, event: entry.event, list: entry.list, gate: entry.gate, key: entry.key,
            line: entry.line, reference: entry.reference, direction: entry.verdict == .checkedOut ? .out : .in,
            verdict: entry.verdict, kind: .supervisorUndo, count: 0, how: how, operator: `operator`, at: at,
            clock: clock, note: note)
    }

    private init(
        undoes: String?, station: String, event: String?, list: String?, gate: String?, key: TicketKey?, line: Int?,
        reference: String?, direction: Direction, verdict: Verdict, kind: CheckIn.Kind, count: Int, how: CheckIn.How,
        operator: String?, at: Timestamp, clock: CheckIn.Clock, note: String?
    ) {
        self.station = station
        self.event = event
        self.list = list
        self.gate = gate
        self.key = key
        self.line = line
        self.reference = reference
        self.direction = direction
        self.verdict = verdict
        self.kind = kind
        self.undoes = undoes
        self.count = count
        self.how = how
        self.operator = `operator`
        self.at = at
        self.clock = clock
        self.note = note
    }

    /// What staff typed loses its control characters here and not on the way out: an exported entry has to hash to the
    /// stored value.
    func numbered(_ sequence: Int64, id: String) -> CheckIn {
        CheckIn(
            id: id, station: station, sequence: sequence, event: event, list: list, gate: gate, key: key, line: line,
            reference: reference, direction: direction, verdict: verdict, kind: kind, undoes: undoes, count: count,
            how: how, operator: `operator`?.withoutControls, at: at, clock: clock, note: note?.withoutControls)
    }
}

/// What the backend is to be told of an entry.
public struct OutboxDraft: Hashable, Sendable {
    /// Name of the configured backend.
    public let backend: String
    /// The ticket code, for a backend that cannot do with the reference. Kept encrypted until it is acknowledged.
    public let code: String?
    /// How far this machine's clock is ahead of the backend's, when that is known.
    public let clockOffset: Duration?

    public init(backend: String, code: String? = nil, clockOffset: Duration? = nil) {
        self.backend = backend
        self.code = code
        self.clockOffset = clockOffset
    }
}

/// What the venue's ledger is to have of an entry.
public struct LedgerDraft: Hashable, Sendable {
    /// It was asked first, and has the entry.
    public let isClaimed: Bool
    /// People the line is for, and the list's rule, at the time: what a double entry is judged by.
    public let admits: Int
    public let reentry: Reentry

    public init(isClaimed: Bool, admits: Int, reentry: Reentry) {
        self.isClaimed = isClaimed
        self.admits = admits
        self.reentry = reentry
    }
}

/// UUID version 7 (RFC 9562 section 5.7): milliseconds, then the low 12 bits of the entry's number, which order the
/// ids of one millisecond (section 6.2, method 1), then 62 random bits.
enum UUIDv7 {
    /// A clock before 1970 counts as 1970.
    static func text(at time: Timestamp, sequence: Int64, random: UInt64) -> String {
        let milliseconds = UInt64(max(0, time.milliseconds)) & 0xFFFF_FFFF_FFFF
        let high = milliseconds << 16 | 0x7000 | UInt64(sequence) & 0xFFF
        let low = random & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = pad(high) + pad(low)
        let ends = [0, 8, 12, 16, 20, 32].map { digits.index(digits.startIndex, offsetBy: $0) }
        return zip(ends, ends.dropFirst()).map { String(digits[$0..<$1]) }.joined(separator: "-")
    }

    private static func pad(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
