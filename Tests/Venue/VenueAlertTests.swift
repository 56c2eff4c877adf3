import Foundation
import Testing
import Tickets

@testable import Venue

/// What a person far from the doors hears of, and how often.
@Suite struct VenueAlertTests {
    private func status(_ stations: String = "[]", _ lists: String = "[]") throws -> VenueStatus {
        let json =
            #"{"step": 1, "entries": 0, "stations": \#(stations), "lists": \#(lists), "uploads": [], "published": []}"#
        return try JSONDecoder().decode(VenueStatus.self, from: Data(json.utf8))
    }

    private func station(_ name: String, gate: String, connections: Int, seen: Int, entry: Int) -> String {
        """
        {"name": "\(name)", "role": "r", "entries": 1, "isRemoved": false, "silentSeconds": \(seen),
         "connections": \(connections), "gate": "\(gate)", "entrySeconds": \(entry)}
        """
    }

    private func subjects(_ kind: VenueAlertKind, _ stations: [String]) throws -> [String] {
        let status = try status("[\(stations.joined(separator: ","))]")
        return VenueAlert.current(in: status, [], after: []).filter { $0.kind == kind }.map(\.subject)
    }

    @Test(arguments: [(2, 5, false), (1, 5, false), (0, 5, true), (0, 43_199, true), (0, 43_200, false)])
    func `a station that worked today and is not connected is alone`(connections: Int, seen: Int, isAlone: Bool) throws
    {
        let north = station("north", gate: "A", connections: connections, seen: seen, entry: 5)
        #expect(try subjects(.stationAlone, [north]) == (isAlone ? ["north"] : []))
    }

    @Test(
        arguments: [
            ([("A", 700), ("B", 5)], ["A"]), ([("A", 599), ("B", 5)], []), ([("A", 700), ("B", 700)], []),
            ([("A", 700), ("A", 5)], []), ([("A", 50_000), ("B", 5)], []), ([("A", 700), ("A", 800), ("B", 5)], ["A"]),
        ] as [([(String, Int)], [String])])
    func `a gate where nobody passes while others do is silent`(gates: [(String, Int)], silent: [String]) throws {
        let stations = gates.enumerated().map { index, gate in
            station("s\(index)", gate: gate.0, connections: 2, seen: 5, entry: gate.1)
        }
        #expect(try subjects(.gateSilent, stations) == silent)
    }

    @Test func `a list is nearly full from 95 percent on, and until it is under 90`() throws {
        var standing: [VenueAlert] = []
        let course = try [949, 950, 1000, 920, 900, 899, 940].map { inside in
            let list = #"[{"event": "gala", "list": "main", "inside": \#(inside), "capacity": 1000}]"#
            standing = VenueAlert.current(in: try status("[]", list), [], after: standing)
            return standing.map(\.message) == ["\(inside) of 1000 people are inside (gala, list main)."]
        }
        #expect(course == [false, true, true, true, true, false, false])
    }

    @Test func `while the ledger is away, what was known stands`() {
        let full = VenueAlert(kind: .nearlyFull, subject: "gala main", message: "full")
        let trouble = VenueError(.unreachable, "connect to", "the ledger", "no route")
        let first = VenueAlert.current(without: trouble, after: [full])
        #expect(first.map(\.kind) == [.nearlyFull, .ledgerAway])
        #expect(VenueAlert.current(without: trouble, after: first) == first)
    }
}
