/// One address of a server and what it answers.
public struct Route<Call: Sendable>: Sendable {
    public let method: String
    /// As OpenAPI writes it: `/v1/keys/{kid}`.
    public let path: String
    /// Names that may stand in the query.
    public let query: Set<String>
    public let answer: @Sendable (Call) async throws -> WebResponse

    private let segments: [Substring]

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

    /// What stands for `{...}` in this address: empty for an address without. `nil` when it is another address.
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
    /// - Parameter parameter: what stands for `{...}` in the address.
    case route(Route<Call>, parameter: String)
    /// The address is there, with these methods.
    case otherMethods([String])
    case none
}

extension RouteMatch {
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
