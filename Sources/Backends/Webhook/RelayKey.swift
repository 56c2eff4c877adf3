internal import Crypto
internal import Foundation
public import Tickets

/// The private key of a relay. Only with it can the ticket codes be read that stations encrypt for the relay (HPKE in
/// base mode, RFC 9180, with X25519, HKDF-SHA256 and ChaChaPoly).
public struct RelayKey: Sendable {
    private let key: Curve25519.KeyAgreement.PrivateKey

    /// A new random key.
    public init() {
        key = Curve25519.KeyAgreement.PrivateKey()
    }

    /// - Parameter text: ``secretText`` of a key.
    /// - Returns: `nil` when it is not a key.
    public init?(secretText text: String) {
        guard let bytes = Base64URL.decode(text),
            let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
        else { return nil }
        self.key = key
    }

    /// 43 characters of base64url, as it is stored in a file; a secret.
    public var secretText: String { Base64URL.encode(key.rawRepresentation) }

    /// The half that stations get.
    public var publicKey: RelayPublicKey { RelayPublicKey(key.publicKey) }

    /// Decrypts a ticket code.
    /// - Parameters:
    ///   - sealed: base64, from a message's `sealed_code`.
    ///   - entry: the check-in for which it was encrypted.
    /// - Returns: `nil` when it was encrypted for another key or another entry, or was changed.
    public func open(_ sealed: String, of entry: CheckIn) -> String? {
        open(sealed, id: entry.id, event: entry.event ?? "", station: entry.station)
    }

    /// Decrypts what a guest answered, from a message's `sealed_answers`, in the same way.
    public func openAnswers(_ sealed: String, of entry: CheckIn) -> [String: String]? {
        let text = open(sealed, id: RelayPublicKey.answers(entry), event: entry.event ?? "", station: entry.station)
        return text.flatMap { LenientJSON(parsing: $0.utf8)?.members?.compactMapValues(\.text) }
    }

    func open(_ sealed: String, id: String, event: String, station: String) -> String? {
        guard let bytes = Data(base64Encoded: sealed), bytes.count > RelayPublicKey.length,
            var recipient = try? HPKE.Recipient(
                privateKey: key, ciphersuite: RelayPublicKey.suite, info: RelayPublicKey.info,
                encapsulatedKey: bytes.prefix(RelayPublicKey.length)),
            let opened = try? recipient.open(
                bytes.dropFirst(RelayPublicKey.length),
                authenticating: RelayPublicKey.context(id: id, event: event, station: station))
        else { return nil }
        return String(decoding: opened, as: UTF8.self)
    }
}

/// The public half of a relay's key. Only a station's own configuration says that it belongs to the relay.
/// See docs/decisions/101-pinned-relay-key.md.
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

    /// - Returns: `nil` when it is not a key.
    public init?(text: String) {
        guard let bytes = Base64URL.decode(text), bytes.count == Self.length,
            let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)
        else { return nil }
        self.init(key)
    }

    /// Encrypts a ticket code in base64: only the relay can read it, and only together with this entry.
    /// - Throws: when nothing can be encrypted for this key.
    func seal(_ code: String, of entry: CheckIn) throws -> String {
        try seal(code, id: entry.id, event: entry.event ?? "", station: entry.station)
    }

    /// Encrypts what a guest answered, in the same way, as a JSON object.
    func seal(_ answers: [String: String], of entry: CheckIn) throws -> String {
        let members = answers.sorted { $0.key < $1.key }.map { (name: $0.key, value: JSONValue.string($0.value)) }
        return try seal(
            JSONValue.object(members).text, id: Self.answers(entry), event: entry.event ?? "", station: entry.station)
    }

    /// No entry has such an id: what is sealed for one purpose opens for no other.
    static func answers(_ entry: CheckIn) -> String { "answers:\(entry.id)" }

    func seal(_ code: String, id: String, event: String, station: String) throws -> String {
        let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)
        var sender = try HPKE.Sender(recipientKey: key, ciphersuite: Self.suite, info: Self.info)
        let sealed = try sender.seal(
            Data(code.utf8), authenticating: Self.context(id: id, event: event, station: station))
        return (sender.encapsulatedKey + sealed).base64EncodedString()
    }

    /// No part contains a space except the station's name, which comes last.
    static func context(id: String, event: String, station: String) -> Data {
        Data("\(id) \(event) \(station)".utf8)
    }
}
