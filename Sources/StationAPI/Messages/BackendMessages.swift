public import Tickets

// What is asked and answered about ticketing servers.

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
