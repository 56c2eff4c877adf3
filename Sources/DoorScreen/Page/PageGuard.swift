/// Who may ask the page's server, and for how much. The page is for the browser of this machine, opened at this
/// address, and for nothing else that such a browser may run.
struct PageGuard: Sendable {
    /// The most a request may carry, in bytes.
    static let largestBody = 64 * 1024
    /// The most an address may have, in bytes.
    static let longestTarget = 2048

    /// What is looked at of a request.
    struct Question: Sendable {
        var method: String
        var target: String
        var host: String?
        var origin: String?
        /// `Sec-Fetch-Site` of the Fetch Metadata specification of the W3C.
        var site: String?
        /// `Sec-Fetch-Mode`.
        var mode: String?
        var contentLength: Int?
    }

    enum Refusal: Equatable, Sendable {
        /// The name in the browser's address bar is not this machine's own: another site made its name lead here (DNS
        /// rebinding), and would read the answer as its own.
        case host
        /// Another site's page asks.
        case origin
        case length

        /// RFC 9110; 421 is "misdirected request".
        var status: Int {
            switch self {
            case .host: 421
            case .origin: 403
            case .length: 413
            }
        }
    }

    /// - Parameter port: of this server.
    func refusal(of question: Question, port: Int) -> Refusal? {
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" }
        guard let host = question.host?.lowercased(), hosts.contains(host) else { return .host }
        guard question.target.utf8.count <= Self.longestTarget, (question.contentLength ?? 0) <= Self.largestBody else {
            return .length
        }
        let isReading = ["GET", "HEAD"].contains(question.method)
        // A browser names the origin of every request that changes something (Fetch standard, "append a request Origin
        // header"). What does not is no browser, and has the control socket.
        if !isReading, question.origin == nil { return .origin }
        if let origin = question.origin, origin.lowercased() != "http://" + host { return .origin }
        // A link from elsewhere may open the page; no other page may load parts of it, or keep its event stream open and
        // so pass for a face.
        if let site = question.site, !["same-origin", "none"].contains(site), question.mode != "navigate" {
            return .origin
        }
        return nil
    }

    /// On every answer. Only the page's own files run or show; no other page may frame it; nothing says where it is.
    static let headers: [(String, String)] = [
        (
            "content-security-policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    ]
}
