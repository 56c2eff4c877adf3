import Foundation
import GRDB
import Manifests
import Messages
import Publishing
import StationAPI
import Testing
import Tickets

@testable import Journal
@testable import Station
@testable import Venue

/// Doors that share a venue's ledger.
@Suite struct VenueDoorTests {
    let ledger = LedgerDouble()
    private let organizer = SigningKey()

    private static let yaml = StationFixture.galaYAML.replacing(
        "  - {id: L, name", with: "  - {id: B, name: Gate B, list: main}\n  - {id: L, name")

    private static let rows = [
        "\(code("a")),R-a,standard,Amina,valid,1,,", "\(code("b")),R-b,standard,,valid,1,,",
        "\(code("vip")),R-vip,vip,,valid,1,,", "\(code("group")),R-group,standard,,valid,4,,",
    ]

    /// A station, its folder, and its way to the ledger.
    struct Gate {
        let fixture: StationFixture
        let station: Station
        let link: LedgerDouble.Gate

        var door: Door { station.door }

        func journal() throws -> [CheckIn] {
            try station.resources.journal.entries(after: 0, limit: 100).map(\.checkIn)
        }

        func standing(_ sequence: Int) throws -> LedgerEntryState? {
            try station.resources.journal.ledgerStanding(try journal()[sequence - 1].id)
        }
    }

    func gate(
        _ name: String, whenAlone: [String: VenueSettings.WhenAlone] = [:]
    ) async throws -> Gate {
        let fixture = try StationFixture(organizer: organizer)
        let link = ledger.gate("kiosk-\(name)")
        let station = try await fixture.open(
            { configuration in
                configuration.station = "kiosk-\(name)"
                configuration.gate = name
                var venue = VenueSettings(url: "postgresql://ledger/venue")
                venue.whenAloneByType = whenAlone
                // However busy the machine is.
                venue.limit = .seconds(600)
                configuration.venue = venue
            }, ledger: link)
        link.connect(try #require(station.resources.venue).ledgerJournal)
        try await fixture.install(Self.rows, in: station, yaml: Self.yaml)
        return Gate(fixture: fixture, station: station, link: link)
    }

    @Test func `a ticket enters at one gate, and the other tells where and when`() async throws {
        let (a, b) = (try await gate("A"), try await gate("B"))
        #expect(await a.door.show(code("a")).verdict == .admitted)
        let later = StationFixture.evening + .seconds(60)
        b.fixture.set(now: later)
        let refused = try #require(await b.door.show(code("a")).report)
        #expect(refused.verdict == .refused(.alreadyScanned))
        #expect(refused.first == .init(at: StationFixture.evening, gate: "A", station: "kiosk-A"))
        let entry = try #require(ledger.entries.first)
        #expect(ledger.entries.count == 1)
        #expect(try a.journal().map(\.id) == [entry.id])
        #expect(try a.journal().map(\.sequence) == [entry.seq])
        #expect(try a.standing(1) == .claimed)
        #expect(try b.standing(1) == nil)
        #expect(a.link.open == nil)
    }

    @Test func `a refusal is looked up, so that an undo at the other gate is known`() async throws {
        let (a, b) = (try await gate("A"), try await gate("B"))
        _ = await a.door.show(code("a"))
        #expect(await b.door.show(code("a")).verdict == .refused(.alreadyScanned))
        _ = try await a.station.acts.undo(UndoRequest())
        #expect(ledger.entries.map(\.kind) == ["scan", "undo"])
        #expect(try a.standing(2) == .claimed)
        #expect(await b.door.show(code("a")).verdict == .admitted)
        #expect(ledger.entries.count == 3)
    }

    @Test func `what is no ticket, is looked at only or only asked about is not the ledger's business`() async throws {
        let a = try await gate("A")
        _ = await a.door.show("nothing")
        #expect(await a.door.show(code("a"), direction: .look).verdict == .admitted)
        #expect(await a.door.check(CheckRequest(code: code("a"))).verdict == .admitted)
        #expect(ledger.claims == 0)
        #expect(ledger.looks == 0)
        #expect(ledger.entries.isEmpty)
    }

    @Test func `a check-out and an admission by hand are claimed, too`() async throws {
        let (a, b) = (try await gate("A"), try await gate("B"))
        #expect(try await a.station.acts.admit(ManualRequest(reference: "R-group", count: 3)).verdict == .admitted)
        #expect(ledger.entries.map(\.count) == [3])
        #expect(try await b.station.acts.admit(ManualRequest(reference: "R-group")).verdict == .admitted)
        #expect(await b.door.show(code("group")).verdict == .refused(.alreadyScanned))
        #expect(try await b.station.acts.checkOut(ManualRequest(reference: "R-group")).verdict == .checkedOut)
        #expect(ledger.entries.map(\.verdict) == ["admitted", "admitted", "checkedOut"])
        #expect(try b.standing(3) == .claimed)
    }

    @Test func `half a group is not let in when the other gate was faster`() async throws {
        let a = try await gate("A")
        ledger.change { $0.faster = (2, 1) }
        let report = try await a.station.acts.admit(ManualRequest(reference: "R-group", count: 3))
        #expect(report.verdict == .refused(.alreadyScanned))
        #expect(ledger.entries.map(\.count) == [2])
        #expect(try await a.station.acts.admit(ManualRequest(reference: "R-group", count: 2)).verdict == .admitted)
    }

    @Test func `a full list lets nobody in, unless a person does`() async throws {
        let (a, b) = (try await gate("A"), try await gate("B"))
        ledger.change { $0.capacity = 1 }
        #expect(await a.door.show(code("a")).verdict == .admitted)
        let refused = try #require(await b.door.show(code("b")).report)
        #expect(refused.verdict == .refused(.full) && refused.countedBy == .venue)
        #expect(ledger.entries.count == 1)
        let request = ManualRequest(reference: "R-b", isOverride: true, note: "One more", operator: "Sue")
        #expect(try await b.station.acts.admit(request).verdict == .admitted)
        #expect(try b.standing(2) == .waiting)
        try b.link.deliver()
        #expect(ledger.entries.map(\.claimed) == [true, false])
    }

    @Test func `alone, each gate decides by what it knows, and both learn of the double entry`() async throws {
        let (a, b) = (try await gate("A"), try await gate("B"))
        #expect(await a.door.show(code("b")).verdict == .admitted)
        try b.link.catchUp()
        ledger.change { $0.isGone = true }
        #expect(await b.door.show(code("b")).verdict == .refused(.alreadyScanned))
        #expect(await a.door.show(code("a")).verdict == .admitted)
        b.fixture.set(now: StationFixture.evening + .seconds(60))
        #expect(await b.door.show(code("a")).verdict == .admitted)
        #expect(try a.standing(2) == .waiting)
        #expect(try await a.station.monitor.status().venue == .init(condition: .alone, waiting: 1, parked: 0))
        #expect(try await a.station.codes().contains(.ledgerNotAsked))

        ledger.change { $0.isGone = false }
        try a.link.deliver()
        try b.link.deliver()
        for gate in [a, b] {
            try gate.link.catchUp()
            gate.station.resources.doubleEntries.review()
            let faults = try await gate.station.monitor.status().faults
            #expect(faults.contains { $0.contains("R-a, gate A 18:00, gate B 18:01.") }, "\(faults)")
            #expect(try gate.station.resources.doubleEntries.all().count == 1)
        }
        #expect(ledger.entries.map(\.claimed) == [true, false, false])
        #expect(await b.door.show(code("a")).verdict == .refused(.alreadyScanned))
    }

    @Test func `alone, tickets of some types wait, and a person may let them in`() async throws {
        let a = try await gate("A", whenAlone: ["vip": .hold])
        ledger.change { $0.isGone = true }
        #expect(await a.door.show(code("a")).verdict == .admitted)
        let held = try #require(await a.door.show(code("vip")).report)
        #expect(held.verdict == .refused(.held))
        #expect(held.message == "The other gates cannot be asked: this ticket has to wait")
        let request = ManualRequest(reference: "R-vip", isOverride: true, note: "Known", operator: "Sue")
        #expect(try await a.station.acts.admit(request).verdict == .admitted)
        #expect(await a.door.show(code("vip"), direction: .out).verdict == .checkedOut)
        ledger.change { $0.isGone = false }
        try a.link.deliver()
        #expect(ledger.entries.map(\.ref) == ["R-a", "R-vip", "R-vip"])
    }

    @Test func `an answer that is lost leaves one entry, under one id`() async throws {
        let (a, b) = (try await gate("A"), try await gate("B"))
        ledger.change { $0.losesAnswers = true }
        #expect(await a.door.show(code("a")).verdict == .admitted)
        #expect(try a.standing(1) == .waiting)
        try a.link.deliver()
        #expect(ledger.entries.map(\.id) == (try a.journal().map(\.id)))
        #expect(try a.standing(1) == .delivered)
        ledger.change { $0.losesAnswers = false }
        #expect(await b.door.show(code("a")).verdict == .refused(.alreadyScanned))
    }

    @Test func `a held ticket whose answer was lost is no entry of the journal`() async throws {
        let a = try await gate("A", whenAlone: ["vip": .hold])
        ledger.change { $0.losesAnswers = true }
        #expect(await a.door.show(code("vip")).verdict == .refused(.held))
        let entry = try #require(ledger.entries.first)
        // So that it is taken back.
        let ledgerJournal = try #require(a.station.resources.venue).ledgerJournal
        #expect(try !ledgerJournal.has(entry))
    }

    @Test func `a disk that takes nothing lets nobody in, and the claim is taken back`() async throws {
        let a = try await gate("A")
        try await a.station.resources.journal.queue.write { db in
            try db.execute(
                sql: "CREATE TEMP TRIGGER broken BEFORE INSERT ON main.entry BEGIN SELECT RAISE(ABORT, 'broken'); END")
        }
        #expect(await a.door.show(code("a")).verdict == .refused(.notRecorded))
        #expect(ledger.claims == 1)
        #expect(ledger.entries.isEmpty)
        #expect(a.link.open == nil)
        try await a.station.resources.journal.queue.write { db in try db.execute(sql: "DROP TRIGGER temp.broken") }
        #expect(await a.door.show(code("a")).verdict == .admitted)
        #expect(ledger.entries.count == 1)
    }

    @Test func `what was not recorded at the time reaches the ledger when it is`() async throws {
        let a = try await gate("A")
        try await a.station.resources.journal.queue.write { db in
            try db.execute(
                sql: "CREATE TEMP TRIGGER broken BEFORE INSERT ON main.entry BEGIN SELECT RAISE(ABORT, 'broken'); END")
        }
        _ = await a.door.show(code("a"))
        try await a.station.acts.setNotRecorded(NotRecordedRequest(isOn: true, operator: "Grace"))
        #expect(await a.door.show(code("b")).verdict == .admitted)
        #expect(ledger.entries.isEmpty)
        try await a.station.resources.journal.queue.write { db in try db.execute(sql: "DROP TRIGGER temp.broken") }
        await a.door.recordWaiting()
        try a.link.deliver()
        #expect(ledger.entries.map(\.ref) == ["R-b"])
    }

    @Test func `an undo does not come to the ledger before what it takes back`() async throws {
        let a = try await gate("A")
        ledger.change { $0.isGone = true }
        _ = await a.door.show(code("a"))
        ledger.change { $0.isGone = false }
        _ = try await a.station.acts.undo(UndoRequest())
        #expect(ledger.entries.isEmpty)
        try a.link.deliver()
        #expect(ledger.entries.map(\.kind) == ["scan", "undo"])
    }

    @Test func `without its password a station is alone, and doctor says what to do`() async throws {
        let fixture = try StationFixture(organizer: organizer)
        let station = try await fixture.open { configuration in
            var venue = VenueSettings(url: "postgresql://ledger/venue")
            venue.credential = "ledger"
            configuration.venue = venue
        }
        try await fixture.install(Self.rows, in: station, yaml: Self.yaml)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        #expect(try station.resources.journal.waitingForLedger(limit: 9).count == 1)
        let status = try #require(try await station.monitor.status().venue)
        #expect(status.condition == .alone)
        #expect(status.trouble?.contains("the credential ledger is missing") == true)
        let finding = try #require(try await station.monitor.examine().first { $0.area == .venue })
        #expect(finding.level == .broken)
        #expect(finding.next?.contains("LoadCredential=") == true)
    }

    @Test func `doctor says that when_alone names a type that no list has`() async throws {
        let fixture = try StationFixture(organizer: organizer)
        let station = try await fixture.open { configuration in
            var venue = VenueSettings(url: "postgresql://ledger/venue")
            venue.whenAloneByType = ["standard": .hold, "vip-typo": .hold]
            configuration.venue = venue
        }
        let mistake = { try await station.monitor.examine().first { $0.code == .unknownTypes } }
        #expect(try await mistake() == nil, "without a list nothing is known of its types")
        try await fixture.install(Self.rows, in: station, yaml: Self.yaml)
        let finding = try #require(try await mistake())
        #expect(finding.says.hasSuffix("no list has: vip-typo."))
        #expect(finding.next?.contains("standard") == true)
    }

    @Test func `a clock that is not the ledger's is told, until it is set right`() async throws {
        let station = try await gate("A").station
        let ledgerJournal = try #require(station.resources.venue).ledgerJournal
        func clock() async throws -> [String] {
            try await station.monitor.currentConditions().filter { $0.area == .clock }.map(\.key)
        }
        #expect(try await clock() == ["clockFine"])
        ledgerJournal.noteTime(StationFixture.evening + .seconds(40))
        #expect(try await clock() == ["clockOffBehindLedger"])
        ledgerJournal.noteTime(StationFixture.evening + .seconds(5))
        #expect(try await clock() == ["clockFine"])
    }

    @Test func `figures tell the capacity that the ledger has told`() async throws {
        let station = try await gate("A").station
        let capacities = {
            try await station.figures.figures(event: nil).flatMap(\.lists).reduce(into: [:]) {
                $0[$1.slug] = $1.capacity
            }
        }
        #expect(try await capacities() == [:])
        let told = #"{"lists": [], "capacities": [{"event": "gala", "list": "main", "people": 380}]}"#
        try #require(station.resources.venue).ledgerJournal.note(
            JSONDecoder().decode(LedgerNotices.self, from: Data(told.utf8)))
        #expect(try await capacities() == ["main": 380])
    }

    /// A newer list, of a server that says who is inside on the group's ticket.
    private func installList(withInside people: Int, until time: Timestamp, at gate: Gate) async throws {
        let file = gate.fixture.folder.appending(path: "\(UUID()).usher")
        let definition = try EventDefinition(yaml: Self.yaml, named: "event.yaml", folder: gate.fixture.folder)
        let used = TicketRow.Used(list: "main", ins: people + 1, outs: 1, firstAt: time, lastAt: time)
        var source = TicketRows(
            [
                TicketRow(code: code("a"), reference: "R-a", type: "standard"),
                TicketRow(code: code("b"), reference: "R-b", type: "standard"),
                TicketRow(code: code("vip"), reference: "R-vip", type: "vip"),
                TicketRow(code: code("group"), reference: "R-group", type: "standard", admits: 4, used: [used]),
            ], name: "server")
        let now = StationFixture.evening + .seconds(60)
        gate.fixture.set(now: now)
        try ManifestBuilder(definition: definition, key: organizer, now: now).build(&source, to: file)
        let (pieces, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        continuation.yield(Array(try Data(contentsOf: file)))
        continuation.finish()
        _ = try await gate.station.lists.install(pieces, acceptingLoss: false)
    }

    @Test func `the ledger is told whom the list knows to be inside, with a claim and afterwards`() async throws {
        let a = try await gate("A")
        let time = StationFixture.evening - .seconds(600)
        try await installList(withInside: 2, until: time, at: a)
        #expect(await a.door.show(code("group")).verdict == .admitted)
        #expect(await a.door.show(code("b")).verdict == .admitted)
        #expect(ledger.entries.map(\.used) == [2, nil])
        #expect(ledger.entries.first?.usedUntil == (time + .milliseconds(999)).milliseconds)
        ledger.change { $0.isGone = true }
        _ = try await a.station.acts.checkOut(ManualRequest(reference: "R-group"))
        ledger.change { $0.isGone = false }
        try a.link.deliver()
        #expect(ledger.entries.map(\.used) == [2, nil, 2])
    }

    @Test func `everyone out is told to the ledger`() async throws {
        let (a, b) = (try await gate("A"), try await gate("B"))
        _ = await a.door.show(code("a"))
        _ = await b.door.show(code("b"))
        try a.link.catchUp()
        let answer = try await a.station.acts.checkOutAll(CheckOutAllRequest(operator: "Sue"))
        #expect(answer.people == 2)
        try a.link.deliver()
        #expect(ledger.entries.map(\.kind) == ["scan", "scan", "checkoutAll", "checkoutAll"])
    }

    @Test func `a gate that is faster each time leaves the other alone after some rounds`() async throws {
        let a = try await gate("A")
        ledger.change { $0.faster = (1, 100) }
        #expect(try await a.station.acts.checkOut(ManualRequest(reference: "R-group")).verdict == .checkedOut)
        #expect(ledger.claims == ClaimProtocol.mostRounds)
        #expect(try a.standing(1) == .waiting)
    }
}
