import Foundation
import GRDB
import TestSupport
import Tickets

@testable import Journal

/// A journal in a folder of its own.
final class Station {
    static let machine = "6e4f1f0c7ae34b3c9e5b0f0d6a1b2c3d\n"
    static let event = "winter-gala-2026"

    static func line(_ ticket: TicketKey) -> ListedLine {
        ListedLine(event: event, list: "main", key: ticket, line: 0)
    }

    let folder: TemporaryFolder
    let identity: StationIdentity
    let journal: Journal

    init(in folder: TemporaryFolder? = nil, reserveBytes: Int64 = 1 << 16) throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        identity = try StationIdentity.openOrCreate(folder: folder.url, machineID: Self.machine)
        journal = try Journal(folder: folder.url, identity: identity, reserveBytes: reserveBytes)
    }

    /// The file that keeps room free.
    var hasReserve: Bool { FileManager.default.fileExists(atPath: folder.file("reserve").path) }

    /// From now on a change of this table is answered as by a disk without room.
    func fill(_ table: String) throws {
        try journal.queue.writeWithoutTransaction { db in
            db.add(
                function: DatabaseFunction("disk_full", argumentCount: 0) { _ in
                    throw DatabaseError(resultCode: .SQLITE_FULL, message: "database or disk is full")
                })
            for act in ["INSERT", "UPDATE"] {
                try db.execute(
                    sql: """
                        CREATE TEMP TRIGGER full_\(table)_\(act) BEFORE \(act) ON main.\(table) BEGIN SELECT disk_full(); END
                        """)
            }
        }
    }

    /// There is room again.
    func clear(_ table: String) throws {
        try journal.queue.writeWithoutTransaction { db in
            for act in ["INSERT", "UPDATE"] { try db.execute(sql: "DROP TRIGGER temp.full_\(table)_\(act)") }
        }
    }

    @discardableResult
    func record(_ draft: CheckInDraft, outbox: OutboxDraft?...) throws -> CheckIn {
        try journal.transaction { transaction in
            var draft = draft
            // As a door would, which knows what the journal does.
            if draft.verdict == .checkedOut, let key = draft.key, let line = draft.line, let list = draft.list {
                let listed = ListedLine(event: draft.event ?? "", list: list, key: key, line: line)
                draft.knew = try transaction.reader.history(of: listed).known.entries
            }
            return try transaction.append(draft, outbox: outbox.compactMap(\.self))
        }.checkIn
    }

    @discardableResult
    func undo(_ entry: CheckIn, at time: Timestamp, outbox: OutboxDraft?...) throws -> CheckIn {
        let draft = CheckInDraft(undoing: entry, station: "kiosk-3", operator: "ann", at: time)
        return try journal.transaction { try $0.append(draft, outbox: outbox.compactMap(\.self)) }.checkIn
    }

    func history(
        _ ticket: TicketKey = .of("T1"), line: Int = 0, list: String = "main", alreadyIn issued: Timestamp? = nil,
        used: History = History(), usedUntil: Timestamp? = .minute(100)
    ) throws -> History {
        let listed = usedUntil.map {
            ListedHistory(TicketRecord.UsedCount(line: line, list: list, history: used, until: $0), issued: issued)
        }
        return try journal.look {
            try $0.history(
                of: ListedLine(event: Self.event, list: list, key: ticket, line: line), listed: listed)
        }
    }

    /// - Parameter used: what a list counts, the pull of which began at `issued`.
    func history(in used: TicketRecord.UsedCount, issued: Timestamp) throws -> History {
        try journal.look {
            try $0.history(
                of: ListedLine(event: Self.event, list: used.list, key: .of("T1"), line: used.line),
                listed: ListedHistory(used, issued: issued))
        }
    }

    func settle(
        _ entry: CheckIn, _ outcome: ServerAnswer, at time: Timestamp = .minute(30), by backend: String = "box-office"
    ) throws {
        try journal.settle([SettledCheckIn(id: entry.id, answer: outcome)], at: backend, time: time)
    }

    /// Everything there is, page by page.
    func tally() throws -> JournalTally {
        var tally = JournalTally()
        while case let rows = try journal.tallyRows(after: tally.position), !rows.isEmpty {
            for row in rows {
                tally.add(row) { _ in
                    nil
                } inside: { entry in
                    guard let list = entry.list, let key = entry.key, let line = entry.line else { return 0 }
                    return (try? history(key, line: line, list: list, usedUntil: nil).inside) ?? 0
                }
            }
        }
        return tally
    }

    /// As somebody with the file in their hands would.
    func tamper(_ sql: String, _ arguments: StatementArguments = []) throws {
        try journal.queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: sql, arguments: arguments)
        }
    }
}

extension TicketKey {
    static func of(_ code: String) -> TicketKey {
        TicketKey(code: code, salt: Data(count: 32))
    }
}

extension Timestamp {
    /// Minutes after the doors have opened.
    static func minute(_ minutes: Int64) -> Timestamp {
        Timestamp(seconds: 1_796_486_400 + minutes * 60)
    }
}

extension CheckInDraft {
    static func passing(
        _ ticket: TicketKey = .of("T1"), line: Int = 0, list: String = "main", _ verdict: Verdict = .admitted,
        event: String = Station.event, kind: CheckIn.Kind = .scan, count: Int = 1, at time: Timestamp = .minute(0),
        note: String? = nil
    ) -> CheckInDraft {
        CheckInDraft(
            station: "kiosk-3", event: event, list: list, gate: "A", key: ticket, line: line, reference: "R-\(line)",
            direction: verdict == .checkedOut ? .out : .in, verdict: verdict, kind: kind, count: count, how: .camera,
            at: time, note: note)
    }

    static func refusal(_ reason: Reason = .invalid, at time: Timestamp = .minute(0)) -> CheckInDraft {
        CheckInDraft(station: "kiosk-3", gate: "A", verdict: .refused(reason), count: 0, how: .wedge, at: time)
    }
}

extension History {
    /// Without the times of all entries: those of a list without rules are not known.
    struct Counts: Equatable {
        let ins: Int
        let outs: Int
        let first: FirstEntry?
    }

    var counts: Counts { Counts(ins: ins, outs: outs, first: first) }
}
