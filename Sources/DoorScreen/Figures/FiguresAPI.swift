internal import Foundation
internal import Logging
internal import Tickets

/// What the server of the figures answers to other machines: a page to sign in on, the figures, and reports. Nothing
/// else of the station.
struct FiguresAPI: Sendable {
    let station: StationControl
    let settings: FiguresSettings
    let page: PageSettings
    let logo: PageAsset?
    /// Read at each request: another token counts at once. `nil`: nobody may sign in.
    let token: @Sendable () -> String?
    let now: @Sendable () -> Timestamp
    let tries: FiguresTries
    let logger: Logger

    /// What a browser may load before it has signed in: the files of the two pages, which say nothing of an event.
    private static let openAssets: Set<String> = [
        "signin.js", "figures.js", "figures.css", "chart.js", "drawn.js", "words.js", "theme.js", "tokens.css",
        "icon.svg",
    ]

    struct Question: Sendable {
        var method: String
        var target: String
        var host: String?
        var origin: String?
        var cookies: String?
        /// The proxy says that the browser spoke HTTPS to it (`X-Forwarded-Proto`).
        var isSecure = false
        var knownTag: String?
        var contentLength: Int?
    }

    struct Answer: Sendable {
        var page: PageAnswer
        var headers: [(name: String, value: String)] = []

        init(_ page: PageAnswer, headers: [(name: String, value: String)] = []) {
            self.page = page
            self.headers = headers
        }
    }

    func respond(to question: Question, body: ControlBody = .none) async -> Answer {
        if let refusal = refusal(of: question) { return refusal }
        let (path, query) = Self.parts(of: question.target)
        let method = question.method == "HEAD" ? "GET" : question.method
        do {
            switch (method, path) {
            case ("POST", "/sign-in"): return try await signIn(question, body: body)
            case ("POST", "/sign-out"): return Answer(.done, headers: [("set-cookie", cookie("", question, age: 0))])
            case ("GET", _): return try await read(path, query, question)
            default: return Answer(.failure(ControlError(.methodNotAllowed, "answer", "the request", "not here")))
            }
        } catch {
            let explained = ControlError(explaining: error)
            if explained.code == .internal {
                logger.error("a request for figures failed", metadata: ["path": "\(path)"])
            }
            return Answer(.failure(explained))
        }
    }

    /// Another site's page must neither read (DNS rebinding) nor act in the name of somebody who has signed in.
    private func refusal(of question: Question) -> Answer? {
        func refuse(_ status: Int) -> Answer {
            Answer(
                .failure(
                    ControlError(.refused, "answer", "the request", "it does not come from the page of the figures"),
                    status: status))
        }
        guard let host = question.host?.lowercased(), settings.hosts.contains(where: { $0.lowercased() == host })
        else { return refuse(421) }
        guard question.target.utf8.count <= PageGuard.longestTarget,
            (question.contentLength ?? 0) <= Self.largestBody
        else { return refuse(413) }
        let isReading = ["GET", "HEAD"].contains(question.method)
        if !isReading, question.origin == nil { return refuse(403) }
        if let origin = question.origin?.lowercased(), !["https://" + host, "http://" + host].contains(origin) {
            return refuse(403)
        }
        return nil
    }

    /// In bytes: a token and its name.
    private static let largestBody = 4096

    private static func parts(of target: String) -> (path: String, query: [String: String]) {
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let pairs = (halves.count > 1 ? halves[1] : "").split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                String($0).removingPercentEncoding ?? ""
            }
            return (sides[0], sides.count > 1 ? sides[1] : "")
        }
        return (String(halves[0]), Dictionary(pairs) { first, _ in first })
    }

    // MARK: - Signing in

    private struct SignInRequest: Codable {
        var token: String
    }

    private func signIn(_ question: Question, body: ControlBody) async throws -> Answer {
        let given = try ControlJSON.decodeRequest(
            SignInRequest.self, from: await body.collected(upTo: Self.largestBody))
        guard let known = token(), FiguresGuard(token: known).accepts(token: given.token) else {
            let isHeard = await tries.waitAfterWrongOne()
            return Answer(
                .failure(
                    ControlError(
                        .refused, "sign in", "this browser", isHeard ? "the token is wrong" : "too many tries"),
                    status: isHeard ? 401 : 429))
        }
        let value = FiguresGuard(token: known).cookie(now: now())
        return Answer(
            .done, headers: [("set-cookie", cookie(value, question, age: FiguresGuard.validity.components.seconds))])
    }

    private func cookie(_ value: String, _ question: Question, age: Int64) -> String {
        "\(FiguresGuard.cookieName)=\(value); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict"
            + (question.isSecure ? "; Secure" : "")
    }

    private func isSignedIn(_ question: Question) -> Bool {
        token().map { FiguresGuard(token: $0).accepts(cookies: question.cookies, now: now()) } ?? false
    }

    // MARK: - Reading

    private func read(_ path: String, _ query: [String: String], _ question: Question) async throws -> Answer {
        let name = String(path.dropFirst())
        if path == "/sign-in" { return asset("signin.html", question) }
        if Self.openAssets.contains(name) || name.hasPrefix("messages/") { return asset(name, question) }
        switch path {
        case "/settings":
            return try Answer(
                .json(PageSettingsAnswer(page, hasLogo: logo != nil, branding: await station.monitor.branding())))
        case "/logo":
            let shown = if let logo { logo } else { await station.monitor.branding()?.logoAsset }
            return Answer(shown.map { $0.answer(knownTag: question.knownTag) } ?? .failure(.notFound))
        case "/", "/figures":
            guard isSignedIn(question) else {
                return Answer(
                    PageAnswer(status: 303, contentType: "text/plain", body: .none), headers: [("location", "/sign-in")]
                )
            }
            return asset("figures.html", question)
        case "/figures/state", "/report":
            guard isSignedIn(question) else {
                return Answer(
                    .failure(ControlError(.refused, "answer", "the request", "nobody has signed in"), status: 401))
            }
            guard path == "/report" else {
                return try Answer(.json(try await FiguresState.current(of: station, hasReports: true)))
            }
            return try await report(query)
        default: return Answer(.failure(.notFound))
        }
    }

    private func asset(_ name: String, _ question: Question) -> Answer {
        Answer(PageAssets.all[name].map { $0.answer(knownTag: question.knownTag) } ?? .failure(.notFound))
    }

    private func report(_ query: [String: String]) async throws -> Answer {
        let format = query["format"].flatMap(ReportFormat.init) ?? .csv
        let file = try await station.figures.report(event: query["event"], format: format)
        // The name in the header is ours alone: an event's id has no quotes, but a query may.
        let name = "report-\(now().description.prefix(10)).\(format.rawValue)"
        return Answer(
            PageAnswer(contentType: format.contentType, body: .bytes(file)),
            headers: [("content-disposition", "attachment; filename=\"\(name)\"")])
    }
}

extension PageAnswer {
    /// Nothing to say but that it is done.
    fileprivate static let done = PageAnswer(contentType: "application/json", body: .bytes(Array("{}".utf8)))
}
