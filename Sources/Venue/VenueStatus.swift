public import Tickets

/// The state of a ledger, as its owner sees it.
public struct VenueStatus: Sendable, Codable {
    /// One station of the ledger.
    public struct Station: Sendable, Codable {
        /// As given to `usher venue add-station`.
        public let name: String
        /// Its PostgreSQL role, `DATABASE.NAME`.
        public let role: String
        /// How many entries of it the ledger has.
        public let entries: Int64
        /// It may no longer connect; its entries stay.
        public let isRemoved: Bool
        /// Seconds since it last used the ledger; `nil` when it never did.
        public let silentSeconds: Int64?
        /// Connections that are open now, without that for uploads: two while it works.
        public let connections: Int
        /// Slug of the gate of its last entry; `nil` when it has none.
        public let gate: String?
        /// Seconds since the ledger got its last entry; `nil` when there is none.
        public let entrySeconds: Int64?

        /// By the number of its connections.
        public var linkState: LinkState {
            if isRemoved { return .removed }
            return connections >= 2 ? .connected : connections == 1 ? .joining : .away
        }
    }

    /// State of a station's link to the ledger, as the server sees it.
    public enum LinkState: Sendable {
        /// It claims every entry in the ledger first.
        case connected
        /// It reads what happened while it was away, and decides alone meanwhile.
        case joining
        /// It decides alone, or is off.
        case away
        /// It may no longer connect.
        case removed
    }

    /// An admission list with entries or with a capacity.
    public struct List: Sendable, Codable {
        /// Id of the event.
        public let event: String
        /// Slug of the admission list.
        public let list: String
        /// People inside now, over all gates.
        public let inside: Int
        /// The most people at once; `nil`: no limit.
        public let capacity: Int?
    }

    /// Check-ins for one backend that stations have handed in for one to upload.
    public struct Uploads: Sendable, Codable {
        /// Name of the configured backend.
        public let backend: String
        /// Name of the station that uploads; `nil` when there is none.
        public let station: String?
        /// How many were not answered yet.
        public let waiting: Int
        /// Seconds since the oldest of these was handed in; `nil` when none waits.
        public let oldestSeconds: Int64?
    }

    /// Number of the last applied step of the schema.
    public let step: Int
    /// How many entries of all stations the ledger has.
    public let entries: Int64
    /// Sorted by name, removed ones included.
    public let stations: [Station]
    /// Sorted by event and list.
    public let lists: [List]
    /// One for each backend and key that is in use.
    public let uploads: [Uploads]
    /// Signed lists that stations can fetch, one for each event.
    public let published: [PublishedList]
}

/// A ticket line that more people entered with than it admits.
public struct VenueConflict: Sendable, Hashable {
    /// Id of the event.
    public let event: String
    /// Slug of the admission list.
    public let list: String
    /// The ticket's keyed hash, 32 hexadecimal digits.
    public let key: String
    /// Number of the ticket's line (``Tickets/TicketLine/number``).
    public let line: Int
    /// The backend's own id of the line; `nil` when the list has none.
    public let reference: String?
    /// All its passages that were not undone, oldest first.
    public let passages: [Passage]
    /// The passages that would have been refused if every gate had known of the others.
    public let surplus: [Passage]

    /// - Parameters:
    ///   - entries: of one line on one list, without those that were undone.
    ///   - hours: when everybody on the list counted as out, in order.
    /// - Returns: `nil` when nobody entered too often.
    init?(_ entries: [LedgerEntry], hours: [Timestamp] = []) {
        // From the newest entry: an exit of everyone at once may not say how many people the ticket admits.
        guard let last = entries.last(where: { $0.passage?.verdict == .admitted }),
            let reentry = Reentry(rawValue: last.reentry)
        else { return nil }
        passages = entries.compactMap(\.passage)
        surplus = DoubleEntry.find(in: passages, admits: last.admits, reentry: reentry) { time in
            hours.last { $0 <= time }
        }
        guard !surplus.isEmpty else { return nil }
        (event, list, key, line, reference) = (last.event, last.list, last.key, last.line, last.ref)
    }
}
