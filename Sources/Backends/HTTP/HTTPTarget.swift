internal import CCurl
internal import Foundation
internal import Tickets

/// Where a request goes, after it was checked that it may go there.
struct HTTPTarget: Sendable {
    /// Scheme and host, or the path of the socket.
    let origin: String
    /// On this machine: no proxy, and no need for TLS.
    let isLocal: Bool
    let isSocket: Bool
    let settings: NetworkSettings

    /// - Throws: ``HTTPError`` when the request must not be sent.
    init(_ request: HTTPRequest, _ settings: NetworkSettings) throws(HTTPError) {
        self.settings = settings
        let parts = try URLParts(request.url)
        if let path = request.unixSocket {
            // `sun_path` of unix(7) has 108 bytes; the last one is zero.
            guard (1...107).contains(path.utf8.count) else {
                throw HTTPError(
                    .invalidRequest, "open", path,
                    "the path has \(path.utf8.count) bytes, and a unix socket's has at most 107")
            }
            origin = path
            isLocal = true
            isSocket = true
        } else {
            origin = "\(parts.scheme)://\(parts.host)" + (parts.port.map { ":\($0)" } ?? "")
            isLocal = Self.isLoopback(parts.host)
            isSocket = false
        }
        guard parts.scheme == "https" || (parts.scheme == "http" && (isLocal || settings.allowsPlainHTTP))
        else {
            throw HTTPError(
                .invalidRequest, "ask", origin, "\(parts.scheme) is not encrypted", hint: "Use an https address.")
        }
        // RFC 9110 section 5.5: nothing that would begin a new line, or a second request.
        let texts = [request.method] + request.headers.flatMap { [$0.name, $0.value] }
        guard texts.allSatisfy({ !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }) else {
            throw HTTPError(.invalidRequest, "ask", origin, "its method or a header holds a control character")
        }
    }

    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        var address = in_addr()
        guard unsafe inet_pton(AF_INET, host, &address) == 1 else { return false }
        return UInt32(bigEndian: address.s_addr) >> 24 == 127
    }
}

/// A URL as libcurl reads it. Another parser could find another host in `http://127.0.0.1@elsewhere`.
struct URLParts {
    let scheme: String
    let host: String
    /// `nil` when the address has none.
    let port: String?
    /// `/` when the address has none.
    let path: String

    init(_ url: String) throws(HTTPError) {
        let invalid = HTTPError(.invalidRequest, "read", "the address", "it is not a URL with a scheme and a host")
        guard let handle = unsafe curl_url() else { throw invalid }
        defer { unsafe curl_url_cleanup(handle) }
        func part(_ which: CURLUPart) -> String? {
            var text: UnsafeMutablePointer<CChar>?
            guard unsafe curl_url_get(handle, which, &text, 0) == CURLUE_OK, let text = unsafe text else { return nil }
            defer { unsafe curl_free(text) }
            return unsafe String(cString: text)
        }
        guard unsafe curl_url_set(handle, CURLUPART_URL, url, UInt32(CURLU_DISALLOW_USER)) == CURLUE_OK,
            let scheme = part(CURLUPART_SCHEME), let host = part(CURLUPART_HOST)
        else { throw invalid }
        self.scheme = scheme
        self.host = host
        port = part(CURLUPART_PORT)
        path = part(CURLUPART_PATH) ?? "/"
    }
}
