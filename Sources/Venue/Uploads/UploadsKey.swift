internal import Crypto
public import Foundation
internal import Tickets

/// The secret that the stations of a venue share so that one can upload for all. The ledger does not have it, and so
/// can read nothing (ChaChaPoly, RFC 8439).
public struct UploadsKey: Sendable {
    private let key: SymmetricKey
    /// Name of the key in the ledger, 16 hexadecimal digits. Stations with the same key belong together.
    public let group: String

    /// - Parameter text: from ``makeText()``.
    /// - Returns: `nil` when it is not a key.
    public init?(text: String) {
        guard let bytes = Data(base64Encoded: text), bytes.count == Self.length else { return nil }
        key = SymmetricKey(data: bytes)
        group = Data(HMAC<SHA256>.authenticationCode(for: Data("usher uploads group".utf8), using: key).prefix(8)).hex
    }

    private static let length = 32

    /// A new random key, as the text of a credential: 44 characters of base64.
    public static func makeText() -> String {
        unsafe SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Data($0) }.base64EncodedString()
    }

    /// Encrypts a content.
    /// - Parameter context: says what it is and for whom; it can be decrypted only with the same context.
    public func seal(_ content: Data, as context: String) throws -> Data {
        try ChaChaPoly.seal(content, using: key, authenticating: Data(context.utf8)).combined
    }

    /// Decrypts a content; `nil` when it has another key or context, or was changed.
    public func open(_ sealed: Data, as context: String) -> Data? {
        guard let box = try? ChaChaPoly.SealedBox(combined: sealed) else { return nil }
        return try? ChaChaPoly.open(box, using: key, authenticating: Data(context.utf8))
    }
}
