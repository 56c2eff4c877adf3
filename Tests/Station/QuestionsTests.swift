import Backends
import GRDB
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Journal
@testable import Station

/// Guests who are asked what the organizer wants to know.
struct QuestionsTests {
    private static let backend = BackendSettings(name: "box", kind: .pretix, url: "https://box.example")
    private static let size = CheckInQuestion(
        id: "12", text: "Which size?", kind: .choice, isRequired: true,
        options: [.init(id: "S", text: "small"), .init(id: "M", text: "medium")], types: ["standard"])
    private static let wish = CheckInQuestion(id: "13", text: "Anything else?", kind: .lines, types: ["standard"])

    private let fixture: StationFixture
    private let station: Station

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open { $0.backends = [Self.backend] }
        try await fixture.install(
            ["\(code("S")),S,standard,,valid,2,,", "\(code("C")),C,crew,,valid,1,,"], in: station,
            yaml: WinterGala.yaml(
                id: "gala", timeZone: "UTC",
                more: """
                    types: [{id: standard}, {id: crew}]
                    lists: [{id: main, name: Hall, reentry: after_exit}]
                    gates: [{id: A, list: main}]
                    backend: box
                    """), outline: EventOutline(questions: [Self.size, Self.wish]))
    }

    private func show(_ name: String = "S", direction: Direction? = nil) async throws -> VerdictReport {
        try #require(await station.door.show(code(name), direction: direction).report)
    }

    private func confirm(_ asked: VerdictReport, _ answers: [String: String]?) async throws -> VerdictReport {
        try await station.acts.confirm(ConfirmRequest(ask: #require(asked.ask), answers: answers))
    }

    private func uploads() throws -> [OutgoingCheckIn] {
        try station.resources.journal.nextToUpload(backend: "box", limit: 9)
    }

    @Test func `a guest is let in once the answers are there, and they go to the server`() async throws {
        let asked = try await show()
        #expect((asked.verdict, asked.questions) == (.refused(.questions), ["answers"]))
        #expect(asked.toAnswer == [Self.size, Self.wish])
        #expect(asked.message == "Ask the guest some questions")
        #expect(try uploads().isEmpty)
        for wrong in [nil, ["12": "L"], ["12": "S", "99": "x"]] {
            let fault = await #expect(throws: StationError.self) { try await confirm(asked, wrong) }
            #expect(fault?.hint == "Ask the guest again.")
        }
        let admitted = try await confirm(asked, ["12": "M", "13": "a seat\nat the aisle"])
        #expect((admitted.verdict, admitted.answers) == (.admitted, asked.ask))
        #expect(try uploads().map(\.answers) == [["12": "M", "13": "a seat\nat the aisle"]])
        // The journal is shown and exported: the answers are not in it.
        #expect(try station.resources.journal.entries(after: 0, limit: 9).allSatisfy { $0.checkIn.note == nil })
    }

    @Test func `answers are sealed until the server has them`() async throws {
        _ = try await confirm(show(), ["12": "M"])
        func stored() throws -> [String?] {
            try station.resources.journal.read("look at") { db in
                try String?.fetchAll(db, sql: "SELECT CAST(answers AS TEXT) FROM outbox")
            }
        }
        let sealed = try #require(try stored().first ?? nil)
        #expect(!sealed.contains("M\"") && !sealed.contains("12"))
        let id = try #require(try uploads().first?.checkIn.id)
        try station.resources.journal.settle(
            [.init(id: id, answer: .accepted)], at: "box", time: StationFixture.evening)
        #expect(try stored() == [nil])
    }

    @Test func `whoever has answered, leaves, or has another ticket is not asked`() async throws {
        #expect(try await show("C").verdict == .admitted)
        #expect(try await show(direction: .out).verdict == .checkedOut)
        _ = try await confirm(show(), ["12": "S"])
        #expect(try await show(direction: .out).verdict == .checkedOut)
        #expect(try await show().verdict == .admitted)
    }

    @Test func `a supervisor's decision asks nothing, and nothing is sent for it`() async throws {
        let request = ManualRequest(reference: "S", isOverride: true, note: "in a hurry", operator: "Sue")
        #expect(try await station.acts.admit(request, by: Staff(name: "Sue", role: .supervisor)).verdict == .admitted)
        #expect(try uploads().map(\.answers) == [[:]])
    }
}
