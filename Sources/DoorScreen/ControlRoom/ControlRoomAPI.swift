internal import Logging
internal import StationAPI
internal import Web

/// What the control room answers: a page to sign in, the page of the whole event, and its numbers.
struct ControlRoomAPI: RemotePage {
    let settings: RemoteSettings
    let page: PageSettings
    let signIn: TokenSignIn
    let logger: Logger
    /// The JSON of everything that the page shows.
    let state: @Sendable () async throws -> [UInt8]
    /// Passes a signed order on to stations.
    let order: @Sendable (_ line: String) async throws -> Void
    /// The ends of a station's journal that were kept.
    let heads: @Sendable (_ station: String) async throws -> [String]
    /// What a station sent because an order asked for it; `nil` while nothing has come.
    let bundle: @Sendable (_ station: String, _ order: String) async throws -> String?

    static let name = "of the control room"
    /// A signed order for many stations, in its JSON object.
    static let largestBody = 80 << 10
    /// Those of the two pages.
    static let openAssets: Set<String> = [
        "signin.js", "control.js", "control.css", "figures.css", "boot.js", "chart.js", "dialog.css", "drawn.js",
        "elements.js", "forced-colors.css", "icon.svg", "languages.js", "textsize.js", "theme.js", "tokens.css",
        "eventpage.js", "view.js", "words.js",
    ]

    private struct OrderRequest: Codable {
        var order: String
    }

    func reply(to request: WebRequest) async throws -> WebResponse {
        if request.method == "POST", request.path == "/control/orders" { return try await takeOrder(request) }
        guard request.isReading else {
            return .failure(
                ControlError(.methodNotAllowed, "answer", "the request", "this address takes only GET and HEAD"))
        }
        if let file = openAsset(request) { return file }
        switch request.path {
        case "/sign-in": return asset("signin.html", request)
        case "/settings": return try .json(PageSettingsAnswer(page, hasLogo: false, branding: nil))
        case "/", "/control":
            guard signIn.isSignedIn(request) else { return WebResponse(status: 303, headers: ["location": "/sign-in"]) }
            return asset("control.html", request)
        case "/control/state", "/control/heads", "/control/bundle":
            guard await isAllowed(request) else {
                return .failure(ControlError(.refused, "answer", "the request", "nobody has signed in"), status: 401)
            }
            let query = try Target(request.target).query
            switch request.path {
            case "/control/heads": return try await heads(query)
            case "/control/bundle": return try await bundle(query)
            default:
                var answer = WebResponse(contentType: "application/json", body: .bytes(try await state()))
                answer.headers["x-usher-build"] = PageAssets.build
                return answer
            }
        default: return .failure(.notFound)
        }
    }

    /// A browser has signed in; a command brings the token itself.
    private func isAllowed(_ request: WebRequest) async -> Bool {
        if signIn.isSignedIn(request) { return true }
        guard request.headers["authorization"] != nil else { return false }
        return await signIn.bears(request)
    }

    /// Of a command, which has the token itself. Its key, which the control room does not know, is what stations go by.
    private func takeOrder(_ request: WebRequest) async throws -> WebResponse {
        guard await signIn.bears(request) else {
            return .failure(ControlError(.refused, "take", "the order", "the token is wrong"), status: 401)
        }
        let given = try ControlJSON.decodeRequest(
            OrderRequest.self, from: await request.body.collected(upTo: Self.largestBody))
        try await order(given.order)
        return .done
    }

    private func heads(_ query: [String: String]) async throws -> WebResponse {
        let lines = try await heads(query["station"] ?? "").map { $0 + "\n" }
        return WebResponse(contentType: "text/plain; charset=utf-8", body: .bytes(Array(lines.joined().utf8)))
    }

    private struct BundleAnswer: Codable {
        var text: String
    }

    private func bundle(_ query: [String: String]) async throws -> WebResponse {
        guard let text = try await bundle(query["station"] ?? "", query["order"] ?? "") else {
            return .failure(.notFound)
        }
        return try .json(BundleAnswer(text: text))
    }
}
