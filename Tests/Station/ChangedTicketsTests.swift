import Backends
import Foundation
import Journal
import Manifests
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

/// What a ticketing server has changed of tickets since the list was made, at a real station.
@Suite struct ChangedTicketsTests {
    private static let backend = "box"
    private static let yaml = StationFixture.galaYAML + "\nbackend: box"
    private static let evening = StationFixture.evening
    private let fixture: StationFixture
    private let station: Station

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open { configuration in
            configuration.gate = "A"
            configuration.backends = [BackendSettings(name: Self.backend, kind: .webhook, url: "https://box.invalid")]
        }
        try await install()
    }

    private func install(_ status: String = "valid", yaml: String = yaml) async throws {
        let rows = ["S1", "S2", "S3"].map { "\(code($0)),r-\($0),standard,,\($0 == "S1" ? status : "valid"),1,," }
        try await fixture.install(rows, in: station, yaml: yaml)
    }

    private func ticket(
        _ name: String, _ status: TicketRow.Status, event: String? = "gala", codes: [String] = [],
        from start: Timestamp? = nil, at seconds: Int64 = 60
    ) throws -> ReportedTicket {
        try #require(
            ReportedTicket(
                event: event, reference: "r-\(name)", status: status, notBefore: start, codes: codes,
                at: Self.evening + .seconds(seconds)))
    }

    private func hear(_ tickets: ReportedTicket..., of backend: String = backend) async throws {
        fixture.set(now: Self.evening + .seconds(600))
        var page = CheckInPage(checkIns: [], cursor: "1", isMore: false)
        page.tickets = tickets
        try await station.uploads.updates(of: backend).keep(page)
    }

    private func verdict(_ name: String = "S1", _ direction: Direction? = .look) async -> Verdict? {
        await station.door.show(code(name), direction: direction).verdict
    }

    private func kept(_ name: String = "S1") throws -> Bool {
        try !station.resources.journal.changedTickets(of: "gala", backend: Self.backend, references: ["r-\(name)"])
            .isEmpty
    }

    @Test(arguments: TicketStatus.allCases) func `a ticket is what its server has made of it`(
        status: TicketStatus
    ) async throws {
        try await hear(ticket("S1", .ticket(status)))
        #expect(await verdict()?.reason?.rawValue == (status == .valid ? nil : status.word))
        #expect(await verdict("S1", .in)?.reason?.rawValue == (status == .valid ? nil : status.word))
        #expect(await verdict("S2") == .admitted)
        let hit = try #require(try await station.acts.search(SearchRequest(query: "r-S1")).hits.first)
        #expect(hit.status == status.word)
        let admitted = try? await station.acts.admit(ManualRequest(reference: "r-S2"))
        #expect(admitted?.verdict == .admitted)
        // What is as in the list needs no row.
        #expect(try kept() == (status != .valid))
    }

    @Test func `what was refused in the list is let in once its server says so, by hand too`() async throws {
        fixture.set(now: Self.evening + .seconds(1))
        try await install("unpaid")
        #expect(await verdict() == .refused(.unpaid))
        try await hear(ticket("S1", .ticket(.valid)))
        #expect(try await station.acts.admit(ManualRequest(reference: "r-S1")).verdict == .admitted)
        #expect(await verdict() == .refused(.alreadyScanned))
        // Changed back: what is as in the list is still told.
        try await hear(ticket("S1", .ticket(.unpaid), at: 90))
        #expect(await verdict("S1", .in) == .refused(.unpaid))
    }

    @Test func `an unpaid ticket is asked about where the list says so`() async throws {
        fixture.set(now: Self.evening + .seconds(1))
        try await install(yaml: Self.yaml.replacing("reentry: none}", with: "reentry: none, unpaid: ask}"))
        try await hear(ticket("S1", .ticket(.unpaid)))
        #expect(await verdict("S1", .in) == .refused(.questions))
    }

    @Test func `whoever is inside can leave when the ticket was cancelled`() async throws {
        #expect(await verdict("S1", .in) == .admitted)
        try await hear(ticket("S1", .ticket(.voided)), ticket("S2", .ticket(.voided)))
        #expect(await verdict("S1", .in) == .refused(.voided))
        #expect(await verdict("S1", .out) == .checkedOut)
        #expect(await verdict("S2", .out) == .refused(.voided))
    }

    @Test func `new times count, and none leave those of the list`() async throws {
        try await hear(
            ticket("S1", .ticket(.valid), from: Self.evening + .seconds(7200)), ticket("S2", .ticket(.valid)))
        #expect(await verdict() == .refused(.notStarted))
        #expect(await verdict("S2") == .admitted)
        #expect(try kept() && !kept("S2"))
    }

    @Test func `a code that the ticket has not any more is revoked, and a person may still name the ticket`()
        async throws
    {
        try await hear(
            ticket("S1", .ticket(.valid), codes: [code("new")]),
            ticket("S2", .ticket(.valid), codes: [code("S2"), "x"]),
            ticket("S3", .ticket(.valid), codes: ["two\nlines"]))
        #expect(await verdict() == .refused(.revoked))
        #expect(await verdict("S2") == .admitted)
        #expect(await verdict("S3") == .admitted, "what can be no code says nothing of the others")
        #expect(try await station.acts.admit(ManualRequest(reference: "r-S1")).verdict == .admitted)
        let files = try FileManager.default.subpathsOfDirectory(atPath: fixture.folder.path)
        for file in files where file.contains("journal.sqlite") {
            let data = try Data(contentsOf: fixture.folder.appending(path: file))
            #expect(data.range(of: Data(code("new").utf8)) == nil, "\(file)")
        }
    }

    @Test func `a list that was made later decides, whatever time the server has named`() async throws {
        try await hear(ticket("S1", .ticket(.voided), at: 3_000_000), ticket("S2", .ticket(.voided), at: -60))
        #expect(await verdict() == .refused(.voided))
        #expect(await verdict("S2") == .admitted, "the list is newer")
        fixture.set(now: Self.evening + .seconds(631))
        try await install()
        #expect(await verdict() == .admitted)
        #expect(try !kept())
    }

    @Test func `where clocks differ by less than half a minute, what refuses counts, and what lets in does not`()
        async throws
    {
        fixture.set(now: Self.evening + .seconds(25))
        try await install("refunded")
        try await hear(ticket("S1", .ticket(.valid), at: 1), ticket("S2", .ticket(.voided), at: 1))
        #expect(await verdict() == .refused(.refunded))
        #expect(await verdict("S2") == .refused(.voided))
    }

    @Test func `a clock that is behind the list hides no change`() async throws {
        let change = try ticket("S1", .ticket(.voided))
        fixture.set(now: Self.evening - .seconds(3600))
        var page = CheckInPage(checkIns: [], cursor: "1", isMore: false)
        page.tickets = [change]
        try await station.uploads.updates(of: Self.backend).keep(page)
        #expect(await verdict() == .refused(.voided))
    }

    @Test func `no server makes a ticket of another's event valid`() async throws {
        fixture.set(now: Self.evening + .seconds(1))
        try await install("refunded")
        try await hear(ticket("S1", .ticket(.valid)), ticket("S1", .ticket(.valid), event: nil), of: "other")
        #expect(await verdict() == .refused(.refunded))
    }

    @Test func `what was changed before there was a list counts once it comes, if it is older`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open { configuration in
            configuration.gate = "A"
            configuration.backends = [BackendSettings(name: Self.backend, kind: .webhook, url: "https://box.invalid")]
        }
        var page = CheckInPage(checkIns: [], cursor: "1", isMore: false)
        page.tickets = [
            try ticket("S1", .ticket(.voided), at: 0), try ticket("S2", .ticket(.voided), at: -60),
        ]
        try await station.uploads.updates(of: Self.backend).keep(page)
        fixture.set(now: Self.evening - .seconds(30))
        try await fixture.install(
            ["S1", "S2"].map { "\(code($0)),r-\($0),standard,,valid,1,," }, in: station, yaml: Self.yaml)
        fixture.set(now: Self.evening)
        #expect(await station.door.show(code("S1")).verdict == .refused(.voided))
        #expect(await station.door.show(code("S2")).verdict == .admitted)
    }

    @Test func `a ticket that is in no list is what its server has made of it since it was asked`() async throws {
        let manifest = try #require(station.resources.manifests.installed.first)
        let row = TicketRow(code: code("L1"), reference: "r-L1", type: "standard")
        try station.resources.journal.keep(
            LateTicket([row], asked: Self.evening + .seconds(30)), of: manifest.key(of: code("L1")), event: "gala")
        try await hear(ticket("L1", .ticket(.voided), at: -1))
        #expect(await verdict("L1") == .admitted)
        // A server that names whole seconds only.
        try await hear(ticket("L1", .ticket(.voided), at: 30))
        #expect(await verdict("L1") == .refused(.voided))
    }

    @Test func `a ticket is not forgotten before its event is over, whatever has passed; afterwards it is`()
        async throws
    {
        try await hear(ticket("S1", .ticket(.voided)))
        let request = ForgetRequest(event: "gala", ticket: "r-S1")
        await #expect { try await station.records.forget(request) } throws: { "\($0)".contains("is not over") }
        #expect(await verdict() == .refused(.voided))
        fixture.set(now: Self.evening + .seconds(10 * 86_400))
        #expect(try await station.records.forget(request) == ForgetAnswer(entries: 0, others: 1, isListed: true))
        #expect(try !kept())
        let wrong = ForgetRequest(event: "gala", ticket: "R-S1")
        await #expect { try await station.records.forget(wrong) } throws: { "\($0)".contains("has this reference") }
    }
}
