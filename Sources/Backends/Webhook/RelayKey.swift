internal import Crypto
internal import Foundation
public import Tickets

/// The key of a relay, which alone opens the ticket codes that stations seal to it (HPKE in base mode, RFC 9180, with
/// X25519, HKDF-SHA256 and ChaChaPoly).
public struct RelayKey: Sendable {
    private let key: Curve25519.KeyAgreement.PrivateKey

    /// A new random one.
    public init() {
        key = Curve25519.KeyAgreement.PrivateKey()
    }

    /// - Parameter text: of a key's ``secretText``.
    /// - Returns: `nil` when it is no key.
    public init?(secretText text: String) {
        guard let bytes = Base64URL.decode(text),
            let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
        else { return nil }
        self.key = key
    }

    /// As it is kept in a file.
    public var secretText: String { Base64URL.encode(key.rawRepresentation) }

    public var publicKey: RelayPublicKey { RelayPublicKey(key.publicKey) }

    /// - Parameter entry: that it was sealed for.
    /// - Returns: `nil` when it was sealed to another key or for another entry, or was changed.
    public func open(_ sealed: String, of entry: CheckIn) -> String? {
        guard let bytes = Data(base64Encoded: sealed), bytes.count > RelayPublicKey.length,
            var recipient = try? HPKE.Recipient(
                privateKey: key, ciphersuite: RelayPublicKey.suite, info: RelayPublicKey.info,
                encapsulatedKey: bytes.prefix(RelayPublicKey.length)),
            let opened = try? recipient.open(
                bytes.dropFirst(RelayPublicKey.length), authenticating: RelayPublicKey.context(of: entry))
        else { return nil }
        return String(decoding: opened, as: UTF8.self)
    }
}

/// The half of a relay's key that stations have. Nothing but their own configuration says that it is the relay's.
public struct RelayPublicKey: Hashable, Sendable {
    static let length = 32
    static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
    static let info = Data("usher relay ticket code".utf8)

    /// 43 characters of base64url.
    public let text: String
    private let bytes: Data

    init(_ key: Curve25519.KeyAgreement.PublicKey) {
        bytes = key.rawRepresentation
        text = Base64URL.encode(bytes)
    }

    /// - Returns: `nil` when it is no key.
    public init?(text: String) {
        guard let bytes = Base64URL.decode(text), bytes.count == Self.length,
            let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)
        else { return nil }
        self.init(key)
    }

    /// A ticket code that only the relay reads, and only as that of this entry: base64.
    /// - Throws: when the key is one to which nothing can be sealed.
    func seal(_ code: String, of entry: CheckIn) throws -> String {
        let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)
        var sender = try HPKE.Sender(recipientKey: key, ciphersuite: Self.suite, info: Self.info)
        let sealed = try sender.seal(Data(code.utf8), authenticating: Self.context(of: entry))
        return (sender.encapsulatedKey + sealed).base64EncodedString()
    }

    /// None of these has a space in it but the name of a station, which stands last.
    static func context(of entry: CheckIn) -> Data {
        Data("\(entry.id) \(entry.event ?? "") \(entry.station)".utf8)
    }
}
