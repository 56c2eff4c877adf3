import Testing

@testable import Venue

@Suite struct KnownVersionsTests {
    private func entry(version: Int64, ticket: Int = 1) -> LedgerEntry {
        var entry = VenueTests.entry(ticket: ticket)
        entry.version = version
        return entry
    }

    @Test(
        arguments: [
            ([], 0), ([1], 1), ([1, 2, 3], 3), ([2], 0), ([2, 1], 1), ([1, 3], 1), ([1, 1, 2], 2),
        ] as [([Int64], Int64)])
    func `follows what is known without gaps`(versions: [Int64], known: Int64) {
        var book = KnownVersions()
        for version in versions { book.note(entry(version: version)) }
        #expect(book[entry(version: 1).ticket] == known)
        #expect(book[entry(version: 1, ticket: 2).ticket] == 0)
    }

    @Test func `believes the ledger, also backwards`() {
        var book = KnownVersions()
        let ticket = entry(version: 1).ticket
        book.set(ticket, to: 7)
        book.note(entry(version: 8))
        #expect(book[ticket] == 8)
        book.set(ticket, to: 2)
        #expect(book[ticket] == 2)
    }
}
