public import Backends
public import Cameras
internal import CheckedYAML
public import DoorScreen
internal import Foundation
public import Logging
public import Tickets
public import Wedges

/// How the station treats cases on which venues differ.
public struct Policy: Sendable, Equatable {
    public enum Strictness: String, Sendable, CaseIterable {
        case warn, refuse
    }

    /// A list past its time: go on and say so, or stop.
    public var afterExpiry = Strictness.warn
    /// A clock that is not synchronised and behind what is known: do not enforce windows and say so, or stop.
    public var clockUntrusted = Strictness.warn
    /// Cameras and scanners while nobody can see a verdict: leave tickets alone, or go on.
    public var faceless = Faceless.refuse

    public enum Faceless: String, Sendable, CaseIterable {
        case refuse, allow
    }

    /// How long after the event's end tickets that are good until then still admit.
    public var graceAfterEnd = Duration.seconds(2 * 3600)
}

/// What usher.yaml, the environment and the flags say, checked as a whole before anything starts.
public struct Configuration: Sendable, Equatable {
    public static let defaultFile = "/etc/usher/usher.yaml"

    /// The station's name.
    public var station: String
    /// Somebody chose the name; else it is the host's.
    public var isStationNamed = false
    /// Slug of its gate; `nil`: the list's assignment, else the list's first gate by id.
    public var gate: String?
    /// `nil`: the list's assignment, else `in`.
    public var direction: Direction?
    /// Ids of the events it serves; empty: by the clock.
    public var events: [String] = []
    public var cameras = DeviceChoice<CameraSettings>.auto
    public var scanners = DeviceChoice<WedgeSettings>.auto
    public var policy = Policy()
    public var permissions = Set(Permission.allCases)
    /// `nil` with ``isScreenChosen``: none. Else the daemon of a door has one, and one that reads codes from elsewhere
    /// has none.
    public var screen: PageSettings? = PageSettings()
    /// The configuration says whether there is a screen.
    public var isScreenChosen = false
    /// Figures for other machines; `nil`: none.
    public var figures: FiguresSettings?
    /// Metrics for other machines; `nil`: none.
    public var metrics: MetricsSettings?
    /// Commands that are told each verdict.
    public var hooks: [Hook] = []
    /// Ticketing servers that check-ins go to.
    public var backends: [BackendSettings] = []
    public var lists = ListSettings()
    /// The ledger that the gates of a venue share; `nil`: none.
    public var venue: VenueSettings?
    /// Where alerts go.
    public var alerts: BackendSettings?
    /// How long a list is kept after its event's end.
    public var keepLists = Duration.seconds(7 * 86_400)
    public var logLevel = Logger.Level.notice
    /// Variables whose names begin like ours and are none.
    public var unknownVariables: [String] = []

    public init(station: String) {
        self.station = station
    }

    /// Reads the file, then lets the environment override it.
    ///
    /// - Parameter file: `nil` takes ``defaultFile`` if there is one.
    /// - Throws: ``StationError``, or the list of every fault in the file with its key and line.
    public static func read(file: String?, environment: [String: String]) throws -> Configuration {
        var configuration = Configuration(station: ProcessInfo.processInfo.hostName)
        if let path = file ?? (FileManager.default.fileExists(atPath: defaultFile) ? defaultFile : nil) {
            configuration = try parse(contentsOf: URL(filePath: path), default: configuration)
        }
        try configuration.override(with: environment)
        return configuration
    }

    static func parse(contentsOf file: URL, default: Configuration) throws -> Configuration {
        try CheckedYAML.read(contentsOf: file) { root in
            var configuration = `default`
            if let name = root.optionalString("station") {
                configuration.station = name
                configuration.isStationNamed = true
                if let problem = problem(withName: name) { root.fault("station", problem) }
            }
            configuration.gate = root.optionalString("gate")
            configuration.direction = root.optionalValue("direction", Direction.expectation, parse: Direction.init)
            configuration.events = root.strings("events") ?? []
            configuration.cameras = readCameras(root)
            configuration.scanners = readScanners(root)
            configuration.readScreen(root)
            configuration.readMetrics(root)
            configuration.hooks = (root.mappings("hooks") ?? []).map(Hook.init)
            if configuration.hooks.count > Hook.mostHooks {
                root.fault("hooks", "must not have more than \(Hook.mostHooks) commands")
            }
            configuration.policy = readPolicy(root.mapping("policy"))
            configuration.permissions = readPermissions(root) ?? configuration.permissions
            configuration.backends = readBackends(root)
            configuration.alerts = root.shape(of: "alerts").map { _ in
                BackendSettings(webhook: "alerts", root.mapping("alerts"))
            }
            configuration.venue = root.shape(of: "venue").map { _ in VenueSettings(root.mapping("venue")) }
            let manifests = root.mapping("manifests")
            configuration.keepLists = manifests.duration(
                "keep_after_end", in: .zero ... .seconds(400 * 86_400), default: configuration.keepLists)
            configuration.lists = ListSettings(manifests)
            configuration.logLevel =
                root.optionalValue("log", Logger.Level.expectation) { Logger.Level(rawValue: $0) }
                ?? configuration.logLevel
            return configuration
        }
    }

    static func readBackends(_ root: YAMLMapping) -> [BackendSettings] {
        (root.namedMappings("backends") ?? []).map { name, mapping in
            if !Event.isValidID(name) { mapping.fault(nil, "is not a name a backend can have") }
            return BackendSettings(name: name, mapping)
        }
    }

    private static func readPolicy(_ mapping: YAMLMapping) -> Policy {
        func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String, default fallback: Word) -> Word {
            mapping.optionalValue(key, Word.expectation, parse: Word.init(rawValue:)) ?? fallback
        }
        return Policy(
            afterExpiry: word("after_expiry", default: .warn), clockUntrusted: word("clock_untrusted", default: .warn),
            faceless: word("faceless", default: .refuse),
            graceAfterEnd: mapping.duration(
                "grace_after_end", in: .zero ... .seconds(7 * 86_400), default: Policy().graceAfterEnd))
    }

    private static func readPermissions(_ root: YAMLMapping) -> Set<Permission>? {
        root.strings("permissions").map { words in
            Set(
                words.enumerated().compactMap { index, word in
                    let permission = Permission(rawValue: word)
                    if permission == nil { root.fault("permissions", item: index, "must be \(Permission.expectation)") }
                    return permission
                })
        }
    }

    /// `USHER_EVENTS` is separated by commas.
    private static let variables = [
        "USHER_STATION", "USHER_GATE", "USHER_DIRECTION", "USHER_EVENTS", "USHER_SCREEN", "USHER_LOG",
    ]

    /// Reads ``variables``. Any other name that begins like them may be misspelt, or another program's.
    private mutating func override(with environment: [String: String]) throws {
        unknownVariables = environment.keys.filter { $0.hasPrefix("USHER_") && !Self.variables.contains($0) }.sorted()
        func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String, as type: Word.Type) throws -> Word? {
            guard let text = environment[name] else { return nil }
            guard let word = Word(rawValue: text) else {
                throw StationError(
                    .configuration, "read", "the environment variable \(name)",
                    "it must be \(Word.expectation), not \"\(text.withoutControls)\"")
            }
            return word
        }
        if let name = environment["USHER_STATION"] {
            station = name
            isStationNamed = true
        }
        if let problem = Self.problem(withName: station) {
            throw StationError(
                .configuration, "read", "the station's name", "it \(problem)")
        }
        gate = environment["USHER_GATE"] ?? gate
        direction = try word("USHER_DIRECTION", as: Direction.self) ?? direction
        if let list = environment["USHER_EVENTS"] { events = list.split(separator: ",").map(String.init) }
        if let text = environment["USHER_SCREEN"] { try setScreen(text) }
        logLevel = try word("USHER_LOG", as: Logger.Level.self) ?? logLevel
    }

    private static func problem(withName name: String) -> String? {
        (1...100).contains(name.utf8.count) && name == name.withoutControls
            ? nil : "must be a name of 1 to 100 printable characters"
    }
}

extension CaseIterable where Self: RawRepresentable<String> {
    /// Completes "must be ...".
    static var expectation: String {
        "one of " + allCases.map(\.rawValue).joined(separator: ", ")
    }
}
