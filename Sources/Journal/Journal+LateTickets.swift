internal import Foundation
internal import GRDB
public import Tickets

extension Journal {
    /// What the server said last of a ticket that was in no list; `nil` when it was never asked, or did not know it.
    public func lateTicket(of key: TicketKey, event: String) throws -> LateTicket? {
        try read("look up a ticket in") { db in
            try String.fetchOne(
                try db.cachedStatement(sql: "SELECT ticket FROM late_ticket WHERE event = ? AND key = ?"),
                arguments: [event, key.bytes])
        }.flatMap { try? JSONDecoder().decode(LateTicket.self, from: Data($0.utf8)) }
    }

    /// Keeps it, in the place of what was kept of the same ticket.
    public func keep(_ ticket: LateTicket, of key: TicketKey, event: String) throws {
        let text = String(decoding: try JSONEncoder().encode(ticket), as: UTF8.self)
        try write("keep a ticket in") { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO late_ticket(event, key, asked, ticket) VALUES (?, ?, ?, ?)",
                arguments: [event, key.bytes, ticket.asked.milliseconds, text])
        }
    }
}
