internal import GRDB

/// Where the pages that stations ask for begin and end.
extension RelayStore {
    /// Where a page ends: the numbers of the last check-in and of the last ticket.
    struct Place: Hashable, Sendable {
        var checkIn: Int64 = 0
        var ticket: Int64 = 0
    }

    /// What a page that ends there is continued with.
    func cursor(at place: Place) -> String { "\(epoch)-\(place.checkIn)-\(place.ticket)" }

    /// Where the page after a cursor begins; at the beginning without one.
    /// - Returns: `nil` for one that this file never gave: a relay that lost its state would hide what it was told since.
    func place(of cursor: String?) throws -> Place? {
        guard let cursor else { return Place() }
        let parts = cursor.split(separator: "-", omittingEmptySubsequences: false)
        // Earlier versions gave the check-in's number after the epoch, or alone.
        let numbers = (parts.count == 1 ? parts[...] : parts.dropFirst()).map { Int64($0) ?? -1 }
        guard numbers.count <= 2, numbers.allSatisfy({ $0 >= 0 }), parts.count == 1 || parts[0] == epoch else {
            return nil
        }
        let place = Place(checkIn: numbers.first ?? 0, ticket: numbers.count == 2 ? numbers[1] : 0)
        return try queue.read { db in
            try place.checkIn <= Self.lastNumber(of: "checkin", in: db)
                && place.ticket <= Self.lastNumber(of: "ticket", in: db) ? place : nil
        }
    }

    /// The last that was ever given in this table, also if it was removed (https://sqlite.org/autoinc.html).
    private static func lastNumber(of table: String, in db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table]) ?? 0
    }
}
