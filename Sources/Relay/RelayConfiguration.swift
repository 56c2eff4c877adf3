public import Alerts
public import Backends
internal import CheckedYAML
public import Foundation
internal import Tickets

/// What relay.yaml says, checked as a whole before anything starts.
public struct RelayConfiguration: Sendable {
    /// The name or address that it listens on.
    public let host: String
    /// The port, 0 to 65535; with 0 the system chooses one.
    public let port: Int
    /// The folder where the relay keeps what it receives.
    public let state: URL
    /// Files of the stations' tokens, by the name of the station.
    public let stations: [String: URL]
    /// The ticketing servers to which it sends.
    public let backends: [BackendSettings]
    /// Names of backends by event.
    public let events: [String: String]
    /// Events of which no server is told: the relay keeps their check-ins, and tells stations of each other's.
    public let eventsWithoutServer: Set<String>
    /// Whether a supervisor at one station may take back what another recorded.
    public let allowsSupervisorUndo: Bool
    /// To whom alerts are sent; `nil` when to nobody.
    public let alerts: AlertSettings?
    /// After how many days without a check-in an event is removed; `nil`: never.
    public let keptDays: Int?
    /// Where the control room is served; `nil`: nowhere.
    public let control: ControlRoomSettings?
    /// Where paths in the file begin.
    public let folder: URL

    /// - Throws: `YAMLFaults`, with every fault of the file.
    public init(contentsOf file: URL) throws {
        let folder = file.deletingLastPathComponent()
        self = try CheckedYAML.read(contentsOf: file) { RelayConfiguration($0, folder: folder) }
    }

    private init(_ root: YAMLMapping, folder: URL) {
        func path(_ text: String) -> URL { URL(filePath: text, below: folder) }
        let listen = root.value("listen", "an address and a port, like 127.0.0.1:8700") { Self.address($0) }
        (host, port) = listen ?? ("", 0)
        state = path(root.string("state"))
        let tokens = root.namedTexts("stations") ?? []
        if tokens.isEmpty { root.fault("stations", "must name each station and the file of its token") }
        stations = Dictionary(tokens.map { ($0.name, path($0.text)) }) { $1 }
        backends = (root.namedMappings("backends") ?? []).map { BackendSettings(name: $0.name, $0.mapping) }
        let served = root.namedTexts("events") ?? []
        events = Dictionary(served.filter { $0.text != Self.noServer }.map { ($0.name, $0.text) }) { $1 }
        eventsWithoutServer = Set(served.filter { $0.text == Self.noServer }.map(\.name))
        if backends.contains(where: { $0.name == Self.noServer }) {
            root.fault("backends", "must not have the name \(Self.noServer): it says that an event has no server")
        }
        for (event, backend) in events.sorted(by: { $0.key < $1.key })
        where !backends.contains(where: { $0.name == backend }) {
            root.fault("events", "\(event) names a backend that is not in backends")
        }
        if served.isEmpty {
            root.fault("events", "must name each event and its backend, or \(Self.noServer) for one without a server")
        }
        allowsSupervisorUndo = root.bool("supervisor_undo", default: true)
        alerts = AlertSettings(of: root, seesAll: true)
        keptDays = root.optionalValue("keep_days", "a whole number of days from 1 to 3650") {
            Int($0).flatMap { (1...3650).contains($0) ? $0 : nil }
        }
        control = root.shape(of: "control") == nil ? nil : ControlRoomSettings(root.mapping("control"), folder: folder)
        self.folder = folder
    }

    private static let noServer = "none"

    /// An IPv6 address stands in brackets.
    private static func address(_ text: String) -> (String, Int)? {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        let host = text[..<colon].trimmingCharacters(in: ["[", "]"])
        return host.isEmpty ? nil : (host, port)
    }
}
