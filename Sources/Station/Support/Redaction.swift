internal import Foundation

/// Takes out of a text what nobody else may read: what is known to be secret, what looks like a ticket's code or a key,
/// and all of an address but its machine.
///
/// Nothing that comes here should hold such things. This is for the day when something does.
public struct Redaction: Sendable {
    public static let mark = "(left out)"

    /// The longest first, because one may be part of another.
    private let secrets: [String]
    private let kept: Set<String>

    /// - Parameters:
    ///   - secrets: contents of credentials, names of people.
    ///   - kept: what may look like a code and is none: ids of events, names of stations.
    public init(secrets: [String], keeping kept: Set<String> = []) {
        self.secrets = secrets.filter { $0.count > 1 }.sorted { $0.count > $1.count }
        self.kept = kept
    }

    public func clean(_ text: String) -> String {
        var clean = text
        for secret in secrets { clean = Self.removing(secret, from: clean) }
        clean.replace(/([a-z][a-z0-9+.\-]*:\/\/)([^\s\/@"']*@)?([^\s\/?#"'@]+)[\/?#][^\s"']*/) { match in
            "\(match.1)\(match.3)/\(Self.mark)"
        }
        clean.replace(/[a-z][a-z0-9+.\-]*:\/\/[^\s\/@"']*@/) { _ in "//\(Self.mark)@" }
        clean.replace(/[A-Za-z0-9_\-+=]{20,}/) { match in
            let token = match.output
            let isCode = token.count(where: \.isNumber) > 1 && token.contains(where: \.isLetter)
            return isCode && !kept.contains(String(token)) ? Self.mark : String(token)
        }
        return clean
    }

    /// A short one, like a name, only where it is a word of its own: "Al" is no reason to cut "already" up.
    private static func removing(_ secret: String, from text: String) -> String {
        guard secret.count < 8 else { return text.replacing(secret, with: mark) }
        var (clean, rest) = ("", text[...])
        while let range = rest.range(of: secret) {
            let before = rest[..<range.lowerBound].last ?? clean.last
            let after = rest[range.upperBound...].first
            let isWord = [before, after].allSatisfy { $0.map { !$0.isLetter && !$0.isNumber } ?? true }
            clean += rest[..<range.lowerBound] + (isWord ? mark : secret)
            rest = rest[range.upperBound...]
        }
        return clean + rest
    }
}
