internal import Foundation
internal import GRDB
public import Tickets

extension Journal {
    /// The key of the ticket to which this station has linked a medium last.
    public func ticket(ofMedium key: TicketKey, event: String) throws -> TicketKey? {
        try read("look up a medium in") { db in
            try Data.fetchOne(
                try db.cachedStatement(sql: "SELECT ticket FROM medium WHERE event = ? AND key = ?"),
                arguments: [event, key.bytes])
        }.flatMap(TicketKey.init(bytes:))
    }
}
