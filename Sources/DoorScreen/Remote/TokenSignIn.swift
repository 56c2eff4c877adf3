internal import StationAPI
internal import Tickets
internal import Web

/// How a browser of another machine signs in: it sends a token once, and keeps a cookie.
struct TokenSignIn: Sendable {
    /// What it opens: `figures`.
    let page: String
    /// Read at each request, so that a new token counts at once. `nil`: nobody can sign in.
    let token: @Sendable () -> String?
    let now: @Sendable () -> Timestamp
    let tries: TokenTries

    /// In bytes: a token in its JSON object.
    private static let largestBody = 4096

    private struct Request: Codable {
        var token: String
    }

    private var cookieName: String { "usher-\(page)" }

    func begin(_ request: WebRequest) async throws -> WebResponse {
        let given = try ControlJSON.decodeRequest(
            Request.self, from: await request.body.collected(upTo: Self.largestBody))
        guard let known = token(), TokenGuard(token: known, page: page).accepts(token: given.token) else {
            let isHeard = await tries.waitAfterWrongOne()
            return .failure(
                ControlError(.refused, "sign in", "this browser", isHeard ? "the token is wrong" : "too many tries"),
                status: isHeard ? 401 : 429)
        }
        let value = TokenGuard(token: known, page: page).cookie(now: now())
        return setting(value, request, age: TokenGuard.validity.components.seconds)
    }

    func end(_ request: WebRequest) -> WebResponse { setting("", request, age: 0) }

    func isSignedIn(_ request: WebRequest) -> Bool {
        token().map { TokenGuard(token: $0, page: page).accepts(cookie: request.cookie(cookieName), now: now()) }
            ?? false
    }

    /// Whether the request brings the token itself, as `Authorization: Bearer`.
    func bears(_ request: WebRequest) async -> Bool {
        let given = request.headers["authorization"]?.split(separator: " ").last.map(String.init) ?? ""
        if let known = token(), TokenGuard(token: known, page: page).accepts(token: given) { return true }
        _ = await tries.waitAfterWrongOne()
        return false
    }

    private func setting(_ value: String, _ request: WebRequest, age: Int64) -> WebResponse {
        var answer = WebResponse.done
        answer.headers["set-cookie"] =
            "\(cookieName)=\(value); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict"
            + (request.isEncryptedByProxy ? "; Secure" : "")
        return answer
    }
}

extension WebRequest {
    /// The proxy says that the browser spoke HTTPS to it.
    var isEncryptedByProxy: Bool { headers["x-forwarded-proto"]?.lowercased() == "https" }
}
