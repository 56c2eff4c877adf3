import Foundation
import Testing
import Tickets

@testable import Manifests
@testable import Publishing

@Suite struct LookUpTests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private func installed(
        privacy: Privacy = .sealed, rows: [TicketRow] = Workshop.rows
    ) throws -> InstalledManifest {
        let definition = try workshop.definition(more: "privacy: \(privacy.rawValue)")
        return try workshop.station().install(
            workshop.manifest(definition: definition, rows: rows), now: Workshop.now)
    }

    /// The numbers of the lines.
    private var vip: Int { Int(TicketType.number(of: "vip")) }
    private var standard: Int { Int(TicketType.number(of: "standard")) }

    private var staffKey: Data {
        ManifestBuilder.staffKey(for: "gala", key: workshop.organizer)
    }

    @Test func `a sealed name opens with the code of its ticket only`() throws {
        let manifest = try installed()
        let (code, other) = (Workshop.codes[0], Workshop.codes[1])
        let key = manifest.key(of: code)
        let name = HolderResult.holder(Holder(name: "Łucja Strauß", notes: "wheelchair"))
        #expect(try manifest.holder(of: vip, code: code, key: key, staffKey: nil) == name)
        #expect(try manifest.holder(of: vip, code: nil, key: key, staffKey: staffKey) == .locked)
        #expect(try manifest.holder(of: vip, code: other, key: key, staffKey: nil) == .damaged)
        #expect(try manifest.holder(of: standard, code: other, key: manifest.key(of: other), staffKey: nil) == .absent)
        #expect(try manifest.holder(of: 7, code: code, key: key, staffKey: nil) == .absent)
        #expect(try manifest.search("Lucja", staffKey: staffKey, limit: 10) == [])
    }

    @Test func `a staff name opens with the event's staff key only`() throws {
        let manifest = try installed(privacy: .staff)
        let key = manifest.key(of: Workshop.codes[0])
        let name = HolderResult.holder(Holder(name: "Łucja Strauß", notes: "wheelchair"))
        #expect(try manifest.holder(of: vip, code: nil, key: key, staffKey: staffKey) == name)
        #expect(try manifest.holder(of: vip, code: Workshop.codes[0], key: key, staffKey: nil) == .locked)
        let foreign = ManifestBuilder.staffKey(for: "ball", key: workshop.organizer)
        #expect(try manifest.holder(of: vip, code: nil, key: key, staffKey: foreign) == .damaged)
    }

    @Test func `a seal belongs to its line`() throws {
        let seal = HolderSeal(event: "gala", code: "code", salt: Data(count: 32))
        let holder = Holder(name: "Eva", notes: nil)
        let ticket = TicketKey(code: "code", salt: Data(count: 32))
        let sealed = try seal.seal(holder, ticket: ticket, line: 3)
        #expect(seal.open(sealed, ticket: ticket, line: 3)?.name == "Eva")
        #expect(seal.open(sealed, ticket: ticket, line: 2) == nil)
        #expect(seal.open(sealed, ticket: TicketKey(code: "other", salt: Data(count: 32)), line: 3) == nil)
        #expect(seal.open(sealed.dropLast(), ticket: ticket, line: 3) == nil)
        #expect(seal.open(Data(), ticket: ticket, line: 3) == nil)
        let elsewhere = HolderSeal(event: "ball", code: "code", salt: Data(count: 32))
        #expect(elsewhere.open(sealed, ticket: ticket, line: 3) == nil)
        // So that lists can be compared, and so that no nonce serves two contents.
        #expect(try seal.seal(holder, ticket: ticket, line: 3) == sealed)
        let other = try seal.seal(Holder(name: "Eve", notes: nil), ticket: ticket, line: 3)
        #expect(other.prefix(12) != sealed.prefix(12))
        #expect(try seal.seal(holder, ticket: ticket, line: 2).prefix(12) != sealed.prefix(12))
    }

    @Test(arguments: [
        ("lucja", true), ("Łucja", true), ("STRAUSS", true), ("strauß", true), ("str luc", true),
        ("Lucja Strauss", true),
        ("ucja", true), ("cja", false), ("lu", false), ("", false), ("   ", false), ("luc x", false), ("12", false),
    ])
    func `search folds accents and special letters`(query: String, isFound: Bool) throws {
        let manifest = try installed(privacy: .staff)
        let found = try manifest.search(query, staffKey: staffKey, limit: 10)
        #expect(found.map(\.line.reference) == (isFound ? ["1"] : []))
        #expect(found.allSatisfy { $0.holder?.name == "Łucja Strauß" && $0.key == manifest.key(of: Workshop.codes[0]) })
    }

    @Test(arguments: [
        ("Łódź", "lodz"), ("Søren Kierkegaard", "soren kierkegaard"), ("Straße", "strasse"), ("Işık", "isik"),
        ("ISIK", "isik"), ("Ærø", "aero"), ("  Nguyễn   Văn ", "nguyen van"), ("Ｗｉｄｅ", "wide"), ("Zoë", "zoe"),
    ])
    func `names are folded`(name: String, folded: String) {
        #expect(SearchName.folded(name) == folded)
    }

    @Test(arguments: [
        "Amina Achieng", "", "search", #"","search":"nobody"#, #"say "search":"x" \ twice"#, "tab\tand é", "\u{2028}",
    ]) func `the searched form of a name is the same, however it is read`(name: String) throws {
        let seal = HolderSeal(event: "gala", staffKey: Data(repeating: 7, count: 32))
        let ticket = TicketKey(code: "code", salt: Data(count: 32))
        let sealed = try seal.seal(Holder(name: name, notes: name), ticket: ticket, line: 1)
        let whole = try #require(seal.open(sealed, ticket: ticket, line: 1))
        #expect(seal.openSearch(sealed, ticket: ticket, line: 1)?[.name] == whole.search)
        #expect(seal.openSearch(sealed, ticket: ticket, line: 2) == nil)
    }

    @Test func `search stops at its limit and finds nothing with another key`() throws {
        let rows = (0..<20).map { TicketRow(code: "\(Workshop.codes[0])\($0 + 10)", holder: "Guest Number \($0)") }
        let manifest = try installed(privacy: .staff, rows: rows)
        #expect(try manifest.search("guest", staffKey: staffKey, limit: 5).count == 5)
        #expect(try manifest.search("guest", staffKey: staffKey, limit: 50).count == 20)
        #expect(try manifest.search("guest", staffKey: Data(count: 32), limit: 50).count == 0)
    }

    @Test func `finds lines by the backend's reference`() throws {
        let manifest = try installed()
        let found = try manifest.find(reference: "2")
        #expect(found.map(\.key) == [manifest.key(of: Workshop.codes[1])])
        #expect(found.map(\.line.admits) == [4])
        #expect(try manifest.find(reference: "3") == [])
        #expect(try manifest.find(references: ["2", "3"]) == found)
        #expect(try manifest.find(references: []) == [])
        let number = found[0].line.number
        #expect(try manifest.line(number, of: found[0].key)?.reference == "2")
        #expect(try manifest.line(number + 1, of: found[0].key) == nil)
        #expect(try manifest.find(reference: String(repeating: "2", count: 100_000)) == [])
    }

    @Test func `finds a ticket by the part of its reference that people know`() throws {
        let rows = [("3LXUQ-1#1234", 0), ("3LXUQ-11#1235", 1)].map { reference, number in
            TicketRow(code: Workshop.codes[number], reference: reference, type: "vip")
        }
        let manifest = try workshop.station().install(workshop.manifest(rows: rows), now: Workshop.now)
        #expect(try manifest.find(reference: "3lxuq-1").map(\.key) == [manifest.key(of: Workshop.codes[0])])
        #expect(try manifest.find(reference: "3LXUQ-11#1235").map(\.key) == [manifest.key(of: Workshop.codes[1])])
        for unknown in ["3LXUQ", "3LXUQ-", "XUQ-1", "3LXUQ-1%"] { #expect(try manifest.find(reference: unknown) == []) }
        #expect("3LXUQ-1#1234".referenceForPeople == "3LXUQ-1")
        for other in ["Box#12", "3LXUQ-1", "A-1#x", "a-1#2"] { #expect(other.referenceForPeople == other) }
    }

    @Test func `counts types and status`() throws {
        let statuses: [TicketStatus] = [.valid, .valid, .unpaid, .voided]
        let rows = statuses.enumerated().map { index, status in
            TicketRow(
                code: Workshop.codes[0] + "\(index)" + Workshop.codes[1], type: "vip", status: .ticket(status),
                admits: index + 1)
        }
        let counts = try installed(rows: rows).counts()
        #expect(counts.groups.map(\.status) == [.valid, .unpaid, .voided])
        #expect(counts.groups.map(\.lines) == [2, 1, 1])
        #expect(counts.groups.map(\.people) == [3, 3, 4])
        #expect((counts.lines, counts.people, counts.revoked) == (4, 10, 0))
    }

    @Test func `look-ups go on from many tasks at once`() async throws {
        let manifest = try installed()
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<50 {
                group.addTask { (try? manifest.lookUp(Workshop.codes[index % 2])) != nil }
            }
            for await isFound in group { #expect(isFound) }
        }
    }
}
