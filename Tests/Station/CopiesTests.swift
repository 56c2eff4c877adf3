import Foundation
import Journal
import Testing
import Tickets

@testable import Backends
@testable import Station

/// An event's check-ins also go to receivers that are not its ticketing server.
@Suite struct CopiesTests {
    private static let box = BackendSettings(name: "box", kind: .webhook, url: "https://box.invalid")
    private static var confirmations: BackendSettings {
        var settings = BackendSettings(name: "confirmations", kind: .webhook, url: "https://mail.invalid")
        settings.copies = ["gala", "other"]
        return settings
    }

    private let fixture: StationFixture

    init() throws {
        fixture = try StationFixture()
    }

    private func station(_ yaml: String) async throws -> Station {
        let station = try await fixture.open {
            $0.gate = "A"
            $0.backends = [Self.box, Self.confirmations]
        }
        try await fixture.install(["\(code("S1")),r-S1,standard,,valid,1,,"], in: station, yaml: yaml)
        return station
    }

    private func waiting(in station: Station, for settings: BackendSettings) async throws -> [OutgoingCheckIn] {
        try await station.uploads.outbox(of: settings).next(limit: 9)
    }

    @Test func `each receiver has an outbox of its own, and none waits for another`() async throws {
        let station = try await station(StationFixture.galaYAML + "\nbackend: box")
        #expect(await station.door.show(code("S1")).verdict == .admitted)
        for settings in [Self.box, Self.confirmations] {
            let entry = try #require(try await waiting(in: station, for: settings).first)
            #expect((entry.type, entry.checkIn.reference, entry.code) == ("standard", "r-S1", nil))
        }
        let entry = try await waiting(in: station, for: Self.confirmations)[0]
        try await station.uploads.outbox(of: Self.confirmations)
            .settle([SettledCheckIn(id: entry.checkIn.id, answer: .accepted)])
        #expect(try await waiting(in: station, for: Self.confirmations).isEmpty)
        #expect(try await waiting(in: station, for: Self.box).count == 1)
    }

    @Test func `an event without a ticketing server can have copies`() async throws {
        let station = try await station(StationFixture.galaYAML)
        #expect(await station.door.show(code("S1")).verdict == .admitted)
        #expect(try await waiting(in: station, for: Self.confirmations).count == 1)
        #expect(try await waiting(in: station, for: Self.box).isEmpty)
    }

    @Test func `a server that is named by the event does not get everything twice`() async throws {
        let station = try await station(StationFixture.galaYAML + "\nbackend: confirmations")
        #expect(await station.door.show(code("S1")).verdict == .admitted)
        #expect(try await waiting(in: station, for: Self.confirmations).count == 1)
        let items = try station.resources.journal.outbox(limit: 9)
        #expect(items.map(\.backend) == ["confirmations"])
    }

    @Test(arguments: [("copies: [gala]", true), ("copies: [gala, evil]", false)])
    func `a pairing can only have its own event copied`(line: String, isTaken: Bool) throws {
        let text = "backends:\n  box:\n    kind: webhook\n    url: https://box.example\n    \(line)\n"
        let settings = try? EnrolledSettings(text, secrets: ["box"], event: "gala")
        #expect((settings?.backends.first?.copies == ["gala"]) == isTaken)
    }
}
