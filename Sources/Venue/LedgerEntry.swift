public import Tickets

/// One passage, or an entry that takes one back, as the ledger keeps it.
public struct LedgerEntry: Hashable, Sendable, Codable {
    /// Of the journal entry, UUID version 7.
    public var id: String
    /// The ledger's own name of the station; `nil` until the ledger has it.
    public var station: String?
    /// Counts the station's entries in the ledger, from 1 and without gaps; `nil` until the ledger has it.
    public var number: Int64?
    /// Number in the station's journal; `nil` when no journal has it.
    public var seq: Int64?
    public var event: String
    public var list: String
    public var gate: String?
    /// The ticket's keyed hash, 32 hexadecimal digits.
    public var key: String
    /// Counts the entries of the ticket on the list, this one included; `nil` until the ledger has it.
    public var version: Int64?
    public var line: Int
    /// The backend's own id of the line.
    public var ref: String?
    /// `admitted` or `checkedOut`; of an entry that takes another back, the other's.
    public var verdict: String
    /// Of the journal entry; `takenBack` for one of the ledger that never came into a journal. The ledger lets only
    /// `supervisorUndo` take back what another station recorded, with an operator and a note.
    public var kind: String
    public var undoes: String?
    public var count: Int
    public var `operator`: String?
    /// Milliseconds since 1970, UTC.
    public var at: Int64
    /// People the line is for, and the list's ``Tickets/Reentry``: what a double entry is judged by.
    public var admits: Int
    public var reentry: Int
    /// Whether the ledger was asked first; `nil` until the ledger has it.
    public var claimed: Bool?
    /// Why, of a supervisor's undo at another station. Of all others it stays in the journal.
    public var note: String?
    /// People inside on the line at ``usedUntil``, as the list says of passages before it was made. The ledger begins to
    /// count the line with them, and does not give them back.
    public var used: Int?
    public var usedUntil: Int64?

    /// What a list says of a line's earlier passages.
    public struct Used: Hashable, Sendable {
        /// People inside.
        public let inside: Int
        /// The newest passage that is counted.
        public let until: Timestamp

        public init(inside: Int, until: Timestamp) {
            self.inside = inside
            self.until = until
        }
    }

    /// - Parameters:
    ///   - admits: people the line is for.
    ///   - used: `nil` when the list knows of no earlier passage.
    /// - Returns: `nil` for a refusal, and for what concerns no ticket.
    public init?(_ checkIn: CheckIn, admits: Int, reentry: Reentry, used: Used? = nil) {
        guard let event = checkIn.event, let list = checkIn.list, let key = checkIn.key, let line = checkIn.line,
            checkIn.verdict.reason == nil
        else { return nil }
        id = checkIn.id
        seq = checkIn.sequence
        self.event = event
        self.list = list
        gate = checkIn.gate
        self.key = key.description
        self.line = line
        ref = checkIn.reference
        verdict = checkIn.verdict.word
        kind = checkIn.kind.rawValue
        undoes = checkIn.undoes
        count = checkIn.undoes == nil ? checkIn.count : 0
        `operator` = checkIn.operator
        at = checkIn.at.milliseconds
        self.admits = admits
        self.reentry = reentry.rawValue
        if checkIn.kind == .supervisorUndo { note = checkIn.note }
        self.used = used?.inside
        usedUntil = used?.until.milliseconds
    }

    public var ticket: LedgerTicket { LedgerTicket(event: event, list: list, key: key) }

    public var time: Timestamp { Timestamp(milliseconds: at) }

    /// As the rules of double entry see it; `nil` when nobody passed.
    public var passage: Passage? {
        guard undoes == nil, let verdict = Verdict(word: verdict, reason: nil) else { return nil }
        return Passage(
            id: id, at: time, verdict: verdict, count: count, gate: gate, station: station, operator: `operator`)
    }
}

/// A ticket on an admission list: what has a version. All lines under one code share it.
public struct LedgerTicket: Hashable, Sendable {
    public let event: String
    public let list: String
    /// 32 hexadecimal digits.
    public let key: String

    public init(event: String, list: String, key: String) {
        self.event = event
        self.list = list
        self.key = key
    }
}

/// What the ledger said of a claim.
public enum ClaimAnswer: Hashable, Sendable {
    /// It has the entry: only then may a connected station let anybody pass.
    case taken
    /// Another gate was faster: what happened since, oldest first. Fold it in, and decide again.
    case stale(news: [LedgerEntry])
    /// The list's capacity is reached. Decide again, with that.
    case full
}

/// What the ledger knows of a ticket.
public struct LedgerLook: Hashable, Sendable {
    /// What happened since the version that is known here, oldest first.
    public let news: [LedgerEntry]
    public let inside: Int
    public let capacity: Int?

    public var isFull: Bool { capacity.map { inside >= $0 } ?? false }
}

/// A signed list that waits in the ledger.
public struct PublishedList: Hashable, Sendable, Codable {
    public let event: String
    public let seq: Int64
    /// Of the file.
    public let bytes: Int64
    /// Of the file, in lower-case hexadecimal.
    public let sha256: String
}

/// The most people on an admission list at once, over all gates.
public struct ListCapacity: Hashable, Sendable, Codable {
    public let event: String
    public let list: String
    public let people: Int
}

/// What a ledger tells its stations besides entries.
public struct LedgerNotices: Hashable, Sendable, Codable {
    /// Signed lists that can be had with ``Ledger/fetch(_:)``.
    public let lists: [PublishedList]
    public let capacities: [ListCapacity]
}
