import Backends
import Foundation
import Manifests
import Messages
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

/// A token in a configured address reaches no page, no control room, no alert and no message.
@Suite(.timeLimit(.minutes(1)))
struct AddressSecrecyTests {
    private static let list: ServerAddress = "http://127.0.0.1:1/SECRET/gala.usher?token=SECRET"
    private static let other: ServerAddress = "http://127.0.0.1:1/SECRET/ball.usher?token=SECRET"
    private static let roster: ServerAddress = "http://127.0.0.1:1/SECRET/staff.roster?token=SECRET"

    private func open(_ fixture: StationFixture) async throws -> Station {
        try await fixture.open { configuration in
            configuration.lists.urls = [Self.list, Self.other, Self.roster]
            configuration.backends = [
                BackendSettings(name: "box", kind: .webhook, url: "https://box.example.org/SECRET?token=SECRET")
            ]
        }
    }

    /// Everything that a person or another program is shown of the station.
    private func surfaces(of station: Station) async throws -> [String] {
        let status = try await station.monitor.status()
        let conditions = try await station.monitor.currentConditions()
        let alerts = conditions.compactMap { StationAlert($0, policy: Policy(), in: .english) }
        let texts = [
            String(decoding: try ControlJSON.encode(status), as: UTF8.self), "\(status)", "\(conditions)",
            "\(conditions.map(\.says))", "\(try await station.monitor.examine())", "\(alerts)",
            station.resources.configuration.outline.joined(separator: "\n"),
            "\(station.resources.configuration.lists)", "\(station.resources.configuration.backends)",
        ]
        return texts + conditions.map { String(reflecting: $0) }
    }

    @Test func `while lists and rosters cannot be had, no surface of the station has the tokens of their addresses`()
        async throws
    {
        let station = try await open(StationFixture())
        let (shared, settings) = (station.resources, station.resources.configuration.lists)
        let lists = ListService(
            settings: settings, lists: station.lists, journal: shared.journal, credentials: shared.credentials,
            folder: shared.folder.downloads)
        let rosters = RosterService(
            settings: settings, rosters: station.rosters, journal: shared.journal, credentials: shared.credentials,
            folder: shared.folder.downloads, sticks: station.lists.usbLists.folder)
        let tasks = [Task { await lists.run() }, Task { await rosters.run() }]
        func sources(_ code: Condition.Code) -> Set<String?> {
            Set(shared.conditions.all.filter { $0.code == code }.map(\.subject))
        }
        while sources(.noListFrom).count < 2 || sources(.rosterRefused).isEmpty { await Task.yield() }
        for task in tasks { task.cancel() }
        #expect(sources(.noListFrom) == ["http://127.0.0.1:1 (1)", "http://127.0.0.1:1 (2)"])
        #expect(sources(.rosterRefused) == ["http://127.0.0.1:1 (3)"])
        let loss = ManifestError(.lossNotAccepted, "use", settings.name(of: Self.list), "too much is gone")
        #expect(shared.conditions.reportListSource(settings.name(of: Self.list), loss))
        #expect(sources(.listLoss) == ["http://127.0.0.1:1 (1)"])
        for text in try await surfaces(of: station) { #expect(!text.contains("SECRET"), "\(text)") }
    }

    @Test(arguments: [
        "manifests: {urls: [\"ftp://lists.example.org/SECRET?token=SECRET\"]}",
        "manifests: {urls: [\"lists.example.org/?token=SECRET\"]}", "manifests: {urls: \"https://x/SECRET\"}",
        "backends: {box: {kind: webhook, url: \"ftp://box.example.org/SECRET\"}}",
        "backends: {box: {kind: webhook, url: \"https://SECRET@box.example.org/\"}}",
        "backends: {box: {kind: webhook, url: \"https://box.example.org/?token=SECRET\"}}",
        "backends: {box: {kind: webhook, url: \"box.example.org/SECRET\"}}",
        "backends: {box: {kind: webhook, url: \"http://box.example.org/SECRET\"}}",
        "backends: {box: {kind: webhook, url: [\"https://box.example.org/SECRET\"]}}",
        "alerts: {receivers: {a: {kind: webhook, url: \"http:/example.org/SECRET\"}}}",
        "alerts: {receivers: {a: {kind: ntfy, url: \"https://ntfy.example.org/SECRET/SECRET\"}}}",
        "alerts: {receivers: {a: {kind: smtp, url: \"smtps://user:SECRET@mail.example.org/x\", from: a@b.org, to: [a@b.org]}}}",
        "venue: {url: \"https://user:SECRET@ledger.example.org/db\"}", "gate: [\"https://x.example.org/SECRET\"]",
        "policy: {after_expiry: \"https://x.example.org/SECRET?token=SECRET\"}",
    ])
    func `no fault of a configuration quotes more of an address than its origin`(yaml: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("station: kiosk-1\n" + yaml + "\n", to: "usher.yaml")
        let error = #expect(throws: (any Error).self) {
            try Configuration.read(file: file.path, environment: [:])
        }
        let text = "\(error.map { "\($0)" } ?? "")"
        #expect(!text.contains("SECRET") && !text.isEmpty, "\(text)")
    }
}
