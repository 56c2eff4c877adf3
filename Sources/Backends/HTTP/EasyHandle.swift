internal import CCurl
internal import Foundation
internal import Tickets

/// A libcurl easy handle, for one request.
@safe struct EasyHandle: ~Copyable {
    private let handle: UnsafeMutableRawPointer
    private let idle: IdleHandles
    private let message: UnsafeMutablePointer<CChar>
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let target: HTTPTarget

    /// - Parameter idle: provides the handle, and gets it back.
    init(to target: HTTPTarget, from idle: IdleHandles) throws(HTTPError) {
        guard let handle = unsafe idle.take() else {
            throw HTTPError(.invalidRequest, "ask", target.origin, "libcurl cannot start")
        }
        unsafe self.handle = unsafe handle
        self.idle = idle
        unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe headers = nil
        self.target = target
    }

    deinit {
        unsafe idle.putBack(handle)
        unsafe curl_slist_free_all(headers)
        unsafe message.deallocate()
    }

    /// Blocks until the answer is complete.
    ///
    /// - Parameters:
    ///   - size: bytes of the request's body; `nil` when they are not known in advance.
    ///   - transfer: provides and receives the bytes.
    /// - Throws: ``HTTPError``; `CancellationError` when a callback stopped it.
    mutating func perform(_ request: HTTPRequest, size: Int64?, on transfer: TransferCallbacks) throws {
        try unsafe check(usher_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, message))
        try setAddress(request)
        try setNetwork(target.settings)
        try setTimeouts(request.timeouts)
        try setBody(request, size: size)
        try setHeaders(request.headers)
        let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        try unsafe setCallbacks(context)
        // The object behind the context must live until this returns.
        let code = withExtendedLifetime(transfer) { unsafe curl_easy_perform(handle) }
        // The two ways in which a callback stops it.
        if code == CURLE_ABORTED_BY_CALLBACK || code == CURLE_WRITE_ERROR { throw CancellationError() }
        try check(code)
    }
}

// MARK: - Settings

extension EasyHandle {
    private func setAddress(_ request: HTTPRequest) throws(HTTPError) {
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try set(CURLOPT_USERAGENT, "usher")
        // No signals: they concern the whole process, and this is one of its threads.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // Every encoding that this libcurl can decode; the limit of an answer is counted in decoded bytes.
        if request.acceptsCompressed { try set(CURLOPT_ACCEPT_ENCODING, "") }
        if let socket = request.unixSocket { try set(CURLOPT_UNIX_SOCKET_PATH, socket) }
    }

    private func setNetwork(_ settings: NetworkSettings) throws(HTTPError) {
        // An empty name also makes libcurl ignore the proxies in the environment.
        if target.isLocal {
            try set(CURLOPT_PROXY, "")
        } else if let proxy = settings.proxy {
            try set(CURLOPT_PROXY, proxy)
        }
        if let file = settings.authorityFile { try set(CURLOPT_CAINFO, file) }
        if let key = settings.pinnedKey { try set(CURLOPT_PINNEDPUBLICKEY, key) }
    }

    private func setTimeouts(_ timeouts: HTTPRequest.Timeouts) throws(HTTPError) {
        try set(CURLOPT_CONNECTTIMEOUT_MS, Int(timeouts.connect.wholeMilliseconds))
        if let whole = timeouts.whole { try set(CURLOPT_TIMEOUT_MS, Int(whole.wholeMilliseconds)) }
        if let stall = timeouts.stall {
            try set(CURLOPT_LOW_SPEED_LIMIT, 1)
            try set(CURLOPT_LOW_SPEED_TIME, max(1, Int(stall.components.seconds)))
        }
    }

    private func setBody(_ request: HTTPRequest, size: Int64?) throws(HTTPError) {
        let sendsBody =
            if case .none = request.body { ["POST", "PUT", "PATCH"].contains(request.method) } else { true }
        if sendsBody {
            try set(CURLOPT_UPLOAD, 1)
            // -1 means: in chunks.
            try unsafe check(usher_curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, size.map(Int.init) ?? -1))
        } else if request.method == "HEAD" {
            try set(CURLOPT_NOBODY, 1)
        }
        try set(CURLOPT_CUSTOMREQUEST, request.method)
    }

    private mutating func setHeaders(_ fields: [HTTPHeader]) throws(HTTPError) {
        // Without this, libcurl sends `Expect: 100-continue` and waits a second for a server that does not know it.
        let lines = ["Expect:"] + fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        for line in lines {
            guard let longer = unsafe curl_slist_append(headers, line) else {
                throw HTTPError(.invalidRequest, "ask", target.origin, "there is no memory for its headers")
            }
            unsafe headers = unsafe longer
        }
        try unsafe check(usher_curl_set_list(handle, CURLOPT_HTTPHEADER, headers))
    }

    private func setCallbacks(_ context: UnsafeMutableRawPointer) throws(HTTPError) {
        let options = [
            CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_XFERINFODATA,
        ]
        for option in options {
            try unsafe check(usher_curl_set_pointer(handle, option, context))
        }
        try set(CURLOPT_NOPROGRESS, 0)
        try unsafe check(
            usher_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                return unsafe TransferCallbacks.at(context).receiveHeader(line) ? line.count : 0
            })
        try unsafe check(
            usher_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                return unsafe TransferCallbacks.at(context).receive(piece) ? piece.count : 0
            })
        try unsafe check(
            usher_curl_set_sender(handle) { buffer, size, count, context in
                let space = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
                return unsafe TransferCallbacks.at(context).send(into: space) ?? Int(CURL_READFUNC_ABORT)
            })
        try unsafe check(
            usher_curl_set_seeker(handle) { context, offset, origin in
                let isRewound = unsafe offset == 0 && origin == SEEK_SET && TransferCallbacks.at(context).rewind()
                return isRewound ? Int32(CURL_SEEKFUNC_OK) : Int32(CURL_SEEKFUNC_FAIL)
            })
        try unsafe check(
            usher_curl_set_progress(handle) { context, _, _, _, sent in
                unsafe TransferCallbacks.at(context).mayContinue(sent: Int64(sent)) ? 0 : 1
            })
    }

    private func set(_ option: CURLoption, _ value: Int) throws(HTTPError) {
        try unsafe check(usher_curl_set_long(handle, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws(HTTPError) {
        try unsafe check(usher_curl_set_text(handle, option, value))
    }
}

extension TransferCallbacks {
    /// The object behind a callback's context; ``EasyHandle/perform(on:)`` keeps it alive.
    fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> TransferCallbacks {
        guard let context = unsafe context else { preconditionFailure("libcurl lost the context it was given") }
        return unsafe Unmanaged<TransferCallbacks>.fromOpaque(context).takeUnretainedValue()
    }
}

// MARK: - Errors

extension EasyHandle {
    private func check(_ code: CURLcode) throws(HTTPError) {
        guard code == CURLE_OK else { throw error(code) }
    }

    private func error(_ code: CURLcode) -> HTTPError {
        let number = Int32(truncatingIfNeeded: unsafe usher_curl_errno(handle))
        let detail = unsafe String(cString: message)
        let kind = HTTPFailure(code)
        let certificate =
            code == CURLE_PEER_FAILED_VERIFICATION ? CertificateFault(unsafe usher_curl_verify_result(handle)) : nil
        let reason =
            switch code {
            case CURLE_COULDNT_CONNECT where number != 0: unsafe String(cString: strerror(number)).lowercased()
            case CURLE_COULDNT_RESOLVE_HOST: "no name server knows its name, or none answers"
            case CURLE_COULDNT_RESOLVE_PROXY: "no name server knows the proxy's name, or none answers"
            case CURLE_SSL_PINNEDPUBKEYNOTMATCH: "its key is not the pinned one"
            case CURLE_SSL_CACERT_BADFILE: "the file of authorities cannot be read"
            default:
                certificate?.reason
                    ?? (detail.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : detail)
            }
        return HTTPError(
            kind, "ask", target.origin, reason, hint: certificate?.hint ?? hint(kind, errno: number),
            errno: number == 0 ? nil : number)
    }

    private func hint(_ kind: HTTPFailure, errno number: Int32) -> String? {
        switch (kind, target.isSocket, number) {
        case (.unreachable, true, EACCES), (.unreachable, true, EPERM):
            "Your user may not use this socket: run the command as a member of the group usher-admin, or as root."
        case (.unreachable, true, _): "Is usherd running?"
        case (.unreachable, false, _), (.timedOut, false, _): "Check the network and the address."
        case (.untrusted, _, _): "Check the address, the clock and the installed certificates."
        default: nil
        }
    }
}

/// Why a certificate was not accepted, by OpenSSL's number (openssl-verification-options(1ssl), `X509_V_ERR_`).
private enum CertificateFault {
    case notYetValid, expired, unknownAuthority, selfSigned, wrongName

    init?(_ number: Int) {
        switch number {
        case 9: self = .notYetValid
        case 10: self = .expired
        case 2, 20, 21: self = .unknownAuthority
        case 18, 19: self = .selfSigned
        // libcurl reports 1 when it compared the name itself and found another.
        case 1, 62, 64: self = .wrongName
        default: return nil
        }
    }

    var reason: String {
        switch self {
        case .notYetValid: "its certificate is not valid yet"
        case .expired: "its certificate has expired"
        case .unknownAuthority: "its certificate is not signed by an authority that this machine trusts"
        case .selfSigned: "its certificate is self-signed"
        case .wrongName: "its certificate is for another name"
        }
    }

    var hint: String {
        switch self {
        case .notYetValid: "This machine's clock may be behind: set the clock."
        case .expired: "Unless this machine's clock is ahead, the server needs a new certificate."
        case .unknownAuthority, .selfSigned:
            "Name the file of the server's own authority in the configuration (ca), or correct its chain."
        case .wrongName: "Use the name that the certificate is for."
        }
    }
}

extension HTTPFailure {
    /// The codes of libcurl-errors(3).
    fileprivate init(_ code: CURLcode) {
        self =
            switch code {
            case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unreachable
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
                CURLE_SSL_PINNEDPUBKEYNOTMATCH:
                .untrusted
            case CURLE_URL_MALFORMAT, CURLE_UNKNOWN_OPTION, CURLE_BAD_FUNCTION_ARGUMENT: .invalidRequest
            default: .brokenOff
            }
    }
}
