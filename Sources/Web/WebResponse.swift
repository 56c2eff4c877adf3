/// An answer of a server of this process. Unless its headers say something else about caching, no one may keep it
/// (`no-store`).
public struct WebResponse: Sendable {
    /// The status code (RFC 9110, section 15).
    public var status: Int
    /// The values by name, in lower case.
    public var headers: [String: String]
    /// What is sent with it.
    public var body: WebBody

    public init(status: Int = 200, headers: [String: String] = [:], body: WebBody = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// - Parameter contentType: for the header `Content-Type`; there are no other headers.
    public init(status: Int = 200, contentType: String, body: WebBody) {
        self.init(status: status, headers: ["content-type": contentType], body: body)
    }

    /// The header `Content-Type`; `nil` when the answer has none.
    public var contentType: String? { headers["content-type"] }
}

/// Answers requests, whatever they came on.
public protocol WebResponder: Sendable {
    /// The answer; also when something went wrong.
    func respond(to request: WebRequest) async -> WebResponse
}
