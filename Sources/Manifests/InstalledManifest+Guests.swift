public import Foundation
internal import GRDB
internal import Tickets

/// The list as a list of guests, for people who choose from it.
extension InstalledManifest {
    /// All lines but that for guests without a ticket, with the names that open, in no order. It opens every seal, so it
    /// is for small lists.
    /// - Parameter staffKey: the event's, 32 bytes. Of a list with ``Privacy/sealed``, it opens nothing.
    public func guests(staffKey: Data) throws -> [FoundTicket] {
        let seal = HolderSeal(event: claims.event.id, staffKey: staffKey)
        return try body.scan { database in
            let rows = try Row.fetchCursor(database, sql: "SELECT \(lineColumns), key, sealed FROM \(tickets)")
            var guests: [FoundTicket] = []
            while let row = try rows.next() {
                let row = BodyRow(row)
                let ticket = try found(row, holder: nil)
                guard ticket.key != walkInKey else { continue }
                let content = try row.optionalBlob(Self.lineColumnCount + 1).flatMap {
                    seal.open($0, ticket: ticket.key, line: ticket.line.number)
                }
                let holder = Holder(name: content?.name?.withoutControls, notes: content?.notes?.withoutControls)
                guests.append(FoundTicket(key: ticket.key, line: ticket.line, holder: holder))
            }
            return guests
        }
    }
}

extension Holder {
    /// What a name is filed under: its first letter, as a capital without an accent; `#` for a name that begins with none.
    public static func initial(of name: String) -> String {
        guard let first = SearchName.folded(name).first, first.isLetter else { return "#" }
        return first.uppercased()
    }
}
