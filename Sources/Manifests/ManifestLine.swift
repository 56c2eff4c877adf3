internal import Foundation
internal import Tickets

/// The first line of a manifest, verified: a JSON Web Signature over its claims.
package struct ManifestLine {
    /// Without the line end.
    package static let maximumByteCount = 64 * 1024

    let text: String
    let keyID: String
    let claims: ManifestClaims

    /// Accepts the line if one of `keys` signed it. The claims are not parsed before that.
    /// - Parameter subject: the list's name in errors.
    init(_ bytes: [UInt8], keys: [VerificationKey], subject: String) throws {
        let (text, signed) = try Self.parse(bytes, subject: subject)
        guard let key = keys.first(where: { $0.id == signed.keyID }) else {
            throw ManifestError(
                .untrustedKey, "use", subject,
                "it is signed with \(Self.name(of: signed.keyID)), which is not trusted here",
                hint: "If the organizer can confirm it, trust the key with `usher key trust NAME.pub`.")
        }
        do {
            try signed.verify(with: key)
        } catch {
            throw ManifestError(
                .badSignature, "use", subject, error.rawValue, hint: "Copy the file again; it was changed on its way.")
        }
        self.text = text
        keyID = key.id
        claims = try ManifestClaims(payload: signed.payload, subject: subject)
        guard !claims.ticketKeys.contains(where: { $0.id == keyID }) else {
            throw ManifestError(
                .ticketKeyTaken, "use", subject, "it names the key it is signed with as a ticket key",
                hint: "Make a key of its own for tickets: `usher key generate --for tickets`.")
        }
    }

    /// What the line says, without checking its signature: only to be shown, as unverified.
    static func unverified(_ bytes: [UInt8], subject: String) throws -> (keyID: String, claims: ManifestClaims) {
        let signed = try parse(bytes, subject: subject).signed
        return (signed.keyID, try ManifestClaims(payload: signed.payload, subject: subject))
    }

    /// The text of an unverified line may be anything, so it is repeated only if it has the form of a key id.
    private static func name(of keyID: String) -> String {
        Data(hex: keyID)?.count == 8 ? "key \(keyID)" : "a key"
    }

    private static func parse(_ bytes: [UInt8], subject: String) throws -> (text: String, signed: SignedClaims) {
        guard !KeyFile.isKey(bytes) else {
            throw ManifestError(
                .malformed, "use", subject, "it is a key, not a ticket list",
                hint: "A station trusts the .pub file with `usher key trust NAME.pub`.")
        }
        do {
            guard let text = String(validating: bytes, as: UTF8.self) else { throw SignedClaims.Fault.malformed }
            return (text, try SignedClaims(parsing: text, purpose: .manifest))
        } catch let fault as SignedClaims.Fault {
            throw ManifestError(
                .malformed, "use", subject,
                fault == .malformed ? "it is not a ticket list, or its beginning is damaged" : fault.rawValue,
                hint: "Give the .usher file that the organizer has published.")
        }
    }
}
