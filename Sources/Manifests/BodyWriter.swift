package import Foundation
internal import GRDB
package import Tickets

/// Fills the database of a manifest.
///
/// Tickets first go to a table in a temporary file of SQLite's own, then over in the order of their keys: pages are
/// filled completely, memory stays bounded, and earlier rows of a code can be looked up.
package final class BodyWriter {
    /// A checked line.
    package struct Line {
        let place: Int
        let key: TicketKey
        /// Its number under the key; see docs/decisions/103-line-has-type-number.md.
        package var number = 0
        let reference: String?
        /// Its ticket type, which decides what it is a right to.
        package let type: TicketType
        let status: TicketStatus
        let admits: Int
        let notBefore: Timestamp
        let notAfter: Timestamp
        let seat: String?
        let attention: String?
        /// Number of what it is for, in a series.
        let date: Int64?
        /// The holder's name, sealed; `nil` when there is none to keep.
        package var sealed: Data?

        /// - Parameter place: where the source has it, for faults that name it.
        package init(
            place: Int, key: TicketKey, reference: String?, type: TicketType, status: TicketStatus, admits: Int,
            notBefore: Timestamp, notAfter: Timestamp, seat: String?, attention: String?, date: Int64?
        ) {
            self.date = date
            self.place = place
            self.key = key
            self.reference = reference
            self.type = type
            self.status = status
            self.admits = admits
            self.notBefore = notBefore
            self.notAfter = notAfter
            self.seat = seat
            self.attention = attention
        }
    }

    /// What the list already has under a key.
    package struct ExistingLine {
        /// Where the source has it.
        package let place: Int
        /// Its number under the key.
        package let line: Int
        /// The id of its ticket type.
        package let type: Int64
        package let reference: String?
    }

    private let database: Database
    private let parts: [BodySchema.Part]
    private let findExisting: Statement
    private let insertLine: Statement
    private let findRevoked: Statement
    private let insertRevoked: Statement
    private let insertUsed: Statement
    private let insertEntered: Statement
    private let insertAnswered: Statement
    private let insertMedium: Statement
    private let insertSpare: Statement
    private let insertClue: Statement

    /// Makes the database at `path`, hands its writer to `fill`, and returns when the file is complete.
    /// - Parameter parts: the tables that not all lists have.
    /// - Throws: ``ManifestError`` for a disk that is full or fails; the errors of `fill` are passed on
    package static func write<Result>(
        to path: String, parts: Set<BodySchema.Part>, _ fill: (BodyWriter) throws -> Result
    ) throws -> Result {
        do {
            return try make(path, parts: parts, fill)
        } catch let error as DatabaseError {
            // The path is that of a temporary file, which would not help a reader.
            let isFull = error.resultCode == .SQLITE_FULL
            throw ManifestError(
                isFull ? .noSpace : .system, "write", "the list", error.message ?? "SQLite gives no reason",
                hint: isFull ? "Free some space and try again." : nil)
        }
    }

    private static func make<Result>(
        _ path: String, parts: Set<BodySchema.Part>, _ fill: (BodyWriter) throws -> Result
    ) throws -> Result {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: BodySchema.settingsForWriting)
        }
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let result = try queue.inDatabase { database in
                var result: Result?
                try database.inTransaction {
                    result = try fill(try BodyWriter(database, parts: parts))
                    return .commit
                }
                return result
            }
            try queue.close()
            try BodyPages.clearUnusedBytes(of: URL(filePath: path))
            // It was filled, or the transaction would have thrown.
            guard let result else { throw ManifestError(.system, "write", path, "it was not filled") }
            return result
        } catch let error as DatabaseError {
            let isFull = error.resultCode == .SQLITE_FULL
            throw ManifestError(
                isFull ? .noSpace : .system, "write", path, error.message ?? "SQLite gives no reason",
                hint: isFull ? "Free some space, here and in the folder for temporary files." : nil)
        }
    }

    private init(_ database: Database, parts: Set<BodySchema.Part>) throws {
        self.database = database
        self.parts = BodySchema.Part.allCases.filter(parts.contains)
        for statement in BodySchema.statements + self.parts.flatMap(\.statements) {
            try database.execute(sql: statement)
        }
        try database.execute(
            sql: """
                CREATE TEMP TABLE row(key, line, ref, type, status, admits, not_before, not_after, seat, attention, sealed,
                  date, place);
                CREATE INDEX temp.row_key ON row(key, line, type, place);
                CREATE TEMP TABLE withdrawn(key PRIMARY KEY, place) WITHOUT ROWID;
                CREATE TEMP TABLE passed(key, line, list, ins, outs, first_at, last_at, PRIMARY KEY(key, line, list))
                  WITHOUT ROWID;
                CREATE TEMP TABLE came(key, line, list, at, count, PRIMARY KEY(key, line, list, at)) WITHOUT ROWID;
                CREATE TEMP TABLE hint(hash, key, line, PRIMARY KEY(hash, key, line)) WITHOUT ROWID;
                CREATE TEMP TABLE stands(key, ticket, PRIMARY KEY(key, ticket)) WITHOUT ROWID;
                CREATE TEMP TABLE unused(key, question, PRIMARY KEY(key, question)) WITHOUT ROWID;
                CREATE TEMP TABLE said(key, line, question, PRIMARY KEY(key, line, question)) WITHOUT ROWID;
                """)
        findExisting = try database.makeStatement(sql: "SELECT place, line, type, ref FROM temp.row WHERE key = ?")
        insertLine = try database.makeStatement(
            sql: "INSERT INTO temp.row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        findRevoked = try database.makeStatement(sql: "SELECT place FROM temp.withdrawn WHERE key = ?")
        insertRevoked = try database.makeStatement(sql: "INSERT INTO temp.withdrawn VALUES (?, ?)")
        insertUsed = try database.makeStatement(
            sql: "INSERT OR REPLACE INTO temp.passed VALUES (?, ?, ?, ?, ?, ?, ?)")
        insertEntered = try database.makeStatement(
            sql: """
                INSERT INTO temp.came VALUES (?, ?, ?, ?, 1)
                ON CONFLICT DO UPDATE SET count = count + 1
                """)
        insertMedium = try database.makeStatement(sql: "INSERT OR IGNORE INTO temp.stands VALUES (?, ?)")
        insertSpare = try database.makeStatement(sql: "INSERT OR IGNORE INTO temp.unused VALUES (?, ?)")
        insertClue = try database.makeStatement(sql: "INSERT OR IGNORE INTO temp.hint VALUES (?, ?, ?)")
        insertAnswered = try database.makeStatement(sql: "INSERT INTO temp.said VALUES (?, ?, ?)")
    }

    // MARK: - Tickets

    /// The lines that were added under a key so far, in no order.
    package func existing(_ key: TicketKey) throws -> [ExistingLine] {
        try Row.fetchAll(findExisting, arguments: [key.bytes]).map {
            ExistingLine(place: $0["place"], line: $0["line"], type: $0["type"], reference: $0["ref"])
        }
    }

    /// Where the key was revoked.
    package func placeOfRevocation(_ key: TicketKey) throws -> Int? {
        try Int.fetchOne(findRevoked, arguments: [key.bytes])
    }

    /// Adds a line that was checked and numbered.
    package func add(_ line: Line) throws {
        try insertLine.execute(arguments: [
            line.key.bytes, line.number, line.reference, line.type.id, line.status.rawValue, line.admits,
            line.notBefore.seconds, line.notAfter.seconds, line.seat, line.attention, line.sealed,
            line.date, line.place,
        ])
    }

    /// Adds a key whose code is refused for good.
    /// - Parameter place: where the source has it.
    package func addRevoked(_ key: TicketKey, place: Int) throws {
        try insertRevoked.execute(arguments: [key.bytes, place])
    }

    /// - Parameter list: the number of the list in ``finish(_:)``'s plan, from 0.
    package func addUsed(_ used: TicketRow.Used, list: Int, key: TicketKey, line: Int) throws {
        try insertUsed.execute(arguments: [
            key.bytes, line, list + 1, used.ins, used.outs, used.firstAt?.seconds, used.lastAt?.seconds,
        ])
    }

    /// That somebody entered, who is one of those that ``addUsed(_:list:key:line:)`` counts.
    /// - Parameter list: as there; it must have a rule.
    package func addEntry(at time: Timestamp, list: Int, key: TicketKey, line: Int) throws {
        try insertEntered.execute(arguments: [key.bytes, line, list + 1, time.milliseconds])
    }

    /// That a guest need not answer a question.
    /// - Parameter question: the id of one of ``finish(_:isNumberedByType:)``'s plan.
    package func addAnswered(_ question: String, key: TicketKey, line: Int) throws {
        try insertAnswered.execute(arguments: [key.bytes, line, question])
    }

    /// That the code of a wristband or card stands for a ticket.
    package func addMedium(_ key: TicketKey, for ticket: TicketKey) throws {
        try insertMedium.execute(arguments: [key.bytes, ticket.bytes])
    }

    /// That a wristband or card stands for no ticket yet, and may be handed out. One that stands for a ticket of the list, or
    /// whose code is a ticket, is left out by ``finish(_:isNumberedByType:)``.
    /// - Parameter question: the id of one of that plan, of the kind `medium`.
    package func addSpare(_ key: TicketKey, question: String) throws {
        try insertSpare.execute(arguments: [key.bytes, question])
    }

    /// What a line is found by.
    package func addClue(_ hash: Data, key: TicketKey, line: Int) throws {
        try insertClue.execute(arguments: [hash, key.bytes, line])
    }

    // MARK: - The rest

    /// Writes the plan and moves the tickets to their places: table by table, each in the order of its keys, so that the
    /// same rows give the same file, whatever order they came in. Changes depend on it: see ``RebuiltBody``.
    /// - Returns: how many lines there are.
    package func finish(_ plan: EventPlan, isNumberedByType: Bool) throws -> Int64 {
        if isNumberedByType { try database.execute(sql: "PRAGMA user_version = \(BodySchema.numberedByType)") }
        try write(plan)
        try database.execute(
            sql: """
                INSERT INTO main.ticket SELECT key, line, ref, type, status, admits, not_before, not_after, seat, attention,
                  sealed FROM temp.row ORDER BY +key, line;
                INSERT INTO main.used SELECT * FROM temp.passed ORDER BY key, line, list;
                INSERT INTO main.revoked SELECT key FROM temp.withdrawn ORDER BY key;
                """)
        for part in parts {
            switch part {
            case .entered:
                try database.execute(
                    sql: "INSERT INTO main.entered SELECT * FROM temp.came ORDER BY key, line, list, at")
            case .dates:
                try database.execute(
                    sql: """
                        INSERT INTO main.ticket_date SELECT key, line, date FROM temp.row WHERE date IS NOT NULL
                        ORDER BY +key, line
                        """)
            case .answered:
                try database.execute(
                    sql: "INSERT INTO main.answered SELECT * FROM temp.said ORDER BY key, line, question")
            case .media:
                try database.execute(
                    sql: """
                        INSERT INTO main.medium SELECT * FROM temp.stands ORDER BY key, ticket;
                        INSERT INTO main.spare SELECT * FROM temp.unused AS one
                        WHERE NOT EXISTS (SELECT * FROM temp.stands WHERE key = one.key)
                          AND NOT EXISTS (SELECT * FROM temp.row WHERE key = one.key)
                          AND NOT EXISTS (SELECT * FROM temp.withdrawn WHERE key = one.key) ORDER BY key, question;
                        """)
            case .clues:
                try database.execute(sql: "INSERT INTO main.clue SELECT * FROM temp.hint ORDER BY hash, key, line")
            }
        }
        return try Int64.fetchOne(database, sql: "SELECT count(*) FROM temp.row") ?? 0
    }

    private func write(_ plan: EventPlan) throws {
        // Not in the order in which tickets happen to name them.
        let types = plan.types.sorted { $0.id < $1.id }
        for type in types {
            try database.execute(
                sql: "INSERT INTO type VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    type.id, type.slug, type.name.clipped(to: 200), type.color?.clipped(to: 7),
                    type.attention?.clipped(to: 1000),
                ])
        }
        for (index, list) in plan.lists.enumerated() {
            try database.execute(
                sql: "INSERT INTO list VALUES (?, ?, ?, ?)",
                arguments: [index + 1, list.slug, list.name.clipped(to: 200), list.reentry.rawValue])
            for type in types where list.types.contains(type.slug) {
                try database.execute(sql: "INSERT INTO list_type VALUES (?, ?)", arguments: [index + 1, type.id])
            }
        }
        // Ids are ASCII, which Swift orders as SQLite does.
        for gate in plan.gates.sorted(by: { $0.slug < $1.slug }) {
            let list = plan.lists.firstIndex { $0.slug == gate.list }.map { $0 + 1 }
            try database.execute(
                sql: "INSERT INTO gate VALUES (?, ?, ?)", arguments: [gate.slug, gate.name.clipped(to: 200), list])
        }
        for assignment in plan.assignments.sorted(by: { $0.station < $1.station }) {
            try database.execute(
                sql: "INSERT INTO assignment VALUES (?, ?, ?)",
                arguments: [assignment.station, assignment.gate, assignment.direction.rawValue])
        }
        guard parts.contains(.dates) else { return }
        let insertion = try database.makeStatement(sql: "INSERT INTO date VALUES (?, ?, ?, ?, ?)")
        for date in plan.dates.values.sorted(by: { $0.id < $1.id }) {
            try insertion.execute(arguments: [
                date.id, date.name.clipped(to: 200), date.starts.seconds, date.ends.seconds, date.admission.seconds,
            ])
        }
    }
}

extension String {
    /// Its beginning, cut to what a list may hold: names from servers can be longer than those in event.yaml.
    /// - Parameter byteCount: of UTF-8.
    fileprivate func clipped(to byteCount: Int) -> String {
        guard utf8.count > byteCount else { return self }
        var clipped = self
        while clipped.utf8.count > byteCount { clipped.removeLast() }
        return clipped
    }
}
