import Foundation
import TestSupport
import Testing

@testable import usher

/// The table of `usher fleet enroll`.
@Suite struct StationTableTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func read(_ table: String, staffKey: String? = nil) throws -> [PairingMaker.Place] {
        let file = try folder.write(table, to: "stations.csv")
        return try StationTable(
            contentsOf: file.path, staffKey: staffKey, event: "gala", settings: "credential: box-office"
        ).places
    }

    @Test func `each row is a station, with its gate, its direction and its own secrets`() throws {
        let (one, two) = (
            try folder.write("token-1\n", to: "1.key").path, try folder.write("token-2\n", to: "2.key").path
        )
        let places = try read(
            "Name;Gate;direction;box-office\nkiosk-1;A;In;\(one)\n\nkiosk-2;;;\(two)\n", staffKey: "names")
        #expect(places.map(\.name) == ["kiosk-1", "kiosk-2"])
        #expect(places.map(\.gate) == ["A", nil])
        #expect(places.map(\.direction) == ["in", nil])
        #expect(places.map { $0.secrets["box-office"] } == ["token-1", "token-2"])
        #expect(places.allSatisfy { $0.secrets["staff-gala"] == "names" })
    }

    @Test func `all faults are told at once`() throws {
        let error = #expect(throws: CommandError.self) {
            try read("name,gate,box-office\nkiosk-1,A,/nowhere/1.key\n,B,\nkiosk-1,C,\n")
        }
        #expect("\(try #require(error))".contains("it has 3 faults"))
    }

    @Test(arguments: [
        ("name,box-office\nkiosk-1,/nowhere/1.key\n", "row 2, box-office"),
        ("name,gate\n,B\n", "row 2: it has no name"),
        ("name\nkiosk-1\nkiosk-1\n", "row 3: there is another kiosk-1"),
        ("name,Tor\nkiosk-1,A\n", "its column \"Tor\" is none of name, gate and direction"),
    ])
    func `a single fault is told with its row`(table: String, fault: String) throws {
        let error = #expect(throws: CommandError.self) { try read(table) }
        #expect("\(try #require(error))".contains(fault))
    }

    @Test(arguments: ["station,gate\nkiosk-1,A\n", "name,gate\n"])
    func `a table without names or stations is refused`(table: String) {
        #expect(throws: CommandError.self) { try read(table) }
    }
}
