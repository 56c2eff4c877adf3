public import Foundation
internal import GRDB
public import Tickets

/// A list in force: its claims and plan are in memory, its tickets are read from a file.
public final class InstalledManifest: Sendable {
    /// What the organizer signed.
    public let claims: ManifestClaims
    /// Id of the organizer's key that signed it (``VerificationKey/id``).
    public let keyID: String
    /// Types, lists, gates and assignments.
    public let plan: EventPlan

    let body: ManifestBody
    private let types: [Int64: (type: TicketType, lineNumber: Int)]
    /// Each line has the number of its type, which no line of another type ever gets: see docs/MANIFEST.md,
    /// `user_version`.
    public var isNumberedByType: Bool { body.isNumberedByType }
    /// Rows in the largest list of the event that was ever installed at this station.
    public let largestTicketCount: Int64
    /// Slugs by number.
    let lists: [Int64: String]
    /// The table `used` has rows: the backend had counted passages when the list was made.
    public let hasUsed: Bool
    private let hasRevoked: Bool

    /// - Parameter file: the body, whose hash was compared.
    init(
        claims: ManifestClaims, keyID: String, body file: URL, subject: String, largestTicketCount: Int64 = 0
    ) throws {
        self.claims = claims
        self.keyID = keyID
        self.largestTicketCount = max(largestTicketCount, claims.body.tickets)
        body = try ManifestBody(file, byteCount: claims.body.bytes, subject: subject)
        plan = try body.plan(for: claims, subject: subject)
        types = Dictionary(plan.types.map { ($0.id, ($0, $0.lineNumber)) }) { first, _ in first }
        lists = Dictionary(try body.numberedLists().map { ($0.number, $0.list.slug) }) { first, _ in first }
        (hasUsed, hasRevoked) = try body.read { database in
            (
                try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT * FROM used)") ?? false,
                try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT * FROM revoked)") ?? false
            )
        }
    }

    /// The same list; of its event's zone, other rules are known now.
    init(_ other: InstalledManifest, zone: Zone) {
        (claims, plan) = (other.claims.inZone(zone), other.plan.inZone(zone))
        (keyID, body, types, lists) = (other.keyID, other.body, other.types, other.lists)
        (largestTicketCount, hasUsed, hasRevoked) = (other.largestTicketCount, other.hasUsed, other.hasRevoked)
    }

    /// What people should know about the list now.
    public func notes(now: Timestamp) -> [ManifestNote] {
        let tickets = claims.body.tickets
        let isShrunk = tickets > 0 && largestTicketCount - tickets > 5 && tickets * 5 <= largestTicketCount * 4
        return claims.notes(now: now) + (isShrunk ? [.shrunk] : [])
    }

    // MARK: - Look-ups

    /// The ticket key of a code in this event, whether the list has it or not.
    public func key(of code: String) -> TicketKey {
        TicketKey(code: code, salt: claims.salt)
    }

    /// What the list has under a code; `nil` for an unknown one.
    public func lookUp(_ code: String) throws -> TicketRecord? {
        try record(of: key(of: code))
    }

    /// What the list has under a key; `nil` for an unknown one.
    public func record(of key: TicketKey) throws -> TicketRecord? {
        try body.read { database in
            var lines = try lines(of: key, in: database)
            if body.parts.contains(.answered) { try noteAnswered(&lines, of: key, in: database) }
            let isRevoked = try hasRevoked && self.isRevoked(key, in: database)
            guard !lines.isEmpty || isRevoked else { return nil }
            let used = try hasUsed ? usedCounts(of: key, in: database) : []
            return TicketRecord(key: key, lines: lines, isRevoked: isRevoked, used: used)
        }
    }

    /// The tickets for which the code of a wristband or card stands, as the list has them; empty for any other code.
    public func tickets(ofMedium code: String) throws -> [TicketRecord] {
        guard body.parts.contains(.media) else { return [] }
        let keys = try body.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT ticket FROM medium WHERE key = ? LIMIT \(BodySchema.maximumLineCount)")
            let rows = try Row.fetchAll(statement, arguments: [key(of: code).bytes])
            return try rows.map { try BodyRow($0).blob(0) }
        }
        return try keys.compactMap(TicketKey.init(bytes:)).compactMap { try record(ofMedium: $0) }
    }

    /// Whether the code is that of a wristband or card that may be handed out.
    /// - Parameter question: the id of the question that it is to answer; `nil` for any.
    public func isSpare(_ code: String, question: String? = nil) throws -> Bool {
        guard body.parts.contains(.media) else { return false }
        return try body.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT 1 FROM spare WHERE key = ? AND question = coalesce(?, question)")
            return try Int.fetchOne(statement, arguments: [key(of: code).bytes, question]) != nil
        }
    }

    /// The ticket for which a medium stands; `nil` when the list does not have it any more.
    public func record(ofMedium key: TicketKey) throws -> TicketRecord? {
        guard var record = try record(of: key) else { return nil }
        record.isByMedium = true
        return record
    }

    /// One line of a ticket; `nil` when the list does not have it.
    public func line(_ number: Int, of key: TicketKey) throws -> TicketLine? {
        try record(of: key)?.lines.first { $0.number == number }
    }

    /// The most bytes of a reference and of a seat.
    static let longestText = 200

    /// Of the table `ticket`, under that name.
    var lineColumns: String {
        "line, ref, type, status, admits, not_before, not_after, seat, attention, \(body.dateColumn)"
    }

    /// How many they are.
    static let lineColumnCount = 10

    private func lines(of key: TicketKey, in database: Database) throws -> [TicketLine] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(lineColumns) FROM ticket WHERE key = ? ORDER BY line
                LIMIT \(BodySchema.maximumLineCount + 1)
                """)
        let rows = try Row.fetchCursor(statement, arguments: [key.bytes])
        var lines: [TicketLine] = []
        while let row = try rows.next() { lines.append(try line(BodyRow(row))) }
        guard lines.count <= BodySchema.maximumLineCount else { throw BodyRow.fault }
        return lines
    }

    /// Reads the columns of ``lineColumns``.
    func line(_ row: BodyRow) throws -> TicketLine {
        guard let type = types[try row.integer(2)], let status = TicketStatus(rawValue: Int(try row.integer(3))),
            let number = Int32(exactly: try row.integer(0)), number >= 0,
            !isNumberedByType || Int(number) == type.lineNumber,
            case let admits = try row.integer(4), (1...1000).contains(admits),
            case let named = try row.optionalInteger(9), case let date = named.flatMap({ plan.dates[$0] }),
            date?.id == named
        else { throw BodyRow.fault }
        return TicketLine(
            number: Int(number), reference: try row.optionalText(1, Self.longestText)?.withoutControls,
            type: type.type, status: status, admits: Int(admits), notBefore: try row.time(5),
            notAfter: try row.time(6), seat: try row.optionalText(7, Self.longestText)?.withoutControls,
            attention: try row.optionalText(8, 1000)?.withoutControls, date: date)
    }

    private func isRevoked(_ key: TicketKey, in database: Database) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT 1 FROM revoked WHERE key = ?")
        return try Int.fetchOne(statement, arguments: [key.bytes]) != nil
    }

    /// Rows of one code: each of its lines on each list.
    private static let maximumUsedCount = BodySchema.maximumLineCount * BodySchema.maximumListCount

    private func usedCounts(of key: TicketKey, in database: Database) throws -> [TicketRecord.UsedCount] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT line, list, ins, outs, first_at, last_at FROM used WHERE key = ? LIMIT \(Self.maximumUsedCount + 1)
                """)
        let rows = try Row.fetchCursor(statement, arguments: [key.bytes])
        var counts: [TicketRecord.UsedCount] = []
        var walked = 0
        while let row = try rows.next() {
            if let count = try usedCount(BodyRow(row), from: 0) { counts.append(count) }
            walked += 1
        }
        guard walked <= Self.maximumUsedCount else { throw BodyRow.fault }
        guard body.parts.contains(.entered) else { return counts }
        let entered = try entered(key, in: database)
        return counts.map { count in
            var count = count
            count.entries = entered[count.line]?[count.list] ?? []
            return count
        }
    }

    /// When people entered, by line and by the slug of the admission list, in the order of time.
    private func entered(_ key: TicketKey, in database: Database) throws -> [Int: [String: [Timestamp]]] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT line, list, at, count FROM entered WHERE key = ? ORDER BY line, list, at
                LIMIT \(Self.maximumEnteredCount + 1)
                """)
        let rows = try Row.fetchCursor(statement, arguments: [key.bytes])
        var times: [Int: [String: [Timestamp]]] = [:]
        var walked = 0
        while let row = try rows.next() {
            let row = BodyRow(row)
            let count = Int(clamping: try row.integer(3))
            guard let line = Int32(exactly: try row.integer(0)).map(Int.init),
                count > 0, count <= Self.maximumEnteredCount - walked
            else { throw BodyRow.fault }
            walked += count
            guard let list = lists[try row.integer(1)] else { continue }
            times[line, default: [:]][list, default: []] += repeatElement(
                Timestamp(milliseconds: try row.integer(2)), count: count)
        }
        return times
    }

    private func noteAnswered(_ lines: inout [TicketLine], of key: TicketKey, in database: Database) throws {
        let limit = BodySchema.maximumLineCount * ListTerms.maximumQuestionCount
        let statement = try database.cachedStatement(
            sql: "SELECT line, question FROM answered WHERE key = ? LIMIT \(limit + 1)")
        let rows = try Row.fetchCursor(statement, arguments: [key.bytes])
        var answered: [Int64: Set<String>] = [:]
        var walked = 0
        while let row = try rows.next() {
            let row = BodyRow(row)
            answered[try row.integer(0), default: []].insert(try row.text(1, 100))
            walked += 1
        }
        guard walked <= limit else { throw BodyRow.fault }
        for index in lines.indices { lines[index].answered = answered[Int64(lines[index].number)] ?? [] }
    }

    /// Entries under one code.
    private static let maximumEnteredCount = 100_000

    /// Reads the columns line, list, ins, outs, first_at, last_at. `nil` for a list that is not in the plan.
    func usedCount(_ row: BodyRow, from column: Int) throws -> TicketRecord.UsedCount? {
        guard let list = lists[try row.integer(column + 1)] else { return nil }
        guard let line = Int32(exactly: try row.integer(column)),
            let ins = Int32(exactly: try row.integer(column + 2)), ins >= 0,
            let outs = Int32(exactly: try row.integer(column + 3)), outs >= 0
        else { throw BodyRow.fault }
        let first = try row.optionalInteger(column + 4).map { History.FirstEntry(at: Timestamp(seconds: $0)) }
        return TicketRecord.UsedCount(
            line: Int(line), list: list, history: History(ins: Int(ins), outs: Int(outs), first: first),
            // The whole of its last second.
            until: try row.optionalInteger(column + 5).map { Timestamp(seconds: $0) + .milliseconds(999) })
    }

    // MARK: - Holders

    /// Whose ticket it is, as far as this station can open the seal.
    /// - Parameters:
    ///   - code: `nil` when a person chose the ticket without its code.
    ///   - staffKey: the event's, 32 bytes; used only with ``Privacy/staff``.
    public func holder(
        of line: Int, code: String?, key: TicketKey, staffKey: Data?
    ) throws -> HolderResult {
        let sealed: Data? = try body.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT sealed FROM ticket WHERE key = ? AND line = ?")
            return try Row.fetchOne(statement, arguments: [key.bytes, line]).flatMap { try BodyRow($0).optionalBlob(0) }
        }
        guard let sealed else { return .absent }
        guard let seal = seal(code: code, staffKey: staffKey) else { return .locked }
        guard let content = seal.open(sealed, ticket: key, line: line) else { return .damaged }
        // What a line is found by may be all that is sealed.
        guard content.name != nil || content.notes != nil else { return .absent }
        return .holder(Holder(name: content.name?.withoutControls, notes: content.notes?.withoutControls))
    }

    private func seal(code: String?, staffKey: Data?) -> HolderSeal? {
        switch claims.privacy {
        case .sealed: code.map { HolderSeal(event: claims.event.id, code: $0, salt: claims.salt) }
        case .staff: staffKey.map { HolderSeal(event: claims.event.id, staffKey: $0) }
        }
    }
}
