import Foundation
import Journal
import Manifests
import Publishing
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

/// Stations at which tickets are sold, all of one event.
struct SaleFixture {
    let cashier = Staff(name: "Anne", role: .steward)
    let supervisor = Staff(name: "Sue", role: .supervisor)
    let organizer = SigningKey()
    private let box = SigningKey()

    /// A station, and the folder that it is in.
    struct Booth {
        let fixture: StationFixture
        let station: Station

        func sold() throws -> [CheckIn] {
            try station.resources.journal.entries(after: 0, limit: 1000).map(\.checkIn).filter { $0.kind == .sale }
        }
    }

    static let offers = """
        sells:
          - {type: standard, price: 15.00, quota: 10}
          - {type: vip, quota: 2}
        """

    func yaml(_ offers: String = offers, stations: String = "kiosk-1, kiosk-2", more: String = "") -> String {
        StationFixture.galaYAML + """

            box_office:
              key: box.pub
              currency: EUR
              payments: [cash, card]
              stations: [\(stations)]
            \(offers.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
            \(more)
            """
    }

    func booth(
        _ name: String = "kiosk-1", _ yaml: String? = nil, rows: [String] = [], key: SigningKey? = nil,
        _ change: (inout Configuration) -> Void = { _ in }
    ) async throws -> Booth {
        let fixture = try StationFixture(organizer: organizer)
        let station = try await fixture.open { configuration in
            configuration.station = name
            change(&configuration)
        }
        let file = fixture.folder.appending(path: "box")
        _ = try KeyFile.generate(named: file, for: .tickets, key: box)
        let own = fixture.folder.appending(path: "own")
        _ = try KeyFile.generate(named: own, for: .tickets, key: key ?? box)
        let credential = fixture.folder.appending(path: "state/credentials/box-office-gala")
        try FileManager.default.copyItem(at: own.appendingPathExtension("key"), to: credential)
        try await fixture.install(
            rows + ["\(code("a")),R-1,standard,,valid,1,,"], in: station, yaml: yaml ?? self.yaml())
        return Booth(fixture: fixture, station: station)
    }

    func refusal(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? any ExplainedError)?.reason
        }
    }
}
