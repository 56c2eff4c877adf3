/// One line of a ticket list on its way into a manifest.
public struct TicketRow: Hashable, Sendable {
    /// What the backend knows of comings and goings.
    public struct Used: Hashable, Sendable {
        /// Slug of the admission list; `nil`: that of the gate, or the first that admits the ticket's type.
        public let list: String?
        /// Where it was, for a backend that knows gates and no lists.
        public let gate: String?
        public let ins: Int
        public let outs: Int
        public let firstAt: Timestamp?
        public let lastAt: Timestamp?

        public init(
            list: String?, gate: String? = nil, ins: Int, outs: Int = 0, firstAt: Timestamp? = nil,
            lastAt: Timestamp? = nil
        ) {
            self.list = list
            self.gate = gate
            self.ins = ins
            self.outs = outs
            self.firstAt = firstAt
            self.lastAt = lastAt
        }
    }

    public enum Status: Hashable, Sendable {
        case ticket(TicketStatus)
        /// The code counts no more, and neither does a signature on it.
        case revoked

        public static let words = TicketStatus.allCases.map(\.word) + ["revoked"]

        /// Reads the word in tickets.csv.
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

    /// As in the QR code, in any dialect.
    public var code: String
    public var reference: String?
    /// Id or name of the type.
    public var type: String?
    public var holder: String?
    public var seat: String?
    public var status: Status
    public var admits: Int
    /// From when on; `nil` when doors open.
    public var notBefore: Timestamp?
    /// Until when; `nil` when the event ends.
    public var notAfter: Timestamp?
    public var attention: String?
    public var notes: String?
    public var used: [Used]

    public init(
        code: String, reference: String? = nil, type: String? = nil, holder: String? = nil, seat: String? = nil,
        status: Status = .ticket(.valid), admits: Int = 1, notBefore: Timestamp? = nil, notAfter: Timestamp? = nil,
        attention: String? = nil, notes: String? = nil, used: [Used] = []
    ) {
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
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What is wrong with one row, as a clause without code or name.
public struct RowFault: Error, Hashable {
    public let problem: String
    /// What to do about the whole list, as a sentence.
    public let hint: String?

    public init(_ problem: String, hint: String? = nil) {
        self.problem = problem
        self.hint = hint
    }
}

/// A row and where people find it.
public struct NumberedRow: Sendable {
    /// The line of the file, or the number of the row, counting from 1.
    public let place: Int
    public let row: Result<TicketRow, RowFault>

    public init(place: Int, row: Result<TicketRow, RowFault>) {
        self.place = place
        self.row = row
    }
}
