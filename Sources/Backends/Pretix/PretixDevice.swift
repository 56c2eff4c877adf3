public import Tickets

/// A device that a pretix server has initialised.
public struct PretixDevice: Sendable, Hashable {
    /// Slug of the organizer's account.
    public let organizer: String
    /// Its number among the organizer's devices.
    public let id: Int
    /// Its name in pretix; the station's name when pretix gives none.
    public let name: String
    /// pretix's security profile: `pretixscan_online_kiosk`, `pretixscan`, `full`.
    public let securityProfile: String
    /// The API token of all later requests: a secret, for the credential of a backend.
    public let token: String
}

extension PretixDevice: CustomStringConvertible, CustomReflectable {
    /// Without the token: it may be logged.
    public var description: String { "\(organizer)'s device \(id)" }
    /// Without children, so that no dump shows the token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Exchanges the one-time token that pretix shows for a new device for the device's own token
    /// (https://docs.pretix.eu/dev/api/deviceauth.html).
    ///
    /// - Parameters:
    ///   - url: address of the server, without `/api/v1`.
    ///   - initializationToken: works once.
    ///   - station: name of the machine that pretix shows.
    ///   - version: of this program.
    /// - Throws: ``BackendError``: `.misconfigured` when the server does not accept the token.
    public static func initialize(
        at url: ServerAddress, network: NetworkSettings = NetworkSettings(), initializationToken: String,
        station: String,
        version: String
    ) async throws(BackendError) -> PretixDevice {
        let server = JSONServer(client: HTTPClient(network), base: PretixServer.api(url.whole))
        let answer = try await server.post(
            "/device/initialize",
            .object([
                ("token", .string(initializationToken)), ("hardware_brand", .string("Linux")),
                ("hardware_model", .string(station)), ("software_brand", .string(softwareBrand)),
                ("software_version", .string(version)),
            ]))
        guard answer.isSuccess else {
            throw server.failure(
                answer.status == 404 ? .notFound : .misconfigured,
                "it does not accept this device: \(PretixReason.reason(of: answer))",
                hint: "Tokens work once: create a new one under Organizer, Devices.")
        }
        guard let organizer = answer.body["organizer"].text, let id = answer.body["device_id"].integer,
            let token = answer.body["api_token"].text
        else { throw server.failure(.unexpected, "it initialises the device but returns no token") }
        return PretixDevice(
            organizer: organizer, id: id, name: answer.body["name"].text ?? station,
            securityProfile: answer.body["security_profile"].text ?? "full", token: token)
    }

    /// pretix treats a device that calls itself pretixSCAN differently: it then accepts no ids of positions.
    static let softwareBrand = "Usher"
}
