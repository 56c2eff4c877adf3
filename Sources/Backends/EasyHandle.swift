internal import CCurl
internal import Foundation
internal import Tickets

/// A libcurl easy handle, for one request.
@safe struct EasyHandle: ~Copyable {
    private let handle: UnsafeMutableRawPointer
    private let message: UnsafeMutablePointer<CChar>
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let target: HTTPTarget

    /// Once per process, before any other call (curl_global_init(3)).
    private static let globalState = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    init(to target: HTTPTarget) throws(HTTPError) {
        guard Self.globalState == CURLE_OK, let handle = unsafe curl_easy_init() else {
            throw HTTPError(.invalidRequest, "ask", target.origin, "libcurl cannot start")
        }
        unsafe self.handle = unsafe handle
        unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe headers = nil
        self.target = target
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe curl_slist_free_all(headers)
        unsafe message.deallocate()
    }

    /// Blocks until the answer is whole.
    ///
    /// - Parameters:
    ///   - size: bytes of the request's body; `nil` when they are not known beforehand.
    ///   - transfer: gives and takes the bytes.
    /// - Throws: ``HTTPError``; `CancellationError` when a callback stopped it.
    mutating func perform(_ request: HTTPRequest, size: Int64?, on transfer: Transfer) throws {
        try unsafe check(usher_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, message))
        try setAddress(request)
        try setTimeouts(request.timeouts)
        try setBody(request, size: size)
        try setHeaders(request.headers)
        let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        try unsafe setCallbacks(context)
        // Nothing in between may let go of the object behind the context.
        let code = withExtendedLifetime(transfer) { unsafe curl_easy_perform(handle) }
        // These are the callbacks' ways to stop it.
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
        // No signals: they belong to the process, and this is one thread of it.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if let socket = request.unixSocket { try set(CURLOPT_UNIX_SOCKET_PATH, socket) }
        // An empty name also keeps libcurl from the proxies named in the environment.
        if target.isLocal { try set(CURLOPT_PROXY, "") }
    }

    private func setTimeouts(_ timeouts: HTTPRequest.Timeouts) throws(HTTPError) {
        try set(CURLOPT_CONNECTTIMEOUT_MS, Int(timeouts.connect.wholeMilliseconds))
        if let whole = timeouts.whole { try set(CURLOPT_TIMEOUT_MS, Int(whole.wholeMilliseconds)) }
    }

    private func setBody(_ request: HTTPRequest, size: Int64?) throws(HTTPError) {
        let sendsBody =
            if case .none = request.body { ["POST", "PUT", "PATCH"].contains(request.method) } else { true }
        if sendsBody {
            try set(CURLOPT_UPLOAD, 1)
            // -1: in chunks.
            try unsafe check(usher_curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, size.map(Int.init) ?? -1))
        } else if request.method == "HEAD" {
            try set(CURLOPT_NOBODY, 1)
        }
        try set(CURLOPT_CUSTOMREQUEST, request.method)
    }

    private mutating func setHeaders(_ fields: [HTTPHeader]) throws(HTTPError) {
        // Without this, libcurl asks first and waits a second for a server that does not know the question.
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
        for option in [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_XFERINFODATA] {
            try unsafe check(usher_curl_set_pointer(handle, option, context))
        }
        try set(CURLOPT_NOPROGRESS, 0)
        try unsafe check(
            usher_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                return unsafe Transfer.at(context).receiveHeader(line) ? line.count : 0
            })
        try unsafe check(
            usher_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                return unsafe Transfer.at(context).receive(piece) ? piece.count : 0
            })
        try unsafe check(
            usher_curl_set_sender(handle) { buffer, size, count, context in
                let space = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
                return unsafe Transfer.at(context).send(into: space) ?? Int(CURL_READFUNC_ABORT)
            })
        try unsafe check(
            usher_curl_set_progress(handle) { context, _, _, _, sent in
                unsafe Transfer.at(context).mayGoOn(sent: Int64(sent)) ? 0 : 1
            })
    }

    private func set(_ option: CURLoption, _ value: Int) throws(HTTPError) {
        try unsafe check(usher_curl_set_long(handle, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws(HTTPError) {
        try unsafe check(usher_curl_set_text(handle, option, value))
    }
}

extension Transfer {
    /// The object behind a callback's context; ``EasyHandle/perform(on:)`` keeps it alive.
    fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> Transfer {
        guard let context = unsafe context else { preconditionFailure("libcurl lost the context it was given") }
        return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
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
        let words =
            number != 0 && code == CURLE_COULDNT_CONNECT
            ? unsafe String(cString: strerror(number)).lowercased()
            : detail.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : detail
        let kind = HTTPError.Code(code)
        return HTTPError(
            kind, "ask", target.origin, words, hint: hint(kind, errno: number), errno: number == 0 ? nil : number)
    }

    private func hint(_ kind: HTTPError.Code, errno number: Int32) -> String? {
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

extension HTTPError.Code {
    /// libcurl-errors(3).
    fileprivate init(_ code: CURLcode) {
        self =
            switch code {
            case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unreachable
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE: .untrusted
            case CURLE_URL_MALFORMAT, CURLE_UNKNOWN_OPTION, CURLE_BAD_FUNCTION_ARGUMENT: .invalidRequest
            default: .brokenOff
            }
    }
}
