import Foundation
import GRDB
import Testing
import Tickets

@testable import Manifests

/// Files that are signed and well-formed at a glance, and made to stop a door.
@Suite struct HostileBodyTests {
    let workshop: Workshop
    private let code = Workshop.codes[0]

    init() throws {
        workshop = try Workshop()
    }

    /// A list of one code with as many lines as `count`, which no builder would write.
    private func list(lines count: Int) throws -> URL {
        let file = try workshop.manifest(rows: [TicketRow(code: code, type: "vip")])
        return try workshop.rewritten(file, sequence: Workshop.now.seconds + 1) { database in
            try database.execute(sql: "PRAGMA user_version = 0")
            try database.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                    INSERT INTO ticket SELECT key, i, ref, type, status, admits, not_before, not_after, seat, attention,
                      sealed FROM ticket, n WHERE line > 1000
                    """, arguments: [count])
            try database.execute(sql: "DELETE FROM ticket WHERE line > 1000000")
        }
    }

    @Test func `a hundred lines under a code are read, more are an error and no verdict`() throws {
        let store = try workshop.station()
        #expect(try store.install(try list(lines: 100), now: Workshop.now).lookUp(code)?.lines.count == 100)
        let other = try Workshop()
        let crowded = try HostileBodyTests(workshop: other).list(lines: 101)
        let installed = try other.station().install(crowded, now: Workshop.now)
        expect(.badContent) { _ = try installed.lookUp(code) }
    }

    private init(workshop: Workshop) {
        self.workshop = workshop
    }

    @Test func `pages that lead to one another again and again end in an error, not in all of the memory`() throws {
        let (line, body) = try Workshop.parts(of: list(lines: 2000))
        let bomb = try Bomb(body, depth: 12, in: workshop)
        #expect(bomb.body.count < 400_000)
        let signed = try workshop.resigned(Array(line), body: bomb.body, sequence: Workshop.now.seconds + 2)
        // They are more rows than the line says.
        expect(.badContent) { try workshop.station().install(signed, now: Workshop.now) }
        let claims = try ManifestLine(
            Array(Workshop.parts(of: signed).line), keys: [workshop.organizer.verificationKey], subject: "test"
        ).claims
        let file = workshop.path("bomb.body")
        try bomb.body.write(to: file)
        let installed = try InstalledManifest(claims: claims, keyID: "", body: file, subject: "test")
        expect(.badContent) { _ = try installed.lookUp(code) }
        // Walks over the whole list come to an end.
        _ = try? installed.counts()
        _ = try? installed.find(reference: "none")
    }
}

/// A body in which every child of the root of `ticket` is one page, all children of which are the next one, and so on:
/// few pages, and more rows than anybody can count.
private struct Bomb {
    let body: Data

    private static let interiorIndex: UInt8 = 2

    init(_ body: Data, depth: Int, in workshop: Workshop) throws {
        let file = workshop.path("bomb.sqlite")
        try body.write(to: file)
        let queue = try DatabaseQueue(path: file.path)
        let root = try queue.read { database in
            try Int.fetchOne(database, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'ticket'") ?? 0
        }
        try queue.close()
        let pageSize = 4096
        var bytes = [UInt8](body)
        let first = bytes.count / pageSize
        let rootAt = (root - 1) * pageSize
        try #require(bytes[rootAt] == Self.interiorIndex)
        let page = Array(bytes[rootAt..<rootAt + pageSize])
        for level in 0..<depth { bytes += Self.page(page, leadingTo: first + level + 2) }
        // The deepest one leads to a leaf, as the root did.
        bytes.replaceSubrange((bytes.count - pageSize)..., with: page)
        bytes.replaceSubrange(rootAt..<rootAt + pageSize, with: Self.page(page, leadingTo: first + 1))
        // The number of pages, in the header of the file.
        bytes.replaceSubrange(28..<32, with: Self.bytes(of: first + depth))
        self.body = Data(bytes)
    }

    /// The page with all of its children exchanged for one: https://www.sqlite.org/fileformat2.html#b_tree_pages
    private static func page(_ page: [UInt8], leadingTo child: Int) -> [UInt8] {
        var page = page
        page.replaceSubrange(8..<12, with: bytes(of: child))
        let cells = Int(page[3]) << 8 | Int(page[4])
        for cell in 0..<cells {
            let place = Int(page[12 + 2 * cell]) << 8 | Int(page[13 + 2 * cell])
            page.replaceSubrange(place..<place + 4, with: bytes(of: child))
        }
        return page
    }

    private static func bytes(of number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
