// Guests without a ticket.

/// Counts guests without a ticket in or out: the body of `POST /v1/walk-in`.
public struct WalkInRequest: Codable, Hashable, Sendable {
    /// `true` counts them out; `nil` is `false`.
    public var isExit: Bool?
    /// How many they are, 1 to 1,000; `nil` is 1.
    public var count: Int?
    /// Id of the event; `nil` for the one that counts them at this gate, else the first that counts them.
    public var event: String?
    /// Slug; as in ``ManualRequest/gate``.
    public var gate: String?
    /// Why, in the person's words; kept in the journal.
    public var note: String?
    /// Who acts, as in ``ManualRequest/operator``.
    public var `operator`: String?

    public init(
        isExit: Bool? = nil, count: Int? = nil, event: String? = nil, gate: String? = nil, note: String? = nil,
        operator: String? = nil
    ) {
        self.isExit = isExit
        self.count = count
        self.event = event
        self.gate = gate
        self.note = note
        self.operator = `operator`
    }
}

/// How many guests without a ticket are inside.
public struct WalkInsAnswer: Codable, Hashable, Sendable {
    /// Id of the event.
    public var event: String
    /// As far as this station knows.
    public var inside: Int

    public init(event: String, inside: Int) {
        self.event = event
        self.inside = inside
    }
}
