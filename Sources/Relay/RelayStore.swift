internal import Backends
package import Foundation
internal import GRDB
package import Tickets

/// Everything the relay was told, on the disk before it answers: what stations sent, and what servers knew beside it.
package struct RelayStore: Sendable {
    /// Some of what others did.
    struct Page {
        var messages: [CheckInMessage] = []
        /// Number of the last, which the next page is asked by; `nil` when there was nothing.
        var end: Int64?
        var isFull = false
    }

    /// How many wait for a backend, and how many are for a person.
    struct Figures: Hashable {
        let waiting: Int
        let refused: Int
        let parked: Int
    }

    let queue: DatabaseQueue
    /// By the clock of this machine.
    let now: @Sendable () -> Timestamp
    /// Of this file, for ever: the numbers of another one mean something else.
    let epoch: String

    /// - Parameters:
    ///   - folder: made when it is missing.
    ///   - now: by the clock of this machine, trusted or not.
    package init(folder: URL, now: @escaping @Sendable () -> Timestamp) throws {
        self.now = now
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw RelayError("open", folder.path, "it cannot be made or entered")
        }
        var configuration = GRDB.Configuration()
        configuration.prepareDatabase { db in
            // One process owns the file: a second relay would pass everything on twice.
            try db.execute(
                sql: """
                    PRAGMA locking_mode = EXCLUSIVE;
                    PRAGMA journal_mode = WAL;
                    PRAGMA synchronous = FULL;
                    PRAGMA secure_delete = ON;
                    """)
        }
        do {
            queue = try DatabaseQueue(
                path: folder.appending(path: "relay.sqlite").path, configuration: configuration)
            var migrator = DatabaseMigrator()
            migrator.registerMigration("1") { db in try db.execute(sql: Self.schema) }
            migrator.registerMigration("2") { db in
                // As the station has sealed it to the relay's key; erased once the backend has the entry.
                try db.execute(sql: "ALTER TABLE outbox ADD COLUMN sealed_code TEXT")
            }
            migrator.registerMigration("3") { db in
                try db.execute(
                    sql: """
                        CREATE TABLE epoch(value TEXT NOT NULL) STRICT;
                        INSERT INTO epoch VALUES (lower(hex(randomblob(8))));
                        """)
            }
            migrator.registerMigration("4") { db in
                try db.execute(sql: "ALTER TABLE outbox ADD COLUMN sealed_answers TEXT")
            }
            migrator.registerMigration("5") { db in try db.execute(sql: Self.ticketSchema) }
            migrator.registerMigration("6") { db in try db.execute(sql: Self.reportSchema) }
            migrator.registerMigration("7") { db in try db.execute(sql: Self.retentionSchema) }
            migrator.registerMigration("memory of used tickets") { db in try db.execute(sql: Self.memorySchema) }
            try migrator.migrate(queue)
            epoch = try queue.read { db in try String.fetchOne(db, sql: "SELECT value FROM epoch") } ?? ""
            // Whoever starts the relay anew has seen to what was wrong.
            try queue.write { db in try db.execute(sql: "UPDATE outbox SET state = 'waiting' WHERE state = 'parked'") }
        } catch let error as DatabaseError {
            let reason =
                error.resultCode == .SQLITE_BUSY
                ? "another relay uses it" : "SQLite says: \(error.message ?? "no reason given")"
            throw RelayError("open", folder.appending(path: "relay.sqlite").path, reason)
        }
    }

    /// Closes the file; nothing can be asked of it afterwards.
    package func close() throws {
        try queue.close()
    }

    /// `station` is NULL for what a server told. `message` is JSON as docs/webhook.openapi.yaml describes it.
    private static let schema = """
        CREATE TABLE checkin(
          number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, station TEXT, event TEXT NOT NULL,
          ticket TEXT, passes INTEGER NOT NULL, message TEXT NOT NULL) STRICT;
        CREATE INDEX checkin_ticket ON checkin(event, ticket);

        CREATE TABLE outbox(
          number INTEGER PRIMARY KEY REFERENCES checkin(number), backend TEXT NOT NULL, state TEXT NOT NULL,
          words TEXT) STRICT;
        CREATE INDEX outbox_open ON outbox(state, backend, number) WHERE state <> 'acknowledged';

        CREATE TABLE stream(backend TEXT PRIMARY KEY, cursor TEXT NOT NULL) WITHOUT ROWID, STRICT;
        """

    // MARK: - In

    /// A message of a station, about an event that is served.
    struct Incoming: Sendable {
        let message: CheckInMessage
        let event: String
        /// To be sent; `nil` for what cannot be sent to a backend, or not yet: the other stations still get it.
        let backend: String?
    }

    /// What came of a message.
    enum Receipt: Hashable, Sendable {
        /// It is kept, or was before.
        case kept
        /// It takes back what another station recorded (`nil`: what a server told), and is kept.
        case keptSupervisorUndo(of: String?)
        /// It is not: as a clause.
        case refused(String)
    }

    /// Keeps what a station sent; what is known already stays as it is. What waits for a backend already has it once.
    func receive(_ messages: [Incoming], allowsSupervisorUndo: Bool = true) throws -> [Receipt] {
        try queue.write { db in
            try messages.map { incoming in
                let message = incoming.message
                guard try !belongsToAnother(message.checkIn, in: db) else {
                    return .refused("another station has an entry with this id")
                }
                let undone = try message.checkIn.undoes.map { try undoneStation(of: message, $0, in: db) }
                if let fault = undoFault(in: message.checkIn, of: undone, allowsSupervisorUndo) {
                    return .refused(fault)
                }
                let isNew = try insert(
                    message, station: message.checkIn.station, event: incoming.event, into: db)
                if let backend = incoming.backend, try !isRepeatedUndo(message.checkIn, in: db) {
                    try db.execute(
                        sql: """
                            INSERT OR IGNORE INTO outbox(number, backend, state, sealed_code, sealed_answers)
                            SELECT number, ?, 'waiting', ?, ? FROM checkin WHERE id = ? AND station = ?
                            """,
                        arguments: [
                            backend, message.sealedCode, message.sealedAnswers, message.checkIn.id,
                            message.checkIn.station,
                        ])
                }
                guard isNew, case .station(let other) = undone, other != message.checkIn.station else { return .kept }
                return .keptSupervisorUndo(of: other)
            }
        }
    }

    /// Whether another station has an entry with this id. Taking it would drop one of the two: a thief who knew an id
    /// in advance could keep the real entry from all stations.
    private func belongsToAnother(_ checkIn: CheckIn, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM checkin WHERE id = ? AND station <> ?)"),
            arguments: [checkIn.id, checkIn.station]) ?? false
    }

    /// Whose entry an undo takes back.
    private enum Undone {
        case unknown
        case otherTicket
        /// `nil` when a server told of it.
        case station(String?)
    }

    private func undoneStation(of message: CheckInMessage, _ id: String, in db: Database) throws -> Undone {
        let row = try Row.fetchOne(
            try db.cachedStatement(sql: "SELECT station, event, ticket FROM checkin WHERE id = ?"), arguments: [id])
        guard let row else { return .unknown }
        // A server knows tickets by reference.
        let names = [message.checkIn.key?.description, message.checkIn.reference].compactMap { $0 }
        let isNamed = (row["ticket"] as String?).map(names.contains) ?? names.isEmpty
        let isSame = isNamed && row["event"] as String == message.checkIn.event
        return isSame ? .station(row["station"]) : .otherTicket
    }

    /// An entry is taken back by the station that recorded it; elsewhere it is a supervisor's act, who says who and
    /// why.
    private func undoFault(in checkIn: CheckIn, of undone: Undone?, _ allowsSupervisorUndo: Bool) -> String? {
        guard let undone else {
            let isUndo = [.undo, .supervisorUndo].contains(checkIn.kind)
            return isUndo ? "it does not say which entry it takes back" : nil
        }
        if case .otherTicket = undone { return "it takes back an entry of another ticket" }
        if case .station(checkIn.station?) = undone { return nil }
        if case .unknown = undone { return "this relay does not have the entry that it takes back" }
        guard checkIn.kind == .supervisorUndo else {
            return "only the station that recorded an entry takes it back"
        }
        guard allowsSupervisorUndo else {
            return "no station may take back what another recorded: supervisor_undo is off"
        }
        let isExplained = [checkIn.operator, checkIn.note].allSatisfy {
            $0?.contains { !$0.isWhitespace } ?? false
        }
        return isExplained ? nil : "a supervisor's undo needs a name and a reason"
    }

    /// Whether another entry has taken the same back before: servers that know no undo would take it off twice.
    private func isRepeatedUndo(_ checkIn: CheckIn, in db: Database) throws -> Bool {
        guard let undone = checkIn.undoes else { return false }
        return try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM checkin AS other WHERE event = :event AND ticket IS :ticket
                  AND number < (SELECT number FROM checkin WHERE id = :id) AND message ->> 'undoes' = :undone)
                """,
            arguments: [
                "event": checkIn.event, "ticket": checkIn.ticketName, "id": checkIn.id, "undone": undone,
            ]) ?? false
    }

    /// Keeps what a server told, and where its stream goes on.
    /// - Parameter tickets: of events of this backend.
    func keep(
        _ messages: [CheckInMessage], tickets: [ReportedTicket] = [], cursor: String?, backend: String
    ) throws {
        try queue.write { db in
            for message in messages {
                guard let event = message.checkIn.event else { continue }
                _ = try insert(message, station: nil, event: event, into: db)
            }
            try Self.keep(tickets, of: backend, in: db)
            if let cursor {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO stream(backend, cursor) VALUES (?, ?)", arguments: [backend, cursor])
            }
        }
    }

    func cursor(backend: String) throws -> String? {
        try queue.read { db in
            try String.fetchOne(db, sql: "SELECT cursor FROM stream WHERE backend = ?", arguments: [backend])
        }
    }

    /// - Returns: whether it was new.
    private func insert(_ message: CheckInMessage, station: String?, event: String, into db: Database) throws -> Bool {
        let checkIn = message.checkIn
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO checkin(id, station, event, ticket, passes, message, received)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            checkIn.id, station, event, checkIn.ticketName, checkIn.verdict.reason == nil,
            message.json.text, now().milliseconds,
        ])
        return db.changesCount > 0
    }

    // MARK: - Check-ins out

    /// Who passed, and what was taken back, at every station: one whose state folder was lost, or is an older copy,
    /// learns its own again.
    func page(after number: Int64, limit: Int) throws -> Page {
        try queue.read { db in
            let rows = try Row.fetchCursor(
                try db.cachedStatement(
                    sql: """
                        SELECT number, message FROM checkin
                        WHERE number > ? AND passes ORDER BY number LIMIT ?
                        """), arguments: [number, limit])
            var page = Page()
            var count = 0
            while let row = try rows.next() {
                page.end = row["number"]
                count += 1
                // What cannot be read is passed over: it must not hide the others from everybody.
                if let message = Self.message(of: row) { page.messages.append(message) }
            }
            page.isFull = count == limit
            return page
        }
    }

    /// What a backend is to be told.
    struct Upload {
        let message: CheckInMessage
        /// The people of the entry that it takes back, when the backend has that one.
        let undoneCount: Int?
        let sealedCode, sealedAnswers: String?
    }

    /// As the journal's outbox: in order, up to where a ticket would come a second time.
    func nextToUpload(backend: String, limit: Int) throws -> [Upload] {
        try queue.read { db in
            let rows = try Row.fetchCursor(
                try db.cachedStatement(
                    sql: """
                        SELECT message, ticket, sealed_code, sealed_answers FROM outbox JOIN checkin USING (number)
                        WHERE state = 'waiting' AND backend = :backend AND NOT EXISTS (
                          SELECT 1 FROM checkin AS older JOIN outbox AS open ON open.number = older.number
                          WHERE older.event = checkin.event AND older.ticket = checkin.ticket
                            AND older.number < checkin.number AND open.state = 'parked')
                        ORDER BY outbox.number LIMIT :limit
                        """), arguments: ["backend": backend, "limit": limit])
            var uploads: [Upload] = []
            var tickets: Set<String> = []
            while let row = try rows.next() {
                if let ticket = row["ticket"] as String?, !tickets.insert(ticket).inserted { break }
                guard let message = Self.message(of: row) else { continue }
                uploads.append(
                    Upload(
                        message: message,
                        undoneCount: try message.checkIn.undoes.flatMap { try acknowledgedCount(of: $0, in: db) },
                        sealedCode: row["sealed_code"], sealedAnswers: row["sealed_answers"]))
            }
            return uploads
        }
    }

    private static func message(of row: Row) -> CheckInMessage? {
        try? CheckInMessage(parsing: (row["message"] as String).utf8)
    }

    /// People of an entry that its backend has; `nil` for one that it has not, so that there is nothing to take back.
    private func acknowledgedCount(of id: String, in db: Database) throws -> Int? {
        let text = try String.fetchOne(
            db,
            sql: """
                SELECT message FROM checkin JOIN outbox USING (number) WHERE id = ? AND state = 'acknowledged'
                """, arguments: [id])
        return text.flatMap { try? CheckInMessage(parsing: $0.utf8).checkIn.count }
    }

    func settle(_ answers: [SettledCheckIn], backend: String) throws {
        try queue.write { db in
            let statement = try db.cachedStatement(
                sql: """
                    UPDATE outbox SET state = :state, words = :words,
                      sealed_code = CASE :state WHEN 'acknowledged' THEN NULL ELSE sealed_code END,
                      sealed_answers = CASE :state WHEN 'acknowledged' THEN NULL ELSE sealed_answers END
                    WHERE number = (SELECT number FROM checkin WHERE id = :id) AND backend = :backend
                    """)
            for answer in answers {
                let (state, reason): (String, String?) =
                    switch answer.answer {
                    case .accepted: ("acknowledged", nil)
                    case .disputed(let reason): ("acknowledged", reason)
                    case .contradicted(let reason): ("refused", reason)
                    case .rejected(let reason): ("parked", reason)
                    }
                try statement.execute(arguments: [
                    "state": state, "words": reason?.withoutControls, "id": answer.id, "backend": backend,
                ])
            }
        }
    }

    /// The number of the oldest entry that waits for a backend; `nil` when none does.
    func firstWaiting(backend: String) throws -> Int64? {
        try queue.read { db in
            try Int64.fetchOne(
                try db.cachedStatement(sql: "SELECT min(number) FROM outbox WHERE state = 'waiting' AND backend = ?"),
                arguments: [backend])
        }
    }

    func figures(backend: String) throws -> Figures {
        try queue.read { db in
            let counts = try Row.fetchAll(
                db,
                sql: "SELECT state, count(*) FROM outbox WHERE backend = ? AND state <> 'acknowledged' GROUP BY state",
                arguments: [backend]
            ).reduce(into: [String: Int]()) { $0[$1[0]] = $1[1] }
            return Figures(
                waiting: counts["waiting"] ?? 0, refused: counts["refused"] ?? 0, parked: counts["parked"] ?? 0)
        }
    }
}

extension CheckIn {
    /// By which the entries of a ticket are known to belong together.
    fileprivate var ticketName: String? { key?.description ?? reference }
}
