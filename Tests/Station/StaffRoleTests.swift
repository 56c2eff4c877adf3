import Foundation
import Journal
import Manifests
import Publishing
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

/// What staff may do on a real station, and what is left of it in the journal.
@Suite struct StaffRoleTests {
    let fixture: StationFixture
    private let steward = Staff(name: "Anne", role: .steward)
    private let supervisor = Staff(name: "Sue", role: .supervisor)

    init() throws {
        fixture = try StationFixture()
    }

    private func open(_ permissions: Set<Permission> = Set(Permission.allCases)) async throws -> Station {
        let station = try await fixture.open { $0.permissions = permissions }
        let rows = [
            "\(code("a")),R-1,standard,Amina Achieng,valid,1,,", "\(code("b")),R-2,vip,Łucja Groß,valid,4,,",
            "\(code("c")),,vip,Amin Achterberg,unpaid,1,,",
        ]
        try await fixture.install(rows, in: station, yaml: StationFixture.galaYAML + "\nprivacy: staff\n")
        let key = ManifestBuilder.staffKey(for: "gala", key: fixture.organizer).base64EncodedString()
        try Data(key.utf8).write(to: fixture.folder.appending(path: "state/credentials/staff-gala"))
        return station
    }

    /// What the staff error says.
    private func refusal(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? StationError)?.reason
        }
    }

    @Test func `a steward admits whom the rules admit, and the journal says who it was`() async throws {
        let station = try await open()
        let request = ManualRequest(reference: "R-1", note: "Broken screen", operator: "Anne")
        #expect(try await station.acts.admit(request, by: steward).verdict == .admitted)
        #expect(try await station.acts.admit(request, by: steward).verdict == .refused(.alreadyScanned))
        let entries = try station.resources.journal.entries(after: 0, limit: 10).map(\.checkIn)
        #expect(entries.map(\.operator) == ["Anne", "Anne"])
        #expect(entries.map(\.note) == ["Broken screen", "Broken screen"])
        #expect(entries.map(\.kind) == [.manual, .manual])
    }

    @Test func `only a supervisor lets in against the rules, also a second time, with a reason`() async throws {
        let station = try await open()
        _ = await station.door.show(code("a"))
        var request = ManualRequest(reference: "R-1", isOverride: true, note: "Was let out", operator: "Anne")
        let refused = await refusal { _ = try await station.acts.admit(request, by: steward) }
        #expect(refused == "only a supervisor may do this")
        request.operator = "Sue"
        let report = try await station.acts.admit(request, by: supervisor)
        #expect(report.verdict == .admitted)
        #expect(report.message.hasPrefix("Let in by hand. Already scanned "))
        let entry = try #require(try station.resources.journal.entries(after: 1, limit: 10).map(\.checkIn).first)
        #expect(entry.kind == .override && entry.operator == "Sue" && entry.note == "Was let out")
        request.note = nil
        #expect(await refusal { _ = try await station.acts.admit(request, by: supervisor) } == "no reason is given")
        #expect(try station.resources.journal.figures().entries == 2)
    }

    @Test func `a ticket without a reference is named by its key`() async throws {
        let station = try await open()
        let hit = try #require(
            try await station.acts.search(SearchRequest(query: "achterberg"), by: supervisor).hits.first)
        #expect(hit.ref == nil && hit.status == "unpaid")
        let request = ManualRequest(ticket: hit.ticket, line: hit.line, isOverride: true, note: "Paid now")
        #expect(try await station.acts.admit(request, by: supervisor).verdict == .admitted)
        let unknown = ManualRequest(ticket: String(repeating: "0", count: 32))
        #expect(await refusal { _ = try await station.acts.admit(unknown, by: supervisor) } != nil)
        #expect(await refusal { _ = try await station.acts.admit(ManualRequest(ticket: "x"), by: supervisor) } != nil)
    }

    private func openFindable(
        privacy: String, staffKey: Bool = true, permissions: Set<Permission> = Set(Permission.allCases)
    ) async throws -> Station {
        let station = try await fixture.open { $0.permissions = permissions }
        let yaml = StationFixture.galaYAML + "\nprivacy: \(privacy)\nfind_by: [code, company, email]\n"
        let definition = try EventDefinition(yaml: yaml, named: "event.yaml", folder: fixture.folder)
        let rows = [
            TicketRow(
                code: code("a"), reference: "R-1", type: "standard", holder: "Amina Achieng", company: "Gala Ltd",
                emails: ["amina@example.org"]),
            TicketRow(code: code("b"), reference: "R-2", type: "vip"),
        ]
        try await fixture.install(rows, of: definition, in: station)
        if staffKey {
            let key = ManifestBuilder.staffKey(for: "gala", key: fixture.organizer).base64EncodedString()
            try Data(key.utf8).write(to: fixture.folder.appending(path: "state/credentials/staff-gala"))
        }
        return station
    }

    @Test(arguments: ["sealed", "staff"])
    func `a steward finds a ticket by the beginning of its code, a supervisor also by company and e-mail address`(
        privacy: String
    ) async throws {
        let station = try await openFindable(privacy: privacy)
        func refs(_ query: String, _ staff: Staff) async throws -> [String?] {
            try await station.acts.search(SearchRequest(query: query), by: staff).hits.map(\.ref)
        }
        let beginning = String(code("a").prefix(8))
        for staff in [steward, supervisor] {
            #expect(try await refs(beginning, staff) == ["R-1"])
            #expect(try await refs(String(code("a").prefix(7)), staff) == [])
        }
        for query in ["amina@example.org", "gala ltd"] {
            #expect(try await refs(query, steward) == [])
            #expect(try await refs(query, supervisor) == ["R-1"])
        }
        #expect(await station.acts.searchTerms(of: steward) == [.code])
        #expect(await station.acts.searchTerms(of: supervisor).isSuperset(of: [.code, .company, .email]))
        // Finding it changes nothing about who may let in whom.
        let hit = try #require(try await station.acts.search(SearchRequest(query: beginning), by: steward).hits.first)
        let override = ManualRequest(
            ticket: hit.ticket, line: hit.line, isOverride: true, note: "why", operator: "Anne")
        #expect(
            await refusal { _ = try await station.acts.admit(override, by: steward) } == "only a supervisor may do this"
        )
        let request = ManualRequest(ticket: hit.ticket, line: hit.line, operator: "Anne")
        #expect(try await station.acts.admit(request, by: steward).verdict == .admitted)
        #expect(try await station.acts.admit(request, by: steward).verdict == .refused(.alreadyScanned))
    }

    @Test func `without the staff key or the permission for names, nobody finds what these protect`() async throws {
        let keyless = try await openFindable(privacy: "staff", staffKey: false)
        let answer = try await keyless.acts.search(SearchRequest(query: "amina@example.org"), by: supervisor)
        #expect(answer.hits.isEmpty && answer.note?.contains("need its staff key") == true)
        #expect(await keyless.acts.searchTerms(of: supervisor).isEmpty)
    }

    @Test func `a station that may not tell names finds no company and no e-mail address`() async throws {
        let basic = try await openFindable(privacy: "staff", permissions: [.scan, .manualCheckIn])
        let none = try await basic.acts.search(SearchRequest(query: "amina@example.org"), by: supervisor)
        #expect(none.hits.isEmpty)
        let found = try await basic.acts.search(SearchRequest(query: String(code("a").prefix(8))), by: supervisor).hits
        #expect(found.map(\.ref) == ["R-1"] && found.first?.holder == nil && found.first?.type == nil)
    }

    @Test func `a station without a permission tells and does less, whoever asks`() async throws {
        let basic = try await open([.scan, .manualCheckIn])
        let shown = try #require(await basic.door.show(code("b")).report)
        #expect(shown.verdict == .admitted && shown.holder == nil && shown.type == nil && shown.admits == nil)
        let hit = try #require(try await basic.acts.search(SearchRequest(query: "R-2"), by: supervisor).hits.first)
        #expect(hit.holder == nil && hit.type == nil && hit.seat == nil && hit.admits == nil)
        let names = try await basic.acts.search(SearchRequest(query: "achieng"), by: supervisor)
        #expect(names.hits.isEmpty && names.note?.contains("may not show names") == true)
    }

    @Test func `a station that may not act by hand refuses also its own command line`() async throws {
        let station = try await open([.scan, .basicAttendee, .detailedAttendee])
        #expect(await refusal { _ = try await station.acts.admit(ManualRequest(reference: "R-1")) } != nil)
        #expect(await refusal { _ = try await station.acts.checkOutAll(CheckOutAllRequest()) } != nil)
        #expect(await refusal { _ = try await station.acts.search(SearchRequest(query: "R-1")) } != nil)
        #expect(await station.door.show(code("a")).report?.holder == "Amina Achieng")
    }

    @Test func `a station that may not scan refuses every code, and still admits by hand`() async throws {
        let station = try await open([.manualCheckIn])
        for text in [code("a"), "nothing"] {
            #expect(await station.door.show(text).verdict == .refused(.stationNotAuthorised))
        }
        #expect(try await station.acts.admit(ManualRequest(reference: "R-1"), by: steward).verdict == .admitted)
    }

    @Test func `another gate and direction survive a restart, and count for their event only`() async throws {
        do {
            let station = try await open()
            #expect(try await station.place.current(by: supervisor).gates.map(\.slug) == ["A", "L"])
            #expect(
                await refusal { _ = try await station.place.move(PlaceRequest(gate: "L"), by: steward) }
                    == "only a supervisor may do this")
            #expect(await refusal { _ = try await station.place.move(PlaceRequest(gate: "Q"), by: supervisor) } != nil)
            let place = try await station.place.move(PlaceRequest(gate: "L", direction: .out), by: supervisor)
            #expect(place.gate == "L" && place.direction == .out)
            try station.close()
        }
        do {
            let station = try await fixture.open { $0.gate = "A" }
            let status = try await station.monitor.status()
            #expect(status.serving.first?.gate == "L" && status.direction == .out)
            #expect(await station.door.show(code("b")).report?.list == "lounge")
            #expect(try await station.place.move(PlaceRequest(direction: .look), by: supervisor).gate == "L")
            try station.close()
        }
        let station = try await fixture.open { $0.gate = "A" }
        #expect(try await station.monitor.status().direction == .look)
        fixture.set(now: time("2027-04-05T18:00:00Z"))
        let spring = StationFixture.yaml(id: "spring").replacing("2026-12", with: "2027-04")
        try await fixture.install(["\(code("z")),R9,standard,,valid,1,,"], in: station, yaml: spring)
        let status = try await station.monitor.status()
        #expect(status.serving.map(\.id) == ["spring"])
        #expect(status.serving.first?.gate == "A" && status.direction == .in)
    }

    @Test func `two supervisors who change different things at once both get what they chose`() async throws {
        let station = try await open()
        for _ in 0..<20 {
            _ = try await station.place.move(PlaceRequest(gate: "A", direction: .in), by: supervisor)
            async let gate = station.place.move(PlaceRequest(gate: "L"), by: supervisor)
            async let direction = station.place.move(PlaceRequest(direction: .out), by: supervisor)
            _ = try await (gate, direction)
            let place = try await station.place.current(by: supervisor)
            #expect(place.gate == "L" && place.direction == .out)
        }
    }

    @Test func `an operator who was removed and added again is employed anew`() async throws {
        let station = try await open()
        let eve = OperatorRequest(name: "Eve", role: "supervisor", pin: "394857")
        try await station.operators.add(eve)
        let before = try #require(try await station.operators.account(of: "Eve"))
        try await station.operators.remove(name: "Eve")
        #expect(try await station.operators.account(of: "Eve") == nil)
        // No clock needs to have moved on.
        try await station.operators.add(eve)
        let after = try #require(try await station.operators.account(of: "Eve"))
        #expect(after.role == before.role && after != before)
    }

    @Test func `a steward at another gate is refused`() async throws {
        let station = try await open()
        let request = ManualRequest(reference: "R-2", gate: "L")
        #expect(
            await refusal { _ = try await station.acts.admit(request, by: steward) } == "only a supervisor may do this")
        #expect(try await station.acts.admit(request, by: supervisor).gate == "L")
    }

    @Test func `everybody is counted before they are sent out`() async throws {
        let station = try await open()
        for text in ["a", "b", "b"] { _ = await station.door.show(code(text)) }
        #expect(try await station.acts.peopleInside(by: supervisor) == CheckOutAllAnswer(entries: 2, people: 3))
        #expect(await refusal { _ = try await station.acts.peopleInside(by: steward) } != nil)
        let answer = try await station.acts.checkOutAll(CheckOutAllRequest(operator: "Sue"), by: supervisor)
        #expect(answer.people == 3)
        #expect(try await station.acts.peopleInside(by: supervisor).people == 0)
        #expect(try station.resources.journal.entries(after: 3, limit: 9).map(\.checkIn.operator) == ["Sue", "Sue"])
    }

    @Test func `six wrong PINs make a pause of half a minute, which a restart does not shorten`() async throws {
        let right = SessionRequest(operator: "Anne", pin: "271828")
        do {
            let station = try await fixture.open()
            try await station.operators.add(OperatorRequest(name: "Anne", role: "steward", pin: "271828"))
            #expect(try await station.operators.checkPIN(right) == .right(.steward))
            var now = StationFixture.evening
            for seconds in [1, 2, 4, 8, 16, 32] {
                let answer = try await station.operators.checkPIN(SessionRequest(operator: "Anne", pin: "000000"))
                #expect(answer == .wrong(pause: .seconds(seconds)))
                #expect(try await station.operators.checkPIN(right) == .tooSoon(pause: .seconds(seconds)))
                if seconds < 32 { now = now + .seconds(seconds) }
                fixture.set(now: now)
            }
            try station.close()
        }
        let station = try await fixture.open()
        #expect(try await station.operators.checkPIN(right) == .tooSoon(pause: .seconds(32)))
        fixture.set(now: StationFixture.evening + .seconds(31 + 32))
        #expect(try await station.operators.checkPIN(right) == .right(.steward))
    }
}
