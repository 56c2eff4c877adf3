import Foundation
import Journal
import Manifests
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

@Suite struct PairingTests {
    static let key = SigningKey()

    static func pairing(
        settings: String = "{gate: A, backends: {box-office: {kind: webhook, url: https://relay.example.org/in}}}",
        secrets: [String: String] = ["box-office": "a-token"],
        issued: Timestamp = StationFixture.evening
    ) -> Pairing {
        Pairing(
            organizer: "Gala Ltd",
            event: .init(id: "gala", name: "Winter Gala", ends: time("2026-12-06T02:00:00Z")),
            settings: settings, secrets: secrets, until: time("2026-12-06T02:00:00Z"), issued: issued)
    }

    @Test func `comes out as it went in, with the key it was signed with`() throws {
        let pairing = Self.pairing()
        let (read, key) = try Pairing.verify(pairing.text(signedWith: Self.key))
        #expect(read == pairing)
        #expect(key == Self.key.verificationKey)
    }

    @Test func `it says for how long it is valid, and a day at most`() throws {
        var pairing = Self.pairing()
        #expect(pairing.expires == pairing.issued + .seconds(300))
        pairing.validity = .seconds(43_200)
        let read = try Pairing.verify(pairing.text(signedWith: Self.key)).pairing
        #expect(read == pairing && read.expires == pairing.issued + .seconds(43_200))
        for seconds in [0, -1, 86_401] {
            pairing.validity = .seconds(seconds)
            let text = try pairing.text(signedWith: Self.key)
            #expect(throws: StationError.self, "\(seconds)") { try Pairing.verify(text) }
        }
    }

    @Test func `one changed character makes it none`() throws {
        let text = Array(try Self.pairing().text(signedWith: Self.key))
        for place in stride(from: 0, to: text.count, by: 7) {
            var changed = text
            changed[place] = changed[place] == "A" ? "B" : "A"
            #expect(throws: StationError.self, "\(place)") { try Pairing.verify(String(changed)) }
        }
    }

    @Test(arguments: [
        ["../etc/passwd": "x"], [".hidden": "x"], ["": "x"], ["a/b": "x"], ["empty": ""],
    ])
    func `brings no secret that could be another file`(secrets: [String: String]) throws {
        let text = try Self.pairing(secrets: secrets).text(signedWith: Self.key)
        #expect(throws: StationError.self) { try Pairing.verify(text) }
    }

    @Test func `is refused when no code at a door could hold it`() {
        let pairing = Self.pairing(settings: String(repeating: "# a line\n", count: 300))
        #expect(throws: StationError.self) { try pairing.text(signedWith: Self.key) }
    }

    @Test(arguments: [
        "hooks: [{command: [rm]}]", "screen: off", "cameras: off", "manifests: {folders: [/srv]}", "log: trace",
        "gate: [A]", "backends: {b: {kind: webhook, url: ftp://x}}",
        "backends: {b: {kind: webhook, url: https://x.org/in, credential: pretix-token}}",
        "backends: {b: {kind: webhook, url: https://x.org/in, signing_credential: pretix-token}}",
        "backends: {b: {kind: webhook, url: http://x.org/in, plain_http: true}}",
        "backends: {b: {kind: webhook, url: https://x.org/in, proxy: http://10.0.0.1:1}}",
        "manifests: {urls: [https://x.org/list], credential: pretix-token}",
        "manifests: {urls: [https://x.org/list], ca: /etc/shadow}",
    ])
    func `brings no setting that is not the event's, and uses no secret of the venue`(settings: String) {
        #expect(throws: (any Error).self) { try EnrolledSettings(settings, secrets: ["b"], event: "gala") }
    }

    @Test func `brings no secret that it does not use`() throws {
        let settings = "backends: {b: {kind: webhook, url: https://x.org/in}}"
        _ = try EnrolledSettings(settings, secrets: ["b", "staff-gala"], event: "gala")
        for other in ["figures-token", "staff-ball", "alerts"] {
            #expect(throws: (any Error).self) { try EnrolledSettings(settings, secrets: ["b", other], event: "gala") }
        }
    }

    @Test func `what the venue wrote down wins`() throws {
        let settings = "{gate: B, direction: out, station: kiosk-3, manifests: {urls: [https://example.org/gala]}}"
        let enrolment = Enrolment(
            organizer: "Gala Ltd", keyID: "", event: Self.pairing().event, settings: settings, secrets: [],
            broughtKey: true, until: StationFixture.evening, nonce: "", enrolled: StationFixture.evening)
        var configuration = Configuration(station: "host")
        let enrolled = try configuration.enrolled(enrolment)
        #expect(enrolled.gate == "B" && enrolled.direction == .out && enrolled.station == "kiosk-3")
        #expect(enrolled.events == ["gala"])
        #expect(enrolled.lists.urls == ["https://example.org/gala"])
        configuration.gate = "A"
        configuration.isStationNamed = true
        #expect(try configuration.enrolled(enrolment).gate == "A")
        #expect(try configuration.enrolled(enrolment).station == "host")
    }
}
