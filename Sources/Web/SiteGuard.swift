/// Which requests are answered by a server that is meant for its own pages in a browser. Other sites that run in the
/// same browser are refused.
public struct SiteGuard: Sendable {
    /// The longest address, in bytes.
    public static let longestTarget = 2048

    /// The names by which browsers know the server, with the port: `127.0.0.1:8080`.
    let hosts: [String]
    /// `http`, and `https` where a proxy may stand before the server.
    let schemes: [String]
    /// The largest body, in bytes.
    let largestBody: Int

    /// - Parameters:
    ///   - hosts: the names by which browsers know the server, with the port: `127.0.0.1:8080`.
    ///   - schemes: `http`; also `https` when a proxy may stand before the server.
    ///   - largestBody: in bytes.
    public init(hosts: [String], schemes: [String], largestBody: Int) {
        self.hosts = hosts.map { $0.lowercased() }
        self.schemes = schemes
        self.largestBody = largestBody
    }

    /// Why a request is refused.
    public enum Refusal: Equatable, Sendable {
        /// The name in the browser's address bar is not this server's. Another site has made its own name lead here
        /// (DNS rebinding), so that it could read the answer.
        case host
        /// The page of another site sent it, or a request that changes something does not say which page did.
        case origin
        /// The address, or the announced body, is too long.
        case length

        /// The status code of the answer: 421 is "misdirected request" (RFC 9110, section 15.5.20).
        public var status: Int {
            switch self {
            case .host: 421
            case .origin: 403
            case .length: 413
            }
        }
    }

    /// Why a request is refused; `nil` when it may be answered.
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

    /// For every answer to a browser. The page may load only its own files; no other site may frame it; links from it
    /// do not tell its address.
    public static let headers = headers(frames: "frame-ancestors 'none'")

    /// The same for a server with a page that frames another of its own.
    public static let framingHeaders = headers(frames: "frame-src 'self'; frame-ancestors 'self'")

    private static func headers(frames: String) -> [String: String] {
        [
            "content-security-policy":
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; " + frames,
            "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
            "cross-origin-resource-policy": "same-origin", "cross-origin-opener-policy": "same-origin",
            "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
        ]
    }
}
