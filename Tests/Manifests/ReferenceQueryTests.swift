import Foundation
import Publishing
import Testing
import Tickets

@testable import Manifests

@Suite struct ReferenceQueryTests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    @Test(arguments: [
        ("R-1050", "R-1050", NameMatch.exact), ("r1050", "R-1050", .exact), ("R 1050", "R-1050", .exact),
        ("r_10.50", "R-1050", .exact), ("r-10", "R-1050", .beginning), ("ｒ１０５０", "R-1050", .exact),
        ("r1050", "Ｒ－１０５０", .exact), ("#12", "12", .exact), ("12", "#12", .exact), ("äb", "ÄB-7", .beginning),
        ("ab7", "ÄB-7", .exact), ("strasse", "Straße 4", .beginning), ("桜1", "桜-17", .beginning),
        // Of pretix: the number after # is the server's, and has to be whole.
        ("3lxuq", "3LXUQ-1#1234", .beginning), ("3lxuq-1", "3LXUQ-1#1234", .exact),
        ("3lxuq1", "3LXUQ-11#1234", .beginning), ("3LXUQ-1#1234", "3LXUQ-1#1234", .exact),
        ("3lxuq-1#12", "3LXUQ-1#1234", nil), ("3lxuq-112", "3LXUQ-1#1234", nil),
        // A single letter finds only what has no more.
        ("r", "R-1050", nil), ("r", "R", .exact), ("2", "2", .exact), ("三", "三木", nil),
        ("1050", "R-1050", nil), ("r1051", "R-1050", nil), ("r10500", "R-1050", nil), ("a%", "ABC", nil),
        ("a_c", "ABC", nil),
    ]) func `compares a reference with what was typed`(query: String, reference: String, match: NameMatch?) throws {
        #expect(try #require(ReferenceQuery(query)).match(reference) == match)
        // In a list, too, where SQLite rules most of them out.
        let rows = [(reference, 0), ("ZZ-9", 1)].map { reference, number in
            TicketRow(code: Workshop.codes[number], reference: reference, type: "vip")
        }
        let list = try workshop.station().install(workshop.manifest(rows: rows), now: Workshop.now)
        let found = try list.find(#require(ReferenceQuery(query)), limit: 5)
        #expect(found.map(\.line.reference) == (match == nil ? [] : [reference]))
    }

    @Test(arguments: ["", " ", "-", "#%_", String(repeating: "r", count: 201)])
    func `asks for letters or digits, and no more than a reference can have`(query: String) {
        #expect(ReferenceQuery(query) == nil)
    }

    @Test func `those that are it come first, then the others in their order, and no more than are wanted`() throws {
        let references = ["R-12", "R-1", "R-100", "R-9", "R-10", "S-1", "r1"]
        let rows = references.enumerated().map { number, reference in
            TicketRow(code: "\(Workshop.codes[0])\(number)", reference: reference, type: "vip")
        }
        let list = try workshop.station().install(workshop.manifest(rows: rows), now: Workshop.now)
        let query = try #require(ReferenceQuery("r1"))
        let found = try list.find(query, limit: 9).compactMap(\.line.reference)
        #expect(Set(found.prefix(2)) == ["R-1", "r1"])
        #expect(found.dropFirst(2) == ["R-10", "R-12", "R-100"])
        #expect(try list.find(query, limit: 3).count == 3)
        #expect(try list.find(query, limit: 0).isEmpty)
    }
}
