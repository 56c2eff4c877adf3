internal import GRDB
public import Tickets

/// Something that a backend reported about a ticket that no installed list has: kept until such a list is installed.
public struct UnmatchedUpdate: Hashable, Sendable {
    /// The backend's own id of it; unique per backend.
    public let id: String
    /// In the link's own format; only the same kind of link reads it.
    public let text: String
    /// When this station learned of it.
    public let heard: Timestamp

    public init(id: String, text: String, heard: Timestamp) {
        self.id = id
        self.text = text
        self.heard = heard
    }
}

extension Journal {
    /// How many are kept per backend: the oldest are removed first.
    static let mostUnmatched = 100_000
    /// Milliseconds (30 days): a purge removes what has waited for longer.
    static let longestWait: Int64 = 30 * 86_400_000

    /// The cursor with which the stream of a backend continues; `nil` at its beginning. Its format is the backend's
    /// own.
    public func streamCursor(backend: String) throws -> String? {
        try read("look up the stream in") { db in
            try String.fetchOne(db, sql: "SELECT cursor FROM stream WHERE backend = ?", arguments: [backend])
        }
    }

    /// Stores a page of a backend's stream: what happened at other gates, what no list here knows yet, what the server
    /// has changed, and the cursor of the next page.
    ///
    /// - Parameters:
    ///   - heard: when this station learned of them.
    ///   - cursor: where the stream continues; `nil` leaves the stored one.
    /// - Returns: those entries that were new here.
    @discardableResult
    public func recordUpdates(
        of backend: String, _ entries: [ForeignEntry], heard: Timestamp?, unmatched: [UnmatchedUpdate],
        changed: [ChangedTicket] = [], cursor: String?
    ) throws -> [ForeignEntry] {
        guard !entries.isEmpty || !unmatched.isEmpty || !changed.isEmpty || cursor != nil else { return [] }
        return try write("add what other gates decided to") { db in
            let insert = try db.cachedStatement(
                sql: "INSERT OR IGNORE INTO unplaced(backend, id, text, heard) VALUES (?, ?, ?, ?)")
            for update in unmatched {
                try insert.execute(arguments: [backend, update.id, update.text, update.heard.milliseconds])
            }
            if !unmatched.isEmpty {
                try db.execute(
                    sql: """
                        DELETE FROM unplaced WHERE backend = :backend AND seq <=
                          (SELECT seq FROM unplaced WHERE backend = :backend ORDER BY seq DESC LIMIT 1 OFFSET :most)
                        """, arguments: ["backend": backend, "most": Self.mostUnmatched])
            }
            try Self.keep(changed, of: backend, in: db)
            if let cursor {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO stream(backend, cursor) VALUES (?, ?)", arguments: [backend, cursor])
            }
            return try Self.addElsewhere(entries, heard: heard, to: db)
        }
    }

    /// What a backend reported that waits for a list, in the order in which it was reported.
    public func unmatchedUpdates(of backend: String) throws -> [UnmatchedUpdate] {
        try read("look up what other gates decided in") { db in
            try Row.fetchAll(
                db, sql: "SELECT id, text, heard FROM unplaced WHERE backend = ? ORDER BY seq", arguments: [backend]
            ).map { UnmatchedUpdate(id: $0["id"], text: $0["text"], heard: Timestamp(milliseconds: $0["heard"])) }
        }
    }

    /// Call when a new list contains tickets of some of what waited.
    ///
    /// - Parameters:
    ///   - entries: what it means with the new list, by the backend's id.
    ///   - waiting: all that waits.
    /// - Returns: those entries that were new here.
    @discardableResult
    public func match(
        _ entries: [String: [ForeignEntry]], of backend: String, waiting: [UnmatchedUpdate]
    ) throws -> [ForeignEntry] {
        let matched = waiting.filter { entries[$0.id] != nil }
        guard !matched.isEmpty else { return [] }
        return try write("add what other gates decided to") { db in
            let delete = try db.cachedStatement(sql: "DELETE FROM unplaced WHERE backend = ? AND id = ?")
            return try matched.flatMap { update in
                try delete.execute(arguments: [backend, update.id])
                return try Self.addElsewhere(entries[update.id] ?? [], heard: update.heard, to: db)
            }
        }
    }
}
