public import Alerts
public import Backends
public import Cameras
internal import CheckedYAML
public import DoorScreen
internal import Foundation
public import Logging
internal import Messages
public import SerialScanners
public import Tickets
public import Wedges

/// How the station treats cases in which venues differ: the key `policy` of usher.yaml.
public struct Policy: Sendable, Equatable {
    /// What the station does about a fault of its own. Raw values are used in usher.yaml.
    public enum Strictness: String, Sendable, CaseIterable {
        /// Go on with a warning, or refuse everyone.
        case warn, refuse
    }

    /// A list that has expired, or is older than its organizer wants.
    public var afterExpiry = Strictness.warn
    /// A clock that is not synchronised and behind what is already known. `warn` ignores the time windows of tickets.
    public var clockUntrusted = Strictness.warn
    /// Cameras and scanners while no display shows verdicts.
    public var withoutDisplay = WithoutDisplay.refuse

    /// Whether tickets are read without a display. Raw values are used in usher.yaml.
    public enum WithoutDisplay: String, Sendable, CaseIterable {
        /// Do not read tickets, or read them without a display.
        case refuse, allow
    }

    /// Who lets in a guest again who left by an exit where no entry was known.
    public var returns = Returns.supervisor

    /// Who may do it. Raw values are used in usher.yaml.
    public enum Returns: String, Sendable, CaseIterable {
        /// A supervisor, or any of the staff.
        case supervisor, staff
    }

    /// How long after the end of an event its tickets still admit, unless they have an end of their own: 0 to 7 days.
    public var graceAfterEnd = Duration.seconds(2 * 3600)
}

/// What usher.yaml, the environment and the command line say, checked as a whole before anything starts.
public struct Configuration: Sendable, Equatable {
    /// Read when no other file is named, if it exists.
    public static let defaultFile = "/etc/usher/usher.yaml"

    /// In which the station speaks with people, on its page, in reports, alerts and commands: one of
    /// `MessageFile.languages`.
    public var language = "en"
    /// Name of the station: 1 to 100 bytes without control characters.
    public var station: String
    /// ``station`` was configured; else it is the name of the host.
    public var isStationNamed = false
    /// Slug of its gate. `nil`: the gate that the list assigns to the station, else the first gate by slug.
    public var gate: String?
    /// `nil`: the direction that the list assigns to the station, else `in`.
    public var direction: Direction?
    /// Ids of the events that it serves; empty: one at a time, by the clock.
    public var events: [String] = []
    /// Which cameras it reads, and how.
    public var cameras = DeviceChoice<CameraSettings>.auto
    /// The kinds of codes that its cameras read; empty: those that its lists name. Scanners read what they are set to.
    public var symbologies: Set<Symbology> = []
    /// Which hand scanners it reads, and how.
    public var scanners = DeviceChoice<WedgeSettings>.auto
    /// Which scanners on serial lines it reads, and how; never ``DeviceChoice/auto``.
    public var serialScanners = DeviceChoice<SerialSettings>.off
    /// Names of the readers for cards, tags and phones that it reads, as `usher devices` lists them.
    public var nfcReaders: [String] = []
    /// How it treats cases in which venues differ.
    public var policy = Policy()
    /// What it may do and show; everything unless the configuration says otherwise.
    public var permissions = Set(Permission.allCases)
    /// The page for staff; `nil` when it is switched off. Unless ``isScreenChosen``, only a station that reads its own
    /// cameras and scanners has one.
    public var screen: PageSettings? = PageSettings()
    /// The configuration says whether there is a screen.
    public var isScreenChosen = false
    /// Where figures are served to other machines; `nil` when they are not.
    public var figures: RemoteSettings?
    /// Where the phones of staff get their page; `nil`: nowhere.
    public var phones: RemoteSettings?
    /// Where metrics are served to other machines; `nil` when they are not.
    public var metrics: MetricsSettings?
    /// Commands that get each verdict; up to 8.
    public var hooks: [Hook] = []
    /// What prints tickets that are sold at the door, as CUPS knows it; `nil`: nothing.
    public var ticketPrinter: String?
    /// Ticketing servers to which check-ins are sent.
    public var backends: [BackendSettings] = []
    /// Where the station fetches lists by itself.
    public var lists = ListSettings()
    /// The ledger that the gates of a venue share; `nil` when there is none.
    public var venue: VenueSettings?
    /// To whom alerts are sent; `nil` when to nobody.
    public var alerts: AlertSettings?
    /// From whom it takes orders; `nil`: from nobody.
    public var ordersKey: VerificationKey?
    /// How long a list is kept after the end of its event: 0 to 400 days.
    public var keepLists = Duration.seconds(7 * 86_400)
    /// How much is logged.
    public var logLevel = Logger.Level.notice
    /// Environment variables that begin with `USHER_` and are not known: they may be misspelt.
    public var unknownVariables: [String] = []

    /// The defaults.
    public init(station: String) {
        self.station = station
    }

    /// Reads the file and those that complete it; the environment then overrides them.
    ///
    /// - Parameter file: `nil` takes ``defaultFile`` if there is one.
    /// - Throws: ``StationError``, or the list of every fault in a file with its key and line
    public static func read(file: String?, environment: [String: String]) throws -> Configuration {
        var configuration = Configuration(station: ProcessInfo.processInfo.hostName)
        let main = URL(filePath: file ?? defaultFile)
        let isThere = file != nil || FileManager.default.fileExists(atPath: defaultFile)
        for part in try (isThere ? [main] : []) + completing(main) {
            configuration = try parse(contentsOf: part, default: configuration)
        }
        try configuration.override(with: environment)
        return configuration
    }

    /// The files in the folder beside `NAME.yaml` that is called `NAME.d`, by name: what a later one says counts before what
    /// an earlier one says.
    private static func completing(_ file: URL) throws -> [URL] {
        let folder = file.deletingPathExtension().appendingPathExtension("d")
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { !$0.hasPrefix(".") && ($0.hasSuffix(".yaml") || $0.hasSuffix(".yml")) }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { folder.appending(path: $0) }
        } catch {
            throw StationError(
                .configuration, "read", folder.path, "it cannot be read",
                hint: "Let the user of the station read the folder.")
        }
    }

    static func parse(contentsOf file: URL, default: Configuration) throws -> Configuration {
        try CheckedYAML.read(contentsOf: file) { root in
            var configuration = `default`
            configuration.read(root)
            return configuration
        }
    }

    /// `USHER_EVENTS` is separated by commas.
    private static let variables = [
        "USHER_STATION", "USHER_GATE", "USHER_DIRECTION", "USHER_EVENTS", "USHER_SCREEN", "USHER_LOG",
    ]

    /// Reads ``variables``. Any other name that begins with `USHER_` may be misspelt, or belong to another program.
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

    static func problem(withName name: String) -> String? {
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
