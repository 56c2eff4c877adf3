public import CheckedYAML
internal import Foundation
public import Tickets

/// A mail server that takes messages for others (RFC 6409), and how it is reached.
public struct MailServer: Hashable, Sendable {
    /// `smtps://host` (TLS from the first byte, RFC 8314) or `smtp://host:587` (TLS by STARTTLS, RFC 3207).
    public var url: ServerAddress
    /// Certificates to trust; neither a proxy nor plain HTTP is used.
    public var network = NetworkSettings()
    /// Also without TLS on other machines: anybody on the network can read the messages and the password.
    public var allowsPlainText = false

    /// - Parameter url: as ``url``.
    public init(url: ServerAddress) {
        self.url = url
    }

    /// Reads `url`, `ca`, `pin` and `plain_smtp`; faults are reported to the mapping.
    public init(_ mapping: YAMLMapping) {
        url =
            mapping.value(
                "url", "an address like smtps://mail.example.org or smtp://mail.example.org:587", isSecret: true
            ) { Self.address($0).map { ServerAddress($0) } } ?? ""
        network = NetworkSettings(certificates: mapping)
        allowsPlainText = mapping.bool("plain_smtp", default: false)
    }

    /// Reads an address with the user in it, `smtps://user@mail.example.org`; `@` and `%` of the user may be written as
    /// `%40` and `%25`.
    /// - Returns: `nil` for any other text. The user is `nil` when there is none.
    public static func withUser(_ text: String) -> (server: MailServer, user: String?)? {
        var (url, user) = (text, String?.none)
        if let scheme = text.range(of: "://"), let end = text.lastIndex(of: "@"), scheme.upperBound < end {
            guard let name = text[scheme.upperBound..<end].removingPercentEncoding, name == name.withoutControls
            else { return nil }
            user = name
            url = String(text[..<scheme.upperBound] + text[text.index(after: end)...])
        }
        return address(url).map { (MailServer(url: ServerAddress($0)), user) }
    }

    /// A path would become the name by which libcurl greets the server.
    private static func address(_ text: String) -> String? {
        guard let parts = try? URLParts(text), ["smtp", "smtps"].contains(parts.scheme), parts.path == "/",
            URL(string: text)?.query() == nil
        else { return nil }
        return text
    }

    /// Whether every byte after the greeting is encrypted. A mail server on this machine mostly has a certificate that
    /// nobody can check: it needs TLS only where the configuration says by which authority or key it is known.
    var requiresTLS: Bool {
        let isKnown = network.authorityFile != nil || network.pinnedKey != nil
        let isLocal = (try? URLParts(url.whole)).map { HTTPTarget.isLoopback($0.host) } ?? false
        return isKnown || !(isLocal || allowsPlainText)
    }
}

/// User and password for a mail server.
public struct MailLogin: Hashable, Sendable {
    let user: String
    let password: String

    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}
