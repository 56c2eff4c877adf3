import Devices
import Foundation
import Journal
import Messages
import Pictures
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

/// The doctor names the cause of each fault that is staged here, and nothing else beside it.
@Suite struct DoctorTests {
    let fixture: StationFixture

    init() throws {
        fixture = try StationFixture()
    }

    private func station(_ change: (inout Configuration) -> Void = { _ in }) async throws -> Station {
        let station = try await fixture.open(change)
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        return station
    }

    /// What is wrong in some areas.
    private func faults(of station: Station, _ areas: Condition.Area...) async throws -> [Condition] {
        try await station.monitor.examine().filter { areas.contains($0.area) && $0.level != .ok }
    }

    private func expect(
        _ area: Condition.Area, _ level: Condition.Level, _ words: String, of station: Station,
        location: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await faults(of: station, area)
        #expect(
            found.contains { $0.level == level && $0.says.contains(words) }, "\(found)", sourceLocation: location)
        #expect(found.allSatisfy { $0.next != nil }, "each says what to do: \(found)", sourceLocation: location)
    }

    @Test func `finds nothing wrong with lists, clock, journal and enrolment of a good station`() async throws {
        let found = try await faults(of: station { $0.gate = "A" }, .list, .clock, .journal, .enrolment, .backend)
        #expect(found.isEmpty, "\(found)")
    }

    // MARK: - Lists

    @Test func `no key and no list`() async throws {
        let station = try await fixture.open()
        try await expect(.list, .broken, "No organizer's key", of: station)
        try await expect(.list, .broken, "No list is installed", of: station)
    }

    @Test func `a list of another day`() async throws {
        let station = try await station { $0.events = ["another"] }
        try await expect(.list, .broken, "No installed list is for an event", of: station)
    }

    @Test func `a test list, an old one, an expired one`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station, isTest: true)
        try await expect(.list, .warning, "test list", of: station)
        fixture.set(now: StationFixture.evening + .seconds(25 * 3600))
        try await expect(.list, .warning, "older than its organizer wants", of: station)
        fixture.set(now: StationFixture.evening + .seconds(5 * 86_400))
        try await expect(.list, .broken, "expired", of: station)
    }

    @Test func `a cancelled event, a gate that is not there, a staff key that is missing`() async throws {
        let station = try await fixture.open { $0.gate = "Z" }
        let yaml = StationFixture.galaYAML + "\nstatus: cancelled\nprivacy: staff"
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station, yaml: yaml)
        try await expect(.list, .broken, "is cancelled", of: station)
        try await expect(.list, .broken, "no gate Z", of: station)
        try await expect(.list, .warning, "no staff key", of: station)
    }

    @Test func `a file that is no key among the keys`() async throws {
        let station = try await station()
        try Data("nonsense".utf8).write(to: fixture.folder.appending(path: "state/keys/bad.pub"))
        try await expect(.list, .warning, "bad.pub", of: station)
    }

    // MARK: - Clock, journal, enrolment, backends

    @Test func `a clock that is not synchronised, and one that cannot be right`() async throws {
        let station = try await station()
        fixture.set(now: StationFixture.evening + .seconds(60), isSynchronised: false)
        try await expect(.clock, .warning, "not synchronised", of: station)
        fixture.set(now: Timestamp(seconds: 1000), isSynchronised: false)
        try await expect(.clock, .broken, "behind the newest list or entry", of: station)
    }

    @Test func `a session that is over`() async throws {
        do {
            let station = try await fixture.open()
            let text = try PairingTests.pairing().text(signedWith: PairingTests.key)
            _ = try await station.enrolments.accept(
                PairingRequest(fingerprint: PairingTests.key.verificationKey.id, pairing: text))
            try station.close()
        }
        let station = try await fixture.open()
        fixture.set(now: time("2026-12-06T03:00:00Z"))
        try await expect(.enrolment, .warning, "until", of: station)
        fixture.set(now: time("2026-12-08T03:00:00Z"))
        try await expect(.enrolment, .broken, "over", of: station)
    }

    @Test func `a backend whose credential is missing`() async throws {
        let settings = try EnrolledSettings(
            "backends: {box: {kind: webhook, url: https://relay.example.org/in}}", secrets: ["box"], event: "gala")
        let station = try await station { $0.backends = settings.backends }
        station.resources.conditions.report(
            Condition(
                .backendUnusable, subject: "box",
                ["backend": "box", "why": "the credential box is missing or empty", "hint": "Make it."]))
        try await expect(.backend, .broken, "credential box is missing", of: station)
    }

    // MARK: - Displays and readers

    @Test func `nobody who would see a verdict, and no reader`() async throws {
        let station = try await station()
        station.readers.board.activate()
        try await expect(.display, .broken, "no ticket is taken", of: station)
        try await expect(.readers, .broken, "No camera and no scanner", of: station)
        let display = station.resources.announcer.listen()
        #expect(try await faults(of: station, .display).isEmpty)
        _ = display
    }

    @Test func `a machine without udev`() async throws {
        let station = try await station()
        station.readers.board.noteWatchError(DeviceError(.failed, "listen to", "udev", "no udev"))
        try await expect(.readers, .broken, "no udev", of: station)
    }

    // MARK: - Pictures

    private func picture(_ luma: (_ column: Int, _ row: Int) -> Int) -> GreyImage {
        let (width, height) = (160, 120)
        return GreyImage(
            width: width, height: height,
            luma: (0..<width * height).map { UInt8(clamping: luma($0 % width, $0 / width)) })
    }

    @Test func `tells a covered lens, the dark, glare and blur apart, and leaves a good picture alone`() {
        let squares = { (column: Int, row: Int) in (column / 8 + row / 8) % 2 }
        #expect(PictureQuality(picture { _, _ in 90 }).problem == .pictureGrey)
        #expect(PictureQuality(picture { 10 + 40 * squares($0, $1) }).problem == .pictureDark)
        #expect(PictureQuality(picture { 200 + 55 * squares($0, $1) }).problem == .pictureBright)
        let soft = picture { column, row in 128 + Int(90 * sin(Double(column) / 20) * cos(Double(row) / 20)) }
        #expect(PictureQuality(soft).problem == .pictureBlurred)
        #expect(PictureQuality(picture { 40 + 170 * squares($0, $1) }).problem == nil)
    }

    // MARK: - The disk

    private let disk = DiskCheck(folder: FileManager.default.temporaryDirectory)

    @Test(arguments: [
        (Duration?.some(.microseconds(5)), Condition.Level.warning), (.milliseconds(1), .ok),
        (.milliseconds(400), .warning),
        (nil, .broken),
    ])
    func `holds a disk to how long it takes to write`(median: Duration?, level: Condition.Level) {
        #expect(disk.synchronisation(median).level == level)
    }

    @Test(arguments: [("0x01 0x02\n", Condition.Level.ok), ("0x09 0x01\n", .warning), ("0x0b 0x0b\n", .warning)])
    func `reads how worn a disk is`(lifeTime: String, level: Condition.Level) {
        #expect(DiskCheck.wear(lifeTime: lifeTime).map(\.level) == [level])
    }

    @Test func `knows a folder that lies in memory`() {
        let table = """
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            23 22 0:20 / /run rw,nosuid shared:2 - tmpfs tmpfs rw
            24 22 8:2 / /var/lib rw,relatime - ext4 /dev/sda2 rw
            """
        #expect(DiskCheck.fileSystem(of: "/run/usher", mounts: table).map(\.level) == [.broken])
        #expect(DiskCheck.fileSystem(of: "/var/lib/usher", mounts: table).isEmpty)
        #expect(DiskCheck.fileSystem(of: "/runner", mounts: table).isEmpty)
    }

    // MARK: - The unit

    @Test func `sees whether the sandbox holds and the watchdog is fed`() {
        let held = "Name:\tusherd\nCapEff:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n"
        let free = "Name:\tusherd\nCapEff:\t000001ffffffffff\nNoNewPrivs:\t0\nSeccomp:\t0\n"
        func levels(_ status: String, _ interval: Duration?, _ silence: Duration?) -> [Condition.Level] {
            SandboxCheck(status: status, watchdogInterval: interval, silence: silence).findings().map(\.level)
        }
        #expect(levels(held, .seconds(10), .seconds(3)) == [.ok, .ok])
        #expect(levels(free, .seconds(10), .seconds(3)) == [.warning, .ok])
        #expect(levels(held, nil, nil) == [.ok, .warning])
        #expect(levels(held, .seconds(10), .seconds(30)) == [.ok, .broken])
    }
}
