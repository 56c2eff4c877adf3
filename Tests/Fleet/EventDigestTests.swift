import Foundation
import Messages
import StationAPI
import Testing
import Tickets

@testable import Fleet

@Suite struct EventDigestTests {
    /// The event of ``Reporting`` ends three hours after the doors open.
    private static let end = doors + .seconds(3 * 3600)

    private func fleet(_ stations: Reporting...) throws -> Fleet {
        var fleet = Fleet()
        for station in stations { fleet.take(try station.signed, at: doors) }
        return fleet
    }

    private func texts(_ fleet: Fleet, after end: Int, in language: String = "en") -> [String] {
        EventDigest.due(in: fleet.overview(at: Self.end + .seconds(end))).map { $0.text(in: .in(language)) }
    }

    @Test func `an event is summed up a while after its end, and for half a day`() throws {
        let fleet = try fleet(Reporting(name: "one", own: (300, 0)))
        #expect(texts(fleet, after: 899) == [])
        #expect(texts(fleet, after: 900).count == 1)
        #expect(texts(fleet, after: 12 * 3600 - 1).count == 1)
        #expect(texts(fleet, after: 12 * 3600) == [])
    }

    @Test func `it says who came, where, and what is left to look at, in numbers of the language`() throws {
        let fleet = try fleet(
            Reporting(name: "one", gate: "A", own: (900, 0), others: (300, 0), tickets: 1500, refused: 7),
            Reporting(name: "two", gate: "B", own: (300, 0), others: (900, 0), tickets: 1500))
        let text = try #require(texts(fleet, after: 900).first)
        #expect(text.hasPrefix("Winter Gala is over: it ended "))
        #expect(text.contains("1,200 of 1,500 people with a ticket came (80%)"), "\(text)")
        #expect(text.contains("Refused codes: 7. Conflicts: 0. Check-ins not sent yet: 0."))
        let german = try #require(texts(fleet, after: 900, in: "de").first)
        #expect(german.contains("1.200 von 1.500 Personen"), "\(german)")
    }

    @Test func `its key is the same at each look`() throws {
        let fleet = try fleet(Reporting(name: "one", own: (300, 0)))
        let keys = [900, 5000].flatMap { seconds in
            EventDigest.due(in: fleet.overview(at: Self.end + .seconds(seconds))).map(\.key)
        }
        #expect(keys.count == 2)
        #expect(Set(keys).count == 1)
    }
}
