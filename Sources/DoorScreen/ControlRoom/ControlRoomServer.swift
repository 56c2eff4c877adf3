public import Logging
public import ServiceLifecycle
internal import StationAPI
public import Tickets
internal import Web

/// Serves the control room, the page of the whole event, through the organizer's reverse proxy, until a graceful stop.
public struct ControlRoomServer: Service {
    private let api: ControlRoomAPI

    private static let mostConnections = 64

    /// - Parameters:
    ///   - language: one of `MessageFile.languages`.
    ///   - token: what a browser must send to sign in; read at each request. `nil`, or a text that can be guessed: nobody
    ///     can sign in.
    ///   - now: the clock that ends sessions.
    ///   - state: the JSON of everything that the page shows (docs/CONTROL.md).
    ///   - order: passes a signed order on to stations (docs/CONTROL.md).
    ///   - heads: the signed ends of a station's journal that are known, the oldest first.
    ///   - bundle: what a station sent because an order asked for it; `nil` while nothing has come.
    public init(
        settings: RemoteSettings, language: String, token: @escaping @Sendable () -> String?,
        now: @escaping @Sendable () -> Timestamp, logger: Logger, state: @escaping @Sendable () async throws -> [UInt8],
        order: @escaping @Sendable (_ line: String) async throws -> Void,
        heads: @escaping @Sendable (_ station: String) async throws -> [String],
        bundle: @escaping @Sendable (_ station: String, _ order: String) async throws -> String?
    ) {
        var page = PageSettings()
        page.language = language
        api = ControlRoomAPI(
            settings: settings, page: page,
            signIn: TokenSignIn(
                page: "control",
                token: { token().flatMap { $0.utf8.count >= RemoteSettings.shortestToken ? $0 : nil } }, now: now,
                tries: TokenTries()), logger: logger, state: state, order: order,
            heads: heads, bundle: bundle)
    }

    public func run() async throws {
        try await Listener(
            host: api.settings.host, port: api.settings.port, mostConnections: Self.mostConnections,
            rules: .near(idle: .seconds(15)), responder: api, logger: api.logger, report: note
        ).run()
    }

    private func note(_ report: ListenerReport) {
        switch report {
        case .listening(let url): api.logger.notice("the control room is served", metadata: ["address": "\(url)"])
        case .failed(let error):
            api.logger.error("the control room is not served", metadata: ["why": "\(error)"])
        }
    }
}
