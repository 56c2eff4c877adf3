internal import Foundation
internal import GRDB
internal import Synchronization
public import Tickets

/// Result of forgetting a ticket.
public struct ForgottenTicket: Hashable, Sendable {
    /// How many entries of this station were removed.
    public internal(set) var entries = 0
    /// How many other rows: what other gates and servers told of the ticket.
    public internal(set) var others = 0
    /// How many entries stay, because they are stored nowhere else yet; then nothing was removed.
    public internal(set) var kept = 0
}

extension Journal {
    /// Removes all that the journal has of one ticket of an event that has ended: entries with its reference, those without
    /// a reference that have a key of it, and what others told of it. A signed checkpoint takes the place of each run of
    /// entries, as in a purge: the chain and its heads stay valid. That the ticket was used stays remembered, by the key of
    /// its code alone, and so does that it was taken back.
    ///
    /// - Parameters:
    ///   - reference: as entries have it, or what people see of it, before `#`.
    ///   - listed: keys that the list has of the ticket, if it is still there. Those that entries have are found anyway.
    /// - Throws: ``JournalError`` `.damaged` when the hash chain is broken
    public func forget(
        ticket reference: String, keys listed: Set<TicketKey>, event: String, now: Timestamp
    ) throws -> ForgottenTicket {
        try longWork.withLock { _ in
            try requireWhole(to: Self.operation)
            let ticket = try read(Self.operation) { db in
                try Forgotten(reference, event, keys: listed.map(\.bytes), in: db)
            }
            let (numbers, kept) = try read(Self.operation) { db in
                (
                    try Int64.fetchAll(
                        db, sql: "SELECT seq FROM entry WHERE \(ticket.isMeant) ORDER BY seq",
                        arguments: ticket.arguments),
                    try Int.fetchOne(
                        db, sql: "SELECT count(*) FROM entry WHERE \(ticket.isMeant) AND \(Self.isOpen)",
                        arguments: ticket.arguments) ?? 0
                )
            }
            guard kept == 0 else { return ForgottenTicket(kept: kept) }
            let lines = try read(Self.operation) { db in try ticket.lines(in: db) }
            let newest = try newestNumber()
            let told =
                numbers.isEmpty && lines.isEmpty
                ? 0
                : try remember(
                    lines.map { KeptUse(line: $0) }, of: event, through: newest, to: Self.operation, now: now)
            for run in Self.runs(numbers) { try remove(run, of: [event], to: Self.operation, now: now) }
            let others = try write(Self.operation, erases: true) { db in try ticket.removeWhatOthersTold(from: db) }
            return ForgottenTicket(entries: numbers.count, others: told + others)
        }
    }

    private static let operation = "forget a ticket in"

    /// Consecutive numbers, ``runLength`` at most.
    private static func runs(_ numbers: [Int64]) -> [ClosedRange<Int64>] {
        numbers.reduce(into: []) { runs, number in
            if let last = runs.last, last.upperBound == number - 1, last.count < runLength {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
    }
}

/// A ticket that is to be forgotten, and how its rows are found.
private struct Forgotten {
    /// Of the tables with the columns `event`, `ref` and `key`. Several people may share a code: what has a reference is
    /// found by it alone.
    let isMeant: String
    let arguments: StatementArguments
    private let marks: String

    /// Whether a column has the reference, as it is written or before `#`.
    private static func isReference(_ column: String = "ref") -> String {
        "(\(column) = :ref OR substr(\(column), 1, length(:ref) + 1) = :ref || '#')"
    }

    init(_ reference: String, _ event: String, keys listed: [Data], in db: Database) throws {
        let known = try Data.fetchSet(
            db,
            sql: """
                SELECT key FROM entry WHERE event = :event AND key IS NOT NULL AND \(Self.isReference())
                UNION SELECT key FROM elsewhere WHERE event = :event AND \(Self.isReference())
                UNION SELECT late_ticket.key FROM late_ticket, json_each(ticket, '$.lines')
                  WHERE event = :event AND \(Self.isReference("json_each.value ->> 'reference'"))
                """, arguments: ["event": event, "ref": reference])
        let keys = known.union(listed).sorted { $0.lexicographicallyPrecedes($1) }
        let names = keys.indices.map { "key\($0)" }
        marks = names.map { ":" + $0 }.joined(separator: ", ")
        isMeant = "event = :event AND (\(Self.isReference()) OR ref IS NULL AND key IN (\(marks)))"
        var arguments: [String: (any DatabaseValueConvertible)?] = ["event": event, "ref": reference]
        for (name, key) in zip(names, keys) { arguments[name] = key }
        self.arguments = StatementArguments(arguments)
    }

    /// Those with which somebody passed.
    func lines(in db: Database) throws -> [ListedLine] {
        try ListedLine.all(
            db,
            sql: """
                SELECT event, list, key, line FROM entry WHERE \(isMeant) AND \(ListedLine.isPassage)
                UNION SELECT event, list, key, line FROM elsewhere WHERE \(isMeant) AND \(ListedLine.isPassage)
                """, arguments: arguments)
    }

    /// - Returns: how many rows were removed.
    func removeWhatOthersTold(from db: Database) throws -> Int {
        let before = db.totalChangesCount
        for (table, condition) in [
            ("elsewhere", isMeant),
            ("changed_ticket", "event = :event AND \(Self.isReference())"),
            ("late_ticket", "event = :event AND key IN (\(marks))"),
            ("medium", "event = :event AND (key IN (\(marks)) OR ticket IN (\(marks)))"),
            ("unplaced", "instr(text, json_quote(:ref)) > 0"),
        ] {
            let statement = try db.makeStatement(sql: "DELETE FROM \(table) WHERE \(condition)")
            try statement.execute(arguments: arguments)
        }
        return db.totalChangesCount - before
    }
}
