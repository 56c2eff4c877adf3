/// One answer of a server of this process. What says nothing of caching is not kept by anybody.
public struct WebResponse: Sendable {
    /// RFC 9110.
    public var status: Int
    /// By their names in small letters.
    public var headers: [String: String]
    public var body: WebBody

    public init(status: Int = 200, headers: [String: String] = [:], body: WebBody = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public init(status: Int = 200, contentType: String, body: WebBody) {
        self.init(status: status, headers: ["content-type": contentType], body: body)
    }

    public var contentType: String? { headers["content-type"] }
}

/// Answers requests, whatever they come on.
public protocol WebResponder: Sendable {
    func respond(to request: WebRequest) async -> WebResponse
}
