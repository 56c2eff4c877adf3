internal import Foundation
public import Tickets

/// Path and query of a request line, without percent-encoding: `/v1/journal?after=12` (RFC 9112, origin form).
public struct Target: Hashable, Sendable {
    /// The texts between the slashes: `["v1", "journal"]`; `[""]` for `/`.
    public var segments: [String]
    /// Names and values after the `?`.
    public var query: [String: String]

    public init(_ segments: [String], query: [String: String] = [:]) {
        self.segments = segments
        self.query = query
    }

    /// Reads path and query as they stand in the request line.
    /// - Throws: ``WebError`` `unreadable` for broken percent-encoding, and for a name that is twice in the query
    public init(_ text: String) throws(WebError) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0].hasPrefix("/") else {
            throw WebError(.unreadable, "read", "the address", "it does not begin with /")
        }
        var query: [String: String] = [:]
        for pair in parts.dropFirst().joined().split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decode(sides[0])
            guard query.updateValue(try Self.decode(sides.dropFirst().joined()), forKey: name) == nil else {
                throw WebError(.unreadable, "read", "the query", "`\(name)` stands in it twice")
            }
        }
        var segments: [String] = []
        for segment in parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            segments.append(try Self.decode(segment))
        }
        self.init(segments, query: query)
    }

    /// Percent-encoded, the query sorted by name: `/v1/operators/Anne%20B`.
    public var text: String {
        let pairs = query.sorted { $0.key < $1.key }.map { "\(Self.encode($0.key))=\(Self.encode($0.value))" }
        return "/" + segments.map(Self.encode).joined(separator: "/")
            + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// The unreserved characters of RFC 3986. Everything else is encoded, so that no segment can become two.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static func decode(_ text: some StringProtocol) throws(WebError) -> String {
        guard let decoded = text.removingPercentEncoding else {
            throw WebError(.unreadable, "read", "the address", "its percent-encoding is broken")
        }
        return decoded
    }
}
