public import Tickets

// What is asked and answered about the journal, the outbox, lists, keys and operators.

/// File format of a journal export. Raw values are used in the API.
public enum JournalFormat: String, Codable, Sendable, CaseIterable {
    /// JSON lines with the signed head, which can be verified (docs/JOURNAL.md); or a table for spreadsheets (RFC
    /// 4180).
    case jsonl, csv
}

/// The signed head of the journal.
public struct JournalHeadAnswer: Codable, Hashable, Sendable {
    /// One line: a JSON Web Signature in compact form (docs/JOURNAL.md).
    public var head: String

    public init(head: String) {
        self.head = head
    }
}

/// Checks the journal: the body of `POST /v1/journal/verify`.
public struct VerifyRequest: Codable, Hashable, Sendable {
    /// A head that left the station earlier, to compare with. With `nil` only contradictions within the journal are
    /// found.
    public var head: String?

    public init(head: String? = nil) {
        self.head = head
    }
}

/// Result of checking the journal.
public struct VerifyAnswer: Codable, Hashable, Sendable {
    /// No fault was found.
    public var isWhole: Bool
    /// How many entries were read.
    public var entries: Int64
    /// The first fault and the number of its entry, without a full stop; `nil` when there is none.
    public var fault: String?
    /// What the journal was compared with, and what that cannot prove.
    public var note: String

    public init(isWhole: Bool, entries: Int64, fault: String?, note: String) {
        self.isWhole = isWhole
        self.entries = entries
        self.fault = fault
        self.note = note
    }
}

/// Result of a purge.
public struct PurgeAnswer: Codable, Hashable, Sendable {
    /// How many entries were removed.
    public var removed: Int64
    /// Ids of the events whose entries were removed.
    public var events: [String]
    /// Events whose entries stay: the id of each, and why.
    public var kept: [String]
    /// How many tickets of ``events`` were used, and stay used in later lists.
    public var used: Int

    public init(removed: Int64, events: [String], kept: [String], used: Int) {
        self.removed = removed
        self.events = events
        self.kept = kept
        self.used = used
    }
}

/// What is remembered of the tickets of an event whose entries were removed: they stay used in later lists.
public struct UsedTickets: Codable, Hashable, Sendable {
    /// Id of the event.
    public var event: String
    /// How many tickets, by their codes.
    public var tickets: Int
    /// When entries of the event were last removed.
    public var since: Timestamp

    public init(event: String, tickets: Int, since: Timestamp) {
        self.event = event
        self.tickets = tickets
        self.since = since
    }
}

/// A person confirms that used tickets of an event, whose entries were removed, admit again.
public struct ReadmitRequest: Codable, Hashable, Sendable {
    /// Id of the event.
    public var event: String
    /// How many tickets the person was told of: as many must be remembered.
    public var tickets: Int
    /// Who confirms it, for the journal; `nil` when nobody said.
    public var `operator`: String?

    public init(event: String, tickets: Int, operator: String? = nil) {
        self.event = event
        self.tickets = tickets
        self.operator = `operator`
    }
}

/// A ticket that is to be forgotten.
public struct ForgetRequest: Codable, Hashable, Sendable {
    /// Id of the event.
    public var event: String
    /// The ticket's reference: as entries have it, or what people see of it, before `#`.
    public var ticket: String

    public init(event: String, ticket: String) {
        self.event = event
        self.ticket = ticket
    }
}

/// What was removed of a ticket.
public struct ForgetAnswer: Codable, Hashable, Sendable {
    /// How many entries of the journal.
    public var entries: Int
    /// How many records of what other gates and servers told of it.
    public var others: Int
    /// Whether the list of the event is still at the station, and has the ticket.
    public var isListed: Bool

    public init(entries: Int, others: Int, isListed: Bool) {
        self.entries = entries
        self.others = others
        self.isListed = isListed
    }
}

/// Which entries of the outbox are asked for.
public struct OutboxRequest: Codable, Hashable, Sendable {
    /// `waiting`, `acknowledged`, `disputed`, `refused` or `parked`; `nil` for all but `acknowledged`.
    public var state: String?

    public init(state: String? = nil) {
        self.state = state
    }
}

/// An entry, and its state at one backend.
public struct OutboxItem: Codable, Hashable, Sendable {
    /// Id of the entry.
    public var id: String
    /// Number of the entry in the journal.
    public var seq: Int64
    /// Name of the backend in the configuration.
    public var backend: String
    /// `waiting`, `acknowledged`, `disputed`, `refused` or `parked`.
    public var state: String
    /// `admitted`, `checkedOut` or `refused`; of an undo, the verdict that it undoes.
    public var verdict: String
    /// Who decided: the word of the journal; an undo takes back what `verdict` says.
    public var kind: String
    /// The backend's own id of the line; `nil` when it has none.
    public var ref: String?
    /// When it was decided, by the station's clock.
    public var at: Timestamp
    /// The backend's reason for a refusal or dispute, or why the entry is parked; `nil` in the other states.
    public var words: String?

    public init(
        id: String, seq: Int64, backend: String, state: String, verdict: String, kind: String, ref: String?,
        at: Timestamp, words: String?
    ) {
        self.id = id
        self.seq = seq
        self.backend = backend
        self.state = state
        self.verdict = verdict
        self.kind = kind
        self.ref = ref
        self.at = at
        self.words = words
    }
}

/// What a person has to look at.
public struct ConflictsAnswer: Codable, Hashable, Sendable {
    /// Entries that a backend refused.
    public var refused: [OutboxItem]
    /// Tickets on which the gates let in too many people.
    public var doubleEntries: [DoubleEntryItem]

    public init(refused: [OutboxItem], doubleEntries: [DoubleEntryItem]) {
        self.refused = refused
        self.doubleEntries = doubleEntries
    }
}

/// A ticket on which gates let in more people than it is for, because they did not know of each other.
public struct DoubleEntryItem: Codable, Hashable, Sendable {
    /// People who passed on the ticket at one gate.
    public struct Passage: Codable, Hashable, Sendable {
        /// Id of the entry; the server's name of the passage when only a server has reported it.
        public var id: String
        /// When it was decided, by the clock of the station that did.
        public var at: Timestamp
        /// `admitted` or `checkedOut`.
        public var verdict: String
        /// How many people passed.
        public var count: Int
        /// Slug; `nil` when it is not known.
        public var gate: String?
        /// Name of the station; `nil` when it is not known.
        public var station: String?
        /// Who let them pass by hand; `nil` for a code that was read, and when it is not known.
        public var `operator`: String?
        /// It would have been refused if the gates had known of each other.
        public var isSurplus: Bool

        public init(
            id: String, at: Timestamp, verdict: String, count: Int, gate: String?, station: String?,
            operator: String?, isSurplus: Bool
        ) {
            self.id = id
            self.at = at
            self.verdict = verdict
            self.count = count
            self.gate = gate
            self.station = station
            self.operator = `operator`
            self.isSurplus = isSurplus
        }
    }

    /// Id of the event.
    public var event: String
    /// Slug of the admission list.
    public var list: String
    /// The backend's own id of the line; `nil` when it has none.
    public var ref: String?
    /// ``TicketLine/number``.
    public var line: Int
    /// At all gates, in the order of their times.
    public var passages: [Passage]

    public init(event: String, list: String, ref: String?, line: Int, passages: [Passage]) {
        self.event = event
        self.list = list
        self.ref = ref
        self.line = line
        self.passages = passages
    }

    /// - Parameters:
    ///   - reference: the backend's own id of the line; `nil` when it has none.
    ///   - passages: all of the line, in the order of their times.
    ///   - surplus: those of `passages` that would have been refused if the gates had known of each other.
    public init(_ line: ListedLine, reference: String?, passages: [Tickets.Passage], surplus: [Tickets.Passage]) {
        let tooMany = Set(surplus.map(\.id))
        self.init(
            event: line.event, list: line.list, ref: reference, line: line.line,
            passages: passages.map { passage in
                Passage(
                    id: passage.id, at: passage.at, verdict: passage.verdict.word, count: passage.count,
                    gate: passage.gate, station: passage.station, operator: passage.operator,
                    isSurplus: tooMany.contains(passage.id))
            })
    }
}

/// Sends entries again: the body of `POST /v1/outbox/retry`.
public struct RetryRequest: Codable, Hashable, Sendable {
    /// Ids of the entries; `nil` for all that are parked or refused.
    public var ids: [String]?

    public init(ids: [String]? = nil) {
        self.ids = ids
    }
}

/// Result of ``RetryRequest``.
public struct RetryAnswer: Codable, Hashable, Sendable {
    /// How many entries wait for their backend again.
    public var entries: Int

    public init(entries: Int) {
        self.entries = entries
    }
}

/// A list on a USB stick that is plugged in.
public struct ListOffer: Codable, Hashable, Sendable {
    /// The stick and the file on it, by which the list is accepted: `sdb1/gala.usher`.
    public var file: String
    /// Id of the event; `nil`, like the facts below, when the list cannot be installed.
    public var event: String?
    /// Name of the event, for people.
    public var name: String?
    /// Number of the list; a newer list of the event has a higher one.
    public var seq: Int64?
    /// When the list was made, by the organizer's clock.
    public var issued: Timestamp?
    /// How many ticket lines it has.
    public var tickets: Int64?
    /// Why it cannot be installed; `nil` when nothing is wrong with it.
    public var fault: String?

    public init(
        file: String, event: String? = nil, name: String? = nil, seq: Int64? = nil, issued: Timestamp? = nil,
        tickets: Int64? = nil, fault: String? = nil
    ) {
        self.file = file
        self.event = event
        self.name = name
        self.seq = seq
        self.issued = issued
        self.tickets = tickets
        self.fault = fault
    }
}

/// Installs a list from a USB stick: the body of `POST /v1/offers/accept`.
public struct AcceptRequest: Codable, Hashable, Sendable {
    /// ``ListOffer/file`` of the list.
    public var file: String
    /// Also when much of the list in force is missing in it. `nil` is `false`.
    public var acceptsLoss: Bool?

    public init(file: String, acceptsLoss: Bool? = nil) {
        self.file = file
        self.acceptsLoss = acceptsLoss
    }
}

/// A list in force.
public struct ManifestSummary: Codable, Hashable, Sendable {
    /// Id of the event.
    public var event: String
    /// Name of the event, for people.
    public var name: String
    /// Name of the organizer.
    public var organizer: String
    /// Number of the list, higher than in every list of the event before.
    public var seq: Int64
    /// Id of the key that signed it: 16 hexadecimal digits.
    public var kid: String
    /// How many ticket lines it has.
    public var tickets: Int64
    /// When it was made, by the organizer's clock.
    public var issued: Timestamp
    /// From then on it cannot be installed; while it is in force, the station warns.
    public var expires: Timestamp
    /// It is a test list: the screen shows TEST.
    public var isTest: Bool
    /// The station serves its event now.
    public var isServed: Bool

    public init(
        event: String, name: String, organizer: String, seq: Int64, kid: String, tickets: Int64, issued: Timestamp,
        expires: Timestamp, isTest: Bool, isServed: Bool
    ) {
        self.event = event
        self.name = name
        self.organizer = organizer
        self.seq = seq
        self.kid = kid
        self.tickets = tickets
        self.issued = issued
        self.expires = expires
        self.isTest = isTest
        self.isServed = isServed
    }
}

/// A key that this station trusts.
public struct KeySummary: Codable, Hashable, Sendable {
    /// Id of the key: 16 hexadecimal digits.
    public var kid: String
    /// Path of its `.pub` file.
    public var file: String

    public init(kid: String, file: String) {
        self.kid = kid
        self.file = file
    }
}

/// Result of removing a key.
public struct KeyRemoval: Codable, Hashable, Sendable {
    /// Ids of the events whose lists were withdrawn with the key.
    public var events: [String]

    public init(events: [String]) {
        self.events = events
    }
}
