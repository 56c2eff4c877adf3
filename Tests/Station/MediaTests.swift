import Backends
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Journal
@testable import Station

/// Wristbands and cards that stand for tickets.
struct MediaTests {
    private static let backend = BackendSettings(name: "box", kind: .pretix, url: "https://box.example")
    private static let band = CheckInQuestion(
        id: "medium-barcode", text: "Wristband", kind: .medium, isRequired: true, types: ["standard"])
    private static let size = CheckInQuestion(id: "12", text: "Size?", kind: .line, types: ["shirt"])

    private let fixture: StationFixture
    private let station: Station

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open { $0.backends = [Self.backend] }
        try await fixture.install(
            [
                "\(code("S")),S,standard,,valid,1,,", "\(code("T")),T,standard,,valid,1,,",
                "\(code("Q")),Q,shirt,,valid,1,,",
            ],
            in: station,
            yaml: WinterGala.yaml(
                id: "gala", timeZone: "UTC",
                more: """
                    types: [{id: standard}, {id: shirt}]
                    lists: [{id: main, name: Hall, reentry: after_exit}]
                    gates: [{id: A, list: main}]
                    backend: box
                    """),
            outline: EventOutline(questions: [Self.band, Self.size]))
    }

    private func show(_ text: String, at reader: String = "camera", direction: Direction? = nil) async throws
        -> VerdictReport
    {
        try #require(
            await station.door.take(
                Presentation(bytes: Array(text.utf8), how: .camera, source: reader, direction: direction)
            ).report)
    }

    @Test func `the next unknown code at the reader is the guest's medium, and stands for the ticket`() async throws {
        let asked = try await show(code("S"))
        #expect((asked.verdict, asked.questions) == (.refused(.questions), ["medium"]))
        #expect(asked.message == "Scan the new wristband or card")
        let admitted = try await show("BAND-1")
        #expect((admitted.verdict, admitted.answers, admitted.reference) == (.admitted, asked.ask, "S"))
        let upload = try #require(try station.resources.journal.nextToUpload(backend: "box", limit: 9).first)
        #expect(upload.answers == ["medium-barcode": "BAND-1"] && upload.code == code("S"))
        // It leaves and enters by the band, and is one ticket with two codes.
        #expect(try await show("BAND-1", at: "door", direction: .out).verdict == .checkedOut)
        #expect(try await show("BAND-1", at: "other").verdict == .admitted)
        #expect(try await show(code("S"), at: "third").verdict == .refused(.alreadyScanned))
    }

    @Test func `a code is a medium only at the reader that waits for one, and a ticket never is one`() async throws {
        _ = try await show(code("S"))
        #expect(try await show("BAND-1", at: "other").verdict == .refused(.invalid))
        #expect(try await show(code("T")).verdict == .refused(.questions), "a ticket of somebody else")
        #expect(try await show("BAND-2").reference == "T", "the last guest gets it")
        _ = try await show(code("Q"), at: "third")
        #expect(try await show("BAND-3", at: "third").verdict == .refused(.invalid), "another question is asked there")
    }

    @Test func `whoever shows an unknown code later, or after somebody else, is no guest who waited`() async throws {
        _ = try await show(code("S"))
        _ = try await show(code("Q"))
        #expect(try await show("FORGED-1").verdict == .refused(.invalid), "somebody else came between")
        _ = try await show(code("S"), at: "second")
        fixture.set(now: StationFixture.evening + .seconds(61))
        #expect(try await show("FORGED-2", at: "second").verdict == .refused(.invalid), "too late")
        _ = try await show(code("S"), at: "third")
        #expect(try await show("FORGED-3", at: "third").verdict == .admitted)
        #expect(try await show("FORGED-4", at: "third").verdict == .refused(.invalid), "one code for one guest")
    }

    @Test func `whoever is not let in gets no medium, and staff may think better of it`() async throws {
        let asked = try #require(try await show(code("S")).ask)
        let other = try #require(try await show(code("T"), at: "door").ask)
        await station.acts.decline(DeclineRequest(ask: asked))
        #expect(try await show("FORGED-1").verdict == .refused(.invalid))
        #expect(try await show("BAND-1", at: "door").answers == other, "another guest waits on")
        let request = ConfirmRequest(ask: asked, answers: ["medium-barcode": "BAND-2"])
        #expect(try await station.acts.confirm(request).verdict == .admitted)
    }

    @Test func `a medium is announced once`() async throws {
        var events = station.resources.announcer.displayEvents(replaying: .zero, onPage: false)
            .makeAsyncIterator()
        _ = try await show(code("S"))
        _ = try await show("BAND-1")
        _ = try await show("UNKNOWN")
        let verdicts = [await events.next(), await events.next(), await events.next()].map { event -> Verdict? in
            guard case .verdict(let report)? = event?.announcement else { return nil }
            return report.verdict
        }
        #expect(verdicts == [.refused(.questions), .admitted, .refused(.invalid)])
    }

    @Test func `staff can type it, and a station that starts again knows it`() async throws {
        let asked = try await show(code("S"))
        await #expect(throws: StationError.self) {
            try await station.acts.confirm(ConfirmRequest(ask: #require(asked.ask)))
        }
        let answers = ["medium-barcode": "BAND-9"]
        let request = ConfirmRequest(ask: try #require(asked.ask), answers: answers)
        #expect(try await station.acts.confirm(request).verdict == .admitted)
        #expect(try await show("BAND-9", at: "door").verdict == .refused(.alreadyScanned))
    }
}
