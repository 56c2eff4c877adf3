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
            outline: EventOutline(
                questions: [Self.band, Self.size],
                spareMedia: ["BAND-1", "BAND-2", "BAND-3", "BAND-9", code("T")].map {
                    SpareMedium(code: $0, question: Self.band.id)
                } + [SpareMedium(code: "CHIP-1", question: "medium-nfc_uid")]))
    }

    private func show(_ text: String, at reader: String = "camera", direction: Direction? = nil) async throws
        -> VerdictReport
    {
        try #require(
            await station.door.take(
                Presentation(bytes: Array(text.utf8), how: .camera, source: reader, direction: direction)
            ).report)
    }

    @Test func `a spare medium at the reader is the guest's, and stands for the ticket`() async throws {
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

    /// Whatever a guest might hold to the reader instead.
    private static let others = [
        "nonsense", "FORGED-1", "https://example.org/menu", "WIFI:T:WPA;S:Venue;P:guests;;", "4006381333931", "CHIP-1",
        "04A1B2C3D4E5F6", "pretix1" + String(repeating: "x", count: 40),
    ]

    @Test(arguments: others)
    func `anything else is red there, and the question stays open`(text: String) async throws {
        let asked = try await show(code("S"))
        let refused = try await show(text)
        #expect((refused.verdict, refused.pending) == (.refused(.invalid), asked.ask))
        #expect(refused.message == "Not a wristband or card of this event")
        #expect(try await show("BAND-1").answers == asked.ask, "the question was still open")
    }

    @Test(arguments: others + [" ", ""])
    func `anything else is refused where staff type it, and the question stays open`(text: String) async throws {
        let ask = try #require(try await show(code("S")).ask)
        await #expect(throws: StationError.self) {
            try await station.acts.confirm(ConfirmRequest(ask: ask, answers: [Self.band.id: text]))
        }
        let request = ConfirmRequest(ask: ask, answers: [Self.band.id: " BAND-1 "])
        #expect(try await station.acts.confirm(request).verdict == .admitted)
    }

    @Test func `a ticket, a medium that is taken and a code of another event are no medium, typed or read`()
        async throws
    {
        _ = try await show(code("T"), at: "door")
        _ = try await show("BAND-3", at: "door")
        try await fixture.install(
            ["\(code("O")),O,standard,,valid,1,,"], in: station,
            yaml: WinterGala.yaml(id: "ball", timeZone: "UTC").replacing("2026-12-0", with: "2027-01-0"))
        let ask = try #require(try await show(code("S")).ask)
        for text in [code("S"), code("Q"), code("T"), "BAND-3", code("O")] {
            await #expect(throws: StationError.self) {
                try await station.acts.confirm(ConfirmRequest(ask: ask, answers: [Self.band.id: text]))
            }
        }
        #expect(try await show("BAND-3").verdict == .refused(.alreadyScanned), "it is the guest's who has it")
        #expect(try await show("BAND-1").answers == ask)
    }

    @Test func `a medium is waited for at one reader for a minute, and for the guest who was asked last`() async throws
    {
        let first = try await show(code("S")).ask
        #expect(try await show("BAND-1", at: "other").verdict == .refused(.invalid), "nobody waits there")
        let second = try await show(code("T")).ask
        #expect(first != second)
        #expect(try await show("BAND-1").answers == second)
        #expect(try await show("BAND-2").verdict == .refused(.invalid), "one medium for one guest")
        _ = try await show(code("S"), at: "second")
        fixture.set(now: StationFixture.evening + .seconds(61))
        #expect(try await show("BAND-2", at: "second").verdict == .refused(.invalid), "too late")
    }

    @Test func `the number of any chip is a medium only where the list says so, and never from a camera`() async throws
    {
        let chip = CheckInQuestion(
            id: "medium-nfc_uid.new", text: "Chip", kind: .medium, isRequired: true, types: ["shirt"], takesNew: true)
        let fixture = try StationFixture()
        let station = try await fixture.open()
        try await fixture.install(
            ["\(code("Q")),Q,shirt,,valid,1,,"], in: station,
            yaml: WinterGala.yaml(id: "gala", timeZone: "UTC", more: "types: [{id: shirt}]"),
            outline: EventOutline(questions: [chip]))
        func take(_ text: String, how: CheckIn.How) async throws -> Verdict {
            let shown = Presentation(bytes: Array(text.utf8), how: how, source: "pad")
            return try #require(await station.door.take(shown).report).verdict
        }
        #expect(try await take(code("Q"), how: .wedge) == .refused(.questions))
        for text in ["4006381333931", "04A1B2C3D4", "https://example.org", "nonsense"] {
            #expect(try await take(text, how: .wedge) == .refused(.invalid), "\(text)")
        }
        #expect(try await take("04A1B2C3D4E5F6", how: .camera) == .refused(.invalid))
        #expect(try await take("04A1B2C3D4E5F7", how: .wedge) == .admitted)
    }

    @Test func `a guest who is not let in gets no medium, and staff may think better of it`() async throws {
        let asked = try #require(try await show(code("S")).ask)
        let other = try #require(try await show(code("T"), at: "door").ask)
        await station.acts.decline(DeclineRequest(ask: asked))
        #expect(try await show("BAND-3").verdict == .refused(.invalid))
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
