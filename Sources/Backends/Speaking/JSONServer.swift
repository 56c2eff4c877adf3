internal import Foundation
internal import Tickets

/// A server that uses JSON over HTTP, one request at a time. Everything that is not a proper answer becomes one clear
/// ``BackendError``.
struct JSONServer: Sendable {
    struct Answer: Sendable {
        let status: Int
        let headers: [HTTPHeader]
        /// `null` when there was no body.
        let body: LenientJSON
        /// Size of the body, decompressed.
        var byteCount = 0

        var isSuccess: Bool { (200..<300).contains(status) }

        /// The server's own text about a failure.
        var reason: String { JSONServer.reason(of: body, status: status) }
    }

    /// Headers with a credential.
    typealias Headers = @Sendable () throws(BackendError) -> [HTTPHeader]

    let client: HTTPClient
    /// Base address, without a slash at its end.
    let base: String
    let headers: Headers
    let clock: ServerClock?
    /// The text of a 401 which means for certain that access was removed; `nil`: the server has none.
    let revocation: String?
    /// An answer may also be a plain text, as `ok` of chat servers: then it has no members. A web page is still none.
    var takesPlainText = false
    /// Limits of one request.
    var timeouts = HTTPRequest.Timeouts(connect: .seconds(10), firstByte: .seconds(30), whole: .seconds(120))

    /// - Parameter headers: asked for before every request: the credential may be replaced while a station runs. Their
    ///   values never appear in an error.
    init(
        client: HTTPClient, base: String, headers: @escaping Headers = { [] }, clock: ServerClock? = nil,
        revocation: String? = nil
    ) {
        self.client = client
        self.revocation = revocation
        var base = base[...]
        while base.hasSuffix("/") { base.removeLast() }
        self.base = String(base)
        self.headers = headers
        self.clock = clock
    }

    /// The same server at another address, with the same credential, clock and limits.
    func moved(to base: String) -> JSONServer {
        var moved = JSONServer(client: client, base: base, headers: headers, clock: clock, revocation: revocation)
        moved.timeouts = timeouts
        moved.takesPlainText = takesPlainText
        return moved
    }

    func get(
        _ path: String, query: KeyValuePairs<String, String?> = [:], headers: [HTTPHeader] = [], limit: Int = 16 << 20
    ) async throws(BackendError) -> Answer {
        try await ask("GET", path, query: query, headers: headers, limit: limit)
    }

    func post(
        _ path: String, query: KeyValuePairs<String, String?> = [:], headers: [HTTPHeader] = [], _ body: JSONValue,
        limit: Int = 1 << 20, taking: Set<Int> = []
    ) async throws(BackendError) -> Answer {
        try await ask("POST", path, query: query, headers: headers, body: body, limit: limit, taking: taking)
    }

    /// - Parameters:
    ///   - path: relative to the base, or a whole address of the same origin, such as a `next` link.
    ///   - query: members without a value are left out.
    ///   - limit: the largest answer, in decompressed bytes.
    ///   - taking: further statuses that are answers to this request, where a server uses them so.
    /// - Returns: answers with status 200 to 299, and those of 400 to 499 that are about the request itself.
    func ask(
        _ method: String, _ path: String, query: KeyValuePairs<String, String?> = [:], headers: [HTTPHeader] = [],
        body: JSONValue? = nil, limit: Int, taking: Set<Int> = []
    ) async throws(BackendError) -> Answer {
        var request = HTTPRequest(method, try address(path, query: query), timeouts: timeouts)
        request.headers = [HTTPHeader("Accept", "application/json")] + (try self.headers()) + headers
        if let body {
            request.headers.append(HTTPHeader("Content-Type", "application/json"))
            request.body = .bytes(Array(body.text.utf8))
        }
        let response: HTTPResponse
        do {
            response = try await client.send(request, limit: limit)
        } catch let error as HTTPError {
            throw BackendError(error)
        } catch {
            throw failure(.unreachable, "the request was cancelled")
        }
        if let date = response.headers.first("Date") { clock?.learn(from: date) }
        return try answer(response, taking: taking)
    }

    func answer(_ response: HTTPResponse, taking: Set<Int>) throws(BackendError) -> Answer {
        let status = response.status
        if (300..<400).contains(status), status != 304 {
            let place = response.headers.first("Location").flatMap { URL(string: $0)?.host() } ?? "somewhere else"
            throw failure(
                .unexpected, "it redirects to \(place.withoutControls)",
                hint: "Nothing was sent there. If that is correct, configure that address.")
        }
        guard status != 511 else {
            // RFC 6585 section 6: it comes from the network, and not from the server.
            throw failure(
                .unexpected, "the network requires a login first (it answers 511)",
                hint: "Log in to the network, or have this machine let through. Nothing was delivered.")
        }
        let body = response.body.isEmpty ? LenientJSON.null : LenientJSON(parsing: response.body)
        if (500..<600).contains(status) || [408, 423, 425].contains(status) {
            throw failure(
                .failing, "it answers \(status): \(Self.reason(of: body ?? .null, status: status))",
                retryAfter: retryAfter(response))
        }
        if status == 429 { throw failure(.busy, "it asks for fewer requests", retryAfter: retryAfter(response)) }
        if body == nil, takesPlainText, !startsAsPage(response) {
            let text = String(decoding: response.body.prefix(1000), as: UTF8.self)
            guard (200..<300).contains(status) else {
                let reason = text.withoutControls.hidingSecrets.prefix(200)
                throw failure(
                    [401, 403].contains(status) ? .unauthorised : status == 404 ? .notFound : .unexpected,
                    "it answers \(status): \(reason)")
            }
            return Answer(status: status, headers: response.headers, body: .null, byteCount: response.body.count)
        }
        guard let body else {
            throw failure(
                status == 404 ? .notFound : .unexpected,
                looksLikeHTML(response)
                    ? "it answers \(status) with a web page" : "its answer is not JSON, or is far too large",
                hint: looksLikeHTML(response)
                    ? "Does the network require a login first, or is the address wrong?"
                    : "Is the address that of its API?")
        }
        if status == 401, let revocation, isCertain, Self.reason(of: body, status: status) == revocation {
            throw failure(
                .revoked, "it says: \(revocation)", hint: "Give this station a new credential if that was a mistake.")
        }
        if status == 401 || status == 403, !taking.contains(status) {
            throw failure(
                .unauthorised, "it answers \(status): \(Self.reason(of: body, status: status))",
                hint: "Check the credential and what it may do.")
        }
        return Answer(status: status, headers: response.headers, body: body, byteCount: response.body.count)
    }

    /// Nobody on the network can have changed the answer: it came by TLS, or from this machine.
    private var isCertain: Bool {
        base.hasPrefix("https://") || (try? HTTPTarget(HTTPRequest("GET", base), NetworkSettings())) != nil
    }

    /// The address of a path. One on another host is refused, so that the credential is not sent there.
    private func address(_ path: String, query: KeyValuePairs<String, String?>) throws(BackendError) -> String {
        var address = path
        if path.hasPrefix("http://") || path.hasPrefix("https://") {
            guard let given = URL(string: path), let own = URL(string: base), given.scheme == own.scheme,
                given.host() == own.host(), given.port == own.port
            else { throw failure(.unexpected, "it leads to another address") }
        } else {
            address = path.isEmpty ? base : base + (path.hasPrefix("/") ? path : "/" + path)
        }
        let items = query.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
        guard !items.isEmpty else { return address }
        guard var parts = URLComponents(string: address) else {
            throw failure(.misconfigured, "its address is not a URL")
        }
        parts.queryItems = (parts.queryItems ?? []) + items
        // A plus sign would be read as a space.
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        return parts.string ?? address
    }

    /// No station waits longer for a server, whatever it asks for: that may be a mistake, or not from the server.
    static let longestPause = Duration.seconds(300)

    /// `Retry-After`: seconds or a date (RFC 9110 section 10.2.3), at most ``longestPause``.
    private func retryAfter(_ response: HTTPResponse) -> Duration? {
        guard let text = response.headers.first("Retry-After") else { return nil }
        if let seconds = Int64(text) { return min(.seconds(max(0, seconds)), Self.longestPause) }
        guard let until = ServerClock.read(text), let now = response.headers.first("Date").flatMap(ServerClock.read)
        else { return nil }
        return min(max(.zero, until - now), Self.longestPause)
    }

    private func looksLikeHTML(_ response: HTTPResponse) -> Bool {
        response.headers.first("Content-Type")?.lowercased().contains("html") == true || startsAsPage(response)
    }

    private func startsAsPage(_ response: HTTPResponse) -> Bool {
        response.body.drop { [9, 10, 13, 32].contains($0) }.first == UInt8(ascii: "<")
    }

    /// The server's text, at most 200 characters, without what looks like a secret.
    static func reason(of body: LenientJSON, status: Int) -> String {
        let reason = body["message", "detail", "error", "reason"].text ?? "no reason given (\(status))"
        return String(reason.withoutControls.hidingSecrets.prefix(200))
    }

    func failure(
        _ code: BackendError.Code, _ reason: String, hint: String? = nil, retryAfter: Duration? = nil
    ) -> BackendError {
        BackendError(code, "ask", origin, reason, hint: hint, retryAfter: retryAfter)
    }

    /// Scheme and host only: the path of a webhook is often its secret.
    private var origin: String { ServerAddress(base).origin }
}

extension JSONServer: CustomStringConvertible, CustomReflectable {
    /// Scheme and host only.
    var description: String { origin }
    /// Without children, so that no dump shows the rest.
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension BackendError {
    init(_ error: HTTPError) {
        let code: Code =
            switch error.code {
            case .invalidRequest: .misconfigured
            case .unreachable, .timedOut, .brokenOff: .unreachable
            case .untrusted: .untrusted
            case .tooLarge: .tooLarge
            }
        self.init(
            code, error.operation, error.subject, error.reason, hint: error.hint, errno: error.errno)
    }
}
