public import Tickets

// What is asked and answered about tickets, as JSON objects with keys in snake_case.

/// Asks which verdict a code would get: the body of `POST /v1/check`.
public struct CheckRequest: Codable, Hashable, Sendable {
    /// The text of the code; a secret.
    public var code: String
    /// Slug; `nil` for the station's own gate.
    public var gate: String?
    /// `nil` for the station's own.
    public var direction: Direction?
    /// Decides as if it were then; `nil` for now.
    public var at: Timestamp?
    /// Decides as if these had been the passages of the ticket, in order; `nil` for those that are known.
    public var history: [Passage]?
    /// `true`: the answer says how the rule of the admission list came out (``VerdictReport/explanation``).
    public var explain: Bool?

    /// An entry or exit that is assumed.
    public struct Passage: Codable, Hashable, Sendable {
        /// When it was.
        public var at: Timestamp
        /// `in` or `out`.
        public var direction: Direction

        public init(at: Timestamp, direction: Direction) {
            self.at = at
            self.direction = direction
        }
    }

    public init(
        code: String, gate: String? = nil, direction: Direction? = nil, at: Timestamp? = nil,
        history: [Passage]? = nil, explain: Bool? = nil
    ) {
        self.code = code
        self.gate = gate
        self.direction = direction
        self.at = at
        self.history = history
        self.explain = explain
    }
}

/// Searches for tickets: the body of `POST /v1/search`.
public struct SearchRequest: Codable, Hashable, Sendable {
    /// A reference or an order, from its first two letters or digits on, in any case and with any punctuation; or a code, or at
    /// least its first 8 characters where the list has them. For staff who may search by them, also a company, an e-mail
    /// address, or at least three letters of a name (one of Han, kana or Hangul) in events of privacy `staff`. Only the
    /// first 200 characters are used.
    public var query: String
    /// Id of an event; `nil` for all that are served now.
    public var event: String?

    public init(query: String, event: String? = nil) {
        self.query = query
        self.event = event
    }
}

/// Tickets that were found.
public struct SearchAnswer: Codable, Hashable, Sendable {
    // Why: docs/decisions/061-hit-named-by-key.md
    /// One line of a ticket.
    public struct Hit: Codable, Hashable, Sendable {
        /// Id of the event.
        public var event: String
        /// The backend's own id of the line; `nil` when it has none.
        public var ref: String?
        /// ``TicketLine/number``.
        public var line: Int
        /// Its key in the list, 32 hexadecimal digits: names the ticket when it has no reference.
        public var ticket: String
        /// Name of the ticket type; `nil` without the permission `basicAttendee`.
        public var type: String?
        /// What the backend says of it: `valid`, `unpaid`, `voided`, `refunded`, `blocked` or `unapproved`.
        public var status: String
        /// `nil` when it has none, and without the permission `basicAttendee`.
        public var seat: String?
        /// What it is for, in a series; `nil` in any other event, and without the permission `basicAttendee`.
        public var date: TicketDate?
        /// The name on the ticket; `nil` when it is not known, or the station may not show it.
        public var holder: String?
        /// How many people the line is for; `nil` without the permission `basicAttendee`.
        public var admits: Int?
        /// How many of them are inside now, as far as this station knows.
        public var inside: Int
        /// Since when they are inside; where nobody is, since when they are out. `nil` when it is not known, and when nobody
        /// has entered.
        public var since: Since?
        /// How many people have entered on it, those who left included; `nil` without the permission `basicAttendee`.
        public var entries: Int?
        /// The newest 20 passages that were not undone, oldest first; `nil` for staff who may not undo those of other
        /// stations.
        public var passages: [Passage]?

        public init(
            event: String, ref: String?, ticket: String, line: Int, type: String?, status: String, seat: String?,
            date: TicketDate? = nil, holder: String?, admits: Int?, inside: Int, since: Since? = nil,
            entries: Int?, passages: [Passage]? = nil
        ) {
            self.event = event
            self.ref = ref
            self.ticket = ticket
            self.line = line
            self.type = type
            self.status = status
            self.seat = seat
            self.date = date
            self.holder = holder
            self.admits = admits
            self.inside = inside
            self.since = since
            self.entries = entries
            self.passages = passages
        }
    }

    /// The last entry of people who are inside, or the check-out of the last of them.
    public struct Since: Codable, Hashable, Sendable {
        /// By the clock of the station that decided it.
        public var at: Timestamp
        /// Slug; `nil` when it is not known.
        public var gate: String?
        /// The gate's name, for people.
        public var gateName: String?

        public init(at: Timestamp, gate: String?, gateName: String?) {
            self.at = at
            self.gate = gate
            self.gateName = gateName
        }
    }

    /// People who passed, here or at another station.
    public struct Passage: Codable, Hashable, Sendable {
        /// Id of the entry: names it in an ``UndoRequest``.
        public var entry: String
        /// Number in this station's journal; `nil` when another station recorded it.
        public var seq: Int64?
        /// When it was decided, by the clock of the station that did.
        public var at: Timestamp
        /// `admitted` or `checkedOut`.
        public var verdict: String
        /// How many people passed.
        public var count: Int
        /// Slug; `nil` when it is not known.
        public var gate: String?
        /// Name of the gate, for people; `nil` when it is not known.
        public var gateName: String?
        /// Name of the station; `nil` when it is not known.
        public var station: String?
        /// Who let them pass by hand; `nil` for a code that was read, and when it is not known.
        public var `operator`: String?

        public init(
            entry: String, seq: Int64?, at: Timestamp, verdict: String, count: Int, gate: String?,
            gateName: String? = nil, station: String?, operator: String?
        ) {
            self.entry = entry
            self.seq = seq
            self.at = at
            self.verdict = verdict
            self.count = count
            self.gate = gate
            self.gateName = gateName
            self.station = station
            self.operator = `operator`
        }
    }

    /// Up to 50.
    public var hits: [Hit]
    /// More tickets were found than are in ``hits``.
    public var isCut: Bool
    /// Why names were not searched, in an English sentence; `nil` when they were.
    public var note: String?

    public init(hits: [Hit], isCut: Bool, note: String? = nil) {
        self.hits = hits
        self.isCut = isCut
        self.note = note
    }
}

/// Lets people in or out on a ticket that a person named: by its code, by its key in the list, or by its reference. The
/// first of these that is given counts.
public struct ManualRequest: Codable, Hashable, Sendable {
    /// The backend's own id of the line.
    public var reference: String?
    /// The text of the code; a secret.
    public var code: String?
    /// The key in the list, as ``SearchAnswer/Hit/ticket`` has it.
    public var ticket: String?
    /// Id of the event whose list is searched for the reference or the key; `nil` for all that are served now. Not used
    /// with ``code``.
    public var event: String?
    /// ``TicketLine/number``; `nil` takes the line of the reference, else the one that the rules choose.
    public var line: Int?
    /// Slug; `nil` for the station's own gate. Another gate takes the right to move the station (``StaffAct/move``).
    public var gate: String?
    /// How many people pass, 1 to 1,000; `nil` is 1.
    public var count: Int?
    /// Lets them pass although the rules refuse; takes a ``note``. `nil` is `false`.
    public var isOverride: Bool?
    /// Why, in the person's words; kept in the journal.
    public var note: String?
    /// Who acts; `nil` takes the user at the other end of the socket (`uid:1000`). On the screen it is always the name
    /// of the session.
    public var `operator`: String?

    public init(
        reference: String? = nil, code: String? = nil, ticket: String? = nil, event: String? = nil, line: Int? = nil,
        gate: String? = nil, count: Int? = nil, isOverride: Bool? = nil, note: String? = nil,
        operator: String? = nil
    ) {
        self.reference = reference
        self.code = code
        self.ticket = ticket
        self.event = event
        self.line = line
        self.gate = gate
        self.count = count
        self.isOverride = isOverride
        self.note = note
        self.operator = `operator`
    }
}

/// Confirms what a verdict asked staff to find out: the body of `POST /v1/confirm`.
public struct ConfirmRequest: Codable, Hashable, Sendable {
    /// ``VerdictReport/ask`` of the verdict.
    public var ask: Int64
    /// What the guest answered to the questions of ``VerdictReport/toAnswer``, by their ids.
    public var answers: [String: String]?
    /// What the person has to say about it; kept in the journal.
    public var note: String?
    /// Who acts, as in ``ManualRequest/operator``. On the screen nobody needs a session for it.
    public var `operator`: String?

    public init(ask: Int64, answers: [String: String]? = nil, note: String? = nil, operator: String? = nil) {
        self.ask = ask
        self.answers = answers
        self.note = note
        self.operator = `operator`
    }
}

/// Lets in more people of a group whose verdict is on the screen: the body of the page's `POST /staff/more`.
public struct MoreRequest: Codable, Hashable, Sendable {
    /// ``VerdictReport/sequence`` of that verdict.
    public var seq: Int64
    /// How many more people.
    public var count: Int
    /// Who acts, where somebody is at work. On the screen nobody needs a session for it.
    public var `operator`: String?

    public init(seq: Int64, count: Int, operator: String? = nil) {
        self.seq = seq
        self.count = count
        self.operator = `operator`
    }
}

/// Does not let in a guest about whom a verdict asked something: the body of the page's `POST /staff/decline`.
public struct DeclineRequest: Codable, Hashable, Sendable {
    /// ``VerdictReport/ask`` of the verdict.
    public var ask: Int64

    public init(ask: Int64) {
        self.ask = ask
    }
}

/// Checks out everybody who is inside: the body of `POST /v1/checkout-all`.
public struct CheckOutAllRequest: Codable, Hashable, Sendable {
    /// Id of an event; `nil` for all that are served now.
    public var event: String?
    /// Slug of an admission list; `nil` for all of the events.
    public var list: String?
    /// Why, in the person's words; kept in the journal.
    public var note: String?
    /// Who acts, as in ``ManualRequest/operator``.
    public var `operator`: String?

    public init(event: String? = nil, list: String? = nil, note: String? = nil, operator: String? = nil) {
        self.event = event
        self.list = list
        self.note = note
        self.operator = `operator`
    }
}

/// How many were checked out, or would be.
public struct CheckOutAllAnswer: Codable, Hashable, Sendable {
    /// Lines with people inside: each gets an entry in the journal.
    public var entries: Int
    /// How many people were inside.
    public var people: Int

    public init(entries: Int, people: Int) {
        self.entries = entries
        self.people = people
    }
}

/// Names an entry by its number or its id. Without either, the last admission or check-out is meant that the person may
/// undo, if it is less than a minute old and nothing newer was undone.
public struct UndoRequest: Codable, Hashable, Sendable {
    /// Number of an entry of this station.
    public var sequence: Int64?
    /// Id of an entry, also of one that another station recorded; or the server's name of a passage that only a server
    /// has reported.
    public var entry: String?
    /// Why, in the person's words; required for an entry of another station.
    public var note: String?
    /// Who acts, as in ``ManualRequest/operator``.
    public var `operator`: String?

    public init(sequence: Int64? = nil, entry: String? = nil, note: String? = nil, operator: String? = nil) {
        self.sequence = sequence
        self.entry = entry
        self.note = note
        self.operator = `operator`
    }
}

/// An entry that was undone, and the new entry that says so.
public struct UndoAnswer: Codable, Hashable, Sendable {
    /// Number of the new entry.
    public var seq: Int64
    /// Number of the entry that was undone; `nil` when another station recorded it.
    public var undone: Int64?
    /// Id of the entry that was undone.
    public var entry: String
    /// `admitted` or `checkedOut`: what the entry that was undone had decided.
    public var verdict: String
    /// The backend's own id of the line; `nil` when it has none.
    public var ref: String?
    /// When it was undone, by the station's clock.
    public var at: Timestamp

    public init(seq: Int64, undone: Int64?, entry: String, verdict: String, ref: String?, at: Timestamp) {
        self.seq = seq
        self.undone = undone
        self.entry = entry
        self.verdict = verdict
        self.ref = ref
        self.at = at
    }
}

/// Switches NOT RECORDED on or off: whether the station lets guests in while its disk takes no entries.
public struct NotRecordedRequest: Codable, Hashable, Sendable {
    /// `true` lets them in.
    public var isOn: Bool
    /// Why, in the person's words; written to the log.
    public var note: String?
    /// Who acts, as in ``ManualRequest/operator``. The journal names this person in the entries that are written later.
    public var `operator`: String?

    public init(isOn: Bool, note: String? = nil, operator: String? = nil) {
        self.isOn = isOn
        self.note = note
        self.operator = `operator`
    }
}
