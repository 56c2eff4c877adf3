internal import Foundation

/// Removes from a text what outsiders may not read: known secrets, what looks like a ticket code or a key, and of each
/// address everything but the machine.
///
/// The texts should hold nothing like that. This is for the day when one does.
public struct Redaction: Sendable {
    /// Stands where something was removed.
    public static let mark = "(left out)"

    /// The longest first, because one may be part of another.
    private let secrets: [String]
    private let kept: Set<String>

    /// - Parameters:
    ///   - secrets: contents of credentials, names of people. Those of one character are ignored.
    ///   - kept: what looks like a code but is not one: ids of events, names of stations.
    public init(secrets: [String], keeping kept: Set<String> = []) {
        self.secrets = secrets.filter { $0.count > 1 }.sorted { $0.count > $1.count }
        self.kept = kept
    }

    /// The text, with ``mark`` for everything that was removed.
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

    /// A short secret, like a name, is removed only where it is a whole word: "Al" must not cut "already".
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
