internal import Logging

/// What the page's server answers: the guard, then the routes.
struct PageAPI: Sendable {
    let station: StationControl
    let events: PageEvents
    let staff: StaffDesk
    let settings: PageSettings
    let logo: PageAsset?
    let logger: Logger
    private let gatekeeper = PageGuard()

    init(station: StationControl, settings: PageSettings, logo: PageAsset?, logger: Logger) {
        self.station = station
        self.settings = settings
        self.logo = logo
        self.logger = logger
        events = PageEvents(station: station)
        staff = StaffDesk(station: station, idle: settings.staffIdle, logger: logger)
    }

    /// - Parameters:
    ///   - port: that the request came to.
    ///   - knownTag: `If-None-Match`.
    ///   - cookies: `Cookie`.
    ///   - reader: who asks.
    func respond(
        to question: PageGuard.Question, port: Int, knownTag: String? = nil, cookies: String? = nil,
        body: ControlBody = .none,
        reader: @escaping @Sendable () -> PageReader = { PageReader(address: nil, port: nil) }
    ) async -> PageAnswer {
        if let refusal = gatekeeper.refusal(of: question, port: port) {
            return .failure(
                ControlError(
                    .refused, "answer", "the request", "it does not come from this station's own screen",
                    hint: "Open http://127.0.0.1:\(port)/ on the station itself."), status: refusal.status)
        }
        let path = String(question.target.prefix { $0 != "?" })
        let call = PageCall(
            station: station, events: events, staff: staff, settings: settings, logo: logo, knownTag: knownTag,
            cookies: cookies, body: body, reader: reader)
        let method = question.method == "HEAD" ? "GET" : question.method
        let routes = PageRoute.all.filter { $0.path == path }
        do {
            if let route = routes.first(where: { $0.method == method }) { return try await route.answer(call) }
            if !routes.isEmpty {
                let error = ControlError(
                    .methodNotAllowed, "answer", "the request", "this address does not know the method")
                return .failure(error, allow: routes.map(\.method))
            }
            guard method == "GET" else { return .failure(.notFound) }
            return call.asset(String(path.dropFirst()))
        } catch {
            let explained = ControlError(explaining: error)
            if explained.code == .internal {
                logger.error("a request of the screen failed", metadata: ["path": "\(path)"])
            }
            return .failure(explained)
        }
    }
}
