internal import GRDB
public import Tickets

/// A passage, or an undo, that another station recorded.
public struct ElsewhereEntry: Hashable, Sendable {
    /// Id of its journal entry, or the server's own id. Two with the same id are the same passage.
    public let id: String
    /// Name of the station that recorded it; `nil` when the source does not say.
    public let station: String?
    /// Id of the event.
    public let event: String
    /// Slug of the admission list.
    public let list: String
    /// Slug of the gate; `nil` when the source does not say.
    public let gate: String?
    /// The ticket, without its code.
    public let key: TicketKey
    /// Number of the ticket's line (``TicketLine/number``).
    public let line: Int
    /// The backend's own id of the line.
    public let reference: String?
    /// `admitted` or `checkedOut`; for an undo, that of the entry that is undone.
    public let verdict: Verdict
    /// Id of the entry that this one undoes, recorded there or here.
    public let undoes: String?
    /// How many people passed, 0 to 1000; 0 for an undo. What has another count is not stored.
    public let count: Int
    /// Who acted, when a person did and the source says so.
    public let `operator`: String?
    /// By the clock of the station that recorded it, or of the server.
    public let at: Timestamp

    public init(
        id: String, station: String? = nil, event: String, list: String, gate: String? = nil, key: TicketKey,
        line: Int, reference: String? = nil, verdict: Verdict, undoes: String? = nil, count: Int,
        operator: String? = nil,
        at: Timestamp
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
        self.operator = `operator`
        self.at = at
    }

    /// Whether ``id`` is the id of a journal entry, not a server's own id.
    public var isOfJournal: Bool { CheckIn.isID(id) }
}

extension ElsewhereEntry {
    static let columns = "id, station, event, list, gate, key, line, ref, verdict, undoes, count, operator, at"

    /// - Parameter row: has ``columns``. The reason for a refusal at another station is not stored.
    init?(_ row: Row) {
        guard let key = TicketKey(bytes: row[5]) else { return nil }
        self.init(
            id: row[0], station: row[1], event: row[2], list: row[3], gate: row[4], key: key, line: row[6],
            reference: row[7], verdict: Verdict(word: row[8], reason: nil) ?? .refused(.invalid), undoes: row[9],
            count: row[10], operator: row[11], at: Timestamp(milliseconds: row[12]))
    }
}

extension Journal {
    /// Stores what other gates decided, outside the hash chain. What is known already stays unchanged, and entries of
    /// this station that come back are not stored as another station's.
    ///
    /// - Parameters:
    ///   - heard: when this station learned of them; `nil`: at the time of each.
    ///   - ledgerCursors: by station, the number of the last ledger entry that is stored after this call.
    /// - Returns: those that were new here.
    @discardableResult
    public func recordElsewhere(
        _ entries: [ElsewhereEntry], heard: Timestamp? = nil, ledgerCursors: [String: Int64] = [:]
    ) throws -> [ElsewhereEntry] {
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
        _ entries: [ElsewhereEntry], heard: Timestamp?, to db: Database
    ) throws -> [ElsewhereEntry] {
        // Counts are added up at every later scan: a number that no gate can have counted must not get in.
        try entries.filter { (0...1000).contains($0.count) }.filter { try ElsewhereShelf(db, heard: heard).add($0) }
    }
}
