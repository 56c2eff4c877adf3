internal import Tickets

/// How much of a server's list is read, page by page, before it is considered endless.
struct ReadingBounds: Sendable {
    /// Enough for a million tickets in the smallest usual pages.
    var pages = 20_000
    /// Twice the number of tickets of the largest event.
    var items = 2_000_000
    /// Of all answers together, decompressed.
    var bytes = 1 << 30
    /// Where the server says how many items there are: these, and so many more that may be sold, or come twice, while its
    /// pages are read.
    private static let mostBeyondCount = 1000
    /// Items that were read so far, of the list that ``compare(items:with:mostWithout:from:)`` was called for.
    private(set) var read = 0

    /// Notes one page, and compares what was read with what the server says.
    /// - Parameters:
    ///   - total: as the page has it; `nil` where it says nothing.
    ///   - mostWithout: what is read without a total, of a server that always has one; `nil` for any number.
    /// - Throws: ``BackendError`` `.tooLarge` when the list goes on far beyond it: it may have no end
    mutating func compare(
        items count: Int, with total: Int?, mostWithout: Int? = nil, from server: JSONServer
    ) throws(BackendError) {
        let most = items + read
        read += count
        guard let total else {
            guard let mostWithout, read > mostWithout else { return }
            throw endless("it does not say how many items its list has, and the list does not end", server)
        }
        guard total <= most, read <= 2 * max(0, total) + Self.mostBeyondCount else {
            throw endless("it says that its list has \(total) items, and the list does not end there", server)
        }
    }

    private func endless(_ reason: String, _ server: JSONServer) -> BackendError {
        server.failure(.tooLarge, reason, hint: "Check the server, or build the list from a CSV file.")
    }

    /// - Throws: ``BackendError`` when less came than the server says that there is: the rest would be missing without a word
    func checkEnd(_ name: String, total: Int?, from server: JSONServer) throws(BackendError) {
        guard let total, read < total else { return }
        throw server.failure(
            .unexpected, "it says that \(name) has \(total) items, and sends \(read)",
            hint: "The others would be missing from the list. Try again; if it stays, ask whoever runs the server.")
    }

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
