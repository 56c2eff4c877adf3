internal import Foundation
internal import Logging
internal import StationAPI
internal import Tickets
internal import Web

/// What the server of the figures answers to other machines: a page to sign in, the figures, and reports. Nothing else
/// of the station.
struct FiguresAPI: WebResponder {
    let station: StationControl
    let settings: RemoteSettings
    let page: PageSettings
    let logo: PageAsset?
    let signIn: TokenSignIn
    let logger: Logger

    /// What a browser may load before it has signed in: the files of the two pages, which hold nothing about an event.
    static let openAssets: Set<String> = [
        "signin.js", "figures.js", "figures.css", "boot.js", "chart.js", "dialog.css", "drawn.js", "elements.js",
        "forced-colors.css", "icon.svg", "languages.js", "textsize.js", "theme.js", "tokens.css", "view.js", "words.js",
    ]

    func respond(to request: WebRequest) async -> WebResponse {
        var answer = await answer(to: request)
        answer.headers.merge(SiteGuard.headers) { own, _ in own }
        return answer
    }

    private func answer(to request: WebRequest) async -> WebResponse {
        // Another site's page must neither read nor act in the name of somebody who has signed in.
        let siteGuard = SiteGuard(
            hosts: settings.hosts, schemes: ["https", "http"], largestBody: Self.largestBody)
        if let refusal = siteGuard.refusal(of: request) {
            return .failure(
                ControlError(.refused, "answer", "the request", "it does not come from the page of the figures"),
                status: refusal.status)
        }
        do {
            switch (request.method, request.path) {
            case ("POST", "/sign-in"): return try await signIn.begin(request)
            case ("POST", "/sign-out"): return signIn.end(request)
            case ("GET", _), ("HEAD", _): return try await read(request)
            default: return .failure(ControlError(.methodNotAllowed, "answer", "the request", "not here"))
            }
        } catch {
            let explained = ControlError(explaining: error)
            if explained.code == .internal {
                logger.error("a request for figures failed", metadata: ["path": "\(request.path)"])
            }
            return .failure(explained)
        }
    }

    /// In bytes: a token in its JSON object.
    private static let largestBody = 4096

    // MARK: - Reading

    private func read(_ request: WebRequest) async throws -> WebResponse {
        let path = request.path
        let name = String(path.dropFirst())
        if path == "/sign-in" { return asset("signin.html", request) }
        if Self.openAssets.contains(name) || name.hasPrefix("messages/") { return asset(name, request) }
        switch path {
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

    private func asset(_ name: String, _ request: WebRequest) -> WebResponse {
        PageAssets.all[name].map { $0.answer(to: request) } ?? .failure(.notFound)
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
