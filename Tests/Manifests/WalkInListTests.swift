import Foundation
import Testing
import Tickets

@testable import Manifests
@testable import Publishing

/// The line of a list on which guests without a ticket are counted.
@Suite struct WalkInListTests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private let lists = """
        lists: [{id: hall, types: [standard, vip]}, {id: bar}]
        gates: [{id: A, list: hall}, {id: B, list: bar}]

        """

    private func installed(_ more: String) throws -> InstalledManifest {
        let list = try workshop.manifest(definition: workshop.definition(more: more))
        return try workshop.station().install(list, now: Workshop.now)
    }

    @Test func `it is for one list, has no reference, and its key is that of no code`() throws {
        let manifest = try installed(lists + "walk_ins: hall")
        let key = try #require(manifest.walkInKey)
        #expect(manifest.claims.json.text.contains(#""walk_ins":"hall""#))
        let record = try #require(try manifest.record(of: key))
        let line = try #require(record.lines.first)
        #expect(record.lines.count == 1 && line.reference == nil && line.status == .valid)
        #expect((line.type.slug, line.type.name) == ("walk-in", "Walk-in"))
        #expect((line.notBefore, line.notAfter) == (manifest.plan.event.doorsOpen, manifest.plan.event.ends))
        #expect(manifest.plan.lists.map { $0.types.contains("walk-in") } == [true, false])
        #expect(manifest.plan.walkInList == "hall")
        let own = manifest.list("hall", for: key)
        #expect(own?.reentry == .unlimited)
        #expect(manifest.list("hall", for: manifest.key(of: Workshop.codes[0]))?.reentry == Reentry.none)
        for guess in ["", "walk-in", "usher walk-in", key.description] { #expect(manifest.key(of: guess) != key) }
        let walkIns = try manifest.counts().groups.filter { $0.type.slug == "walk-in" }
        #expect(walkIns.map(\.lines) == [1] && walkIns.map(\.people) == [0])
        #expect(manifest.claims.body.tickets == 3 && manifest.claims.ticketCount == 2)
    }

    @Test func `the key is the same in every list of the event, and another in any other`() throws {
        let first = try installed("walk_ins: main").walkInKey
        let more = "walk_ins: main\nmax_age: 2h"
        let rows = [TicketRow(code: Workshop.codes[1], type: "vip")]
        let second = try ManifestInspection(
            of: workshop.manifest("second.usher", definition: workshop.definition(more: more), rows: rows),
            keys: [workshop.organizer.verificationKey]
        ).claims.walkInKey
        #expect(first != nil && first == second)
        let other = try ManifestInspection(
            of: workshop.manifest("ball.usher", definition: workshop.definition(id: "ball", more: more)),
            keys: [workshop.organizer.verificationKey]
        ).claims.walkInKey
        #expect(other != nil && other != first)
    }

    @Test func `event.yaml names the type, and gives it an age`() throws {
        let manifest = try installed(
            """
            age: 16
            types: [{id: standard}, {id: vip}, {id: walk-in, name: Abendkasse, color: "#2563eb"}]
            walk_ins: main
            """)
        let type = try #require(manifest.plan.types.first { $0.slug == "walk-in" })
        #expect((type.name, type.color, type.minimumAge) == ("Abendkasse", "#2563eb", 16))
        #expect(manifest.plan.types.count == 3)
    }

    @Test func `without the key of event.yaml there is no such line`() throws {
        let manifest = try installed("")
        #expect(manifest.walkInKey == nil)
        #expect(manifest.plan.types.map(\.slug).sorted() == ["standard", "vip"])
        #expect(!manifest.claims.json.text.contains("walk_ins"))
    }

    @Test func `a list that is not there is a fault`() throws {
        let error = #expect(throws: (any Error).self) { try workshop.definition(more: lists + "walk_ins: hal") }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("walk_ins") && text.contains("there is no list \"hal\""))
    }
}
