internal import Backends
internal import CheckedYAML
internal import Foundation
internal import Tickets

/// The part of usher.yaml that a pairing may bring: what belongs to the event. Nothing that runs a command, opens a
/// device or shows something else on the screen.
public struct EnrolledSettings: Sendable, Equatable {
    var station: String?
    var gate: String?
    var direction: Direction?
    var backends: [BackendSettings] = []
    var lists = ListSettings()
    var ordersKey: VerificationKey?

    /// The servers that the station would talk to, each once: scheme, host and port only. The rest of an address may be
    /// a secret, and people read this at a door.
    var servers: [String] {
        Set((backends.map(\.url) + lists.urls).map(\.origin)).sorted()
    }

    /// - Parameters:
    ///   - text: YAML.
    ///   - secrets: names of the credentials that the pairing brings. It may use these, and no others of the station.
    ///   - event: id of the event, whose staff key may be among them.
    /// - Throws: the list of every fault in it
    public init(_ text: String, secrets: [String], event: String) throws {
        self = try CheckedYAML.read(text, file: "the pairing's settings") { root in
            Self(root, secrets: Set(secrets), event: event)
        }
    }

    private init(_ root: YAMLMapping, secrets: Set<String>, event: String) {
        station = root.optionalString("station", maximumByteCount: 100)
        gate = root.optionalString("gate")
        direction = root.optionalValue("direction", Direction.expectation, parse: Direction.init)
        backends = Configuration.readBackends(root)
        lists = ListSettings(root.mapping("manifests"))
        ordersKey = Configuration.readOrdersKey(root)
        if !lists.folders.isEmpty { root.fault("manifests", "must not name folders") }
        // Where a station's secrets go, and by what way, is the venue's business.
        let networks = backends.map(\.network) + [lists.network]
        for network in networks where network.authorityFile != nil || network.proxy != nil || network.allowsPlainHTTP {
            root.fault(nil, "must not say ca, proxy or plain_http: these belong in the station's own usher.yaml")
        }
        if backends.contains(where: { !$0.copies.subtracting([event]).isEmpty }) {
            root.fault("backends", "must not get copies of other events")
        }
        let used = Set(backends.flatMap { [$0.credential, $0.signingCredential] } + [lists.credential]).compactMap {
            $0
        }
        for name in Set(used).subtracting(secrets).sorted() {
            root.fault(nil, "uses the credential \"\(name)\", which does not come with it")
        }
        for name in secrets.subtracting(used).subtracting(["staff-" + event]).sorted() {
            root.fault(nil, "comes with the credential \"\(name.withoutControls)\", which nothing in it uses")
        }
    }
}

extension Configuration {
    /// What is in the station's own usher.yaml counts before what the pairing brought.
    func enrolled(_ enrolment: Enrolment?) throws -> Configuration {
        guard let enrolment else { return self }
        let settings = try EnrolledSettings(
            enrolment.settings, secrets: enrolment.secrets, event: enrolment.event.id)
        var configuration = self
        if !isStationNamed { configuration.station = settings.station ?? station }
        configuration.gate = gate ?? settings.gate
        configuration.direction = direction ?? settings.direction
        if events.isEmpty { configuration.events = [enrolment.event.id] }
        configuration.ordersKey = ordersKey ?? settings.ordersKey
        let known = Set(backends.map(\.name))
        configuration.backends += settings.backends.filter { !known.contains($0.name) }
        configuration.lists.urls += settings.lists.urls.filter { !lists.urls.contains($0) }
        if lists.urls.isEmpty {
            configuration.lists.credential = settings.lists.credential
            // Certificates, proxy and plain http are the station's own business, also on the way to these addresses.
            configuration.lists.network.pinnedKey = settings.lists.network.pinnedKey ?? lists.network.pinnedKey
            if lists.interval == ListSettings().interval { configuration.lists.interval = settings.lists.interval }
        }
        return configuration
    }
}
