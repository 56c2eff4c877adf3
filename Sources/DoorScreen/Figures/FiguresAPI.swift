internal import Foundation
internal import Logging
internal import StationAPI
internal import Tickets
internal import Web

/// What the server of the figures answers to other machines: a page to sign in, the figures, and reports. Nothing else
/// of the station.
struct FiguresAPI: RemotePage {
    let station: StationControl
    let settings: RemoteSettings
    let page: PageSettings
    let logo: PageAsset?
    let signIn: TokenSignIn
    let logger: Logger

    static let name = "of the figures"
    /// A token in its JSON object.
    static let largestBody = 4096
    /// Those of the two pages.
    static let openAssets: Set<String> = [
        "signin.js", "figures.js", "figures.css", "boot.js", "chart.js", "eventpage.js", "dialog.css", "drawn.js",
        "elements.js", "forced-colors.css", "icon.svg", "languages.js", "textsize.js", "theme.js", "tokens.css",
        "view.js", "words.js",
    ]

    func reply(to request: WebRequest) async throws -> WebResponse {
        guard request.isReading else {
            return .failure(
                ControlError(.methodNotAllowed, "answer", "the request", "this address takes only GET and HEAD"))
        }
        return try await read(request)
    }

    private func read(_ request: WebRequest) async throws -> WebResponse {
        let path = request.path
        if let file = openAsset(request) { return file }
        switch path {
        case "/sign-in": return asset("signin.html", request)
        case "/settings":
            return try .json(PageSettingsAnswer(page, hasLogo: logo != nil, branding: await station.monitor.branding()))
        case "/logo":
            let shown = if let logo { logo } else { await station.monitor.branding()?.logoAsset }
            return shown.map { $0.answer(to: request) } ?? .failure(.notFound)
        case "/", "/figures":
            guard signIn.isSignedIn(request) else { return WebResponse(status: 303, headers: ["location": "/sign-in"]) }
            return asset("figures.html", request)
        case "/figures/state", "/report":
            guard signIn.isSignedIn(request) else {
                return .failure(ControlError(.refused, "answer", "the request", "nobody has signed in"), status: 401)
            }
            guard path == "/report" else {
                return try .json(try await FiguresState.current(of: station, hasReports: true))
            }
            return try await report(Target(request.target).query)
        default: return .failure(.notFound)
        }
    }

    private func report(_ query: [String: String]) async throws -> WebResponse {
        let format = query["format"].flatMap(ReportFormat.init) ?? .csv
        let file = try await station.figures.report(event: query["event"], format: format, language: nil)
        // The name in the header is ours alone: an event's id has no quotes, but a query may.
        let name = "report-\(signIn.now().description.prefix(10)).\(format.ending)"
        var answer = WebResponse(contentType: format.contentType, body: .bytes(file))
        answer.headers["content-disposition"] = "attachment; filename=\"\(name)\""
        return answer
    }
}
