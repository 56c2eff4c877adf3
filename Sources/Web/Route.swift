/// An address of a server, and what it answers.
public struct Route<Call: Sendable>: Sendable {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    public let method: String
    /// As OpenAPI writes it, with at most one parameter: `/v1/keys/{kid}`.
    public let path: String
    /// Names that are allowed in the query.
    public let query: Set<String>
    /// Makes the answer; what it throws, the server turns into one.
    public let answer: @Sendable (Call) async throws -> WebResponse

    private let segments: [Substring]

    /// - Parameter query: names that are allowed in the query.
    public init(
        _ method: String, _ path: String, query: Set<String> = [],
        _ answer: @escaping @Sendable (Call) async throws -> WebResponse
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.answer = answer
        segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    }

    /// The text in the place of `{...}`; empty for an address without a parameter, `nil` when the path is another
    /// address.
    fileprivate func parameter(in path: [String]) -> String? {
        guard path.count == segments.count else { return nil }
        var parameter = ""
        for (segment, given) in zip(segments, path) {
            if segment.hasPrefix("{"), !given.isEmpty { parameter = given } else if segment != given { return nil }
        }
        return parameter
    }
}

/// What a list of routes has for a request.
public enum RouteMatch<Call: Sendable>: Sendable {
    /// - Parameter parameter: the text in the place of `{...}`; empty for an address without a parameter.
    case route(Route<Call>, parameter: String)
    /// The address exists, but only with these methods.
    case otherMethods([String])
    /// No route has this address.
    case none
}

extension RouteMatch {
    /// Finds the route of a request.
    /// - Parameter path: segments, not percent-encoded.
    public init(_ method: String, _ path: [String], in routes: [Route<Call>]) {
        let matches = routes.compactMap { route in route.parameter(in: path).map { (route: route, parameter: $0) } }
        if let match = matches.first(where: { $0.route.method == method }) {
            self = .route(match.route, parameter: match.parameter)
        } else {
            self = matches.isEmpty ? .none : .otherMethods(matches.map(\.route.method))
        }
    }
}
