internal import Foundation
public import Tickets

/// Makes a kiosk the station of an event; shown to it as a QR code, signed by the organizer.
///
/// The text is `usher-pairing:` and a JSON Web Signature in compact form (``SignedClaims``). It carries the key with
/// which it is signed. An altered text does not verify; the text of somebody else has another fingerprint, which a
/// person compares. It holds secrets; it is valid for five minutes or as long as it says, and once at each station.
/// See docs/decisions/070-pairing-carries-its-key.md.
public struct Pairing: Hashable, Sendable {
    /// The beginning of the text.
    public static let prefix = "usher-pairing:"
    /// Longer texts need a code that cameras at doors cannot read.
    public static let maximumByteCount = 1800
    /// How long it is valid from ``issued`` on, unless it says otherwise.
    public static let usualValidity = Duration.seconds(300)
    /// A code on paper must not lie about for longer.
    static let longestValidity = Duration.seconds(86_400)

    /// Name of the organizer, as the list says.
    public var organizer: String
    /// The event of which the station is to be a part.
    public var event: EventOutline
    /// Settings for the station: a part of usher.yaml (``EnrolledSettings``).
    public var settings: String
    /// Contents of credentials, by name.
    public var secrets: [String: String]
    /// Until when the station is to serve the event.
    public var until: Timestamp
    /// When it was made, by the organizer's clock.
    public var issued: Timestamp
    /// 16 random bytes in base64url; a station accepts each nonce once.
    public var nonce: String
    /// How long it is valid from ``issued`` on: at most a day.
    public var validity: Duration

    /// What a pairing says about its event.
    public struct EventOutline: Hashable, Sendable, Codable {
        /// The organizer's id (``Event/isValidID(_:)``).
        public var id: String
        /// For people.
        public var name: String
        /// When the event ends.
        public var ends: Timestamp

        public init(id: String, name: String, ends: Timestamp) {
            self.id = id
            self.name = name
            self.ends = ends
        }
    }

    public init(
        organizer: String, event: EventOutline, settings: String, secrets: [String: String], until: Timestamp,
        issued: Timestamp, nonce: String = Pairing.randomNonce(), validity: Duration = usualValidity
    ) {
        self.validity = validity
        self.organizer = organizer
        self.event = event
        self.settings = settings
        self.secrets = secrets
        self.until = until
        self.issued = issued
        self.nonce = nonce
    }

    /// 16 random bytes in base64url.
    public static func randomNonce() -> String {
        Base64URL.encode(Data((0..<16).map { _ in UInt8.random(in: .min ... .max) }))
    }

    /// From then on it is not accepted.
    public var expires: Timestamp { issued + validity }

    // MARK: - As text

    /// The signed text, for a QR code.
    /// - Throws: ``StationError`` when it is longer than ``maximumByteCount``
    public func text(signedWith key: SigningKey) throws -> String {
        let claims = Claims(
            ver: 1, iss: organizer, key: Base64URL.encode(key.verificationKey.raw), iat: issued.seconds, nonce: nonce,
            until: until.seconds, id: event.id, name: event.name, ends: event.ends.seconds, settings: settings,
            secrets: secrets, valid: validity == Self.usualValidity ? nil : validity.components.seconds)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = Self.prefix + (try SignedClaims.sign(encoder.encode(claims), purpose: .pairing, with: key))
        guard text.utf8.count <= Self.maximumByteCount else {
            throw StationError(
                .refused, "make", "the pairing",
                "it would have \(text.utf8.count) bytes, and a code at a door can hold \(Self.maximumByteCount)",
                hint: "Leave out what the station's own usher.yaml already has, or shorten addresses and secrets.")
        }
        return text
    }

    /// Eight characters by which people tell two pairings of one key apart. They are taken from the signature, which
    /// differs whenever the gate, an address or a secret does.
    public static func shortCode(of text: String) -> String {
        let signature = text.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: ".").last ?? ""
        return String(signature.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(8)).uppercased()
    }

    /// Whether the text of a code is meant to be a pairing.
    static func isOne(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: prefix.utf8)
    }

    /// Reads a text and verifies its signature.
    /// - Returns: also the key that the text carries and is signed with. Whether to trust that key is another question.
    /// - Throws: ``StationError``, which holds nothing of the text
    public static func verify(_ text: String) throws -> (pairing: Pairing, key: VerificationKey) {
        let unusable = StationError(
            .refused, "use", "the pairing", "it is damaged, or is not a pairing",
            hint: "Make a new one with usher enroll.")
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count <= maximumByteCount, text.hasPrefix(prefix),
            let signed = try? SignedClaims(parsing: String(text.dropFirst(prefix.count)), purpose: .pairing),
            let claims = try? JSONDecoder().decode(Claims.self, from: signed.payload), claims.ver == 1,
            let key = Base64URL.decode(claims.key).flatMap({ VerificationKey(raw: $0) }),
            (try? signed.verify(with: key)) != nil, let pairing = Pairing(claims)
        else { throw unusable }
        return (pairing, key)
    }

    private init?(_ claims: Claims) {
        let times = [claims.iat, claims.until, claims.ends]
        let validity = claims.valid.map(Duration.seconds) ?? Self.usualValidity
        guard validity > .zero, validity <= Self.longestValidity,
            times.allSatisfy({ (0...253_402_300_799).contains($0) }), Event.isValidID(claims.id),
            Base64URL.decode(claims.nonce)?.count == 16,
            [claims.iss, claims.name].allSatisfy({ (1...500).contains($0.utf8.count) && $0 == $0.withoutControls }),
            claims.secrets.allSatisfy({ Self.isSecret(name: $0, $1) })
        else { return nil }
        self.init(
            organizer: claims.iss,
            event: EventOutline(id: claims.id, name: claims.name, ends: Timestamp(seconds: claims.ends)),
            settings: claims.settings, secrets: claims.secrets, until: Timestamp(seconds: claims.until),
            issued: Timestamp(seconds: claims.iat), nonce: claims.nonce, validity: validity)
    }

    /// A credential becomes a file of that name.
    private static func isSecret(name: String, _ text: String) -> Bool {
        (1...200).contains(name.utf8.count) && !name.hasPrefix(".") && !name.contains("/")
            && name == name.withoutControls
            && !text.isEmpty
    }

    /// The signed content; times in seconds since 1970.
    private struct Claims: Codable {
        let ver: Int
        let iss: String
        let key: String
        let iat: Int64
        let nonce: String
        let until: Int64
        let id: String
        let name: String
        let ends: Int64
        let settings: String
        let secrets: [String: String]
        /// Seconds; `nil`: the usual time.
        let valid: Int64?
    }
}
