import Fleet
import Foundation
import Journal
import Messages
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

/// The roster at a real station: who works here, and who does not any more.
@Suite struct RosterTests {
    private let fixture: StationFixture
    private let key = SigningKey()

    init() throws {
        fixture = try StationFixture()
    }

    private func open(key other: VerificationKey? = nil, gate: String? = "A") async throws -> Station {
        let station = try await fixture.open { [key] in
            $0.ordersKey = other ?? key.verificationKey
            $0.gate = gate
        }
        await station.rosters.begin()
        return station
    }

    private static let pins = ["Ann": "314159", "Ben": "271828", "Sue": "161803"]

    private static func person(
        _ name: String, _ role: StaffRole = .steward, pin: String? = nil,
        _ change: (inout Roster.Person) -> Void = { _ in }
    ) throws -> Roster.Person {
        let salt = Data(
            repeating: UInt8(name.utf8.count) ^ (name.utf8.first ?? 0) ^ UInt8((pin ?? "").utf8.count), count: 16)
        var person = Roster.Person(
            name: name, role: role, pin: try PINHash(of: pin ?? pins[name] ?? "", salt: salt))
        change(&person)
        return person
    }

    private func roster(after seconds: Int = 0, _ people: Roster.Person...) throws -> String {
        try SignedRoster.sign(
            Roster(issuer: "Gala Ltd", issued: StationFixture.evening + .seconds(seconds), people: people), with: key)
    }

    private func names(_ station: Station) async throws -> [String] {
        try await station.operators.atWork().map(\.name)
    }

    private func canSignIn(_ name: String, pin: String? = nil, at station: Station) async -> Bool {
        let request = SessionRequest(operator: name, pin: pin ?? Self.pins[name] ?? "")
        guard case .right? = try? await station.operators.checkPIN(request) else { return false }
        return true
    }

    @Test func `those of the roster sign in, those who left do not, and who was added here stays`() async throws {
        let station = try await open()
        try await station.operators.add(OperatorRequest(name: "Joe", role: "steward", pin: "577215"))
        let first = try await station.rosters.install(
            roster(Self.person("Ann"), Self.person("Sue", .supervisor)) + "\n")
        #expect(first.added == ["Ann", "Sue"])
        #expect(try await names(station) == ["Ann", "Joe", "Sue"])
        #expect(await canSignIn("Ann", at: station))
        #expect(await canSignIn("Sue", at: station))
        let session = try #require(try await station.operators.account(of: "Sue"))

        let second = try await station.rosters.install(
            roster(after: 1, Self.person("Ben"), Self.person("Sue", .supervisor)))
        #expect((second.added, second.removed, second.changed) == (["Ben"], ["Ann"], []))
        #expect(try await names(station) == ["Ben", "Joe", "Sue"])
        #expect(await !canSignIn("Ann", at: station))
        #expect(try await station.operators.account(of: "Ann") == nil)
        #expect(try await station.operators.account(of: "Sue") == session, "a new roster ends nobody's session")
        let third = try await station.rosters.install(
            roster(after: 2, Self.person("Ben"), Self.person("Sue", .steward)))
        #expect(third.changed == ["Sue"])
        #expect(try await station.operators.account(of: "Sue")?.role == .steward)
        let notes = try station.resources.journal.entries(limit: 100).map(\.checkIn).filter { $0.kind == .staff }.map(
            \.note)
        #expect(
            notes == [
                "added Joe, steward", "roster by Gala Ltd of 2026-12-05T18:00:00.000Z; added Ann, Sue",
                "roster by Gala Ltd of 2026-12-05T18:00:01.000Z; added Ben; removed Ann",
                "roster by Gala Ltd of 2026-12-05T18:00:02.000Z; changed Sue",
            ])
        #expect(try station.resources.journal.verify().isWhole)
    }

    @Test func `an older roster is refused, and the same one does nothing`() async throws {
        let station = try await open()
        let (old, new) = try (roster(Self.person("Ann")), roster(after: 60, Self.person("Ben")))
        _ = try await station.rosters.install(new)
        #expect(try await station.rosters.install(new).added == [])
        await #expect { try await station.rosters.install(old) } throws: { "\($0)".contains("a newer one was here") }
        #expect(try await names(station) == ["Ben"])
    }

    @Test func `a roster from the future is refused by a clock that is right, and taken by one that may be wrong`()
        async throws
    {
        let station = try await open()
        let line = try roster(after: 3600, Self.person("Ann"))
        await #expect { try await station.rosters.install(line) } throws: { "\($0)".contains("in the future") }
        fixture.set(now: StationFixture.evening, isSynchronised: false)
        _ = try await station.rosters.install(line)
        #expect(try await names(station) == ["Ann"])
    }

    @Test func `without a key, with another and with a changed line nothing is taken`() async throws {
        let line = try roster(Self.person("Ann"))
        do {
            let station = try await fixture.open()
            await #expect { try await station.rosters.install(line) } throws: { "\($0)".contains("from nobody") }
            try station.close()
        }
        let station = try await open(key: SigningKey().verificationKey)
        await #expect { try await station.rosters.install(line) } throws: { "\($0)".contains("another key") }
        await #expect { try await station.rosters.install("nonsense") } throws: { "\($0)".contains("no roster") }
        #expect(try await names(station) == [])
    }

    @Test func `a roster outlives a restart, with the pause after a wrong PIN, and ends with its key`() async throws {
        do {
            let station = try await open()
            _ = try await station.rosters.install(roster(Self.person("Ann")))
            #expect(await !canSignIn("Ann", pin: "999998", at: station))
            try station.close()
        }
        do {
            let station = try await open()
            #expect(try await names(station) == ["Ann"])
            _ = try await station.rosters.install(roster(after: 1, Self.person("Ann"), Self.person("Ben")))
            #expect(await !canSignIn("Ann", at: station), "a new roster ends no pause")
            fixture.set(now: StationFixture.evening + .seconds(1))
            #expect(await canSignIn("Ann", at: station))
            try station.close()
        }
        do {
            let station = try await open(key: SigningKey().verificationKey)
            #expect(try await names(station) == [])
            #expect(await !canSignIn("Ann", at: station))
            #expect(!FileManager.default.fileExists(atPath: station.resources.folder.roster.path))
            await station.rosters.begin()
            let notes = try station.resources.journal.entries(limit: 100).map(\.checkIn.note)
            #expect(notes.filter { $0 == "no roster any more; removed Ann, Ben" }.count == 1)
            try station.close()
        }
        let station = try await open()
        let old = try roster(Self.person("Ann"))
        await #expect { try await station.rosters.install(old) } throws: { "\($0)".contains("a newer one was here") }
        _ = try await station.rosters.install(roster(after: 1, Self.person("Ann"), Self.person("Ben")))
        #expect(try await names(station) == ["Ann", "Ben"])
    }

    @Test func `a command with another configuration changes nothing`() async throws {
        do {
            let station = try await open()
            _ = try await station.rosters.install(roster(Self.person("Ann")))
            try station.close()
        }
        do {
            let station = try await fixture.open()
            #expect(try await names(station) == ["Ann"])
            try station.close()
        }
        #expect(try await names(open()) == ["Ann"])
    }

    @Test func `a name in another spelling is somebody else, and leaves nobody behind`() async throws {
        let station = try await open()
        let (composed, decomposed) = ("J\u{F6}rg", "Jo\u{308}rg")
        _ = try await station.rosters.install(roster(Self.person(composed, pin: "314159")))
        let other = try roster(after: 1, Self.person(decomposed, pin: "271828"))
        await #expect { try await station.rosters.install(other) } throws: { "\($0)".contains("no roster") }
        _ = try station.resources.journal.setRoster(
            [RosteredOperator(name: decomposed, role: .steward, pin: try PINHash(of: "271828"))],
            now: StationFixture.evening)
        let change = try station.resources.journal.setRoster([], now: StationFixture.evening)
        #expect(change.removed.count == 1)
        #expect(try station.resources.journal.operators().isEmpty)
        #expect(await !canSignIn(composed, pin: "314159", at: station))
    }

    @Test func `an older roster is refused also when what was taken is forgotten`() async throws {
        let station = try await open()
        let (old, new) = try (roster(Self.person("Ann")), roster(after: 60, Self.person("Ben")))
        _ = try await station.rosters.install(new)
        try FileManager.default.removeItem(at: station.resources.folder.rostersTaken)
        await #expect { try await station.rosters.install(old) } throws: { "\($0)".contains("a newer one was here") }
    }

    @Test func `a person reads the screen in the language of the newest roster until they choose one`() async throws {
        let station = try await open()
        for (seconds, language) in [(0, "de"), (1, "fr")] {
            _ = try await station.rosters.install(
                roster(after: seconds, Self.person("Ann") { $0.language = language }))
            #expect(try await station.operators.language(of: "Ann") == language)
        }
        try await station.operators.setLanguage("sw", of: "Ann")
        _ = try await station.rosters.install(roster(after: 2, Self.person("Ann") { $0.language = "ja" }))
        #expect(try await station.operators.language(of: "Ann") == "sw")
    }

    @Test func `a person is at work at their gate and in their hours only`() async throws {
        let station = try await open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        let evening = StationFixture.evening
        _ = try await station.rosters.install(
            roster(
                Self.person("Ann") { $0.gates = ["A"] }, Self.person("Ben") { $0.gates = ["L"] },
                Self.person("Sue", .supervisor) {
                    ($0.from, $0.until) = (evening + .seconds(60), evening + .seconds(120))
                }))
        #expect(try await names(station) == ["Ann"])
        #expect(await !canSignIn("Ben", at: station))
        fixture.set(now: evening + .seconds(60))
        #expect(try await names(station) == ["Ann", "Sue"])
        #expect(await canSignIn("Sue", at: station))
        #expect(try await station.operators.account(of: "Sue") != nil)
        fixture.set(now: evening + .seconds(120))
        #expect(try await station.operators.account(of: "Sue") == nil, "a session ends with the hours")
        fixture.set(now: evening + .seconds(120), isSynchronised: false)
        #expect(try await names(station) == ["Ann", "Sue"], "a wrong clock keeps nobody out")
        _ = try await station.place.move(PlaceRequest(gate: "L"), by: Staff(name: "Sue", role: .supervisor))
        #expect(try await names(station) == ["Ben", "Sue"])
        #expect(try await station.operators.all().map(\.name) == ["Ann", "Ben", "Sue"])
    }

    @Test func `who is in the roster is not removed at one station alone`() async throws {
        let station = try await open()
        _ = try await station.rosters.install(roster(Self.person("Ann")))
        await #expect { try await station.operators.remove(name: "Ann") } throws: { "\($0)".contains("in the roster") }
    }

    @Test func `a badge is no ticket: it says whose it is, once while it is in view`() async throws {
        let station = try await open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        _ = try await station.rosters.install(
            roster(
                Self.person("Ann") { $0.badge = Roster.badgeHash(of: "usher-badge:ann".utf8) },
                Self.person("Ben") {
                    $0.badge = Roster.badgeHash(of: "04A2B3".utf8)
                    $0.gates = ["L"]
                }))
        let before = try station.resources.journal.entries(limit: 100).count
        let shown = await hint("usher-badge:ann", at: station)
        #expect(shown?.hint == .badgeShown)
        #expect(shown?.operator == "Ann")
        #expect(shown?.json.text.contains(#""operator":"Ann""#) == true)
        #expect(await hint("04A2B3", at: station)?.hint == .badgeElsewhere)
        #expect(try station.resources.journal.entries(limit: 100).count == before)
        #expect(await hint("usher-badge:eve", at: station) == nil)
    }

    private func hint(_ text: String, at station: Station) async -> ScanHint? {
        let outcome = await station.router.take(
            Presentation(bytes: Array(text.utf8), how: .camera, source: "camera", gate: nil, direction: nil))
        guard case .hint(let hint) = outcome else { return nil }
        return hint
    }

    @Test func `a roster comes from a folder and from a stick without anybody's help, and a bad one is told`()
        async throws
    {
        let station = try await open()
        let (folder, stick) = (fixture.folder.appending(path: "lists"), fixture.folder.appending(path: "usb/sdb1"))
        for each in [folder, stick] {
            try FileManager.default.createDirectory(at: each, withIntermediateDirectories: true)
        }
        try Data(roster(Self.person("Ann")).utf8).write(to: stick.appending(path: "STAFF.ROSTER"))
        try Data("nonsense".utf8).write(to: folder.appending(path: "staff.roster"))
        var settings = ListSettings()
        settings.folders = [folder.path]
        let service = RosterService(
            settings: settings, rosters: station.rosters, journal: station.resources.journal,
            credentials: station.resources.credentials, folder: fixture.folder,
            sticks: stick.deletingLastPathComponent())
        let task = Task { await service.run() }
        defer { task.cancel() }
        try await waitUntil { try await names(station) == ["Ann"] }
        try await waitUntil { try await station.codes().contains(.rosterRefused) }
    }

    @Test func `an address is a roster's by the end of its path`() {
        var settings = ListSettings()
        settings.urls = [
            "https://x/gala.usher", "https://x/staff.roster", "https://x/Staff.ROSTER?token=1", "https://x/?a=.roster",
        ]
        #expect(settings.rosterURLs == ["https://x/staff.roster", "https://x/Staff.ROSTER?token=1"])
        #expect(settings.listURLs == ["https://x/gala.usher", "https://x/?a=.roster"])
    }
}
