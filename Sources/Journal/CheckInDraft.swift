internal import Foundation
public import Tickets

/// A decision that is about to be recorded: a check-in without its number.
public struct CheckInDraft: Hashable, Sendable {
    /// The entry's id if it was chosen earlier (``JournalTransaction/upcoming(_:)``), because the venue's ledger had to
    /// get it first; `nil`: the journal makes a new one.
    public var id: String?
    /// The key of a medium (a wristband or card) that stands for the ticket from this entry on.
    public var medium: TicketKey?
    /// Name of this station, as configured.
    public let station: String
    /// Id of the event; `nil` when the code belongs to no event that is known here.
    public let event: String?
    /// Slug of the admission list; `nil` when none applied.
    public let list: String?
    /// Slug of the gate; `nil` when the station has none.
    public let gate: String?
    /// The ticket, without its code; `nil` when no list has the code.
    public let key: TicketKey?
    /// Number of the ticket's line (``TicketLine/number``); `nil` when the verdict is about no line.
    public let line: Int?
    /// The backend's own id of the line, for example a pretix position.
    public let reference: String?
    /// Whether the code was presented to come in or to go out.
    public let direction: Direction
    /// With its reason if it is a refusal.
    public let verdict: Verdict
    /// Who or what started it: a scan, staff, an undo.
    public let kind: CheckIn.Kind
    /// Id of the entry that this one undoes; set only with the kinds `undo` and `supervisorUndo`.
    public let undoes: String?
    /// How many people passed; 0 for a refusal or an undo.
    public let count: Int
    /// What brought the code to the station.
    public let how: CheckIn.How
    /// Who acted, when a person did. Control characters are removed when the entry is written.
    public let `operator`: String?
    /// Time of the decision by this station's clock.
    public let at: Timestamp
    /// Whether that clock was synchronised then.
    public let clock: CheckIn.Clock
    /// What staff typed, for example the reason for an override. Control characters are removed when the entry is
    /// written.
    public let note: String?
    /// What was known of the line: ``CheckIn/knew``.
    public var knew: Set<String>

    /// Any decision except an undo.
    /// - Parameter kind: neither `undo` nor `supervisorUndo`: the other initialisers make those.
    public init(
        station: String, event: String? = nil, list: String? = nil, gate: String? = nil, key: TicketKey? = nil,
        line: Int? = nil, reference: String? = nil, direction: Direction = .in, verdict: Verdict,
        kind: CheckIn.Kind = .scan, count: Int, how: CheckIn.How, operator: String? = nil, at: Timestamp,
        clock: CheckIn.Clock = .synchronised, note: String? = nil, knew: Set<String> = []
    ) {
        precondition(
            kind != .undo && kind != .supervisorUndo, "an undo is made from the entry that it takes back")
        self.init(
            undoes: nil, station: station, event: event, list: list, gate: gate, key: key, line: line,
            reference: reference, direction: direction, verdict: verdict, kind: kind, count: count, how: how,
            operator: `operator`, at: at, clock: clock, note: note, knew: knew)
    }

    /// Undoes an entry of this station: the same ticket, list, direction and verdict, with nobody passing.
    public init(
        undoing entry: CheckIn, station: String, how: CheckIn.How = .manual, operator: String?, at: Timestamp,
        clock: CheckIn.Clock = .synchronised, note: String? = nil
    ) {
        self.init(
            undoes: entry.id, station: station, event: entry.event, list: entry.list, gate: entry.gate, key: entry.key,
            line: entry.line, reference: entry.reference, direction: entry.direction, verdict: entry.verdict,
            kind: .undo, count: 0, how: how, operator: `operator`, at: at, clock: clock, note: note)
    }

    /// Undoes an entry of another station: same fields as the undo of an own entry, but a supervisor gives a name and a
    /// reason.
    public init(
        undoing entry: ForeignEntry, station: String, how: CheckIn.How = .manual, operator: String, at: Timestamp,
        clock: CheckIn.Clock = .synchronised, note: String
    ) {
        self.init(
            undoes: entry.id, station: station, event: entry.line.event, list: entry.line.list, gate: entry.gate,
            key: entry.line.key, line: entry.line.line, reference: entry.reference,
            direction: entry.verdict == .checkedOut ? .out : .in,
            verdict: entry.verdict, kind: .supervisorUndo, count: 0, how: how, operator: `operator`, at: at,
            clock: clock, note: note)
    }

    private init(
        undoes: String?, station: String, event: String?, list: String?, gate: String?, key: TicketKey?, line: Int?,
        reference: String?, direction: Direction, verdict: Verdict, kind: CheckIn.Kind, count: Int, how: CheckIn.How,
        operator: String?, at: Timestamp, clock: CheckIn.Clock, note: String?, knew: Set<String> = []
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
        self.knew = knew
    }

    /// Control characters in what staff typed are removed here, not in an export: an exported entry must have the
    /// stored hash.
    func numbered(_ sequence: Int64, id: String) -> CheckIn {
        CheckIn(
            id: id, station: station, sequence: sequence, event: event, list: list, gate: gate, key: key, line: line,
            reference: reference, direction: direction, verdict: verdict, kind: kind, undoes: undoes, count: count,
            how: how, operator: `operator`?.withoutControls, at: at, clock: clock, note: note?.withoutControls,
            knew: knew.sorted())
    }
}

/// What is to be sent to a server about an entry.
/// See docs/decisions/048-clock-offset-in-outbox.md.
public struct OutboxDraft: Hashable, Sendable {
    /// Name of the configured backend.
    public let backend: String
    /// The ticket code, for a backend that needs it instead of the reference. Stored encrypted until the backend
    /// acknowledges the entry.
    public let code: String?
    /// How far the time of the entry is ahead of the backend's (negative: behind); `nil` when that is not known.
    public let clockOffset: Duration?
    /// The same of this machine's clock, which may have been put right for the entry.
    public let machineOffset: Duration?
    /// The server only gets a copy: what it knows of an entry says nothing about what the event's own server knows.
    public let isCopy: Bool
    /// What the guest answered (``CheckInQuestion``), by the id of the question. Stored as the code is.
    public let answers: [String: String]

    public init(
        backend: String, code: String? = nil, clockOffset: Duration? = nil, machineOffset: Duration? = nil,
        isCopy: Bool = false, answers: [String: String] = [:]
    ) {
        self.answers = answers
        self.backend = backend
        self.code = code
        self.clockOffset = clockOffset
        self.machineOffset = machineOffset
        self.isCopy = isCopy
    }
}

/// What is to be sent to the venue's ledger about an entry.
public struct LedgerDraft: Hashable, Sendable {
    /// The ledger was asked before the entry was recorded, and has it already. `false`: it gets the entry afterwards.
    public let isClaimed: Bool
    /// How many people the line admitted at that time. The ledger needs it to recognise a double entry.
    public let admits: Int
    /// The admission list's rule at that time, for the same reason.
    public let reentry: Reentry

    public init(isClaimed: Bool, admits: Int, reentry: Reentry) {
        self.isClaimed = isClaimed
        self.admits = admits
        self.reentry = reentry
    }
}

/// UUID version 7 (RFC 9562 section 5.7): milliseconds, then the low 12 bits of the entry's number, which keep ids made
/// in one millisecond in order (section 6.2, method 1), then 62 random bits.
enum UUIDv7 {
    /// Lower case. A time before 1970 is written as 1970.
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
