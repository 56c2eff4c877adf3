internal import Crypto
public import Foundation

/// The public half of an Ed25519 key (RFC 8032) and its id.
public struct VerificationKey: Hashable, Sendable, CustomStringConvertible {
    /// 32 bytes.
    public let raw: Data

    /// `nil` unless there are exactly 32 bytes, and for the points of small order: with one of them as the key, a
    /// forged signature is valid for many messages.
    public init?(raw: Data) {
        guard raw.count == 32, !Self.hasSmallOrder(raw) else { return nil }
        self.raw = raw
    }

    /// The y of the eight points whose order divides 8, little-endian, those that are spelled above the field's prime
    /// p = 2^255 - 19 included (the list of libsodium, `ge25519_has_small_order`).
    private static let smallOrders: [[UInt8]] = {
        let order8 = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"
        let negative = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"
        let small: [[UInt8]] = [0, 1].map { [$0] + [UInt8](repeating: 0, count: 31) }
        let besidePrime: [[UInt8]] = [0xEC, 0xED, 0xEE].map { [$0] + [UInt8](repeating: 0xFF, count: 30) + [0x7F] }
        return small + besidePrime + [order8, negative].compactMap { Data(hex: $0).map([UInt8].init) }
    }()

    private static func hasSmallOrder(_ raw: Data) -> Bool {
        var y = [UInt8](raw)
        // The highest bit is the sign of x.
        y[31] &= 0x7F
        return smallOrders.contains(y)
    }

    /// The key id: the first 8 bytes of SHA-256 of the raw key, in hexadecimal.
    public var id: String { Data(SHA256.hash(data: raw).prefix(8)).hex }

    /// The id.
    public var description: String { id }

    /// Whether the signature, 64 bytes, was made over the message with the secret half of this key.
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

    /// The public half, which others check signatures with.
    public var verificationKey: VerificationKey {
        guard let public32 = VerificationKey(raw: key.publicKey.rawRepresentation) else {
            preconditionFailure("an Ed25519 public key has 32 bytes")
        }
        return public32
    }

    /// The signature of a message: 64 bytes.
    public func signature(over message: Data) throws -> Data {
        try key.signature(for: message)
    }

    /// A secret of 32 bytes that only the holder of this key can compute (HKDF-SHA256, RFC 5869, without salt). Another
    /// `info` gives another secret.
    public func derivedSecret(info: String) -> Data {
        let secret = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: seed), info: Data(info.utf8), outputByteCount: 32)
        return unsafe secret.withUnsafeBytes { bytes in unsafe Data(bytes) }
    }
}
