public import Foundation
internal import Manifests
public import Tickets

/// A ticket to hand out: a valid row of tickets.csv, with what is of no use at the door.
public struct SoldTicket: Sendable {
    /// Of the file, counting from 1.
    public let line: Int
    /// Its status is `valid`.
    public let row: TicketRow
    public let type: TicketType
    /// What was bought together; `nil` when nobody said.
    public let order: String?
    /// As it is to be shown: `45.00 €`.
    public let price: String?
    /// Not checked.
    public let email: String?

    /// The tickets of a file, in its order.
    /// - Returns: those that are valid, and how many others there are by the word of their status.
    /// - Throws: `ManifestError` with every bad row, or `FileError`.
    public static func all(
        in file: URL, of definition: EventDefinition
    ) throws -> (tickets: [SoldTicket], leftOut: [String: Int]) {
        let source = try TicketCSV(file, zone: definition.zone)
        var (tickets, leftOut, faults) = ([SoldTicket](), [String: Int](), RowFaults())
        while let (line, cells) = try source.nextCells() {
            do throws(RowFault) {
                let cells = try cells.get()
                let row = try TicketCSV.row(cells, zone: definition.zone)
                guard row.status == .ticket(.valid) else {
                    leftOut[row.status.word, default: 0] += 1
                    continue
                }
                tickets.append(
                    SoldTicket(
                        line: line, row: row, type: try definition.type(row.type), order: order(cells, row),
                        price: cells[.price]?.withoutControls, email: cells[.email]))
            } catch {
                faults.add(error, to: "line \(line)")
            }
        }
        try faults.check(file.path)
        return (tickets, leftOut)
    }

    /// A reference like `3LXUQ-1` or `3LXUQ-1#1234` begins with the order.
    private static func order(_ cells: [TicketCSV.Column: String], _ row: TicketRow) -> String? {
        if let order = cells[.order] { return order.withoutControls }
        return row.reference?.wholeMatch(of: /([A-Z0-9]+)-\d+(#\d+)?/).map { String($0.output.1) }
    }
}

extension TicketRow.Status {
    fileprivate var word: String {
        switch self {
        case .ticket(let status): status.word
        case .revoked: "revoked"
        }
    }
}
