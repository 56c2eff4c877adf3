import Foundation
import Manifests
import Publishing
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

/// What staff find, and what they see of it.
@Suite struct StaffSearchTests {
    let fixture: StationFixture
    private let steward = Staff(name: "Anne", role: .steward)
    private let supervisor = Staff(name: "Sue", role: .supervisor)

    init() throws {
        fixture = try StationFixture()
    }

    private func open(_ rows: [String]) async throws -> Station {
        let station = try await fixture.open()
        try await fixture.install(rows, in: station, yaml: StationFixture.galaYAML + "\nprivacy: staff\n")
        let key = ManifestBuilder.staffKey(for: "gala", key: fixture.organizer).base64EncodedString()
        try Data(key.utf8).write(to: fixture.folder.appending(path: "state/credentials/staff-gala"))
        return station
    }

    @Test func `a steward finds tickets by the beginning of their reference, a supervisor by name, too`() async throws {
        let station = try await open([
            "\(code("a")),R-1,standard,Amina Achieng,valid,1,,", "\(code("b")),R-2,vip,Łucja Groß,valid,4,,",
            "\(code("c")),,vip,Amin Achterberg,unpaid,1,,",
        ])
        func refs(_ query: String, _ staff: Staff) async throws -> [String?] {
            try await station.acts.search(SearchRequest(query: query), by: staff).hits.map(\.ref)
        }
        for query in ["R-1", "r1", "r 1", "R_1", "ｒ１", code("a")] { #expect(try await refs(query, steward) == ["R-1"]) }
        #expect(try await refs("R", steward) == [])
        let answer = try await station.acts.search(SearchRequest(query: "Achieng"), by: steward)
        #expect(answer.hits.isEmpty && answer.note?.contains("supervisor") == true)
        #expect(try await refs("achieng", supervisor) == ["R-1"])
        #expect(try await refs("ahcieng", supervisor) == ["R-1"])
        #expect(try await refs("lucja gross", supervisor) == ["R-2"])
        #expect(try await Set(refs("amin ach", supervisor)) == ["R-1", nil])
        #expect(try await refs("amin achterberg", supervisor) == [nil])
        #expect(try await refs("ami", supervisor).count == 2)
        #expect(try await refs("am", supervisor) == [])
        let short = try await station.acts.search(SearchRequest(query: "am"), by: supervisor)
        #expect(short.note == "Type at least three letters of the name.")
    }

    @Test func `the tickets of an order are found by its code, the order itself before longer ones`() async throws {
        let references = ["ABC12-1", "ABC12-2", "ABC123-1", "XABC12-1", "abc12"]
        let rows = references.map { "\(code($0)),\($0),standard,,valid,1,," }
        let station = try await open(rows)
        let answer = try await station.acts.search(SearchRequest(query: "abc12"), by: steward)
        #expect(answer.hits.first?.ref == "abc12")
        #expect(Set(answer.hits.map(\.ref)) == ["abc12", "ABC12-1", "ABC12-2", "ABC123-1"])
        #expect(try await station.acts.search(SearchRequest(query: "ab%"), by: supervisor).hits.count == 4)
        #expect(try await station.acts.search(SearchRequest(query: "a%"), by: supervisor).hits.isEmpty)
    }

    @Test func `a beginning of many references is cut, and says so`() async throws {
        let station = try await open((100..<160).map { "\(code("\($0)")),R-\($0),standard,,valid,1,," })
        let answer = try await station.acts.search(SearchRequest(query: "r1"), by: steward)
        #expect(answer.hits.count == 50 && answer.isCut)
        #expect(try await station.acts.search(SearchRequest(query: "r-10"), by: steward).hits.count == 10)
    }

    @Test func `a name of Han is found with one letter, with a space or without`() async throws {
        let station = try await open([
            "\(code("a")),R-1,standard,三木 花子,valid,1,,", "\(code("b")),R-2,standard,三木花子,valid,1,,",
        ])
        for query in ["三", "三木", "花子", "三木花子"] {
            #expect(
                try await station.acts.search(SearchRequest(query: query), by: supervisor).hits.count == 2, "\(query)")
        }
    }

    @Test func `says since when people are inside, and when the last of them left`() async throws {
        let station = try await open(["\(code("a")),R-1,standard,,valid,2,,"])
        func since() async throws -> SearchAnswer.Since? {
            try #require(await station.acts.search(SearchRequest(query: "R-1"), by: steward).hits.first).since
        }
        #expect(try await since() == nil)
        let evening = StationFixture.evening
        _ = await station.door.show(code("a"))
        #expect(try await since() == SearchAnswer.Since(at: evening, gate: "A", gateName: "Gate A"))
        fixture.set(now: evening + .seconds(60))
        _ = try await station.acts.admit(ManualRequest(reference: "R-1"), by: steward)
        #expect(try await since()?.at == evening + .seconds(60))
        // One of two is still inside, since the last entry.
        fixture.set(now: evening + .seconds(120))
        _ = try await station.acts.checkOut(ManualRequest(reference: "R-1"), by: steward)
        #expect(try await since()?.at == evening + .seconds(60))
        fixture.set(now: evening + .seconds(180))
        _ = try await station.acts.checkOut(ManualRequest(reference: "R-1"), by: steward)
        #expect(try await since()?.at == evening + .seconds(180))
    }
}
