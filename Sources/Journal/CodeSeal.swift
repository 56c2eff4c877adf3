internal import Crypto
internal import Foundation
internal import Tickets

/// Encrypts the ticket codes of the outbox under a key that only this station can work out (ChaChaPoly, RFC 8439).
struct CodeSeal: Sendable {
    /// The one that seals first, then those of former station keys.
    private let keys: [SymmetricKey]

    init(_ identity: StationIdentity) {
        let secrets = [Self.secret(of: identity.signingKey)] + identity.formerKeys.map(\.outboxSecret)
        keys = secrets.map { SymmetricKey(data: $0) }
    }

    static func secret(of key: SigningKey) -> Data {
        key.derivedSecret(info: "usher outbox")
    }

    /// - Parameter entry: id of the entry; the sealed code opens for no other.
    func seal(_ code: String, entry: String, backend: String) throws -> Data {
        try ChaChaPoly.seal(
            Data(code.utf8), using: keys[0], authenticating: Self.context(entry, backend)
        ).combined
    }

    /// `nil` when it was sealed by another station, or changed.
    func open(_ sealed: Data, entry: String, backend: String) -> String? {
        guard let box = try? ChaChaPoly.SealedBox(combined: sealed) else { return nil }
        for key in keys {
            if let code = try? ChaChaPoly.open(box, using: key, authenticating: Self.context(entry, backend)) {
                return String(validating: code, as: UTF8.self)
            }
        }
        return nil
    }

    private static func context(_ entry: String, _ backend: String) -> Data {
        Data("\(entry) \(backend)".utf8)
    }
}
