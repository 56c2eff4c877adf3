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
    /// Who acted there, when a person did and the source says so.
    public let `operator`: String?
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

    /// Whether it is called by the id of its journal entry, and not as a server calls it.
    public var isOfJournal: Bool { CheckIn.isID(id) }
}

extension ElsewhereEntry {
    static let columns = "id, station, event, list, gate, key, line, ref, verdict, undoes, count, operator, at"

    /// - Parameter row: has ``columns``. Why somebody was refused elsewhere is not kept.
    init?(_ row: Row) {
        guard let key = TicketKey(bytes: row[5]) else { return nil }
        self.init(
            id: row[0], station: row[1], event: row[2], list: row[3], gate: row[4], key: key, line: row[6],
            reference: row[7], verdict: Verdict(word: row[8], reason: nil) ?? .refused(.invalid), undoes: row[9],
            count: row[10], operator: row[11], at: Timestamp(milliseconds: row[12]))
    }
}

extension Journal {
    /// Keeps what other gates decided, outside the chain. What is known already stays as it is, and this station's own
    /// entries coming back are not taken for somebody else's.
    ///
    /// - Parameters:
    ///   - heard: when this station learned of them; `nil` when they happened.
    ///   - ledgerCursors: the numbers of the last entries of stations that are known of after these.
    /// - Returns: those that were not known.
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

    /// How many passages at this station others have told it of that its journal does not have.
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

    /// - Returns: those that were not known.
    static func addElsewhere(
        _ entries: [ElsewhereEntry], heard: Timestamp?, to db: Database
    ) throws -> [ElsewhereEntry] {
        // Counts are added up at every later scan: what no gate can have counted must not come in.
        try entries.filter { (0...1000).contains($0.count) }.filter { try ElsewhereShelf(db, heard: heard).add($0) }
    }
}
