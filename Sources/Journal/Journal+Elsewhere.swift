internal import GRDB
public import Tickets

/// Somebody passing at another gate, or taken back there.
public struct ElsewhereEntry: Hashable, Sendable {
    /// Whatever its source calls it; the same id twice is the same entry.
    public let id: String
    public let station: String?
    public let event: String
    public let list: String
    public let gate: String?
    public let key: TicketKey
    public let line: Int
    public let reference: String?
    public let verdict: Verdict
    /// Id of the entry that this one takes back, of there or of here.
    public let undoes: String?
    public let count: Int
    public let at: Timestamp

    public init(
        id: String, station: String? = nil, event: String, list: String, gate: String? = nil, key: TicketKey,
        line: Int, reference: String? = nil, verdict: Verdict, undoes: String? = nil, count: Int, at: Timestamp
    ) {
        self.id = id
        self.station = station
        self.event = event
        self.list = list
        self.gate = gate
        self.key = key
        self.line = line
        self.reference = reference
        self.verdict = verdict
        self.undoes = undoes
        self.count = count
        self.at = at
    }
}

extension Journal {
    /// Where the stream of a backend goes on; `nil` at its beginning.
    public func streamCursor(backend: String) throws -> String? {
        try read("look up the stream in") { db in
            try String.fetchOne(db, sql: "SELECT cursor FROM stream WHERE backend = ?", arguments: [backend])
        }
    }

    /// Keeps what other gates decided, outside the chain. What is known already stays as it is, and this station's own
    /// entries coming back from a backend are not taken for somebody else's.
    ///
    /// - Parameter cursor: where the stream of a backend goes on after these.
    /// - Returns: those that were not known.
    @discardableResult
    public func recordElsewhere(
        _ entries: [ElsewhereEntry], cursor: (backend: String, text: String)? = nil
    ) throws -> [ElsewhereEntry] {
        guard !entries.isEmpty || cursor != nil else { return [] }
        return try write("add what other gates decided to") { db in
            let statement = try db.cachedStatement(
                sql: """
                    INSERT OR IGNORE INTO elsewhere
                      (id, station, event, list, gate, key, line, ref, verdict, undoes, count, at)
                    SELECT :id, :station, :event, :list, :gate, :key, :line, :ref, :verdict, :undoes, :count, :at
                    WHERE NOT EXISTS (SELECT 1 FROM entry WHERE id = :id)
                    """)
            var fresh: [ElsewhereEntry] = []
            // Counts are added up at every later scan: what no gate can have counted must not come in.
            for entry in entries where (0...1000).contains(entry.count) {
                try statement.execute(arguments: [
                    "id": entry.id, "station": entry.station, "event": entry.event, "list": entry.list,
                    "gate": entry.gate, "key": entry.key.bytes, "line": entry.line, "ref": entry.reference,
                    "verdict": entry.verdict.word, "undoes": entry.undoes, "count": entry.count,
                    "at": entry.at.milliseconds,
                ])
                if db.changesCount > 0 { fresh.append(entry) }
            }
            if let cursor {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO stream(backend, cursor) VALUES (?, ?)",
                    arguments: [cursor.backend, cursor.text])
            }
            return fresh
        }
    }
}
