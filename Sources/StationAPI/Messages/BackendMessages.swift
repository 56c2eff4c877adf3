public import Tickets

// What is asked and answered about ticketing servers.

/// An admission list of an event at a ticketing server.
public struct BackendList: Codable, Hashable, Sendable {
    /// The server's id, as `lists` and `only_lists` in usher.yaml take it.
    public var id: String
    /// For people.
    public var name: String
    /// Number of the only date of a series that it is for; `nil` for all dates.
    public var date: Int?
    /// How many products it admits; `nil` for all.
    public var products: Int?
    /// Whether somebody may enter again: the word in event.yaml.
    public var reentry: String
    /// It has a rule of its own.
    public var hasRule: Bool

    public init(id: String, name: String, date: Int?, products: Int?, reentry: String, hasRule: Bool) {
        self.id = id
        self.name = name
        self.date = date
        self.products = products
        self.reentry = reentry
        self.hasRule = hasRule
    }
}

/// An event in the list of a ticketing server.
public struct BackendEvent: Codable, Hashable, Sendable {
    /// The server's id, as `events` in usher.yaml takes it.
    public var id: String
    /// For people; `nil` when the server has none.
    public var name: String?
    /// `nil` when the server has no start, or none that can be read.
    public var starts: Timestamp?

    public init(id: String, name: String? = nil, starts: Timestamp? = nil) {
        self.id = id
        self.name = name
        self.starts = starts
    }
}
