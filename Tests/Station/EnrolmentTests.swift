import Backends
import Foundation
import Journal
import Manifests
import Messages
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

@Suite struct EnrolmentTests {
    let fixture: StationFixture
    let key = PairingTests.key

    init() throws {
        fixture = try StationFixture()
    }

    private func show(_ text: String, to station: Station, after: Duration = .zero) async -> ScanHint.Kind? {
        let presentation = Presentation(
            bytes: Array(text.utf8), how: .camera, source: "camera", arrived: .now + after)
        guard case .hint(let hint) = await station.router.take(presentation) else { return nil }
        return hint.hint
    }

    private func text(issued: Timestamp = StationFixture.evening) throws -> String {
        try PairingTests.pairing(issued: issued).text(signedWith: key)
    }

    private func credential(_ name: String) -> String? {
        try? String(contentsOf: fixture.folder.appending(path: "state/credentials/enrolled/\(name)"), encoding: .utf8)
    }

    @Test func `a station that nobody opened takes none`() async throws {
        let station = try await fixture.open()
        #expect(await show(try text(), to: station) == .pairingRefused)
        #expect(try await station.enrolments.state().pending == nil)
        #expect(try station.resources.journal.figures().entries == 0)
    }

    @Test func `a code that is in view when somebody opens the station is taken`() async throws {
        let (station, text) = (try await fixture.open(), try text())
        #expect(await show(text, to: station) == .pairingRefused)
        _ = try await station.enrolments.open()
        #expect(await show(text, to: station) == .pairingShown)
        #expect(try await station.enrolments.state().pending != nil)
    }

    @Test func `an open one waits until a person has compared the key`() async throws {
        do {
            let station = try await fixture.open()
            _ = try await station.enrolments.open()
            #expect(await show(try text(), to: station) == .pairingShown)
            let pending = try #require(try await station.enrolments.state().pending)
            #expect(pending.fingerprint == key.verificationKey.id)
            #expect(pending.gate == "A")
            #expect(station.resources.trust.keys().trusted.isEmpty)
            await #expect(throws: StationError.self) {
                try await station.enrolments.accept(PairingRequest(fingerprint: "0000000000000000"))
            }
            #expect(credential("box-office") == nil)
            #expect(pending.servers == ["https://relay.example.org"])
            await #expect(throws: StationError.self) {
                try await station.enrolments.accept(PairingRequest(fingerprint: pending.fingerprint))
            }
            let other = PairingRequest(fingerprint: pending.fingerprint, shortCode: "ANOTHER1")
            await #expect(throws: StationError.self) { try await station.enrolments.accept(other) }
            #expect(try await station.enrolments.state().current == nil)
            let fingerprint = "\(pending.fingerprint.prefix(4)) \(pending.fingerprint.dropFirst(4).uppercased())"
            let state = try await station.enrolments.accept(
                PairingRequest(fingerprint: fingerprint, shortCode: pending.shortCode, operator: "Grace"))
            #expect(state.current?.fingerprint == pending.fingerprint)
            #expect(credential("box-office") == "a-token\n")
            var restarts = station.restarts.makeAsyncIterator()
            #expect(await restarts.next() != nil)
            try station.close()
        }
        let enrolled = try await fixture.open()
        let current = try #require(try await enrolled.enrolments.state().current)
        #expect(current.eventName == "Winter Gala")
        #expect(enrolled.resources.configuration.gate == "A")
        #expect(enrolled.resources.trust.keys().trusted.map(\.id) == [key.verificationKey.id])
        // The guest's phone may still be before the camera.
        #expect(enrolled.resources.configuration.events == ["gala"])
    }

    @Test func `the confirmation is of one pairing, and not of whatever the same key has signed meanwhile`()
        async throws
    {
        let station = try await fixture.open()
        _ = try await station.enrolments.open()
        #expect(await show(try text(), to: station) == .pairingShown)
        let compared = try #require(try await station.enrolments.state().pending)
        // The same in all that people see, but for where it sends them.
        var other = PairingTests.pairing()
        other.settings = other.settings.replacing("relay.example.org", with: "other.example.org")
        #expect(await show(try other.text(signedWith: key), to: station) == .pairingShown)
        let request = PairingRequest(fingerprint: compared.fingerprint, shortCode: compared.shortCode)
        await #expect(throws: StationError.self) { try await station.enrolments.accept(request) }
        let pending = try #require(try await station.enrolments.state().pending)
        #expect(pending.fingerprint == compared.fingerprint && pending.shortCode != compared.shortCode)
        #expect(pending.servers == ["https://other.example.org"])
        #expect(try await station.enrolments.state().current == nil)
        let state = try await station.enrolments.accept(
            PairingRequest(fingerprint: pending.fingerprint, shortCode: pending.shortCode))
        #expect(state.current?.servers == ["https://other.example.org"])
    }

    @Test func `under a key that is known already, showing it is enough`() async throws {
        let text = try text()
        do {
            let station = try await fixture.open()
            try FileManager.default.createDirectory(at: fixture.keyFolder, withIntermediateDirectories: true)
            try Data(KeyFile.publicText(of: key.verificationKey, for: .manifest).utf8)
                .write(to: fixture.keyFolder.appending(path: "organizer.pub"))
            #expect(await show(text, to: station) == .pairingAccepted)
            // Each further frame of the camera says the same, and so does the code that comes back.
            #expect(await show(text, to: station, after: .seconds(1)) == .pairingAccepted)
            #expect(await show(text, to: station, after: .seconds(60)) == .pairingAccepted)
            try station.close()
        }
        do {
            let enrolled = try await fixture.open()
            #expect(await show(text, to: enrolled) == .pairingAccepted)
            try await enrolled.enrolments.leave(LeaveRequest())
            // Trust that was there before stays when the station leaves.
            #expect(enrolled.resources.trust.keys().trusted.count == 1)
            try enrolled.close()
        }
        let again = try await fixture.open()
        #expect(await show(text, to: again) == .pairingUnusable)
    }

    @Test func `a key that only the station itself keeps opens nothing`() async throws {
        let station = try await fixture.open()
        _ = try await station.lists.trust(KeyFile.publicText(of: key.verificationKey, for: .manifest))
        #expect(await show(try text(), to: station) == .pairingRefused)
        #expect(try await station.enrolments.state().isNew == false)
    }

    @Test func `a key that a pairing brought goes with the next, and with the last`() async throws {
        let other = SigningKey()
        do {
            let station = try await enrolled()
            let second = try PairingTests.pairing().text(signedWith: other)
            _ = try await station.enrolments.accept(
                PairingRequest(fingerprint: other.verificationKey.id, pairing: second))
            #expect(station.resources.trust.keys().trusted.map(\.id) == [other.verificationKey.id])
            let renewed = try PairingTests.pairing().text(signedWith: other)
            _ = try await station.enrolments.accept(
                PairingRequest(fingerprint: other.verificationKey.id, pairing: renewed))
            try await station.enrolments.leave(LeaveRequest())
            #expect(station.resources.trust.keys().trusted.isEmpty)
            try station.close()
        }
        let left = try await fixture.open()
        await #expect(throws: StationError.self) { try await left.enrolments.leave(LeaveRequest()) }
    }

    @Test func `the venue's own credential stays, and stands before one that a pairing brings`() async throws {
        do {
            let station = try await fixture.open()
            try Data("the venue's".utf8).write(to: fixture.folder.appending(path: "state/credentials/box-office"))
            _ = try await station.enrolments.accept(
                PairingRequest(fingerprint: key.verificationKey.id, pairing: try text()))
            #expect(station.resources.credentials.text("box-office") == "the venue's")
            try await station.enrolments.leave(LeaveRequest())
            #expect(station.resources.credentials.text("box-office") == "the venue's")
            #expect(credential("box-office") == nil)
            try station.close()
        }
    }

    @Test func `a record that cannot be read closes no door, takes no code, and can be removed`() async throws {
        do {
            let station = try await enrolled()
            try station.close()
        }
        try Data("junk{".utf8).write(to: fixture.folder.appending(path: "state/enrolment.json"))
        let station = try await fixture.open()
        #expect(try await station.codes().contains(.enrolmentUnusable))
        #expect(await show(try text(), to: station) == .pairingShown)
        try await station.enrolments.leave(LeaveRequest())
        #expect(credential("box-office") == nil)
        #expect(try await station.enrolments.state().current == nil)
    }

    @Test func `an enrolled station changes for nobody who only shows a code`() async throws {
        let station = try await enrolled()
        let other = try PairingTests.pairing(settings: "gate: L").text(signedWith: key)
        #expect(await show(other, to: station) == .pairingShown)
        #expect(station.enrolments.store.isTaken(try Pairing.verify(other).pairing) == false)
        let stranger = try PairingTests.pairing().text(signedWith: SigningKey())
        #expect(await show(stranger, to: station) == .pairingShown)
        await #expect(throws: StationError.self) { try await station.enrolments.open() }
        try await station.enrolments.refuse()
        #expect(try await station.enrolments.state().pending == nil)
    }

    private func enrolled() async throws -> Station {
        do {
            let station = try await fixture.open()
            _ = try await station.enrolments.accept(
                PairingRequest(fingerprint: key.verificationKey.id, pairing: try text()))
            try station.close()
        }
        return try await fixture.open()
    }

    @Test func `is good for five minutes, and once`() async throws {
        let station = try await fixture.open()
        _ = try await station.enrolments.open()
        let old = try text(issued: StationFixture.evening + .seconds(-301))
        #expect(await show(old, to: station) == .pairingUnusable)
        let early = try text(issued: StationFixture.evening + .seconds(3600))
        #expect(await show(early, to: station) == .pairingUnusable)
        // A kiosk whose clock nobody has set cannot know.
        fixture.set(now: Timestamp(seconds: 1000), isSynchronised: false)
        #expect(await show(try text(), to: station) == .pairingShown)
    }

    @Test func `leaving takes lists, secrets and trust, and leaves the journal and what it remembers`() async throws {
        do {
            let station = try await enrolled()
            let gala = StationFixture.galaYAML
            try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station, yaml: gala)
            _ = await station.door.show(code("a"))
            let downloads = fixture.folder.appending(path: "state/downloads")
            try FileManager.default.createDirectory(at: downloads, withIntermediateDirectories: true)
            for name in ["list.etag", "list.part"] { try Data().write(to: downloads.appending(path: name)) }
            try await station.enrolments.leave(LeaveRequest(operator: "Grace"))
            // Otherwise the address says at the next enrolment that nothing has changed, and there is no list.
            #expect(try FileManager.default.contentsOfDirectory(atPath: downloads.path) == ["list.part"])
            #expect(credential("box-office") == nil)
            #expect(!station.resources.trust.keys().trusted.contains { $0.id == key.verificationKey.id })
            #expect(try station.resources.journal.figures().entries == 1)
            #expect(try station.resources.journal.rememberedManifest(event: "gala") != nil)
            try station.close()
        }
        let left = try await fixture.open()
        #expect(try await left.enrolments.state().current == nil)
        #expect(try await left.lists.all().isEmpty)
    }

    @Test func `a pairing's relay gets reports, and its addresses are reached as the station's own`() async throws {
        let relay = RelayKey().publicKey
        let settings = """
            backends:
              box-office: {kind: webhook, url: "https://relay.example.org/v1/checkins", relay_key: \(relay.text)}
            manifests: {urls: ["https://lists.example.org/gala.usher"], interval: 60s}
            """
        do {
            let station = try await fixture.open()
            _ = try await station.enrolments.open()
            let pairing = try PairingTests.pairing(settings: settings).text(signedWith: key)
            _ = try await station.enrolments.accept(
                PairingRequest(fingerprint: key.verificationKey.id, pairing: pairing))
            try station.close()
        }
        let station = try await fixture.open { $0.lists.network.authorityFile = "/etc/usher/ca.crt" }
        #expect(station.relays == ["box-office"])
        #expect(station.resources.configuration.lists.network.authorityFile == "/etc/usher/ca.crt")
        #expect(station.resources.configuration.lists.interval == .seconds(60))
    }

    @Test func `warns after its time, and ends a day after the event on a clock that is right`() async throws {
        let station = try await enrolled()
        try await fixture.install(
            ["\(code("a")),R1,standard,,valid,1,,", "\(code("b")),R2,standard,,valid,1,,"], in: station)
        func isWarned(_ code: Condition.Code) async throws -> Bool { try await station.codes().contains(code) }
        #expect(try await !isWarned(.enrolmentPast))
        fixture.set(now: time("2026-12-06T03:00:00Z"))
        #expect(try await isWarned(.enrolmentPast))
        #expect(await station.door.show(code("a")).verdict == .admitted)
        fixture.set(now: time("2026-12-07T02:00:00Z"), isSynchronised: false)
        #expect(await station.door.show(code("b")).verdict != .refused(.sessionOver))
        fixture.set(now: time("2026-12-07T02:00:00Z"))
        #expect(await station.door.show(code("b")).verdict == .refused(.sessionOver))
        #expect(try await isWarned(.sessionOver))
    }
}
