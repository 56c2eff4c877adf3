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
        guard code == CURLE_OK else {
            throw unsafe HTTPError(
                code, of: handle, detail: String(cString: message), origin: target.origin, isSocket: target.isSocket)
        }
    }
}
