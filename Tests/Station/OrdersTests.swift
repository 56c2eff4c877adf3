import Fleet
import Foundation
import Journal
import Messages
import StationAPI
import Testing
import Tickets

@testable import Station

/// Orders of the control room at a real station: each is done once, and nothing but what its key has signed.
@Suite struct OrdersTests {
    private let fixture: StationFixture
    private let key = SigningKey()

    init() throws {
        fixture = try StationFixture()
    }

    private func open(_ name: String = "kiosk-1") async throws -> Station {
        try await fixture.open { [key] in
            $0.station = name
            $0.ordersKey = key.verificationKey
        }
    }

    private func withTickets(_ names: String...) async throws -> Station {
        let station = try await open()
        try await fixture.install(names.map { "\(code($0)),R\($0),standard,,valid,1,," }, in: station)
        return station
    }

    private func order(
        _ act: Order.Act, to stations: [String]? = ["kiosk-1"], gate: String? = nil, direction: Direction? = nil,
        text: String? = nil, after seconds: Int = 0, lasting: Int = 3600
    ) -> Order {
        let issued = StationFixture.evening + .seconds(seconds)
        return Order(
            id: UUID().uuidString.lowercased(), stations: stations, act: act, gate: gate, direction: direction,
            text: text, by: "Control room", issued: issued, expires: issued + .seconds(lasting))
    }

    private func give(_ orders: Order..., to station: Station, with other: SigningKey? = nil) async throws {
        await station.orders.take(try orders.map { try SignedOrder.sign($0, with: other ?? key) })
    }

    /// What the journal has of orders, in its order.
    private func notes(_ station: Station) throws -> [String] {
        try station.resources.journal.entries(limit: 100).map(\.checkIn).filter { $0.kind == .order }.map {
            "\($0.operator ?? "") \($0.note ?? "") \($0.verdict.word) \($0.count)"
        }
    }

    private func outcomes(_ station: Station) -> [OrderResult.Outcome] {
        station.resources.orderBook.results.map(\.outcome)
    }

    @Test func `a paused gate lets nobody in and everybody out, says why, and goes on after it`() async throws {
        let station = try await withTickets("a", "b", "c")
        #expect(await station.door.show(code("a")).verdict == .admitted)
        try await give(order(.pause, text: "The hall is full"), to: station)
        let refused = try #require(await station.door.show(code("b")).report)
        #expect(refused.verdict == .refused(.paused))
        #expect(refused.message == "This gate is paused: The hall is full")
        #expect(await station.door.show("nonsense").verdict == .refused(.invalid))
        #expect(await station.door.show(code("a"), direction: .out).verdict == .checkedOut)
        #expect(try await station.codes().contains(.gatePaused))
        try await give(order(.resume, after: 5), to: station)
        #expect(await station.door.show(code("c")).verdict == .admitted)
        #expect(try await !station.codes().contains(.gatePaused))
        #expect(
            try notes(station) == [
                "Control room pause: The hall is full noted 0", "Control room resume noted 0",
            ])
        #expect(try station.resources.journal.verify().isWhole)
    }

    @Test func `a pause ends by itself, and outlives a restart until then`() async throws {
        do {
            let station = try await withTickets("a", "b")
            try await give(order(.pause, text: "Wait", lasting: 600), to: station)
            try station.close()
        }
        let station = try await open()
        #expect(await station.door.show(code("a")).verdict == .refused(.paused))
        fixture.set(now: StationFixture.evening + .seconds(601))
        #expect(await station.door.show(code("b")).verdict == .admitted)
    }

    @Test func `a supervisor can let somebody in at a paused gate`() async throws {
        let station = try await withTickets("a")
        try await give(order(.pause, text: "Wait"), to: station)
        let sue = Staff(name: "Sue", role: .supervisor)
        let answer = try await station.acts.admit(
            ManualRequest(code: code("a"), isOverride: true, note: "an artist"), by: sue)
        #expect(answer.verdict == .admitted)
    }

    @Test func `a station is moved, and an order that it cannot do is told and does nothing`() async throws {
        let station = try await withTickets("a")
        try await give(order(.place, gate: "L", direction: .out), to: station)
        var place = try await station.place.current(by: Staff(name: "Sue", role: .supervisor))
        #expect((place.gate, place.direction) == ("L", .out))
        try await give(order(.place, gate: "nowhere", after: 5), to: station)
        place = try await station.place.current(by: Staff(name: "Sue", role: .supervisor))
        #expect(place.gate == "L")
        #expect(outcomes(station) == [.done, .failed])
        #expect(station.resources.orderBook.results[1].why?.contains("gate nowhere") == true)
        #expect(try notes(station)[1] == "Control room place: gate nowhere (failed) noted 0")
    }

    @Test func `a notice is shown to staff until it expires`() async throws {
        let station = try await withTickets("a")
        try await give(
            order(.notice, to: nil, text: "VIP buses at 19:40", lasting: 600),
            order(.notice, text: "Second notice", after: 1), to: station)
        func texts() async throws -> [String] {
            try await station.monitor.status().conditions.filter { $0.code == .notice }.map(\.says).sorted()
        }
        #expect(
            try await texts() == ["From Control room: Second notice", "From Control room: VIP buses at 19:40"])
        fixture.set(now: StationFixture.evening + .seconds(700))
        #expect(try await texts() == ["From Control room: Second notice"])
        #expect(await station.door.show(code("a")).verdict == .admitted)
    }

    @Test func `the same order again does nothing, also after a restart`() async throws {
        let pause = order(.pause, text: "Wait")
        do {
            let station = try await withTickets("a")
            try await give(pause, pause, to: station)
            try await give(order(.resume, after: 5), to: station)
            try station.close()
        }
        let station = try await open()
        try await give(pause, to: station)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        #expect(try notes(station).count == 2)
    }

    @Test func `of orders that arrive in another order, the one that was given last counts`() async throws {
        let station = try await withTickets("a")
        try await give(order(.resume, after: 10), order(.pause, text: "Wait"), to: station)
        #expect(outcomes(station) == [.done, .overtaken])
        #expect(await station.door.show(code("a")).verdict == .admitted)
        try await give(order(.place, gate: "L", after: 20), order(.place, gate: "A", after: 15), to: station)
        let place = try await station.place.current(by: Staff(name: "Sue", role: .supervisor))
        #expect(place.gate == "L")
    }

    @Test func `orders of another key, for another station, expired or from the future do nothing`() async throws {
        let station = try await withTickets("a")
        try await give(order(.pause, text: "Wait"), to: station, with: SigningKey())
        try await give(
            order(.pause, to: ["kiosk-2"], text: "Wait"), order(.pause, text: "Wait", after: -7200, lasting: 3600),
            order(.pause, text: "Wait", after: 7200), to: station)
        var signed = try SignedOrder.sign(order(.pause, to: ["kiosk-2"], text: "Wait"), with: key)
        signed.removeLast(2)
        await station.orders.take([signed, "", "nonsense", String(repeating: "x", count: 100_000)])
        #expect(await station.door.show(code("a")).verdict == .admitted)
        #expect(try notes(station) == [])
    }

    @Test func `a clock that is behind makes no order last longer`() async throws {
        let station = try await withTickets("a", "b")
        let pause = order(.pause, text: "Wait", lasting: 600)
        fixture.set(now: StationFixture.evening + .seconds(3600))
        #expect(await station.door.show(code("a")).verdict == .admitted)
        // Days later, the machine starts without a clock.
        fixture.set(now: StationFixture.evening + .seconds(10), isSynchronised: false)
        try await give(pause, to: station)
        #expect(await station.door.show(code("b")).verdict == .admitted)
        #expect(try notes(station) == [])
    }

    @Test func `a station without a key takes no orders`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        try await give(order(.pause, text: "Wait"), to: station)
        #expect(await station.door.show(code("a")).verdict == .admitted)
    }

    @Test func `when it cannot be told what was done before, nothing is done, and staff are told`() async throws {
        do {
            let station = try await withTickets("a")
            try await give(order(.notice, text: "Hello"), to: station)
            try station.close()
        }
        try Data("damaged".utf8).write(to: fixture.folder.appending(path: "state/orders.json"))
        let station = try await open()
        try await give(order(.pause, text: "Wait"), to: station)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        #expect(try await station.codes().contains(.ordersUnreadable))
    }

    @Test func `an enrolment is not ended while check-ins are unsent, or where there is none`() async throws {
        let station = try await withTickets("a")
        try await give(order(.leave), to: station)
        #expect(outcomes(station) == [.failed])
        #expect(await station.door.show(code("a")).verdict == .admitted)
    }

    @Test func `a support bundle goes with the reports that are made then, and is cut where it is too long`()
        async throws
    {
        let long = String(repeating: "ä", count: 200_000)
        let station = try await fixture.open(
            { [key] in $0.ordersKey = key.verificationKey }, supportBundle: { long })
        #expect(station.orders.bundles.current == nil)
        let wanted = order(.bundle)
        try await give(wanted, to: station)
        #expect(outcomes(station) == [.done])
        let bundle = try #require(station.orders.bundles.current)
        #expect(bundle.order == wanted.id)
        #expect(bundle.text.utf8.count <= StationReport.Bundle.longest)
        #expect(bundle.text.hasSuffix("(the rest is too long to be sent)\n"))
    }

    @Test func `a support bundle that cannot be made is told`() async throws {
        struct Broken: Error {}
        let station = try await fixture.open(
            { [key] in $0.ordersKey = key.verificationKey }, supportBundle: { throw Broken() })
        try await give(order(.bundle), to: station)
        #expect(outcomes(station) == [.failed])
        #expect(station.orders.bundles.current == nil)
    }

    @Test func `a restart is ordered once`() async throws {
        let station = try await withTickets("a")
        try await give(order(.restart), to: station)
        var restarts = station.restarts.makeAsyncIterator()
        #expect(await restarts.next() != nil)
        #expect(outcomes(station) == [.done])
    }

    @Test func `a pause ends on a clock that is behind, too, and resume is heard there`() async throws {
        fixture.set(now: StationFixture.evening, isSynchronised: false)
        let station = try await withTickets("a", "b")
        try await give(order(.pause, text: "Wait", after: 7200, lasting: 600), to: station)
        #expect(await station.door.show(code("a")).verdict == .refused(.paused))
        fixture.set(now: StationFixture.evening + .seconds(601), isSynchronised: false)
        #expect(await station.door.show(code("b")).verdict != .refused(.paused))
        try await give(order(.pause, text: "Wait", after: 7205), order(.resume, after: 7210), to: station)
        #expect(outcomes(station) == [.done, .done, .done])
        #expect(try await !station.codes().contains(.gatePaused))
    }

    @Test(arguments: [true, false])
    func `what is over does not come back with a clock that goes back`(isRestarted: Bool) async throws {
        do {
            let station = try await withTickets("a", "b", "c")
            try await give(
                order(.pause, text: "Wait", lasting: 600), order(.notice, text: "Hello", lasting: 600), to: station)
            #expect(await station.door.show(code("a")).verdict == .refused(.paused))
            #expect(try await station.codes().contains(.notice))
            fixture.set(now: StationFixture.evening + .seconds(601))
            #expect(await station.door.show(code("a")).verdict == .admitted)
            #expect(try await !station.codes().contains(.notice))
            if !isRestarted { try await goBack(station) }
        }
        if isRestarted { try await goBack(try await open()) }
    }

    @Test func `what is over is over at once, also while the disk takes nothing`() async throws {
        let station = try await withTickets("a", "b")
        try await give(order(.pause, text: "Wait", lasting: 600), to: station)
        let file = fixture.folder.appending(path: "state/orders.json")
        try FileManager.default.removeItem(at: file)
        // No file can take the place of a folder with something in it.
        try FileManager.default.createDirectory(at: file.appending(path: "x"), withIntermediateDirectories: true)
        fixture.set(now: StationFixture.evening + .seconds(601))
        #expect(await station.door.show(code("a")).verdict == .admitted)
        try await goBack(station)
    }

    private func goBack(_ station: Station) async throws {
        fixture.set(now: StationFixture.evening + .seconds(30), isSynchronised: false)
        #expect(await station.door.show(code("b")).verdict == .admitted)
        let codes = try await station.codes()
        #expect(!codes.contains(.gatePaused) && !codes.contains(.notice))
    }

    @Test func `an entry from the future makes nobody deaf whose clock is right`() async throws {
        let station = try await withTickets("a", "b")
        fixture.set(now: StationFixture.evening + .seconds(40_000_000))
        _ = await station.door.show(code("a"))
        fixture.set(now: StationFixture.evening)
        try await give(order(.pause, text: "Wait"), to: station)
        #expect(await station.door.show(code("b")).verdict == .refused(.paused))
    }

    @Test func `what another key ordered is over when the key is changed`() async throws {
        do {
            let station = try await withTickets("a")
            try await give(order(.pause, text: "Wait"), order(.notice, text: "Hello"), to: station)
            try station.close()
        }
        let station = try await fixture.open { $0.ordersKey = SigningKey().verificationKey }
        #expect(await station.door.show(code("a")).verdict == .admitted)
        #expect(try await !station.codes().contains(.notice))
    }

    @Test func `any number of lines that somebody else signed hide no order`() async throws {
        let station = try await withTickets("a")
        let other = SigningKey()
        var lines = try (0..<300).map { _ in try SignedOrder.sign(order(.notice, text: "Go home"), with: other) }
        lines.append(try SignedOrder.sign(order(.pause, text: "Wait"), with: key))
        await station.orders.take(lines)
        #expect(outcomes(station) == [.done])
    }
}
