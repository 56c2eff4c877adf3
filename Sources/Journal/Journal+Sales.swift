internal import Foundation
internal import GRDB
public import Tickets

/// A ticket that this station has sold, or given away.
public struct Sale: Hashable, Sendable {
    /// Its entry; ``CheckIn/line`` is the number of the type.
    public let checkIn: CheckIn
    /// It was taken back.
    public let isRefunded: Bool
}

extension JournalReader {
    /// How many tickets of a type this station has sold, without those that were taken back.
    /// - Parameter line: number of the type's line (``TicketLine/number``).
    public func soldCount(event: String, line: Int) throws -> Int {
        try Int.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT count(*) FROM entry WHERE event = ? AND line = ? AND verdict = 'sold' AND undoes IS NULL
                      AND NOT EXISTS (SELECT 1 FROM entry AS undo WHERE undo.undoes = entry.id)
                    """), arguments: [event, line]) ?? 0
    }

    /// How many tickets of a type the venue's ledger has given this station to sell beyond its share.
    public func granted(event: String, line: Int) throws -> Int {
        try Int.fetchOne(
            try db.cachedStatement(sql: "SELECT tickets FROM sale_grant WHERE event = ? AND line = ?"),
            arguments: [event, line]) ?? 0
    }

    /// Whether a ticket was sold and taken back, here or at another station.
    public func isRefunded(_ key: TicketKey, event: String) throws -> Bool {
        try Bool.fetchOne(
            try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM refund WHERE event = ? AND key = ?)"),
            arguments: [event, key.bytes]) ?? false
    }

    /// Whether somebody has passed with a ticket, here or at another station, without what was undone.
    public func hasPassed(_ key: TicketKey, event: String) throws -> Bool {
        if try wasUsed(key, event: event) { return true }
        return try Bool.fetchOne(
            try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM passage WHERE event = ? AND key = ?)"),
            arguments: [event, key.bytes]) ?? false
    }

    /// The ticket that was sold here under a reference.
    public func sale(reference: String, event: String) throws -> Sale? {
        try sales("event = ? AND ref = ?", [event, reference], limit: 1).first
    }

    /// The ticket with this key, if it was sold here.
    public func sale(_ key: TicketKey, event: String) throws -> Sale? {
        try sales("event = ? AND key = ?", [event, key.bytes], limit: 1).first
    }

    /// The sale with this number in the journal.
    public func sale(_ sequence: Int64) throws -> Sale? {
        try sales("seq = ?", [sequence], limit: 1).first
    }

    fileprivate func sales(_ condition: String, _ arguments: StatementArguments, limit: Int) throws -> [Sale] {
        let rows = try Row.fetchCursor(
            try db.cachedStatement(
                sql: """
                    SELECT \(JournalEntry.columns),
                      EXISTS (SELECT 1 FROM entry AS undo WHERE undo.undoes = entry.id) AS is_refunded
                    FROM entry WHERE verdict = 'sold' AND undoes IS NULL AND \(condition) ORDER BY seq DESC LIMIT ?
                    """), arguments: arguments + [limit])
        var sales: [Sale] = []
        while let row = try rows.next() {
            sales.append(Sale(checkIn: try JournalEntry(row: row).checkIn, isRefunded: row["is_refunded"]))
        }
        return sales
    }
}

extension JournalTransaction {
    /// A ticket that was sold is not valid any more.
    /// - Parameter isTold: the venue's ledger need not be told.
    public func noteRefund(_ refund: Refund, isTold: Bool) throws {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO refund(event, key, is_told) VALUES (?, ?, ?)")
            .execute(arguments: [refund.event, refund.key.bytes, isTold])
    }
}

extension Journal {
    /// What this station has sold of an event, the newest first.
    /// - Parameter reference: only this ticket.
    public func sales(of event: String, reference: String? = nil, limit: Int) throws -> [Sale] {
        try look { reader in
            try reader.sales("event = ?1 AND (?2 IS NULL OR ref = ?2)", [event, reference], limit: limit)
        }
    }

    /// What was sold of an event, by type, terms and person.
    public func salesSums(of event: String) throws -> [SalesSum] {
        try read("add up the sales of") { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT line, note, operator, count(*) AS sold, total(EXISTS (
                      SELECT 1 FROM entry AS undo WHERE undo.undoes = entry.id)) AS refunded
                    FROM entry WHERE event = ? AND verdict = 'sold' AND undoes IS NULL
                    GROUP BY line, note, operator ORDER BY line, note, operator
                    """, arguments: [event])
            return rows.map { row in
                SalesSum(
                    line: row["line"], terms: SaleTerms(ofSale: row["note"]), operator: row["operator"],
                    sold: row["sold"],
                    refunded: row["refunded"])
            }
        }
    }

    /// What other stations have taken back.
    public func noteRefunds(_ refunds: [Refund]) throws {
        guard !refunds.isEmpty else { return }
        try write("note refunds in") { db in
            let statement = try db.cachedStatement(
                sql: "INSERT OR IGNORE INTO refund(event, key, is_told) VALUES (?, ?, 1)")
            for refund in refunds { try statement.execute(arguments: [refund.event, refund.key.bytes]) }
        }
    }

    /// Refunds that the venue's ledger does not have yet.
    public func untoldRefunds(limit: Int) throws -> [Refund] {
        try read("look for refunds in") { db in
            let rows = try Row.fetchAll(
                try db.cachedStatement(sql: "SELECT event, key FROM refund WHERE NOT is_told LIMIT ?"),
                arguments: [limit])
            return rows.compactMap { row in
                TicketKey(bytes: row["key"]).map { Refund(event: row["event"], key: $0) }
            }
        }
    }

    /// The venue's ledger has these now.
    public func settleRefunds(_ refunds: [Refund]) throws {
        guard !refunds.isEmpty else { return }
        try write("settle refunds in") { db in
            let statement = try db.cachedStatement(sql: "UPDATE refund SET is_told = 1 WHERE event = ? AND key = ?")
            for refund in refunds { try statement.execute(arguments: [refund.event, refund.key.bytes]) }
        }
    }

    /// The venue's ledger has given this station so many tickets of a type in all.
    public func noteGrant(event: String, line: Int, tickets: Int) throws {
        try write("note a grant in") { db in
            try db.execute(
                sql: """
                    INSERT INTO sale_grant(event, line, tickets) VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET tickets = max(tickets, excluded.tickets)
                    """, arguments: [event, line, tickets])
        }
    }
}
