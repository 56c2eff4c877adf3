internal import Logging
internal import StationAPI
internal import Tickets
internal import Web

/// What the server for the phones of staff answers: a page to sign in with token and PIN, searches, and the verdicts of
/// what the phone's camera sees. Nothing is done by hand from a phone.
struct PhonesAPI: WebResponder {
    let station: StationControl
    let settings: RemoteSettings
    let page: PageSettings
    let signIn: TokenSignIn
    let staff: StaffAuthentication
    let logger: Logger

    /// People who scan for one station at the same time.
    private static let mostSessions = 16
    /// In bytes: a picture of a camera as JPEG.
    private static let largestPicture = 512 * 1024

    /// The files of the page, which hold nothing about an event.
    static let openAssets: Set<String> = [
        "boot.js", "elements.js", "forced-colors.css", "icon.svg", "languages.js", "marks.js", "phone.css",
        "phone.js",
        "staff/api.js", "staff/facts.js", "staff/pin.js", "textsize.js", "theme.js", "tokens.css", "words.js",
    ]
    /// What a phone may do of all that the screen can, after it has sent the token.
    static let acts: Set<String> = [
        "GET /staff/operators", "POST /staff/session", "GET /staff/session", "PUT /staff/session",
        "DELETE /staff/session", "POST /staff/search",
    ]

    init(
        station: StationControl, settings: RemoteSettings, page: PageSettings, signIn: TokenSignIn, logger: Logger
    ) {
        self.station = station
        self.settings = settings
        self.page = page
        self.signIn = signIn
        self.logger = logger
        staff = StaffAuthentication(
            station: station, idle: page.staffIdle, mostSessions: Self.mostSessions, logger: logger)
    }

    func respond(to request: WebRequest) async -> WebResponse {
        var answer = await answer(to: request)
        answer.headers.merge(SiteGuard.headers) { own, _ in own }
        // This page alone asks for the camera of the machine that shows it.
        answer.headers["permissions-policy"] = "camera=(self), microphone=(), geolocation=(), payment=(), usb=()"
        return answer
    }

    private func answer(to request: WebRequest) async -> WebResponse {
        // Another site's page must neither read nor act in the name of somebody who has signed in.
        let siteGuard = SiteGuard(
            hosts: settings.hosts, schemes: ["https", "http"], largestBody: Self.largestPicture)
        if let refusal = siteGuard.refusal(of: request) {
            return .failure(
                ControlError(.refused, "answer", "the request", "it does not come from the page for phones"),
                status: refusal.status)
        }
        do {
            switch (request.method, request.path) {
            case ("POST", "/sign-in"): return try await signIn.begin(request)
            case ("POST", "/sign-out"): return signIn.end(request)
            case ("POST", "/staff/scan"): return try await scan(request)
            case (_, let path) where path.hasPrefix("/staff/") && !Self.openAssets.contains(String(path.dropFirst())):
                return try await act(request)
            case ("GET", _), ("HEAD", _): return try read(request)
            default: return .failure(ControlError(.methodNotAllowed, "answer", "the request", "not here"))
            }
        } catch {
            let explained = ControlError(explaining: error)
            if explained.code == .internal {
                logger.error("a request of a phone failed", metadata: ["path": "\(request.path)"])
            }
            return .failure(explained)
        }
    }

    private func read(_ request: WebRequest) throws -> WebResponse {
        let name = String(request.path.dropFirst())
        switch request.path {
        case "/": return asset("phone.html", request)
        case "/settings": return try .json(PageSettingsAnswer(page, hasLogo: false, branding: nil))
        default:
            return Self.openAssets.contains(name) || name.hasPrefix("messages/")
                ? asset(name, request) : .failure(.notFound)
        }
    }

    private func asset(_ name: String, _ request: WebRequest) -> WebResponse {
        PageAssets.all[name].map { $0.answer(to: request) } ?? .failure(.notFound)
    }

    /// One of ``acts``, as the screen does it.
    private func act(_ request: WebRequest) async throws -> WebResponse {
        guard signIn.isSignedIn(request) else { return Self.notSignedIn }
        let route = PageRoutes.staff.first { $0.method == request.method && $0.path == request.path }
        guard let route, Self.acts.contains("\(route.method) \(route.path)") else { return .failure(.notFound) }
        return try await route.answer(
            PageCall(
                station: station, events: PageEvents(station: station), staff: staff, settings: page, logo: nil,
                request: request))
    }

    /// The verdict of the code in a picture; an empty object when there is none.
    private func scan(_ request: WebRequest) async throws -> WebResponse {
        guard signIn.isSignedIn(request) else { return Self.notSignedIn }
        let person = try await staff.staff(request)
        let picture = try await request.body.collected(upTo: Self.largestPicture)
        switch try await station.phones.scan(picture, by: person) {
        case .verdict(let report): return .json(text: JSONValue.object(report.shown).text)
        case .hint(let hint): return .json(text: JSONValue.object([("hint", hint.json)]).text)
        case nil: return .done
        }
    }

    private static var notSignedIn: WebResponse {
        .failure(ControlError(.refused, "answer", "the request", "this phone has not signed in"), status: 403)
    }
}
