public import Tickets

/// Where the rows of a manifest come from. They are read one at a time, so that a list of any length fits in memory.
public protocol TicketSource {
    /// Its name in messages: a file, a backend.
    var name: String { get }
    /// The word for a place in messages: `line`, `row`.
    var placeWord: String { get }
    /// The next row, a bad one included; `nil` at the end.
    mutating func next() throws -> NumberedRow?
}

/// Rows in memory.
public struct TicketRows: TicketSource {
    /// In messages; it must not hold a code.
    public let name: String
    /// Places count from 1.
    public let placeWord = word
    static let word = "row"
    private let rows: [TicketRow]
    private var position = 0

    /// - Parameter name: its name in messages.
    public init(_ rows: [TicketRow], name: String) {
        self.rows = rows
        self.name = name
    }

    /// Never a fault.
    public mutating func next() -> NumberedRow? {
        guard position < rows.count else { return nil }
        position += 1
        return NumberedRow(place: position, row: .success(rows[position - 1]))
    }
}

// Why: docs/decisions/033-faults-quote-no-codes.md
extension String {
    /// The text in quotation marks and a space, for a message. Empty when the text could be a code that slipped into
    /// another column: codes that nobody can guess have 16 characters or more, and neither a space nor a colon as times
    /// have.
    var quotation: String {
        let isTime = count <= 25 && contains { $0 == " " || $0 == ":" }
        return count < 16 || isTime ? "\"\(withoutControls)\" " : ""
    }
}
