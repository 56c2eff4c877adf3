internal import GRDB
public import Tickets

extension ForeignEntry {
    /// The reason for a refusal at another station is not stored. `nil` when the row was changed.
    /// - Parameter row: of the table `elsewhere`.
    init?(_ row: Row) {
        guard let key = TicketKey(bytes: row["key"]) else { return nil }
        self.init(
            id: row["id"], station: row["station"],
            line: ListedLine(event: row["event"], list: row["list"], key: key, line: row["line"]),
            gate: row["gate"], reference: row["ref"],
            verdict: Verdict(word: row["verdict"], reason: nil) ?? .refused(.invalid), undoes: row["undoes"],
            count: row["count"], operator: row["operator"], at: Timestamp(milliseconds: row["at"]),
            knew: Set(KnownPassages.ids(row["knew"])),
            clock: (row["clock"] as String?).flatMap(CheckIn.Clock.init(rawValue:)))
    }
}

extension Journal {
    /// Stores the passages of other gates, and undos of them, outside the hash chain; not their refusals, which count
    /// nothing. What is known already stays unchanged, and entries of this station that come back are not stored as
    /// another station's.
    ///
    /// - Parameters:
    ///   - heard: when this station learned of them; `nil`: at the time of each.
    ///   - ledgerCursors: by station, the number of the last ledger entry that is stored after this call.
    /// - Returns: those that were new here.
    @discardableResult
    public func recordElsewhere(
        _ entries: [ForeignEntry], heard: Timestamp? = nil, ledgerCursors: [String: Int64] = [:]
    ) throws -> [ForeignEntry] {
        guard !entries.isEmpty || !ledgerCursors.isEmpty else { return [] }
        return try write("add what other gates decided to") { db in
            for (station, number) in ledgerCursors {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO ledger_cursor(station, number) VALUES (?, ?)",
                    arguments: [station, number])
            }
            return try Self.addElsewhere(entries, heard: heard, to: db)
        }
    }

    /// How many passages at this station are known to others and missing in its own journal.
    public func lostPassages(of station: String) throws -> Int {
        try read("look for lost entries in") { db in
            try Int.fetchOne(
                try db.cachedStatement(
                    sql: """
                        SELECT count(*) FROM elsewhere WHERE station = ? AND is_entry AND undoes IS NULL
                          AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = elsewhere.id)
                        """), arguments: [station]) ?? 0
        }
    }

    /// - Returns: those that were new here.
    static func addElsewhere(
        _ entries: [ForeignEntry], heard: Timestamp?, to db: Database
    ) throws -> [ForeignEntry] {
        // Counts are added up at every later scan: a number that no gate can have counted must not get in.
        let passages = entries.filter { (0...1000).contains($0.count) && $0.verdict.reason == nil }
        return try passages.filter { try ForeignPassages(db, heard: heard).add($0) }
    }
}
