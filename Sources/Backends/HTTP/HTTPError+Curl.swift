internal import CCurl
internal import Foundation
internal import Tickets

extension HTTPError {
    /// What libcurl says of a transfer that failed.
    /// - Parameters:
    ///   - handle: the easy handle of the transfer.
    ///   - detail: of CURLOPT_ERRORBUFFER(3); may be empty.
    ///   - origin: scheme and host, or the path of the socket.
    init(_ code: CURLcode, of handle: UnsafeMutableRawPointer, detail: String, origin: String, isSocket: Bool) {
        let number = Int32(truncatingIfNeeded: unsafe usher_curl_errno(handle))
        let kind = HTTPFailure(code)
        let certificate =
            code == CURLE_PEER_FAILED_VERIFICATION ? CertificateFault(unsafe usher_curl_verify_result(handle)) : nil
        let reason =
            switch code {
            case CURLE_COULDNT_CONNECT where number != 0: unsafe String(cString: strerror(number)).lowercased()
            case CURLE_COULDNT_RESOLVE_HOST: "no name server knows its name, or none answers"
            case CURLE_COULDNT_RESOLVE_PROXY: "no name server knows the proxy's name, or none answers"
            case CURLE_SSL_PINNEDPUBKEYNOTMATCH: "its key is not the pinned one"
            case CURLE_SSL_CACERT_BADFILE: "the file with the certificates of the authorities (ca) cannot be read"
            default:
                certificate?.reason
                    ?? (detail.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : detail)
            }
        self.init(
            kind, "ask", origin, reason,
            hint: certificate?.hint ?? Self.hint(kind, isSocket: isSocket, errno: number),
            errno: number == 0 ? nil : number)
    }

    private static func hint(_ kind: HTTPFailure, isSocket: Bool, errno number: Int32) -> String? {
        switch (kind, isSocket, number) {
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
