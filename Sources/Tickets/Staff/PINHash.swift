internal import Crypto
internal import CryptoExtras
public import Foundation

/// What is kept of a PIN: a typed one can be compared with it. Six digits can be found by trying all of them, which takes
/// hours, so it is a secret, too.
public struct PINHash: Codable, Hashable, Sendable {
    /// 16 bytes; another one for each person and PIN.
    public let salt: Data
    /// 32 bytes: scrypt (RFC 7914) with N = 2^14, r = 8, p = 1.
    public let hash: Data

    /// As it was stored.
    public init(salt: Data, hash: Data) {
        (self.salt, self.hash) = (salt, hash)
    }

    /// Takes tens of milliseconds, and 16 MiB of memory.
    public init(of pin: String, salt: Data) throws {
        let key = try KDF.Scrypt.deriveKey(
            from: Data(pin.utf8), salt: salt, outputByteCount: 32, rounds: 1 << 14, blockSize: 8, parallelism: 1)
        self.init(salt: salt, hash: unsafe key.withUnsafeBytes { bytes in unsafe Data(bytes) })
    }

    /// With a salt that nobody can guess. Takes as long.
    public init(of pin: String) throws {
        try self.init(of: pin, salt: Data((0..<16).map { _ in UInt8.random(in: .min ... .max) }))
    }

    /// Takes as long, wherever the first difference is.
    public func matches(_ pin: String) throws -> Bool {
        let other = try PINHash(of: pin, salt: salt).hash
        return other.count == hash.count && zip(other, hash).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether both parts have their lengths.
    public var isWhole: Bool { salt.count == 16 && hash.count == 32 }

    /// Different for each PIN that somebody is given, also if it is the same one again under another salt: 64 hexadecimal
    /// digits.
    public var generation: String { Data(SHA256.hash(data: salt)).hex }
}
