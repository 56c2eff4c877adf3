public import Tickets

/// A person who may act at this station.
public struct OperatorSummary: Codable, Hashable, Sendable {
    /// As the journal records it.
    public var name: String
    /// `steward` or `supervisor`.
    public var role: String
    /// `true`: by the roster, and not added at this station; `nil`: not told.
    public var isRostered: Bool?
    /// Slugs of the gates at which the person works; `nil`: at all.
    public var gates: [String]?
    /// When their work begins; `nil`: at any time.
    public var from: Timestamp?
    /// When it ends.
    public var until: Timestamp?

    public init(
        name: String, role: String, isRostered: Bool? = nil, gates: [String]? = nil, from: Timestamp? = nil,
        until: Timestamp? = nil
    ) {
        self.name = name
        self.role = role
        self.isRostered = isRostered
        self.gates = gates
        self.from = from
        self.until = until
    }
}

/// A roster that is in force: the answer of `POST /v1/roster`.
public struct RosterAnswer: Codable, Hashable, Sendable {
    /// Who has made it.
    public var issuer: String
    /// When it was made.
    public var issued: Timestamp
    /// How many it has.
    public var people: Int
    /// Names of those who were not in the roster before.
    public var added: [String]
    /// Names of those who are not any more.
    public var removed: [String]
    /// Names of those with another role or PIN.
    public var changed: [String]

    public init(
        issuer: String, issued: Timestamp, people: Int, added: [String], removed: [String], changed: [String]
    ) {
        self.issuer = issuer
        self.issued = issued
        self.people = people
        self.added = added
        self.removed = removed
        self.changed = changed
    }
}

/// Adds a person: the body of `POST /v1/operators`.
public struct OperatorRequest: Codable, Hashable, Sendable {
    /// 1 to 100 bytes without control characters; nobody else at the station has it.
    public var name: String
    /// `steward` or `supervisor`.
    public var role: String
    /// 6 to 64 digits.
    public var pin: String

    public init(name: String, role: String, pin: String) {
        self.name = name
        self.role = role
        self.pin = pin
    }
}
