internal import Crypto
internal import Foundation
internal import Tickets

/// The headers with which a receiver recognises a message and checks that it is genuine
/// (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
/// See docs/decisions/046-standard-webhooks.md.
enum WebhookSignature {
    /// - Parameters:
    ///   - id: identifies the message; the same at every try.
    ///   - key: `nil` sends it unsigned.
    static func headers(id: String, body: [UInt8], at now: Timestamp, key: SymmetricKey?) -> [HTTPHeader] {
        let headers = [
            HTTPHeader("webhook-id", id), HTTPHeader("webhook-timestamp", String(now.seconds)),
            HTTPHeader("Idempotency-Key", "\"\(id)\""),
        ]
        guard let key else { return headers }
        let mac = HMAC<SHA256>.authenticationCode(for: signed(id: id, timestamp: String(now.seconds), body), using: key)
        return headers + [HTTPHeader("webhook-signature", "v1," + Data(mac).base64EncodedString())]
    }

    private static func signed(id: String, timestamp: String, _ body: [UInt8]) -> Data {
        Data("\(id).\(timestamp).".utf8) + Data(body)
    }

    /// The key from a credential: base64 after `whsec_`, or any other text as it is.
    static func key(of secret: String) -> SymmetricKey {
        let prefix = "whsec_"
        let encoded = secret.hasPrefix(prefix) ? Data(base64Encoded: String(secret.dropFirst(prefix.count))) : nil
        return SymmetricKey(data: encoded ?? Data(secret.utf8))
    }
}
