import Foundation
import TestSupport
import Testing
import Tickets
import TimeZones

@testable import CheckedYAML
@testable import Manifests
@testable import Publishing

@Suite struct EventDefinitionTests {
    /// The least that an event.yaml says; more keys may follow.
    private static let short = """
        id: gala
        name: Winter Gala
        organizer: Gala Ltd
        timezone: Africa/Kampala
        doors_open: 2026-12-05 17:00
        starts: 2026-12-05 19:00

        """

    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    @Test func `a short definition takes its defaults`() throws {
        let definition = try EventDefinition(yaml: Self.short, named: "event.yaml", folder: workshop.folder)
        #expect(definition.event.doorsOpen == time("2026-12-05T14:00:00Z"))
        #expect(definition.event.ends == time("2026-12-06T04:00:00Z"))
        #expect(definition.expires == time("2026-12-08T04:00:00Z"))
        #expect(definition.event.status == .on)
        #expect(definition.privacy == .sealed)
        #expect(definition.maxAge == .seconds(86_400))
        let plan = try definition.plan(ticketTypes: [])
        #expect(plan.types.map(\.slug) == ["standard"])
        #expect(plan.lists == [AdmissionList(slug: "main", name: "Main", reentry: .none, types: ["standard"])])
        #expect(plan.gates == [Gate(slug: "main", name: "Main", list: "main")])
        #expect(plan.assignments.isEmpty)
    }

    @Test func `a place counts as moved from where it was announced first`() throws {
        func place(_ yaml: String, after earlier: EventPlace?, server: EventPlace? = nil) throws -> EventPlace? {
            let definition = try EventDefinition(
                yaml: Self.short + yaml, named: "event.yaml", folder: workshop.folder,
                outline: EventOutline(place: server))
            let event = definition.event
            return try definition.plan(ticketTypes: [], after: event.at(earlier)).event.place
        }
        let (first, second) = (EventPlace(name: "Hall 1", address: "5 Main Street"), EventPlace(name: "Hall 2"))
        let moved = EventPlace(name: "Hall 2", movedFrom: "Hall 1")
        #expect(try place("", after: nil) == nil)
        #expect(try place("", after: nil, server: first) == first)
        #expect(try place("place: {name: Hall 2}", after: nil, server: first) == second)
        #expect(try place("place: {name: Hall 2}", after: first) == moved)
        #expect(try place("place: {name: Hall 2}", after: moved) == moved)
        #expect(try place("place: {name: Hall 1}", after: moved) == EventPlace(name: "Hall 1"))
        #expect(try place("place: {name: Hall 3}", after: moved)?.movedFrom == "Hall 1")
        #expect(try place("place: {name: hall 2, moved_from: hall 2}", after: second) == EventPlace(name: "hall 2"))
        #expect(throws: YAMLFaults.self) { try place("place: {address: 5 Main Street}", after: nil) }
    }

    @Test func `an age limit of the event is that of each type without its own`() throws {
        let yaml = Self.short + "age: 16\ntypes: [{id: standard}, {id: bar, age: 18}]"
        func ages(_ yaml: String) throws -> [Int?] {
            try EventDefinition(
                yaml: yaml, named: "event.yaml", folder: workshop.folder, outline: EventOutline(minimumAge: 12)
            ).plan(ticketTypes: []).types.map(\.minimumAge)
        }
        #expect(try ages(yaml) == [16, 18])
        #expect(try ages(yaml.replacing("age: 16\n", with: "")) == [12, 18])
        #expect(throws: YAMLFaults.self) { try ages(yaml.replacing("age: 18", with: "age: adult")) }
    }

    @Test(arguments: [
        ("age: 16\nask_age: true", [true]), ("age: 16", [false]), ("age: 16\nask_age: false", [false]),
        ("types: [{id: a}, {id: b, age: 18}]\nask_age: true", [false, true]),
    ])
    func `an age is asked for where the event wants it`(more: String, asked: [Bool]) throws {
        let definition = try EventDefinition(yaml: Self.short + more, named: "event.yaml", folder: workshop.folder)
        #expect(try definition.plan(ticketTypes: []).types.map(\.asksAge) == asked)
    }

    @Test func `without any age nothing can be asked`() throws {
        #expect(throws: YAMLFaults.self) {
            try EventDefinition(yaml: Self.short + "ask_age: true", named: "event.yaml", folder: workshop.folder)
        }
    }

    @Test func `a name from a server is one line without control characters, as every list needs it`() throws {
        let yaml = Self.short.replacing("name: Winter Gala\n", with: "")
        let definition = try EventDefinition(
            yaml: yaml, named: "event.yaml", folder: workshop.folder,
            outline: EventOutline(name: "Winter\nGala\u{202E} \u{2028}2026"))
        let name = definition.event.name
        #expect(name == name.withoutControls && name.contains("Gala"))
    }

    @Test func `a long definition is read whole`() throws {
        let key = try KeyFile.generate(named: workshop.path("tickets"), for: .tickets)
        let definition = try EventDefinition(
            yaml: """
                id: winter-gala-2026
                name: Winter Gala
                organizer: Gala Ltd
                timezone: Africa/Kampala
                doors_open: 2026-12-05 17:00
                starts: 2026-12-05 19:00
                ends: 2026-12-06 02:00
                status: postponed
                privacy: staff
                max_age: 36h
                expires: 2026-12-08 00:00
                types:
                  - {id: standard, name: Standard, color: "#2563eb"}
                  - {id: vip, name: VIP, color: "#9333ea", attention: "Hand out a lanyard"}
                lists:
                  - {id: main, name: Hall, types: [standard, vip], reentry: after_exit}
                  - {id: lounge, name: Lounge, types: [vip], reentry: unlimited}
                gates:
                  - {id: A, name: Gate A, list: main}
                  - {id: L, name: Lounge door, list: lounge}
                assignments:
                  kiosk-3: {gate: A, direction: out}
                ticket_keys: [tickets.pub]
                backend: box-office
                """, named: "event.yaml", folder: workshop.folder)
        let plan = try definition.plan(ticketTypes: [])
        #expect(plan.event.status == .postponed)
        #expect(plan.types[1].attention == "Hand out a lanyard")
        #expect(plan.lists[0].types == ["standard", "vip"])
        #expect(plan.lists.map(\.reentry) == [.afterExit, .unlimited])
        #expect(plan.gates.map(\.list) == ["main", "lounge"])
        #expect(plan.assignments == [Assignment(station: "kiosk-3", gate: "A", direction: .out)])
        #expect(definition.ticketKeys == [key])
        #expect(definition.backend == "box-office")
        #expect(definition.privacy == .staff)
        #expect(definition.maxAge == .seconds(36 * 3600))
        #expect(definition.expires == time("2026-12-07T21:00:00Z"))
    }

    @Test func `every fault of a definition is listed`() throws {
        _ = try KeyFile.generate(named: workshop.path("org"), for: .manifest)
        let error = try #require(
            #expect(throws: YAMLFaults.self) {
                try EventDefinition(
                    yaml: """
                        id: ../gala
                        nmae: Winter Gala
                        organizer: Gala Ltd
                        timezone: Africa/Kampla
                        doors_open: 2026-12-05 20:00
                        starts: 2026-12-05 19:00
                        ends: 2026-12-05 19:00
                        status: of
                        max_age: 24
                        expires: yesterday
                        types:
                          - {id: vip, color: purple}
                          - {id: vip}
                        lists:
                          - {id: main, types: [vpi], reentry: sometimes}
                          - {id: lounge}
                        gates:
                          - {id: A}
                          - {id: B, list: mian}
                        assignments:
                          kiosk 3: {gate: C}
                        ticket_keys: [org.pub, none.pub]
                        """, named: "event.yaml", folder: workshop.folder)
            })
        let lines = error.faults.map(\.description)
        let expected = [
            "name: is missing",
            "line 1: id: must be 1 to 100 letters",
            "line 2: nmae: no such key, did you mean \"name\"?",
            "line 4: timezone: must be an IANA time zone like Africa/Kampala, not \"Africa/Kampla\"",
            "line 5: doors_open: is after starts",
            "line 7: ends: is not after starts",
            "line 8: status: must be one of on, cancelled, postponed, not \"of\"",
            "line 9: max_age: must be a time span",
            "line 10: expires: must be a time like 2026-12-05 19:00, not \"yesterday\"",
            "line 12: types[0].color: must be a colour like \"#2563eb\", not \"purple\"",
            "line 13: types[1]: has an id that was used before",
            "line 15: lists[0].types[0]: there is no type \"vpi\", did you mean \"vip\"?",
            "line 15: lists[0].reentry: must be one of none, after_exit, unlimited, not \"sometimes\"",
            "line 18: gates[0].list: is missing",
            "line 19: gates[1].list: there is no list \"mian\", did you mean \"main\"?",
            "line 21: assignments.kiosk 3.gate: there is no gate \"C\", did you mean \"A\"?",
            "line 21: assignments.kiosk 3: is not a name a station can have",
            "line 22: ticket_keys[0]: cannot use \(workshop.path("org.pub").path): it is a key for lists",
            "line 22: ticket_keys[1]: cannot open \(workshop.path("none.pub").path)",
        ]
        #expect(lines.count == expected.count, "\(lines)")
        for (line, beginning) in zip(lines, expected) { #expect(line.hasPrefix(beginning)) }
    }

    @Test func `with several lists each door must say which is its own`() {
        #expect(throws: YAMLFaults.self) {
            try workshop.definition(more: "lists: [{id: main}, {id: lounge}]")
        }
    }

    @Test func `types of tickets are used when none are declared`() throws {
        let definition = try workshop.definition(more: "lists: [{id: main, types: [vip, door]}]")
        let tickets = [try definition.type("vip"), try definition.type(nil), try definition.type("General admission")]
        let plan = try definition.plan(ticketTypes: tickets)
        #expect(plan.types.map(\.slug) == ["vip", "standard", "General admission", "door"])
        #expect(plan.types.map(\.name) == ["vip", "Standard", "General admission", "door"])
        #expect(plan.lists[0].types == ["vip", "door"])
    }

    @Test func `declared types are found by id and by name`() throws {
        let definition = try workshop.definition(more: "types: [{id: vip, name: VIP}, {id: std, name: Standard}]")
        #expect(try definition.type("vip").slug == "vip")
        #expect(try definition.type("Standard").slug == "std")
        #expect(throws: RowFault("type \"vup\" is not in event.yaml, did you mean \"vip\"?")) {
            try definition.type("vup")
        }
        #expect(throws: RowFault("type is missing")) { try definition.type(nil) }
        #expect(try workshop.definition(more: "types: [{id: vip}]").type(nil).slug == "vip")
    }

    @Test func `the number of a type depends on its id alone`() throws {
        #expect(TicketType.number(of: "standard") == 0x7E6D_3468)
        #expect(try workshop.definition(more: "types: [{id: standard}]").type("standard").id == 0x7E6D_3468)
    }

    @Test func `two types of one number are refused`() throws {
        // Found by search: SHA-256 of both begins alike.
        let slugs = ["t34154", "t42638"]
        try #require(TicketType.number(of: slugs[0]) == TicketType.number(of: slugs[1]))
        let definition = try workshop.definition(more: "types: [{id: \(slugs[0])}, {id: \(slugs[1])}]")
        expect(.badDefinition) { _ = try definition.plan(ticketTypes: []) }
    }

    // MARK: - Times

    struct WallCase: Sendable, CustomTestStringConvertible {
        let zone: String
        let wall: String
        let start: String?
        let end: String?

        init(_ zone: String, _ wall: String, _ start: String?, _ end: String? = nil) {
            (self.zone, self.wall, self.start, self.end) = (zone, wall, start, end ?? start)
        }

        var testDescription: String { "\(wall) in \(zone)" }
    }

    @Test(arguments: [
        WallCase("Africa/Kampala", "2026-12-05 19:00", "2026-12-05T16:00:00.000Z"),
        WallCase("Africa/Kampala", "2026-12-06 00:00", "2026-12-05T21:00:00.000Z"),
        WallCase("Africa/Kampala", "2026-12-05T19:00:30", "2026-12-05T16:00:30.000Z"),
        WallCase("UTC", "2026-12-05 19:00", "2026-12-05T19:00:00.000Z"),
        // Clocks go from 02:00 to 03:00 on 29 March 2026.
        WallCase("Europe/Berlin", "2026-03-29 01:59", "2026-03-29T00:59:00.000Z"),
        WallCase("Europe/Berlin", "2026-03-29 02:00", nil),
        WallCase("Europe/Berlin", "2026-03-29 02:59", nil),
        WallCase("Europe/Berlin", "2026-03-29 03:00", "2026-03-29T01:00:00.000Z"),
        // And from 03:00 back to 02:00 on 25 October 2026.
        WallCase("Europe/Berlin", "2026-10-25 01:59", "2026-10-24T23:59:00.000Z"),
        WallCase("Europe/Berlin", "2026-10-25 02:00", "2026-10-25T00:00:00.000Z", "2026-10-25T01:00:00.000Z"),
        WallCase("Europe/Berlin", "2026-10-25 02:59", "2026-10-25T00:59:00.000Z", "2026-10-25T01:59:00.000Z"),
        WallCase("Europe/Berlin", "2026-10-25 03:00", "2026-10-25T02:00:00.000Z"),
        WallCase("America/New_York", "2026-03-08 02:30", nil),
        WallCase("America/New_York", "2026-03-08 03:30", "2026-03-08T07:30:00.000Z"),
        WallCase("America/New_York", "2026-11-01 01:30", "2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"),
        WallCase("America/New_York", "2026-11-01 00:00", "2026-11-01T04:00:00.000Z"),
        // Midnight itself is skipped.
        WallCase("Africa/Cairo", "2026-04-24 00:30", nil),
        WallCase("Asia/Kathmandu", "2026-12-05 19:00", "2026-12-05T13:15:00.000Z"),
        WallCase("Pacific/Kiritimati", "2026-12-05 00:00", "2026-12-04T10:00:00.000Z"),
        // RFC 3339 names its own offset.
        WallCase("Africa/Kampala", "2026-12-05T19:00:00+01:00", "2026-12-05T18:00:00.000Z"),
        WallCase("Africa/Kampala", "2026-12-05T19:00:00Z", "2026-12-05T19:00:00.000Z"),
    ])
    func `wall times become instants, and a time that comes twice widens the window`(_ wallCase: WallCase) throws {
        let zone = Zone.named(wallCase.zone)
        try #require(zone.isKnown)
        for (side, expected) in [(WallTime.Side.start, wallCase.start), (.end, wallCase.end)] {
            let reading = WallTime.read(wallCase.wall, in: zone, as: side)
            #expect(reading == (expected.map { .instant(time($0)) } ?? .skipped))
        }
    }

    @Test(arguments: [
        "", "tomorrow", "2026-12-05", "19:00", "2026-13-01 00:00", "2026-02-29 10:00", "2026-12-05 24:00",
        "2026-12-05 19:60", "2026-12-05  19:00", "2026-12-05 19:00 ", "05.12.2026 19:00", "2026-12-05 19:00 EAT",
        "2026-12-05 19:00:00.5",
    ])
    func `other texts are no times`(text: String) throws {
        #expect(WallTime.read(text, in: .utc, as: .start) == .malformed)
    }

    @Test func `a time that does not exist is a fault with its line`() throws {
        let text = WinterGala.yaml(timeZone: "Europe/Berlin")
            .replacing("2026-12-05 17:00", with: "2026-03-29 02:30")
        let error = #expect(throws: YAMLFaults.self) {
            try EventDefinition(yaml: text, named: "event.yaml", folder: workshop.folder)
        }
        let fault = "line 5: doors_open: does not exist in Europe/Berlin: the clocks go forward and skip it"
        #expect(error?.faults.map(\.description) == [fault])
    }

    @Test(arguments: [
        ("EST", ""), ("GMT+3", ""), ("+03:00", ""), ("../../etc/passwd", ""),
        ("Kampala", "Africa/Kampala"), ("africa/kampala", "Africa/Kampala"), ("Africa/Kampla", "Africa/Kampala"),
        ("E. Africa Standard Time", "Africa/Nairobi"), ("Japan", "Asia/Tokyo"), ("Europe/Berln", "Europe/Berlin"),
        ("posix/Europe/Berlin", "Europe/Berlin"),
    ])
    func `only zones of places are zones, and the one that was meant is named`(zone: String, meant: String) {
        let text = WinterGala.yaml(timeZone: "\"\(zone)\"")
        let error = #expect(throws: YAMLFaults.self) {
            try EventDefinition(yaml: text, named: "event.yaml", folder: workshop.folder)
        }
        let suggestion = meant.isEmpty ? "" : ", did you mean \"\(meant)\"?"
        let fault = "line 4: timezone: must be an IANA time zone like Africa/Kampala, not \"\(zone)\"\(suggestion)"
        #expect(error?.faults.map(\.description) == [fault])
    }

    @Test func `a zone that could be one names the release that does not have it`() {
        let text = WinterGala.yaml(timeZone: "Africa/Nowhere")
        let error = #expect(throws: YAMLFaults.self) {
            try EventDefinition(yaml: text, named: "event.yaml", folder: workshop.folder)
        }
        let release = ZoneFolder.system.version
        #expect(
            error?.faults.first?.description.hasSuffix("\"Africa/Nowhere\", which tzdata \(release) does not have")
                == true)
    }

    @Test(arguments: [("US/Eastern", "America/New_York"), ("Asia/Calcutta", "Asia/Kolkata"), ("UTC", "UTC")])
    func `a zone is signed under the name that is in use now`(written: String, name: String) throws {
        let text = WinterGala.yaml(timeZone: written)
        let event = try EventDefinition(yaml: text, named: "event.yaml", folder: workshop.folder).event
        #expect(event.timeZone.name == name && event.timeZone.isKnown)
    }
}
