import Foundation
import Journal
import Manifests
import Messages
import Publishing
import StationAPI
import Synchronization
import TestSupport
import Testing
import Tickets

@testable import Station

/// A real station on a temporary state folder, at a time of the test's choosing.
final class StationFixture: Sendable {
    static let evening = Timestamp(rfc3339: "2026-12-05T18:00:00Z")!

    private let home: TemporaryFolder
    let organizer: SigningKey
    private let time: Mutex<(now: Timestamp, isSynchronised: Bool)>

    /// - Parameter organizer: the same for stations that are to know a ticket by the same key.
    init(now: Timestamp = evening, organizer: SigningKey = SigningKey()) throws {
        self.organizer = organizer
        home = try TemporaryFolder()
        time = Mutex((now, true))
    }

    var folder: URL { home.url }

    /// Where venue IT puts keys.
    var keyFolder: URL { folder.appending(path: "etc-keys") }

    func set(now: Timestamp, isSynchronised: Bool = true) {
        time.withLock { $0 = (now, isSynchronised) }
    }

    /// A minute later: what a reader sees is another presentation then.
    func passMinute() { time.withLock { $0.now = $0.now + .seconds(60) } }

    /// Opens the station; the one before must be gone.
    /// - Parameter ledger: of a venue that is to be configured.
    func open(
        _ change: (inout Configuration) -> Void = { _ in }, machineID: String? = "machine",
        lookupLimit: Duration = .seconds(600), trialInterval: Duration = .milliseconds(1),
        supportBundle: @escaping @Sendable () throws -> String = { "bundle" }, ledger: (any DoorLedger)? = nil
    ) async throws -> Station {
        var configuration = Configuration(station: "kiosk-1")
        change(&configuration)
        // Time passes only where a test says so.
        let moment = ContinuousClock.now
        let clock = StationClock(
            now: { self.time.withLock { $0.now } }, isSynchronised: { self.time.withLock { $0.isSynchronised } },
            instant: { moment })
        let state = StateFolder(folder.appending(path: "state"))
        return try Station(
            folder: state, lock: try await state.lock(socket: nil), configuration: configuration,
            environment: Station.Environment(
                clock: clock, machineID: machineID, keyFolders: [keyFolder], credentialFolders: [],
                lookupLimit: lookupLimit, trialInterval: trialInterval, supportBundle: supportBundle),
            logger: .quiet, logLevels: LogLevelSwitch(configuration.logLevel), ledger: ledger)
    }

    static let galaYAML = yaml()

    /// The gala, or another event like it, in UTC.
    static func yaml(id: String = "gala") -> String {
        WinterGala.yaml(
            id: id, timeZone: "UTC",
            more: """
                types:
                  - {id: standard, name: Standard}
                  - {id: vip, name: VIP, attention: Hand out a lanyard}
                lists:
                  - {id: main, name: Hall, types: [standard, vip], reentry: none}
                  - {id: lounge, name: Lounge, types: [vip], reentry: after_exit}
                gates:
                  - {id: A, name: Gate A, list: main}
                  - {id: L, name: Lounge door, list: lounge}
                assignments:
                  kiosk-7: {gate: L, direction: out}
                """)
    }

    /// Builds a list and gives it to the station.
    func install(
        _ rows: [String], in station: Station, yaml: String = galaYAML, outline: EventOutline = EventOutline(),
        isTest: Bool = false, acceptingLoss: Bool = false
    ) async throws {
        let csv = folder.appending(path: "tickets.csv")
        let header = "code,ref,type,holder,status,admits,not_before,not_after"
        try Data(([header] + rows).joined(separator: "\n").utf8).write(to: csv)
        let definition = try EventDefinition(yaml: yaml, named: "event.yaml", folder: folder, outline: outline)
        var source = try TicketCSV(csv, zone: definition.zone)
        try await install(&source, of: definition, in: station, isTest: isTest, acceptingLoss: acceptingLoss)
    }

    /// Builds a list of these rows and gives it to the station.
    func install(_ rows: [TicketRow], of definition: EventDefinition, in station: Station) async throws {
        var source = TicketRows(rows, name: "rows")
        try await install(&source, of: definition, in: station)
    }

    private func install(
        _ source: inout some TicketSource, of definition: EventDefinition, in station: Station, isTest: Bool = false,
        acceptingLoss: Bool = false
    ) async throws {
        let list = folder.appending(path: "\(UUID()).usher")
        let now = time.withLock { $0.now }
        try ManifestBuilder(definition: definition, key: organizer, now: now, isTest: isTest).build(&source, to: list)
        _ = try await station.lists.trust(KeyFile.publicText(of: organizer.verificationKey, for: .manifest))
        let bytes = Array(try Data(contentsOf: list))
        let (pieces, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        continuation.yield(bytes)
        continuation.finish()
        _ = try await station.lists.install(pieces, acceptingLoss: acceptingLoss)
    }
}

/// 32 letters and digits, different for each name.
func code(_ name: String) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    var state: UInt64 = name.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    return String(
        (0..<32).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return letters[Int(state >> 33) % letters.count]
        })
}

extension Door {
    /// Presents a code as a line of standard input.
    func show(_ text: String, gate: String? = nil, direction: Direction? = nil) -> Outcome {
        take(
            Presentation(
                bytes: Array(text.utf8), how: .stdin, source: "stdin", gate: gate, direction: direction))
    }
}

extension Outcome {
    var report: VerdictReport? {
        guard case .verdict(let report) = self else { return nil }
        return report
    }

    var verdict: Verdict? { report?.verdict }
}

extension Station {
    /// What is wrong, by code.
    func codes() async throws -> [Condition.Code] { try await monitor.status().conditions.map(\.code) }
}

/// The first line of a ticket, on the list `main` of the gala.
func line(of ticket: String, in manifest: InstalledManifest) throws -> ListedLine {
    let record = try #require(try manifest.lookUp(code(ticket)))
    return ListedLine(event: "gala", list: "main", key: record.key, line: try #require(record.lines.first).number)
}
