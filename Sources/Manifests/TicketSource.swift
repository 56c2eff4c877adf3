public import Tickets

/// Where the rows of a manifest come from. They are asked for one at a time, so that a list of any length fits.
public protocol TicketSource {
    /// What messages call it: a file, a backend.
    var name: String { get }
    /// What messages call a place: `line`, `row`.
    var placeWord: String { get }
    /// The next row, a bad one included; `nil` at the end.
    mutating func next() throws -> NumberedRow?
}

/// Rows in memory.
public struct TicketRows: TicketSource {
    public let name: String
    public let placeWord = "row"
    private let rows: [TicketRow]
    private var position = 0

    public init(_ rows: [TicketRow], name: String) {
        self.rows = rows
        self.name = name
    }

    public mutating func next() -> NumberedRow? {
        guard position < rows.count else { return nil }
        position += 1
        return NumberedRow(place: position, row: .success(rows[position - 1]))
    }
}

extension String {
    /// The text in quotation marks and a space, for a message. Empty when it could be a code that slipped into another
    /// column: those that nobody guesses have 16 characters or more, and neither the space nor the colon of a time.
    var quotation: String {
        let isTime = count <= 25 && contains { $0 == " " || $0 == ":" }
        return count < 16 || isTime ? "\"\(withoutControls)\" " : ""
    }
}
