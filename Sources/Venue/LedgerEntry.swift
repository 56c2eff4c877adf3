public import Tickets

/// One passage, or an undo, as the ledger stores it. The property names are the members of its JSON.
public struct LedgerEntry: Hashable, Sendable, Codable {
    /// Id of the journal entry, UUID version 7 (RFC 9562).
    public var id: String
    /// The ledger's name of the station; `nil` until the ledger has the entry.
    public var station: String?
    /// Numbers the station's entries in the ledger, from 1 without gaps; `nil` until the ledger has the entry.
    public var number: Int64?
    /// Number in the station's journal; `nil` when no journal has it.
    public var seq: Int64?
    /// Id of the event.
    public var event: String
    /// Slug of the admission list.
    public var list: String
    /// Slug of the gate; `nil` when the station has none.
    public var gate: String?
    /// The ticket's keyed hash (``Tickets/TicketKey``), 32 hexadecimal digits.
    public var key: String
    /// Numbers the entries of the ticket on the list, from 1; `nil` until the ledger has the entry.
    public var version: Int64?
    /// Number of the ticket's line (``Tickets/TicketLine/number``).
    public var line: Int
    /// The backend's own id of the line.
    public var ref: String?
    /// `admitted` or `checkedOut`; for an undo, that of the entry that is undone.
    public var verdict: String
    /// The journal entry's kind; `takenBack` for the withdrawal of a claim that never came into a journal. To undo what
    /// another station recorded, the ledger accepts only `supervisorUndo`, with an operator and a note.
    public var kind: String
    /// Id of the entry that this one undoes.
    public var undoes: String?
    /// How many people passed, 0 to 1000; 0 for an undo.
    public var count: Int
    /// Who acted, when a person did.
    public var `operator`: String?
    /// Milliseconds since 1970, UTC.
    public var at: Int64
    /// What the station knew of the line (``Tickets/CheckIn/knew``); `nil` for nothing.
    public var knew: [String]?
    /// Whether the station's clock was synchronised; `nil` for a withdrawal.
    public var synchronised: Bool?
    /// How many people the line admits: needed to recognise a double entry.
    public var admits: Int
    /// Raw value of the list's ``Tickets/Reentry``: needed for the same.
    public var reentry: Int
    /// Whether the entry was claimed, not delivered afterwards; `nil` until the ledger has it.
    public var claimed: Bool?
    /// The reason for a supervisor's undo at another station. All other notes stay in the journal.
    public var note: String?
    /// How many people were inside on the line at ``usedUntil``, according to the ticket list. The ledger starts
    /// counting the line with them; it never returns this value.
    public var used: Int?
    /// Milliseconds since 1970, UTC: the newest passage that the ticket list counts.
    public var usedUntil: Int64?

    /// What a ticket list says about a line's earlier passages.
    public struct Used: Hashable, Sendable {
        /// How many people were inside.
        public let inside: Int
        /// Time of the newest passage that is counted.
        public let until: Timestamp

        public init(inside: Int, until: Timestamp) {
            self.inside = inside
            self.until = until
        }
    }

    /// - Parameters:
    ///   - admits: how many people the line admits.
    ///   - used: `nil` when the list knows of no earlier passage.
    /// - Returns: `nil` for a refusal, and for an entry that is about no ticket.
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
        knew = checkIn.knew.isEmpty ? nil : checkIn.knew
        synchronised = checkIn.clock == .synchronised
        self.admits = admits
        self.reentry = reentry.rawValue
        if checkIn.kind == .supervisorUndo { note = checkIn.note }
        self.used = used?.inside
        usedUntil = used?.until.milliseconds
    }

    /// The ticket and list whose version this entry increases.
    public var ticket: LedgerTicket { LedgerTicket(event: event, list: list, key: key) }

    /// ``at`` as a timestamp.
    public var time: Timestamp { Timestamp(milliseconds: at) }

    /// The passage, for the check for double entries; `nil` for an undo.
    public var passage: Passage? {
        guard undoes == nil, let verdict = Verdict(word: verdict, reason: nil) else { return nil }
        return Passage(
            id: id, at: time, verdict: verdict, count: count, gate: gate, station: station, operator: `operator`,
            knew: Set(knew ?? []))
    }
}

/// A ticket on an admission list: the unit that has a version. All lines under one code share it.
public struct LedgerTicket: Hashable, Sendable {
    /// Id of the event.
    public let event: String
    /// Slug of the admission list.
    public let list: String
    /// The ticket's keyed hash, 32 hexadecimal digits.
    public let key: String

    public init(event: String, list: String, key: String) {
        self.event = event
        self.list = list
        self.key = key
    }
}

/// The ledger's answer to a claim.
public enum ClaimAnswer: Hashable, Sendable {
    /// The ledger has the entry: only then may a connected station let anybody pass.
    case taken
    /// Another gate was faster: the entries since then, oldest first. Store them and decide again.
    case stale(updates: [LedgerEntry])
    /// The list's capacity is reached: decide again, knowing that.
    case full
}

/// What the ledger knows about a ticket and its list.
public struct LedgerLookup: Hashable, Sendable {
    /// The entries since the version that is known here, oldest first.
    public let updates: [LedgerEntry]
    /// How many people are inside on the list, over all gates.
    public let inside: Int
    /// The most people at once on the list; `nil`: no limit.
    public let capacity: Int?

    /// No one more fits.
    public var isFull: Bool { capacity.map { inside >= $0 } ?? false }
}

/// A signed ticket list in the ledger, for stations to fetch.
public struct PublishedList: Hashable, Sendable, Codable {
    /// Id of the event.
    public let event: String
    /// The manifest's sequence number.
    public let seq: Int64
    /// Size of the file.
    public let bytes: Int64
    /// SHA-256 of the file, in lower-case hexadecimal.
    public let sha256: String
}

/// The most people who may be on an admission list at once, over all gates.
public struct ListCapacity: Hashable, Sendable, Codable {
    /// Id of the event.
    public let event: String
    /// Slug of the admission list.
    public let list: String
    /// 0 or more.
    public let people: Int
}

/// What a ledger tells its stations in addition to entries.
public struct LedgerNotices: Hashable, Sendable, Codable {
    /// Signed lists, to be fetched with ``Ledger/fetch(_:)``.
    public let lists: [PublishedList]
    /// For each list with a limit.
    public let capacities: [ListCapacity]
}
