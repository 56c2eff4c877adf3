internal import Foundation
internal import GRDB
public import Tickets

/// A line that was found without its code.
public struct FoundTicket: Hashable, Sendable {
    /// Identifies the ticket; the code itself is not in the list.
    public let key: TicketKey
    /// As the list has it.
    public let line: TicketLine
    /// Set only when the search was by name.
    public let holder: Holder?

    public init(key: TicketKey, line: TicketLine, holder: Holder?) {
        self.key = key
        self.line = line
        self.holder = holder
    }

    /// By reference, `R-9` before `R-10`.
    fileprivate static func areInOrder(_ left: FoundTicket, _ right: FoundTicket) -> Bool {
        let (left, right) = (left.line.reference ?? "", right.line.reference ?? "")
        return left.compare(right, options: [.numeric, .caseInsensitive]) == .orderedAscending
    }
}

/// Searches that read the whole list, for people who can wait a moment. They do not block look-ups of scans.
extension InstalledManifest {
    /// The lines with this reference of the backend: as it is in the list, or as people know it
    /// (`String.referenceForPeople`), in any case.
    public func find(reference: String) throws -> [FoundTicket] {
        let found = try find(references: [reference])
        guard found.isEmpty, reference.utf8.count <= Self.longestText, reference.contains(/^[A-Za-z0-9]+-\d+$/) else {
            return found
        }
        return try body.scan { database in
            let rows = try Row.fetchCursor(
                database,
                sql: "SELECT \(lineColumns), key FROM \(tickets) WHERE substr(ref, 1, length(?1)) = ?1 LIMIT ?2",
                arguments: [reference.uppercased() + "#", BodySchema.maximumLineCount])
            var found: [FoundTicket] = []
            while let row = try rows.next() { found.append(try self.found(BodyRow(row), holder: nil)) }
            return found
        }
    }

    /// All rows, up to the number that the file has room for.
    var tickets: String { "(SELECT * FROM ticket LIMIT \(body.maximumRowCount)) AS ticket" }

    /// More references take several walks: SQLite allows 32,766 values in a statement.
    private static let referencesAtOnce = 10_000

    /// The lines with any of these references: one walk over the list for each 10,000.
    public func find(references: Set<String>) throws -> [FoundTicket] {
        // A longer text cannot be a reference, and SQLite would refuse to search for it.
        var rest = Array(references.filter { $0.utf8.count <= Self.longestText })[...]
        var found: [FoundTicket] = []
        while !rest.isEmpty {
            found += try findLines(for: rest.prefix(Self.referencesAtOnce))
            rest = rest.dropFirst(Self.referencesAtOnce)
        }
        return found
    }

    private func findLines(for references: ArraySlice<String>) throws -> [FoundTicket] {
        try body.scan { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT \(lineColumns), key FROM \(tickets)
                    WHERE ref IN (\(databaseQuestionMarks(count: references.count))) LIMIT ?
                    """, arguments: StatementArguments(references) + [references.count * 100])
            var found: [FoundTicket] = []
            while let row = try rows.next() { found.append(try self.found(BodyRow(row), holder: nil)) }
            return found
        }
    }

    /// The lines whose reference is what somebody typed, or begins with it; those that are it come first.
    /// - Throws: also `CancellationError`.
    public func find(_ query: ReferenceQuery, limit: Int) throws -> [FoundTicket] {
        guard limit > 0 else { return [] }
        return try body.scan { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT \(lineColumns), key FROM \(tickets)
                    WHERE ref LIKE ? OR ref GLOB '[^0-9A-Za-z]*' OR ref GLOB '*[^ -~]*'
                    """, arguments: [query.pattern])
            var found: [NameMatch: [FoundTicket]] = [:]
            var walked = 0
            while found[.exact, default: []].count < limit, let row = try rows.next() {
                walked += 1
                if walked.isMultiple(of: 4096) { try Task.checkCancellation() }
                let row = BodyRow(row)
                guard let match = try row.optionalText(1, Self.longestText).flatMap(query.match),
                    found[match, default: []].count < limit
                else { continue }
                found[match, default: []].append(try self.found(row, holder: nil))
            }
            let inOrder = found.mapValues { $0.sorted(by: FoundTicket.areInOrder) }
            return Array(NameMatch.allCases.flatMap { inOrder[$0] ?? [] }.prefix(limit))
        }
    }

    func found(_ row: BodyRow, holder: Holder?) throws -> FoundTicket {
        guard let key = TicketKey(bytes: try row.blob(Self.lineColumnCount)) else { throw BodyRow.fault }
        return FoundTicket(key: key, line: try line(row), holder: holder)
    }

    /// Calls `body` with every line but that for guests without a ticket, in no order.
    public func forEachLine(_ body: (TicketKey, TicketLine) throws -> Void) throws {
        try self.body.scan { database in
            let rows = try Row.fetchCursor(database, sql: "SELECT \(lineColumns), key FROM \(tickets)")
            while let row = try rows.next() {
                let ticket = try found(BodyRow(row), holder: nil)
                if ticket.key != walkInKey { try body(ticket.key, ticket.line) }
            }
        }
    }

    /// Calls `body` with every count that the backend had when the list was made.
    public func forEachUsed(_ body: (TicketKey, TicketRecord.UsedCount) throws -> Void) throws {
        guard hasUsed else { return }
        try self.body.scan { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT key, line, list, ins, outs, first_at, last_at FROM used LIMIT \(self.body.maximumRowCount)
                    """)
            while let row = try rows.next() {
                let row = BodyRow(row)
                guard let key = TicketKey(bytes: try row.blob(0)) else { throw BodyRow.fault }
                if let count = try usedCount(row, from: 1) { try body(key, count) }
            }
        }
    }

    /// The next counts that the backend had when the list was made, in the order of their keys.
    ///
    /// - Parameters:
    ///   - last: where the page before ended; `nil` for the first page.
    ///   - limit: the most rows of a page.
    /// - Returns: `end` is `nil` after the last page.
    public func usedPage(after last: UsedPosition?, limit: Int) throws -> (counts: [UsedCount], end: UsedPosition?) {
        guard hasUsed else { return ([], nil) }
        return try self.body.scan { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT key, line, list, ins, outs, first_at, last_at FROM used
                    WHERE (key, line, list) > (?, ?, ?) ORDER BY key, line, list LIMIT ?
                    """, arguments: [last?.key ?? Data(), last?.line ?? -1, last?.list ?? -1, limit])
            var counts: [UsedCount] = []
            var end: UsedPosition?
            while let row = try rows.next() {
                let row = BodyRow(row)
                guard let key = TicketKey(bytes: try row.blob(0)) else { throw BodyRow.fault }
                end = UsedPosition(key: key.bytes, line: try row.integer(1), list: try row.integer(2))
                if let count = try usedCount(row, from: 1) { counts.append(UsedCount(key: key, count: count)) }
            }
            return (counts, end)
        }
    }

    /// Where a page of counts ended.
    public struct UsedPosition: Hashable, Sendable {
        let key: Data
        let line: Int64
        let list: Int64
    }

    /// What the backend had counted for one line on one list.
    public struct UsedCount: Sendable {
        /// Of the line's ticket.
        public let key: TicketKey
        /// Line, list and history.
        public let count: TicketRecord.UsedCount
    }

    /// How many tickets of each type and status there are.
    public func counts() throws -> ManifestCounts {
        try ManifestCounts(of: body, plan: plan, walkInKey: walkInKey)
    }
}

/// How much a list holds, counted row by row.
public struct ManifestCounts: Hashable, Sendable {
    /// The lines of one type and status.
    public struct Group: Hashable, Sendable {
        /// One of the plan's types.
        public let type: TicketType
        /// As the backend set it.
        public let status: TicketStatus
        /// Rows of the table `ticket`.
        public let lines: Int64
        /// How many people may enter on them; the line for guests without a ticket is for nobody.
        public let people: Int64
    }

    /// By type in the order of the plan, then by status.
    public let groups: [Group]
    /// Codes in the table `revoked`.
    public let revoked: Int64

    /// All rows of the table `ticket`.
    public var lines: Int64 { groups.reduce(0) { $0 + $1.lines } }
    /// How many people may enter on all lines.
    public var people: Int64 { groups.reduce(0) { $0 + $1.people } }
    /// How many people may enter on valid lines, by the slug of their type.
    public var ticketHolders: [String: Int64] {
        Dictionary(groups.filter { $0.status == .valid }.map { ($0.type.slug, $0.people) }, uniquingKeysWith: +)
    }

    /// - Parameter walkInKey: of the line for guests without a ticket; `nil` without one.
    init(of body: ManifestBody, plan: EventPlan, walkInKey: TicketKey?) throws {
        let (found, revoked): ([Group], Int64) = try body.scan { database in
            // SQLite's GROUP BY would first sort a million rows in a temporary file.
            var sums: [(type: Int64, status: Int64, lines: Int64, people: Int64)] = []
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT type, status, CASE WHEN key = ? THEN 0 ELSE admits END FROM ticket
                    LIMIT \(body.maximumRowCount)
                    """, arguments: [walkInKey?.bytes])
            while let row = try rows.next().map(BodyRow.init) {
                let (type, status) = (try row.integer(0), try row.integer(1))
                let known = sums.firstIndex { $0.type == type && $0.status == status }
                if known == nil { sums.append((type, status, 0, 0)) }
                let index = known ?? sums.count - 1
                let (people, isTooLarge) = sums[index].people.addingReportingOverflow(try row.integer(2))
                guard !isTooLarge else { throw BodyRow.fault }
                sums[index].people = people
                sums[index].lines += 1
            }
            let groups = try sums.map { sum in
                guard let type = plan.type(id: sum.type), let status = TicketStatus(rawValue: Int(sum.status)) else {
                    throw BodyRow.fault
                }
                return Group(type: type, status: status, lines: sum.lines, people: sum.people)
            }
            return (groups, try body.revokedCount(in: database))
        }
        groups = plan.types.flatMap { type in
            found.filter { $0.type == type }.sorted { $0.status.rawValue < $1.status.rawValue }
        }
        self.revoked = revoked
    }
}
