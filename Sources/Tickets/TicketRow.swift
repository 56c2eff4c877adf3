/// One row of a ticket list that a manifest is built from: what one code may do with one type.
public struct TicketRow: Hashable, Sendable {
    /// The entries and exits that the backend has counted.
    public struct Used: Hashable, Sendable {
        /// Slug of the admission list; `nil`: that of the gate, or the first that admits the ticket's type.
        public let list: String?
        /// Slug of the gate, from a backend that knows gates and no lists.
        public let gate: String?
        /// People let in, 0 or more.
        public let ins: Int
        /// Of these, people let out; more than `ins` count as `ins`.
        public let outs: Int
        /// When the first of them entered; `nil` when the backend does not say.
        public let firstAt: Timestamp?
        /// When the last passage was that is counted here; `nil` when the backend does not say.
        public let lastAt: Timestamp?
        /// When people entered, once for each of them; empty when the backend does not say.
        public let entries: [Timestamp]

        public init(
            list: String?, gate: String? = nil, ins: Int, outs: Int = 0, firstAt: Timestamp? = nil,
            lastAt: Timestamp? = nil, entries: [Timestamp] = []
        ) {
            self.entries = entries
            self.list = list
            self.gate = gate
            self.ins = ins
            self.outs = outs
            self.firstAt = firstAt
            self.lastAt = lastAt
        }
    }

    // Why: docs/decisions/009-revoked-is-a-status.md
    /// The word in the column `status`.
    public enum Status: Hashable, Sendable {
        /// The code is a ticket, valid or not.
        case ticket(TicketStatus)
        /// The code is not valid any more, even if its signature is.
        case revoked

        /// All that tickets.csv may say.
        public static let words = TicketStatus.allCases.map(\.word) + ["revoked"]

        /// The word in tickets.csv.
        public var word: String {
            switch self {
            case .ticket(let status): status.word
            case .revoked: "revoked"
            }
        }

        /// Reads the word in tickets.csv; `nil` for any other.
        public init?(word: String) {
            if word == "revoked" {
                self = .revoked
            } else if let status = TicketStatus(word: word) {
                self = .ticket(status)
            } else {
                return nil
            }
        }
    }

    /// As in the QR code, in any dialect: ``TicketCode/Dialect``. A secret.
    public var code: String
    /// The backend's own id of the line, up to 200 bytes.
    public var reference: String?
    /// Id or name of the type; `nil` when the event has only one.
    public var type: String?
    /// Name of the holder, up to 500 bytes. A secret: sealed in the list.
    public var holder: String?
    /// For people, up to 200 bytes.
    public var seat: String?
    /// Whether the code is a ticket, and a valid one.
    public var status: Status
    /// How many people may enter on it: 1 to 1,000.
    public var admits: Int
    /// From when on; `nil` when doors open.
    public var notBefore: Timestamp?
    /// Until when; `nil` when the event ends.
    public var notAfter: Timestamp?
    /// The company that the holder is from, up to 500 bytes. Kept only where staff are to find tickets by it.
    public var company: String?
    /// E-mail addresses of the holder and of who ordered the ticket, up to 500 bytes each. Kept as ``company``.
    public var emails: [String]
    /// What a steward must do for this ticket, up to 1,000 bytes.
    public var attention: String?
    /// What staff should know about the holder, up to 4,000 bytes. Sealed like the name.
    public var notes: String?
    /// Number of what it is for, in a series (``EventDate/id``); `nil` in any other event.
    public var date: Int64?
    /// Empty when the backend knows of no passages, as in a tickets.csv.
    public var used: [Used]
    /// As in ``TicketLine/answered``.
    public var answered: Set<String>
    /// Codes of wristbands and cards that stand for it.
    public var media: [String]

    public init(
        code: String, reference: String? = nil, type: String? = nil, holder: String? = nil, seat: String? = nil,
        status: Status = .ticket(.valid), admits: Int = 1, notBefore: Timestamp? = nil, notAfter: Timestamp? = nil,
        attention: String? = nil, notes: String? = nil, date: Int64? = nil, used: [Used] = [],
        answered: Set<String> = [], media: [String] = [], company: String? = nil, emails: [String] = []
    ) {
        self.company = company
        self.emails = emails
        self.media = media
        self.date = date
        self.answered = answered
        self.code = code
        self.reference = reference
        self.type = type
        self.holder = holder
        self.seat = seat
        self.status = status
        self.admits = admits
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.attention = attention
        self.notes = notes
        self.used = used
    }
}

extension TicketRow: CustomStringConvertible, CustomReflectable {
    /// Never the code or the name: both are secrets.
    public var description: String { "a ticket row" }
    /// Empty: `dump` must not show them.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What is wrong with one row, as a clause without code or name.
public struct RowFault: Error, Hashable {
    /// `admits "0" is not from 1 to 1000`
    public let problem: String
    /// What to do about the whole list, as a sentence.
    public let hint: String?

    public init(_ problem: String, hint: String? = nil) {
        self.problem = problem
        self.hint = hint
    }
}

/// A row, and where in the source it is.
public struct NumberedRow: Sendable {
    /// The line of the file, or the number of the row, from 1.
    public let place: Int
    /// What is wrong with it, when it cannot be read.
    public let row: Result<TicketRow, RowFault>

    public init(place: Int, row: Result<TicketRow, RowFault>) {
        self.place = place
        self.row = row
    }
}
