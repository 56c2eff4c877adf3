import Foundation
import Journal
import Messages
import StationAPI
import Testing
import Tickets

@testable import Backends
@testable import Station

@Suite struct SettlingTests {
    /// A list counts what the server had when it was made: that is told by the server's clock, not by the station's.
    @Test func `an entry is settled at the time of the server's clock`() async throws {
        let fixture = try StationFixture()
        let settings = BackendSettings(name: "box", kind: .webhook, url: "https://box.invalid")
        let station = try await fixture.open { configuration in
            configuration.gate = "A"
            configuration.backends = [settings]
        }
        try await fixture.install(
            ["\(code("S1")),r-S1,standard,,valid,1,,"], in: station, yaml: StationFixture.galaYAML + "\nbackend: box")
        let secret = fixture.folder.appending(path: "state/credentials/box")
        try FileManager.default.createDirectory(
            at: secret.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("token".utf8).write(to: secret)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret.path)
        let desk = try ActiveBackend(settings, of: station.uploads, logger: station.resources.logger)
        station.resources.links.open(desk)
        // The station says 18:00.
        desk.clock.learn(from: "Sat, 05 Dec 2026 19:00:00 GMT")
        #expect(await station.door.show(code("S1")).verdict == .admitted)
        let outbox = station.uploads.outbox(of: settings)
        let entry = try #require(try await outbox.next(limit: 1).first).checkIn
        try await outbox.settle([SettledCheckIn(id: entry.id, answer: .accepted)])
        let settled = try station.resources.journal.outbox(states: [.acknowledged], limit: 1).map(\.settled)
        #expect(settled == [StationFixture.evening + .seconds(3600) + .milliseconds(500)])
    }

    @Test func `what the server disputes is said, with its number`() async throws {
        let fixture = try StationFixture()
        let settings = BackendSettings(name: "box", kind: .webhook, url: "https://box.invalid")
        let station = try await fixture.open { configuration in
            configuration.gate = "A"
            configuration.backends = [settings]
        }
        try await fixture.install(
            (1...3).map { "\(code("S\($0)")),r-\($0),standard,,valid,1,," }, in: station,
            yaml: StationFixture.galaYAML + "\nbackend: box")
        func said() async throws -> [String] {
            try await station.monitor.status().conditions.filter { $0.code == .disputed }.map(\.says)
        }
        for number in 1...3 { #expect(await station.door.show(code("S\(number)")).verdict == .admitted) }
        let outbox = station.uploads.outbox(of: settings)
        let entries = try await outbox.next(limit: 3).map(\.checkIn.id)
        try await outbox.settle([SettledCheckIn(id: entries[0], answer: .accepted)])
        #expect(try await said().isEmpty)
        try await outbox.settle([SettledCheckIn(id: entries[1], answer: .disputed(reason: "used before"))])
        #expect(
            try await said() == ["One check-in is disputed by its server: it would not have let this guest in."])
        try await outbox.settle([SettledCheckIn(id: entries[2], answer: .disputed(reason: "used before"))])
        #expect(
            try await said() == [
                "2 check-ins are disputed by their server: it would not have let these people in."
            ])
    }
}
