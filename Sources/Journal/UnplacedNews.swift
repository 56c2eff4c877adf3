internal import GRDB
public import Tickets

/// What a backend told and no list that is here has a ticket for: kept for the list that comes.
public struct UnplacedNews: Hashable, Sendable {
    /// The backend's id of it.
    public let id: String
    /// Only who wrote it reads it.
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
    /// So many of a backend are kept: the oldest go first.
    static let mostUnplaced = 100_000
    /// A purge removes what has waited for longer, in milliseconds: a month.
    static let longestWait: Int64 = 30 * 86_400_000

    /// Where the stream of a backend goes on; `nil` at its beginning.
    public func streamCursor(backend: String) throws -> String? {
        try read("look up the stream in") { db in
            try String.fetchOne(db, sql: "SELECT cursor FROM stream WHERE backend = ?", arguments: [backend])
        }
    }

    /// Keeps a page of a backend's stream: what happened at other gates, what no list here knows yet, and where the
    /// stream goes on.
    ///
    /// - Parameter heard: when this station learned of them.
    /// - Returns: those entries that were not known.
    @discardableResult
    public func recordNews(
        of backend: String, _ entries: [ElsewhereEntry], heard: Timestamp, unplaced: [UnplacedNews], cursor: String?
    ) throws -> [ElsewhereEntry] {
        guard !entries.isEmpty || !unplaced.isEmpty || cursor != nil else { return [] }
        return try write("add what other gates decided to") { db in
            let insert = try db.cachedStatement(
                sql: "INSERT OR IGNORE INTO unplaced(backend, id, text, heard) VALUES (?, ?, ?, ?)")
            for news in unplaced {
                try insert.execute(arguments: [backend, news.id, news.text, news.heard.milliseconds])
            }
            if !unplaced.isEmpty {
                try db.execute(
                    sql: """
                        DELETE FROM unplaced WHERE backend = :backend AND seq <=
                          (SELECT seq FROM unplaced WHERE backend = :backend ORDER BY seq DESC LIMIT 1 OFFSET :most)
                        """, arguments: ["backend": backend, "most": Self.mostUnplaced])
            }
            if let cursor {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO stream(backend, cursor) VALUES (?, ?)", arguments: [backend, cursor])
            }
            return try Self.addElsewhere(entries, heard: heard, to: db)
        }
    }

    /// What of a backend waits for a list, in the order in which it was told.
    public func unplacedNews(of backend: String) throws -> [UnplacedNews] {
        try read("look up what other gates decided in") { db in
            try Row.fetchAll(
                db, sql: "SELECT id, text, heard FROM unplaced WHERE backend = ? ORDER BY seq", arguments: [backend]
            ).map { UnplacedNews(id: $0[0], text: $0[1], heard: Timestamp(milliseconds: $0[2])) }
        }
    }

    /// A list has come that knows some of what waited.
    ///
    /// - Parameters:
    ///   - entries: what it means, by the backend's id of it.
    ///   - waiting: all that waits.
    /// - Returns: those entries that were not known.
    @discardableResult
    public func place(
        _ entries: [String: [ElsewhereEntry]], of backend: String, waiting: [UnplacedNews]
    ) throws -> [ElsewhereEntry] {
        let placed = waiting.filter { entries[$0.id] != nil }
        guard !placed.isEmpty else { return [] }
        return try write("add what other gates decided to") { db in
            let delete = try db.cachedStatement(sql: "DELETE FROM unplaced WHERE backend = ? AND id = ?")
            return try placed.flatMap { news in
                try delete.execute(arguments: [backend, news.id])
                return try Self.addElsewhere(entries[news.id] ?? [], heard: news.heard, to: db)
            }
        }
    }
}
