/// The address of a server, as a configuration names it. Its path, its query or its user may be a secret: whatever prints it
/// (an error, a log, a condition, an alert, a dump) gets scheme, host and port, and no more. Only what sends a request asks
/// for ``whole``.
public struct ServerAddress: Hashable, Sendable {
    /// The text as it was configured. For requests, and for files that only their owner may read: never for people.
    public let whole: String

    public init(_ whole: String) {
        self.whole = whole
    }

    /// Nothing was configured.
    public var isEmpty: Bool { whole.isEmpty }

    /// `https://tickets.example.org:8443`; words for a text in which that cannot be told from a secret.
    public var origin: String {
        parts.map { "\($0.scheme)://\($0.authority)" } ?? "an address that cannot be read"
    }

    /// Without the port; `nil` where ``origin`` is only words.
    public var host: String? {
        parts.map { String(Self.split($0.authority).host) }
    }

    /// In small letters; `nil` where ``origin`` is only words.
    public var scheme: String? { parts?.scheme }

    private var parts: (scheme: String, authority: String)? {
        guard let mark = whole.firstRange(of: "://"), mark.lowerBound > whole.startIndex else { return nil }
        let scheme = whole[..<mark.lowerBound].lowercased()
        let rest = whole[mark.upperBound...]
        let end = rest.firstIndex { "/?#\\".contains($0) } ?? rest.endIndex
        // With a mark of a user behind it, what looks like the host may be a part of a password.
        guard !rest[end...].contains("@") else { return nil }
        let authority = rest[..<end].split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let (host, port) = Self.split(String(authority))
        guard scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }), !host.isEmpty,
            host.allSatisfy({ $0.isLetter || $0.isNumber || "-._:[]".contains($0) }),
            port?.allSatisfy({ $0.isASCII && $0.isNumber }) ?? true
        else { return nil }
        return (scheme, String(authority))
    }

    /// `host:port`, or `[::1]:port`.
    private static func split(_ authority: String) -> (host: Substring, port: Substring?) {
        let start = authority.lastIndex(of: "]") ?? authority.startIndex
        guard let colon = authority[start...].firstIndex(of: ":") else { return (authority[...], nil) }
        return (authority[..<colon], authority[authority.index(after: colon)...])
    }
}

extension ServerAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { origin }
    public var debugDescription: String { origin }
    /// Without children, so that no dump shows the text.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ServerAddress: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self.init(text) }
}
