import Foundation
import TestSupport
import Testing
import Tickets

@testable import CheckedYAML
@testable import Manifests
@testable import Publishing

/// An event.yaml whose gaps a ticketing server fills.
@Suite struct EventOutlineTests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    static let outline = EventOutline(
        name: "Winter Gala", timeZone: "Africa/Kampala", doorsOpen: time("2026-12-04T16:00:00Z"),
        starts: time("2026-12-05T16:00:00Z"), ends: time("2026-12-05T21:00:00Z"))

    private func definition(
        _ yaml: String = "id: gala\norganizer: Gala Ltd", _ outline: EventOutline = outline
    ) throws -> EventDefinition {
        try EventDefinition(yaml: yaml, named: "event.yaml", folder: workshop.folder, outline: outline)
    }

    @Test func `an id, an organizer and the server's word are enough`() throws {
        let definition = try definition()
        let installed = try workshop.station().install(
            try workshop.manifest(definition: definition), now: Workshop.now)
        let event = installed.plan.event
        #expect((event.id, event.name, event.timeZone) == ("gala", "Winter Gala", "Africa/Kampala"))
        #expect(event.doorsOpen == Self.outline.doorsOpen)
        #expect(event.starts == Self.outline.starts)
        #expect(event.ends == Self.outline.ends)
        #expect(event.status == .on)
        #expect(installed.claims.expires == event.ends + .seconds(48 * 3600))
        #expect(installed.plan.lists.map(\.slug) == ["main"])
        #expect(installed.plan.gates.map(\.slug) == ["main"])
    }

    @Test func `the file wins over the server`() throws {
        var outline = Self.outline
        outline.status = .cancelled
        let definition = try definition(
            """
            id: gala
            organizer: Gala Ltd
            name: Spring Gala
            timezone: Europe/Berlin
            doors_open: 2026-12-05 16:00
            ends: 2026-12-05 23:00
            status: on
            """, outline)
        #expect(definition.event.name == "Spring Gala")
        #expect(definition.event.doorsOpen == time("2026-12-05T15:00:00Z"))
        #expect(definition.event.starts == Self.outline.starts)
        #expect(definition.event.ends == time("2026-12-05T22:00:00Z"))
        #expect(definition.event.status == .on)
    }

    @Test func `what neither of them says is a fault`() throws {
        let error = try #require(
            #expect(throws: YAMLFaults.self) {
                try definition("organizer: Gala Ltd", EventOutline(name: "Winter Gala", timeZone: "EST"))
            })
        #expect(
            Set(error.faults.map(\.description)) == [
                "id: is missing",
                "timezone: is missing, and the server's \"EST\" is not an IANA time zone like Africa/Kampala",
                "doors_open: is missing", "starts: is missing",
            ])
    }

    @Test func `lists, gates and ticket keys of a server are taken`() throws {
        var outline = Self.outline
        outline.lists = [
            .init(slug: "hall", name: "Hall", reentry: .afterExit),
            .init(slug: "lounge", name: "Lounge", reentry: .none, types: ["vip"]),
        ]
        outline.gates = [
            Gate(slug: "A", name: "Gate A", list: "hall"), Gate(slug: "L", name: "Lounge door", list: "lounge"),
        ]
        outline.ticketKeys = [SigningKey().verificationKey]
        let definition = try definition("id: gala\norganizer: Gala Ltd", outline)
        #expect(definition.gates == outline.gates)
        #expect(definition.ticketKeys == outline.ticketKeys)
        let plan = try definition.plan(ticketTypes: [])
        #expect(plan.lists.map(\.slug) == ["hall", "lounge"])
        #expect(plan.lists.map(\.reentry) == [.afterExit, .none])
    }

    @Test func `earlier uses count on the list of their gate, else on the first that admits the type`() throws {
        let lists = """
            id: gala
            organizer: Gala Ltd
            types: [{id: vip}, {id: crew}]
            lists: [{id: backstage, types: [crew]}, {id: hall, types: [vip, crew]}, {id: lounge}]
            gates: [{id: A, list: hall}, {id: B, list: hall}, {id: L, list: lounge}]
            """
        let used: [TicketRow.Used] = [
            .init(list: nil, gate: "A", ins: 1, firstAt: Timestamp(seconds: 20), lastAt: Timestamp(seconds: 20)),
            .init(list: nil, gate: "B", ins: 2, outs: 1, firstAt: Timestamp(seconds: 10)),
            .init(list: nil, gate: "elsewhere", ins: 3), .init(list: nil, ins: 4), .init(list: nil, gate: "L", ins: 5),
        ]
        let row = TicketRow(code: Workshop.codes[0], type: "vip", admits: 20, used: used)
        let file = try workshop.manifest(definition: try definition(lists), rows: [row])
        let installed = try workshop.station().install(file, now: Workshop.now)
        let counts = try #require(try installed.lookUp(Workshop.codes[0])).used
        #expect(
            Dictionary(uniqueKeysWithValues: counts.map { ($0.list, $0.history) }) == [
                "hall": History(ins: 10, outs: 1, first: .init(at: Timestamp(seconds: 10))), "lounge": History(ins: 5),
            ])
    }
}
