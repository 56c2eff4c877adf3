/// Which requests a server answers that is meant for its own pages in a browser, and for nothing else that such a browser
/// may run.
public struct SiteGuard: Sendable {
    /// The most an address may have, in bytes.
    public static let longestTarget = 2048

    /// The names by which browsers know the server, with the port: `127.0.0.1:8080`.
    let hosts: [String]
    /// `http`, and `https` where a proxy may stand before the server.
    let schemes: [String]
    /// The most a request may carry, in bytes.
    let largestBody: Int

    public init(hosts: [String], schemes: [String], largestBody: Int) {
        self.hosts = hosts.map { $0.lowercased() }
        self.schemes = schemes
        self.largestBody = largestBody
    }

    public enum Refusal: Equatable, Sendable {
        /// The name in the browser's address bar is not this server's: another site made its name lead here (DNS
        /// rebinding), and would read the answer as its own.
        case host
        /// Another site's page asks.
        case origin
        case length

        /// RFC 9110; 421 is "misdirected request".
        public var status: Int {
            switch self {
            case .host: 421
            case .origin: 403
            case .length: 413
            }
        }
    }

    public func refusal(of request: WebRequest) -> Refusal? {
        guard let host = request.host?.lowercased(), hosts.contains(host) else { return .host }
        guard request.target.utf8.count <= Self.longestTarget, request.announcedLength <= largestBody else {
            return .length
        }
        let origin = request.headers["origin"]?.lowercased()
        // A browser names the origin of every request that changes something (Fetch standard, "append a request Origin
        // header"). What does not is no browser, and has the control socket.
        if !request.isReading, origin == nil { return .origin }
        if let origin, !schemes.contains(where: { origin == "\($0)://\(host)" }) { return .origin }
        // A link from elsewhere may open the page; no other page may load parts of it, or keep its event stream open and
        // so count as a display (Fetch Metadata, W3C).
        if let site = request.headers["sec-fetch-site"], !["same-origin", "none"].contains(site),
            request.headers["sec-fetch-mode"] != "navigate"
        {
            return .origin
        }
        return nil
    }

    /// For every answer to a browser. Only the page's own files run or show; no other page may frame it; nothing says
    /// where it is.
    public static let headers = [
        "content-security-policy":
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin", "cross-origin-opener-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ]
}
