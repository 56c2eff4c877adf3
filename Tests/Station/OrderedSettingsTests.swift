import DoorScreen
import Fleet
import Foundation
import Journal
import Messages
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

/// Settings that the control room orders: tried, kept when all is well, and gone by themselves when it is not.
@Suite struct OrderedSettingsTests {
    private let fixture: StationFixture
    private let key = SigningKey()

    init() throws {
        fixture = try StationFixture()
    }

    /// From one start of the station to its end, as usherd does it.
    private func session(
        key other: SigningKey? = nil, _ body: (Station) async throws -> Void
    ) async throws {
        try book.countStart(at: StationFixture.evening)
        let station = try await fixture.open { [key] in $0.ordersKey = (other ?? key).verificationKey }
        try await body(station)
        try station.close()
    }

    private func give(_ settings: String, to station: Station, after seconds: Int = 0) async throws {
        let issued = StationFixture.evening + .seconds(seconds)
        let order = Order(
            id: UUID().uuidString.lowercased(), stations: nil, act: .settings, settings: settings, by: "Grace",
            issued: issued, expires: issued + .seconds(3600))
        await station.orders.take([try SignedOrder.sign(order, with: key)])
    }

    private var book: OrderBook { OrderBook(file: fixture.folder.appending(path: "state/orders.json"), key: nil) }

    private func results(_ station: Station) -> [OrderResult] { station.resources.orderBook.results }

    /// Until the trial is over.
    private func tryOut(_ station: Station) async throws {
        let trial = Task { await station.trials.run() }
        try await waitUntil { station.resources.orderBook.tried == nil }
        trial.cancel()
        await trial.value
    }

    private func notes(_ station: Station) throws -> [String] {
        try station.resources.journal.entries(limit: 100).map(\.checkIn).filter { $0.kind == .order }.compactMap(\.note)
    }

    private func language(_ station: Station) -> String { station.resources.configuration.language }

    @Test func `settings count from the next start on, and are kept when nothing breaks`() async throws {
        try await session { station in
            try await give("language: de\nscreen: {volume: 40}\npolicy: {grace_after_end: 3h}\n", to: station)
            var restarts = station.restarts.makeAsyncIterator()
            #expect(await restarts.next() != nil)
            #expect(results(station) == [], "nobody is told before they were tried")
            #expect(language(station) == "en")
        }
        try await session { station in
            let configuration = station.resources.configuration
            #expect(configuration.language == "de")
            #expect(configuration.page?.volume == 40)
            #expect(configuration.page?.readyAfter == .seconds(5), "what they do not name is as it was")
            #expect(configuration.policy == Policy(graceAfterEnd: .seconds(3 * 3600)))
            try await tryOut(station)
            #expect(results(station).map(\.outcome) == [.done])
            #expect(
                try notes(station) == ["settings: language: de; screen: {volume: 40}; policy: {grace_after_end: 3h}"])
            let findings = station.resources.orderBook.conditions(at: await station.door.situation())
            #expect(findings.map(\.code) == [.settingsOrdered])
            #expect(findings[0].says.contains("from Grace: language: de; screen"))
            #expect(try await !station.codes().contains(.settingsOrdered), "nothing is wrong")
        }
        try await session { #expect(language($0) == "de") }
    }

    @Test func `what breaks with them and stays broken ends the trial, and those before count again`() async throws {
        try await session { try await give("language: fr", to: $0) }
        try await session { station in
            try await tryOut(station)
            try await give("language: de", to: station, after: 5)
        }
        try await session { station in
            #expect(language(station) == "de")
            station.resources.conditions.report(Condition(.cameraSilent, subject: "/dev/video0", ["name": "Camera"]))
            try await tryOut(station)
            var restarts = station.restarts.makeAsyncIterator()
            #expect(await restarts.next() != nil)
            #expect(results(station).map(\.outcome) == [.done, .failed])
            #expect(results(station)[1].why?.hasPrefix("it went back: ") == true)
            #expect(try notes(station).last == "settings (it went back)")
        }
        try await session { #expect(language($0) == "fr") }
    }

    @Test func `what was broken before, or is a server's, is no fault of theirs`() async throws {
        let silent = Condition(.cameraSilent, subject: "/dev/video0", ["name": "Camera"])
        try await session { station in
            station.resources.conditions.report(silent)
            try await give("language: de", to: station)
        }
        try await session { station in
            station.resources.conditions.report(silent)
            station.resources.conditions.report(Condition(.backendSilent, subject: "box", ["name": "box"]))
            try await tryOut(station)
            #expect(results(station).map(\.outcome) == [.done])
        }
    }

    @Test func `a station that ends twice while it tries them goes on without them`() async throws {
        try await session { try await give("language: de", to: $0) }
        for expected in ["de", "de", "en", "en"] {
            try await session { #expect(language($0) == expected) }
        }
        #expect(book.results.map(\.outcome) == [.failed])
    }

    @Test func `a station that does not open with them opens without them`() async throws {
        try await session { try await give("language: de", to: $0) }
        #expect(try book.goBack(because: "it does not open", at: StationFixture.evening))
        #expect(try !book.goBack(because: "it does not open", at: StationFixture.evening))
        try await session { station in
            #expect(language(station) == "en")
            let trial = Task { await station.trials.run() }
            try await waitUntil { try notes(station).last == "settings (it went back)" }
            trial.cancel()
            await trial.value
        }
        try await session { #expect($0.resources.orderBook.unnoted == nil) }
    }

    @Test func `settings are not tried after their order has expired`() async throws {
        try await session { try await give("language: de", to: $0) }
        #expect(book.tried != nil)
        try book.countStart(at: StationFixture.evening + .seconds(3600))
        #expect(book.results.map(\.outcome) == [.failed])
        try await session { #expect(language($0) == "en") }
    }

    @Test func `control characters are no settings`() {
        let issued = StationFixture.evening
        for (text, isFine) in [
            ("language: de\npolicy: {}\n", true), ("language: de # \u{1B}[31m", false), ("a\u{202E}", false),
        ] {
            let order = Order(
                id: UUID().uuidString.lowercased(), stations: nil, act: .settings, settings: text, by: "Grace",
                issued: issued, expires: issued + .seconds(60))
            #expect((order.fault == nil) == isFine, "\(text.debugDescription)")
        }
    }

    @Test(arguments: [
        "hooks: [{command: [/bin/sh]}]", "orders_key: AAAA", "backends: {}", "permissions: [scan]", "station: other",
        "cameras: off", "screen: {listen: \"127.0.0.1:1\"}", "screen: {logo: /etc/passwd}", "screen: off",
        "alerts: {}", "log: debug", "language: xx", "policy: {after_expiry: maybe}", "[", "manifests: {urls: []}",
    ])
    func `nothing else can be ordered`(settings: String) async throws {
        try await session { station in
            try await give(settings, to: station)
            #expect(results(station).map(\.outcome) == [.failed])
            #expect(station.resources.orderBook.settings == nil)
        }
        #expect(throws: (any Error).self) { try Configuration.check(orderedSettings: settings) }
    }

    @Test func `an empty file ends them, and of two trials there is one at a time`() async throws {
        try await session { station in
            try await give("language: de", to: station)
            try await give("language: fr", to: station, after: 5)
            #expect(results(station).map(\.outcome) == [.failed])
        }
        try await session { station in
            try await tryOut(station)
            #expect(language(station) == "de")
            try await give("# nothing\n", to: station, after: 10)
        }
        try await session { station in
            try await tryOut(station)
            #expect(language(station) == "en")
            #expect(results(station).map(\.outcome) == [.done, .failed, .done])
            try await give("language: fr", to: station, after: 7)
            #expect(results(station).last?.outcome == .overtaken)
        }
    }

    @Test func `they stay for months, and not with another key`() async throws {
        try await session { try await give("language: de", to: $0) }
        try await session { station in
            try await tryOut(station)
            let later = StationFixture.evening + .seconds(200 * 86_400)
            fixture.set(now: later)
            let order = Order(
                id: UUID().uuidString.lowercased(), stations: nil, act: .notice, text: "Hello", by: "Grace",
                issued: later, expires: later + .seconds(60))
            await station.orders.take([try SignedOrder.sign(order, with: key)])
        }
        try await session { #expect(language($0) == "de") }
        try await session(key: SigningKey()) { #expect(language($0) == "en") }
    }

    @Test func `settings that a version cannot use any more are told and left out`() async throws {
        try await session { try await give("language: de", to: $0) }
        try await session { try await tryOut($0) }
        let file = fixture.folder.appending(path: "state/orders.json")
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        try Data(text.replacing("language: de", with: "luggage: de").utf8).write(to: file)
        try await session { station in
            #expect(language(station) == "en")
            let codes = try await station.codes()
            #expect(codes.contains(.settingsUnusable))
        }
    }
}
