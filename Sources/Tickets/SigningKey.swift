internal import Crypto
public import Foundation

/// The public half of an Ed25519 key (RFC 8032) and the short name it goes by.
public struct VerificationKey: Hashable, Sendable, CustomStringConvertible {
    /// 32 bytes.
    public let raw: Data

    /// `nil` unless there are exactly 32 bytes.
    public init?(raw: Data) {
        guard raw.count == 32 else { return nil }
        self.raw = raw
    }

    /// The key id: the first 8 bytes of SHA-256 of the raw key, in hexadecimal.
    public var id: String { Data(SHA256.hash(data: raw).prefix(8)).hex }

    public var description: String { id }

    public func isValid(signature: Data, over message: Data) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: raw) else { return false }
        return key.isValidSignature(signature, for: message)
    }
}

/// An Ed25519 key that signs: an organizer's, a box office's or a station's.
public struct SigningKey: Sendable {
    private let key: Curve25519.Signing.PrivateKey

    /// A new random key.
    public init() {
        key = Curve25519.Signing.PrivateKey()
    }

    /// `nil` unless the seed is exactly 32 bytes.
    public init?(seed: Data) {
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else { return nil }
        self.key = key
    }

    /// 32 bytes; a secret.
    public var seed: Data { key.rawRepresentation }

    public var verificationKey: VerificationKey {
        guard let public32 = VerificationKey(raw: key.publicKey.rawRepresentation) else {
            preconditionFailure("an Ed25519 public key has 32 bytes")
        }
        return public32
    }

    /// 64 bytes.
    public func signature(over message: Data) throws -> Data {
        try key.signature(for: message)
    }

    /// A secret of 32 bytes that only the holder of this key can work out (HKDF-SHA256, RFC 5869, without salt).
    public func derivedSecret(info: String) -> Data {
        let secret = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: seed), info: Data(info.utf8), outputByteCount: 32)
        return unsafe secret.withUnsafeBytes { bytes in unsafe Data(bytes) }
    }
}
