internal import Backends
internal import CheckedYAML
internal import Tickets

/// The part of usher.yaml that a pairing may bring: what belongs to the event, and nothing that runs a command, opens a
/// device or shows something else on the screen.
public struct EnrolledSettings: Sendable, Equatable {
    var station: String?
    var gate: String?
    var direction: Direction?
    var backends: [BackendSettings] = []
    var lists = ListSettings()

    /// - Parameter text: YAML.
    /// - Throws: the list of every fault in it.
    public init(_ text: String) throws {
        self = try CheckedYAML.read(text, file: "the pairing's settings", Self.init)
    }

    private init(_ root: YAMLMapping) {
        station = root.optionalString("station", maximumByteCount: 100)
        gate = root.optionalString("gate")
        direction = root.optionalValue("direction", Direction.expectation, parse: Direction.init)
        backends = Configuration.readBackends(root)
        lists = ListSettings(root.mapping("manifests"))
        if !lists.folders.isEmpty { root.fault("manifests", "must not name folders") }
    }
}

extension Configuration {
    /// What the people at the venue wrote down wins over what the pairing brought.
    func enrolled(_ enrolment: Enrolment?) throws -> Configuration {
        guard let enrolment else { return self }
        let settings = try EnrolledSettings(enrolment.settings)
        var configuration = self
        if !isStationNamed { configuration.station = settings.station ?? station }
        configuration.gate = gate ?? settings.gate
        configuration.direction = direction ?? settings.direction
        if events.isEmpty { configuration.events = [enrolment.event.id] }
        let known = Set(backends.map(\.name))
        configuration.backends += settings.backends.filter { !known.contains($0.name) }
        configuration.lists.urls += settings.lists.urls.filter { !lists.urls.contains($0) }
        if lists.urls.isEmpty {
            configuration.lists.credential = settings.lists.credential
            configuration.lists.network = settings.lists.network
        }
        return configuration
    }
}
