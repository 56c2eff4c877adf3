public import Tickets

/// What a ledger says of itself.
public struct VenueStatus: Sendable, Codable {
    public struct Station: Sendable, Codable {
        public let name: String
        public let role: String
        /// Of its in the ledger.
        public let entries: Int64
        public let isRemoved: Bool
        /// Since its last act; `nil` when there was none.
        public let silentSeconds: Int64?
        /// Open now, without that of its uploads: two while it works.
        public let connections: Int
        /// Of its last entry.
        public let gate: String?
        /// Since the ledger got its last entry; `nil` when there is none.
        public let entrySeconds: Int64?

        public var standing: Standing {
            if isRemoved { return .removed }
            return connections >= 2 ? .connected : connections == 1 ? .joining : .away
        }
    }

    /// How a station stands with the ledger, as the server sees it.
    public enum Standing: Sendable {
        case connected
        /// It learns what happened while it was away, and decides alone meanwhile.
        case joining
        /// It decides alone, or is off.
        case away
        case removed
    }

    public struct List: Sendable, Codable {
        public let event: String
        public let list: String
        /// People inside now.
        public let inside: Int
        public let capacity: Int?
    }

    /// Check-ins that stations have handed in for one to upload.
    public struct Uploads: Sendable, Codable {
        public let backend: String
        /// The station that uploads; `nil` when there is none.
        public let station: String?
        public let waiting: Int
        /// Since the oldest of those that wait was handed in.
        public let oldestSeconds: Int64?
    }

    /// Number of the newest migration.
    public let step: Int
    public let entries: Int64
    public let stations: [Station]
    public let lists: [List]
    /// One for each backend and key that is in use.
    public let uploads: [Uploads]
    public let published: [PublishedList]
}

/// A line of a ticket that more people entered on than it is for.
public struct VenueConflict: Sendable, Hashable {
    public let event: String
    public let list: String
    /// 32 hexadecimal digits.
    public let key: String
    public let line: Int
    public let reference: String?
    /// Everybody who passed on it, oldest first.
    public let passages: [Passage]
    /// Those that would have been refused, had every gate known of the others.
    public let surplus: [Passage]

    /// - Parameter entries: of one line on one list, without those that were taken back.
    /// - Returns: `nil` when they are as they should be.
    init?(_ entries: [LedgerEntry]) {
        // Of the newest that let in: when everyone is sent out at once, a station may not know what a ticket is for.
        guard let last = entries.last(where: { $0.passage?.verdict == .admitted }),
            let reentry = Reentry(rawValue: last.reentry)
        else { return nil }
        passages = entries.compactMap(\.passage)
        surplus = DoubleEntry.find(in: passages, admits: last.admits, reentry: reentry)
        guard !surplus.isEmpty else { return nil }
        (event, list, key, line, reference) = (last.event, last.list, last.key, last.line, last.ref)
    }
}
