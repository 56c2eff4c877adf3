internal import Logging
internal import StationAPI
internal import Tickets
internal import Web

/// What the server for the phones of staff answers: a page to sign in with token and PIN, searches, and the verdicts of
/// what the phone's camera sees. Nothing is done by hand from a phone.
struct PhonesAPI: RemotePage {
    let station: StationControl
    let settings: RemoteSettings
    let page: PageSettings
    let signIn: TokenSignIn
    let staff: StaffAuthentication
    private let events: PageEvents
    let logger: Logger

    /// People who scan for one station at the same time.
    private static let mostSessions = 16
    static let name = "for phones"
    /// A picture of a camera as JPEG.
    static let largestBody = 512 * 1024
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
        station: StationControl, settings: RemoteSettings, page: PageSettings, signIn: TokenSignIn, logger: Logger,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.station = station
        self.settings = settings
        self.page = page
        self.signIn = signIn
        self.logger = logger
        staff = StaffAuthentication(
            station: station, page: "phones", idle: page.staffIdle, mostSessions: Self.mostSessions, logger: logger,
            now: now)
        events = PageEvents(station: station)
    }

    func reply(to request: WebRequest) async throws -> WebResponse {
        var answer = try await route(request)
        // This page alone asks for the camera of the machine that shows it.
        answer.headers["permissions-policy"] = "camera=(self), microphone=(), geolocation=(), payment=(), usb=()"
        return answer
    }

    private func route(_ request: WebRequest) async throws -> WebResponse {
        if request.isReading, let file = openAsset(request) { return file }
        if request.path.hasPrefix("/staff/") { return try await ofStaff(request) }
        guard request.isReading else {
            return .failure(
                ControlError(.methodNotAllowed, "answer", "the request", "this address takes only GET and HEAD"))
        }
        switch request.path {
        case "/": return asset("phone.html", request)
        case "/settings": return try .json(PageSettingsAnswer(page, hasLogo: false, branding: nil))
        default: return .failure(.notFound)
        }
    }

    /// A scan, or one of ``acts``, which the screen has too.
    private func ofStaff(_ request: WebRequest) async throws -> WebResponse {
        guard signIn.isSignedIn(request) else {
            return .failure(
                ControlError(.refused, "answer", "the request", "this phone has not signed in"), status: 403)
        }
        if (request.method, request.path) == ("POST", "/staff/scan") { return try await scan(request) }
        let route = PageRoutes.staff.first { $0.method == request.method && $0.path == request.path }
        guard let route, Self.acts.contains("\(route.method) \(route.path)") else { return .failure(.notFound) }
        return try await route.answer(
            PageCall(station: station, events: events, staff: staff, settings: page, logo: nil, request: request))
    }

    /// The verdict of the code in a picture, or an empty object. Pictures come by themselves: only a ticket shows that
    /// somebody is at work, so that a phone that was laid down is signed out.
    private func scan(_ request: WebRequest) async throws -> WebResponse {
        let person = try await staff.staff(request, renews: false)
        let picture = try await request.body.collected(upTo: Self.largestBody)
        guard let announcement = try await station.phones.scan(picture, by: person) else { return .done }
        _ = try await staff.staff(request)
        switch announcement {
        case .verdict(let report): return .json(text: JSONValue.object(report.shown).text)
        case .hint(let hint): return .json(text: JSONValue.object([("hint", hint.json)]).text)
        }
    }
}
