internal import Logging
internal import StationAPI
internal import Web

/// What the page's server answers: the guard refuses first, then the routes answer.
struct PageAPI: WebResponder {
    let station: StationControl
    let events: PageEvents
    let staff: StaffAuthentication
    let settings: PageSettings
    let logo: PageAsset?
    let logger: Logger

    init(station: StationControl, settings: PageSettings, logo: PageAsset?, logger: Logger) {
        self.station = station
        self.settings = settings
        self.logo = logo
        self.logger = logger
        events = PageEvents(station: station)
        staff = StaffAuthentication(station: station, page: "screen", idle: settings.staffIdle, logger: logger)
    }

    func respond(to request: WebRequest) async -> WebResponse {
        var answer = await answer(to: request)
        answer.headers.merge(SiteGuard.framingHeaders) { own, _ in own }
        return answer
    }

    private func answer(to request: WebRequest) async -> WebResponse {
        let port = request.connection.localPort
        if let refusal = Self.siteGuard(port: port).refusal(of: request) {
            return .failure(
                refusal.error(
                    "it does not come from this station's own screen",
                    hint: "Open http://127.0.0.1:\(port)/ on the station itself."), status: refusal.status)
        }
        let call = PageCall(
            station: station, events: events, staff: staff, settings: settings, logo: logo, request: request)
        let method = request.method == "HEAD" ? "GET" : request.method
        let segments = request.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        do {
            switch RouteMatch(method, segments.map(String.init), in: PageRoutes.all) {
            case .route(let route, _): return try await route.answer(call)
            case .otherMethods(let methods):
                let error = ControlError(
                    .methodNotAllowed, "answer", "the request", "this address does not know the method")
                return .failure(error, allow: methods)
            case .none:
                guard method == "GET" else { return .failure(.notFound) }
                return call.asset(String(request.path.dropFirst()))
            }
        } catch {
            let explained = ControlError(explaining: error)
            if explained.code == .internal {
                logger.error("a request of the screen failed", metadata: ["path": "\(request.path)"])
            }
            return .failure(explained)
        }
    }

    /// The page is only for the browser of this machine, opened at this address.
    /// - Parameter port: of this server.
    static func siteGuard(port: Int) -> SiteGuard {
        SiteGuard(
            hosts: ["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" }, schemes: ["http"],
            largestBody: PageCall.largestBody)
    }
}
