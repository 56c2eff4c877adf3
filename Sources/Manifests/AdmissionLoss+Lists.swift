internal import Foundation
internal import GRDB
internal import Tickets

extension AdmissionLoss {
    /// One list of an event: its tickets, and what it says of the doors.
    struct List {
        let body: ManifestBody
        let plan: EventPlan
    }

    /// Compares two lists of an event.
    ///
    /// SQLite finds the codes that may have lost something; what they have lost, the rule says. People who could enter are
    /// only counted when more than a few have lost it: of a million tickets, that is another walk.
    /// - Throws: ``ManifestError`` for a body that holds what it must not.
    init(from old: List, to new: List, subject: String, now: Timestamp) throws {
        self.init(lists: Set(new.plan.lists.map(\.slug)), now: now)
        do {
            let database = try DatabaseQueue()
            try database.inDatabase { database in
                try RebuiltBody.attach(old.body.file, as: "old", to: database)
                try RebuiltBody.attach(new.body.file, as: "new", to: database)
                let comparison = LineComparison(old, new, database)
                try comparison.forEachChangedCode { add($0, then: $1) }
                guard Self.isLarge(lost, of: 0) else { return }
                addKept(max(0, try comparison.peopleBefore(now: now) - before))
            }
        } catch let error as DatabaseError {
            throw ManifestError(
                .badContent, "compare", subject, "its tickets cannot be read: \(error.message ?? "no reason")")
        }
    }
}

/// The lines of two lists, attached as `old` and `new`.
private struct LineComparison {
    private let old: AdmissionLoss.List
    private let new: AdmissionLoss.List
    private let database: Database

    init(_ old: AdmissionLoss.List, _ new: AdmissionLoss.List, _ database: Database) {
        (self.old, self.new, self.database) = (old, new, database)
    }

    /// Gives the lines of each code of the old list of which one is gone, or may admit less than before.
    func forEachChangedCode(_ take: ([EntryRight], [EntryRight]) -> Void) throws {
        let (before, after) = (try rights(of: old, in: "old"), try rights(of: new, in: "new"))
        let rows = try Row.fetchCursor(database, sql: changedCodes, arguments: bounds)
        var last: Data?
        while let row = try rows.next() {
            let key = try BodyRow(row).blob(0)
            guard key != last else { continue }
            last = key
            take(try before(key), try after(key))
        }
    }

    /// The sum of people whom the old list lets in at some time from now on.
    func peopleBefore(now: Timestamp) throws -> Int64 {
        func types(_ status: TicketStatus) -> String {
            Self.numbers(
                old.plan.types.filter { type in
                    old.plan.lists.contains { $0.types.contains(type.slug) && $0.canAdmit(status) }
                })
        }
        return try Int64.fetchOne(
            database,
            sql: """
                SELECT sum(admits) FROM (SELECT * FROM old.ticket LIMIT \(old.body.maximumRowCount))
                WHERE not_after > ? AND not_after > not_before
                  AND (status = \(TicketStatus.valid.rawValue) AND type IN (\(types(.valid)))
                    OR status = \(TicketStatus.unpaid.rawValue) AND type IN (\(types(.unpaid))))
                """, arguments: [now.seconds]) ?? 0
    }

    /// Whatever the rule may call a loss, and little else: a moved event is not one.
    private var changedCodes: String {
        """
        SELECT o.key FROM (SELECT * FROM old.ticket LIMIT \(old.body.maximumRowCount)) AS o
        LEFT JOIN new.ticket AS n ON n.key = o.key AND n.line = o.line
        WHERE n.key IS NULL OR n.type <> o.type OR n.status <> o.status OR n.admits < o.admits
          OR (n.not_before > o.not_before AND NOT (o.not_before = ?1 AND n.not_before = ?2))
          OR (n.not_after < o.not_after AND NOT (o.not_after = ?3 AND n.not_after = ?4))
          OR o.type IN (\(Self.numbers(restrictedTypes)))
        """
    }

    private var bounds: StatementArguments {
        [
            old.plan.opens(nil).seconds, new.plan.opens(nil).seconds, old.plan.closes(nil).seconds,
            new.plan.closes(nil).seconds,
        ]
    }

    /// Types that do not admit on some list as before.
    private var restrictedTypes: [TicketType] {
        struct Place: Hashable {
            let list: String
            let date: Int64?
            let asksUnpaid: Bool
        }
        func places(_ plan: EventPlan, _ type: TicketType) -> Set<Place> {
            Set(
                plan.lists.filter { $0.types.contains(type.slug) }
                    .map { Place(list: $0.slug, date: $0.date, asksUnpaid: $0.asksUnpaid) })
        }
        return old.plan.types.filter { !places(old.plan, $0).isSubset(of: places(new.plan, $0)) }
    }

    private static func numbers(_ types: [TicketType]) -> String {
        types.map { String($0.id) }.joined(separator: ", ")
    }

    /// What a code lets people do by a list.
    private func rights(of list: AdmissionLoss.List, in schema: String) throws -> (Data) throws -> [EntryRight] {
        let date =
            list.body.parts.contains(.dates)
            ? "(SELECT date FROM \(schema).ticket_date AS d WHERE d.key = t.key AND d.line = t.line)" : "NULL"
        let statement = try database.makeStatement(
            sql: """
                SELECT type, status, admits, not_before, not_after, \(date) FROM \(schema).ticket AS t
                WHERE key = ? LIMIT \(BodySchema.maximumLineCount)
                """)
        let slugs = Dictionary(list.plan.types.map { ($0.id, $0.slug) }) { first, _ in first }
        return { key in
            try Row.fetchAll(statement, arguments: [key]).map { row in
                let row = BodyRow(row)
                guard let slug = slugs[try row.integer(0)],
                    let status = TicketStatus(rawValue: Int(try row.integer(1))),
                    let admits = Int32(exactly: try row.integer(2))
                else { throw BodyRow.fault }
                return list.plan.right(
                    type: slug, status: status, admits: Int(admits), notBefore: try row.time(3),
                    notAfter: try row.time(4), date: try row.optionalInteger(5))
            }
        }
    }
}
