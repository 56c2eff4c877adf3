internal import Tickets

/// How much of a server's list is read, page by page, before it is considered endless.
struct ReadingBounds: Sendable {
    /// Enough for a million tickets in the smallest usual pages.
    var pages = 20_000
    /// Twice the number of tickets of the largest event.
    var items = 2_000_000
    /// Of all answers together, decompressed: a million tickets of pretix are less.
    var bytes = 1 << 29

    /// Subtracts one page.
    /// - Throws: ``BackendError`` `.tooLarge` when a limit is passed.
    mutating func take(
        items count: Int, bytes size: Int, from server: JSONServer
    ) throws(BackendError) {
        pages -= 1
        items -= count
        bytes -= size
        guard pages >= 0, items >= 0, bytes >= 0 else {
            let part = pages < 0 ? "pages" : items < 0 ? "items" : "bytes"
            throw server.failure(
                .tooLarge, "its list has more \(part) than any event needs",
                hint: "It may have no end. Check the server, or build the list from a CSV file.")
        }
    }
}
