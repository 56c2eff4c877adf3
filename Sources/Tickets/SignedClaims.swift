public import Foundation

/// A JSON Web Signature in compact form (RFC 7515) with Ed25519 (RFC 8037), for the few things Usher signs.
///
/// Exactly one spelling is accepted: header members `alg`, `typ` and `kid` and no other, canonical base64url. General
/// JOSE libraries accept more (other algorithms, any `typ`, spare bits), and each of those has been a security hole in
/// some program.
public struct SignedClaims: Sendable {
    /// What a signature is for, so that one kind of line is never accepted as another. The raw value is the header's
    /// `typ`.
    public enum Purpose: String, Sendable {
        case manifest = "usher-manifest"
        case journalHead = "usher-journal-head"
        case checkpoint = "usher-checkpoint"
        case pairing = "usher-pairing"
        case stationReport = "usher-station-report"
        case order = "usher-order"
        case roster = "usher-roster"
        case useMemory = "usher-use-memory"
    }

    /// Why a line is refused. The raw value completes the error message.
    public enum Fault: String, Error, Sendable {
        /// Not three parts of canonical base64url, or no signature of 64 bytes.
        case malformed = "it is not a signed line"
        /// Header members other than `alg`, `typ` and `kid`, or another `alg` or `typ` than wanted.
        case otherAlgorithm = "its header is not the one of this kind of line"
        /// Not UTF-8 alone: readers differ in what they make of UTF-16, or of a mark of the order of bytes.
        case otherEncoding = "it is not in UTF-8, or begins with a mark of the order of bytes"
        /// Not made by the key that the line names, or the line was changed.
        case badSignature = "its signature is wrong"
        /// An object with the same member twice.
        case ambiguous = "it names something twice, and readers differ in which one counts"
    }

    /// The header's `kid`: id of the key that the line says it was signed with (``VerificationKey/id``).
    public let keyID: String
    /// The bytes that were signed, which should be JSON; they are not parsed here.
    public let payload: Data
    private let signedPart: Data
    private let signature: Data

    /// Takes the line apart. Trust nothing in it before ``verify(with:)`` has succeeded.
    /// - Throws: ``Fault``
    public init(parsing line: String, purpose: Purpose) throws(Fault) {
        let parts = line.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(Substring(parts[0])),
            let payload = Base64URL.decode(Substring(parts[1])),
            let signature = Base64URL.decode(Substring(parts[2])), signature.count == 64
        else { throw .malformed }
        guard Self.isPlainUTF8(header), Self.isPlainUTF8(payload) else { throw .otherEncoding }
        // RFC 8259, section 4: with a name twice, "the behavior of software that receives such an object is
        // unpredictable".
        guard JSONNames.areUnique(in: header), JSONNames.areUnique(in: payload) else { throw .ambiguous }
        guard let members = try? JSONDecoder().decode([String: String].self, from: header),
            Set(members.keys) == ["alg", "typ", "kid"], members["alg"] == "EdDSA",
            members["typ"] == purpose.rawValue, let keyID = members["kid"]
        else { throw .otherAlgorithm }
        self.keyID = keyID
        self.payload = payload
        self.signature = signature
        signedPart = Data("\(Substring(parts[0])).\(Substring(parts[1]))".utf8)
    }

    /// RFC 8259, section 8.1: JSON between systems is UTF-8, and no mark is added. Whoever finds zero bytes in it takes it for
    /// UTF-16 or UTF-32, where names given twice would not be found.
    private static func isPlainUTF8(_ data: Data) -> Bool {
        !data.starts(with: [0xEF, 0xBB, 0xBF]) && !data.contains(0) && String(data: data, encoding: .utf8) != nil
    }

    /// Checks that this is the key that the line names, and that it made the signature.
    /// - Throws: ``Fault/badSignature``
    public func verify(with key: VerificationKey) throws(Fault) {
        guard key.id == keyID, key.isValid(signature: signature, over: signedPart) else { throw .badSignature }
    }

    /// Makes a line, without a line end.
    public static func sign(_ payload: Data, purpose: Purpose, with key: SigningKey) throws -> String {
        let header = JSONValue.object([
            ("alg", .string("EdDSA")), ("kid", .string(key.verificationKey.id)), ("typ", .string(purpose.rawValue)),
        ])
        let signedPart = Base64URL.encode(Data(header.text.utf8)) + "." + Base64URL.encode(payload)
        return signedPart + "." + Base64URL.encode(try key.signature(over: Data(signedPart.utf8)))
    }
}
