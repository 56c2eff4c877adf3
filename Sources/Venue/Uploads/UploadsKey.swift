internal import Crypto
public import Foundation
internal import Tickets

/// What the stations of a venue share so that one can upload for all, and the ledger between them can read nothing
/// (ChaChaPoly, RFC 8439).
public struct UploadsKey: Sendable {
    private let key: SymmetricKey
    /// Stations with the same key belong together: the ledger sees this name of it, 16 hexadecimal digits.
    public let group: String

    /// - Parameter text: of ``makeText()``.
    /// - Returns: `nil` when it is no key.
    public init?(text: String) {
        guard let bytes = Data(base64Encoded: text), bytes.count == Self.length else { return nil }
        key = SymmetricKey(data: bytes)
        group = Data(HMAC<SHA256>.authenticationCode(for: Data("usher uploads group".utf8), using: key).prefix(8)).hex
    }

    private static let length = 32

    /// A new random key, as the text of a credential.
    public static func makeText() -> String {
        unsafe SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Data($0) }.base64EncodedString()
    }

    /// - Parameter context: what it is, and for whom: it opens as nothing else.
    public func seal(_ content: Data, as context: String) throws -> Data {
        try ChaChaPoly.seal(content, using: key, authenticating: Data(context.utf8)).combined
    }

    /// `nil` when it was sealed with another key or as something else, or was changed.
    public func open(_ sealed: Data, as context: String) -> Data? {
        guard let box = try? ChaChaPoly.SealedBox(combined: sealed) else { return nil }
        return try? ChaChaPoly.open(box, using: key, authenticating: Data(context.utf8))
    }
}
