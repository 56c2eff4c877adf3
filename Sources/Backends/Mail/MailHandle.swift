internal import CCurl
internal import Foundation
internal import Tickets

/// A libcurl easy handle, for one message to a mail server.
@safe struct MailHandle: ~Copyable {
    private let handle: UnsafeMutableRawPointer
    private let idle: IdleHandles
    private let message: UnsafeMutablePointer<CChar>
    private var recipients: UnsafeMutablePointer<curl_slist>?
    private let server: MailServer

    init(to server: MailServer) throws(BackendError) {
        let idle = IdleHandles()
        guard let handle = unsafe idle.take() else {
            throw BackendError(.misconfigured, "send to", server.url.origin, "libcurl cannot start")
        }
        unsafe self.handle = unsafe handle
        self.idle = idle
        unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe recipients = nil
        self.server = server
    }

    deinit {
        unsafe idle.putBack(handle)
        unsafe curl_slist_free_all(recipients)
        unsafe message.deallocate()
    }

    /// Blocks until the server has answered to the end of the message.
    mutating func perform(
        _ upload: MailUpload, from sender: String, to addresses: [String], login: MailLogin?
    ) throws(BackendError) {
        try unsafe check(usher_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, message))
        try set(CURLOPT_URL, server.url.whole)
        try set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try set(CURLOPT_USE_SSL, server.requiresTLS ? usher_curl_use_ssl_all : usher_curl_use_ssl_none)
        try set(CURLOPT_NOSIGNAL, 1)
        // The environment's proxies are for the web.
        try set(CURLOPT_PROXY, "")
        if let file = server.network.authorityFile { try set(CURLOPT_CAINFO, file) }
        if let key = server.network.pinnedKey { try set(CURLOPT_PINNEDPUBLICKEY, key) }
        try set(CURLOPT_CONNECTTIMEOUT_MS, 10_000)
        // RFC 5321 section 4.5.3.2 is more patient; a person waits for this message.
        try set(CURLOPT_TIMEOUT_MS, 60_000)
        if let login {
            try set(CURLOPT_USERNAME, login.user)
            try set(CURLOPT_PASSWORD, login.password)
        }
        try setEnvelope(sender, addresses)
        try set(CURLOPT_UPLOAD, 1)
        try unsafe check(usher_curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, upload.size))
        try unsafe setCallbacks(Unmanaged.passUnretained(upload).toOpaque())
        // The object behind the context must live until this returns.
        try check(withExtendedLifetime(upload) { unsafe curl_easy_perform(handle) })
    }

    private mutating func setEnvelope(_ sender: String, _ addresses: [String]) throws(BackendError) {
        try set(CURLOPT_MAIL_FROM, "<\(sender)>")
        for address in addresses {
            guard let longer = unsafe curl_slist_append(recipients, "<\(address)>") else {
                throw BackendError(.misconfigured, "send to", server.url.origin, "there is no memory for the addresses")
            }
            unsafe recipients = unsafe longer
        }
        try unsafe check(usher_curl_set_list(handle, CURLOPT_MAIL_RCPT, recipients))
    }

    private func setCallbacks(_ context: UnsafeMutableRawPointer) throws(BackendError) {
        for option in [CURLOPT_READDATA, CURLOPT_XFERINFODATA] {
            try unsafe check(usher_curl_set_pointer(handle, option, context))
        }
        try set(CURLOPT_NOPROGRESS, 0)
        try unsafe check(
            usher_curl_set_sender(handle) { buffer, size, count, context in
                let space = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
                return unsafe MailUpload.at(context).read(into: space)
            })
        try unsafe check(
            usher_curl_set_progress(handle) { context, _, _, _, _ in
                unsafe MailUpload.at(context).isCancelled ? 1 : 0
            })
    }

    private func set(_ option: CURLoption, _ value: Int) throws(BackendError) {
        try unsafe check(usher_curl_set_long(handle, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws(BackendError) {
        try unsafe check(usher_curl_set_text(handle, option, value))
    }

    // MARK: - Errors

    private func check(_ code: CURLcode) throws(BackendError) {
        guard code == CURLE_OK else { throw error(code) }
    }

    private func error(_ code: CURLcode) -> BackendError {
        func failure(_ kind: BackendError.Code, _ reason: String, hint: String? = nil) -> BackendError {
            BackendError(kind, "send to", server.url.origin, reason, hint: hint)
        }
        let detail = unsafe String(cString: message)
        let status = unsafe usher_curl_status(handle)
        switch code {
        case CURLE_LOGIN_DENIED:
            return failure(.unauthorised, "it does not accept user and password", hint: "Check user and credential.")
        case CURLE_USE_SSL_FAILED:
            return failure(
                .untrusted, "it offers no encryption (STARTTLS)",
                hint: "Use smtps://, or, in a network of your own only, say plain_smtp: true.")
        // Refusals come at once or after the message; 4xx is for now, 5xx for good (RFC 5321 section 4.2.1).
        case CURLE_SEND_ERROR, CURLE_WEIRD_SERVER_REPLY, CURLE_RECV_ERROR, CURLE_REMOTE_ACCESS_DENIED:
            guard (400..<600).contains(status) else { break }
            return failure(
                status < 500 ? .failing : .unexpected,
                "it refuses the message (\(status)): \(detail.withoutControls.hidingSecrets.prefix(200))",
                hint: status < 500 ? nil : "Check from and to, and whether the server lets this user send.")
        default: break
        }
        let error = unsafe HTTPError(code, of: handle, detail: detail, origin: server.url.origin, isSocket: false)
        return BackendError(error)
    }
}

extension MailUpload {
    /// The object behind a callback's context; ``MailHandle`` keeps it alive.
    fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> MailUpload {
        guard let context = unsafe context else { preconditionFailure("libcurl lost the context it was given") }
        return unsafe Unmanaged<MailUpload>.fromOpaque(context).takeUnretainedValue()
    }
}
