internal import Foundation
internal import SwiftProtobuf

/// A ticket code that carries its own proof (dialect `pretix_sig1`): reverse(base64(0x01, u16be n, u16be m, payload of
/// n bytes, Ed25519 signature of m = 64 bytes)), where the payload is the protobuf message ``SignedCodePayload``.
///
/// Trust what it says only after ``isSigned(by:)``.
/// See docs/decisions/014-signed-code-one-spelling.md.
public struct SignedCode: Hashable, Sendable {
    /// What a text turns out to be.
    public enum Reading: Hashable, Sendable {
        /// Not of this dialect at all.
        case otherText
        /// Of this dialect, but not in its one spelling: spare bits, other padding, more bytes after the signature, a
        /// payload that cannot be read. One ticket would have many spellings, so it is never accepted.
        case nonCanonical
        /// In its one spelling; the signature is not checked yet.
        case code(SignedCode)
    }

    /// Number of the product: ``TicketType/id``.
    public let item: Int64
    /// Number of the product's variation; 0 for none.
    public let variation: Int64
    /// Number of the date in a series of events; 0 for none.
    public let subevent: Int64
    /// May enter from this instant on; `nil` when the code does not say.
    public let validFrom: Timestamp?
    /// May enter before this instant; `nil` when the code does not say.
    public let validUntil: Timestamp?
    private let payload: Data
    private let signature: Data

    /// Takes any text apart, without checking a signature.
    public static func reading(_ text: String) -> Reading {
        guard let parts = Parts(reversedBase64: text) else { return .otherText }
        guard parts.spelling.utf8.elementsEqual(text.utf8),
            let message = try? SignedCodePayload(serializedBytes: parts.payload)
        else { return .nonCanonical }
        return .code(SignedCode(message, payload: parts.payload, signature: parts.signature))
    }

    /// Whether the signature is valid and made by this key.
    public func isSigned(by key: VerificationKey) -> Bool {
        key.isValid(signature: signature, over: payload)
    }

    /// The text of a new code.
    /// - Parameters:
    ///   - validFrom: rounded down to a whole second.
    ///   - validUntil: rounded down to a whole second.
    ///   - seed: random text that nobody can guess, at most 100 bytes of UTF-8 (a code has at most 1,024).
    public static func issue(
        item: Int64, variation: Int64 = 0, subevent: Int64 = 0, validFrom: Timestamp? = nil,
        validUntil: Timestamp? = nil, seed: String, with key: SigningKey
    ) throws -> String {
        precondition(seed.utf8.count <= 100, "a code with this seed would be too long to be read")
        var message = SignedCodePayload()
        message.seed = seed
        message.item = item
        message.variation = variation
        message.subevent = subevent
        message.validFromUnixTime = validFrom?.seconds ?? 0
        message.validUntilUnixTime = validUntil?.seconds ?? 0
        let payload: Data = try message.serializedBytes()
        return Parts(payload: payload, signature: try key.signature(over: payload)).spelling
    }

    /// What makes a new code unlike all others, and impossible to guess: 120 random bits in base64url.
    public static func randomSeed() -> String {
        Base64URL.encode(Data((0..<15).map { _ in UInt8.random(in: .min ... .max) }))
    }

    private init(_ message: SignedCodePayload, payload: Data, signature: Data) {
        item = message.item
        variation = message.variation
        subevent = message.subevent
        validFrom = message.validFromUnixTime == 0 ? nil : Timestamp(seconds: message.validFromUnixTime)
        validUntil = message.validUntilUnixTime == 0 ? nil : Timestamp(seconds: message.validUntilUnixTime)
        self.payload = payload
        self.signature = signature
    }
}

extension SignedCode: CustomStringConvertible, CustomReflectable {
    /// Never the code: it is a secret.
    public var description: String { "a signed code" }
    /// Empty: `dump` must not show the code.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The two parts of a signed code that vary.
private struct Parts {
    static let version: UInt8 = 1
    static let headerByteCount = 5
    static let signatureByteCount = 64

    let payload: Data
    let signature: Data

    init(payload: Data, signature: Data) {
        self.payload = payload
        self.signature = signature
    }

    /// Finds them in any spelling of the dialect: either base64 alphabet, any padding, foreign characters between,
    /// bytes after the signature. `nil` if there is no such beginning.
    init?(reversedBase64 text: String) {
        guard let bytes = Data(lenientBase64: text.utf8.reversed()), bytes.count >= Self.headerByteCount,
            bytes[0] == Self.version, Self.number(bytes[3], bytes[4]) == Self.signatureByteCount
        else { return nil }
        let signatureStart = Self.headerByteCount + Self.number(bytes[1], bytes[2])
        let end = signatureStart + Self.signatureByteCount
        guard bytes.count >= end else { return nil }
        payload = Data(bytes[Self.headerByteCount..<signatureStart])
        signature = Data(bytes[signatureStart..<end])
    }

    /// The one text that is accepted for them.
    var spelling: String {
        var bytes = Data([Self.version])
        for count in [payload.count, signature.count] {
            bytes.append(contentsOf: [UInt8(count >> 8), UInt8(count & 0xFF)])
        }
        return String((bytes + payload + signature).base64EncodedString().reversed())
    }

    /// Two bytes, big-endian.
    private static func number(_ high: UInt8, _ low: UInt8) -> Int { Int(high) << 8 | Int(low) }
}

extension Data {
    /// Takes what is base64 or base64url in a text and ignores the rest, missing padding and spare bits included.
    fileprivate init?(lenientBase64 characters: some Sequence<UInt8>) {
        var digits: [UInt8] = characters.compactMap { character in
            switch character {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                character
            default: nil
            }
        }
        if digits.count % 4 == 1 { digits.removeLast() }
        digits.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (4 - digits.count % 4) % 4))
        self.init(base64Encoded: Data(digits))
    }
}
