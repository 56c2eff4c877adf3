internal import Crypto
internal import Foundation
internal import StationAPI
internal import Tickets

/// Decides which browser of another machine may see a page: one that has sent the page's token, for a week.
///
/// The cookie holds the time when it expires and a proof (HMAC-SHA256 under the token) that the station set it. So it
/// outlives a restart, nothing is stored about who signed in, and a new token ends all sessions.
/// See docs/decisions/072-figures-polled.md.
struct TokenGuard: Sendable {
    static let validity = Duration.seconds(7 * 86_400)

    private let key: SymmetricKey
    private let tokenDigest: SHA256.Digest

    /// - Parameter page: what it opens, such as `figures`; also with the same token no cookie opens another page.
    init(token: String, page: String) {
        tokenDigest = SHA256.hash(data: Data(token.utf8))
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Data(token.utf8)), info: Data("usher \(page) cookie".utf8),
            outputByteCount: 32)
    }

    /// Compares in a time that does not depend on where the two differ.
    func accepts(token: String) -> Bool {
        let digest = SHA256.hash(data: Data(token.utf8))
        return zip(digest, tokenDigest).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The value of a cookie that is valid from `now` on.
    func cookie(now: Timestamp) -> String {
        let end = String((now + Self.validity).seconds)
        return end + "." + Data(HMAC<SHA256>.authenticationCode(for: Data(end.utf8), using: key)).hex
    }

    /// Whether a cookie was set by this station and has not expired.
    func accepts(cookie: String?, now: Timestamp) -> Bool {
        let parts = (cookie ?? "").split(separator: ".")
        guard parts.count == 2, let end = Int64(parts[0]), String(end) == parts[0], end > now.seconds,
            let proof = Data(hex: String(parts[1]))
        else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(proof, authenticating: Data(parts[0].utf8), using: key)
    }
}

/// Slows down guessing: the answer to a wrong token is delayed, and only a few may wait at a time. The right token is
/// answered at once, so that guessing locks nobody out.
actor TokenTries {
    static let mostWaiting = 4

    private let pause: Duration
    private(set) var waiting = 0

    init(pause: Duration = .seconds(2)) {
        self.pause = pause
    }

    /// Waits after a wrong token.
    /// - Returns: `false`, at once, when too many wait.
    func waitAfterWrongOne() async -> Bool {
        guard waiting < Self.mostWaiting else { return false }
        waiting += 1
        defer { waiting -= 1 }
        try? await Task.sleep(for: pause)
        return true
    }
}
