internal import Files
public import Foundation
public import Tickets

/// What a manifest file says and how much of it can be trusted, without installing it.
public struct ManifestInspection: Sendable {
    /// Whether the line can be trusted.
    public enum Signature: Hashable, Sendable {
        /// Made with this key, which is among the given ones.
        case valid(VerificationKey)
        /// The key that it names, by id, is not among the given ones.
        case unknownKey(String)
        /// Made with another key than the one it names, by id, or the line was changed.
        case wrong(String)
    }

    /// What the line says, also when the signature is not valid.
    public let claims: ManifestClaims
    /// Made with one of the given keys, or not.
    public let signature: Signature
    /// Why the body is not the one that was signed, or cannot be read; `nil` without a fault.
    public let bodyFault: ManifestError?
    /// `nil` when the body has a fault.
    public let plan: EventPlan?
    /// `nil` when the body has a fault.
    public let counts: ManifestCounts?

    /// Reads a file.
    /// - Parameter keys: those the signature may be made with.
    /// - Throws: ``ManifestError`` when it is no manifest at all.
    public init(of file: URL, keys: [VerificationKey]) throws {
        let bytes = try ManifestFile.line(of: file)
        let unverified = try ManifestLine.unverified(bytes, subject: file.path)
        claims = unverified.claims
        signature = Self.signature(of: bytes, keyID: unverified.keyID, keys: keys)
        do {
            let body = try Self.copyBody(of: file, after: bytes.count + 1, claims: unverified.claims)
            let opened = try ManifestBody(
                body.file.file, byteCount: unverified.claims.body.bytes, subject: file.path)
            let plan = try opened.plan(for: claims, subject: file.path)
            let counts = try ManifestCounts(of: opened, plan: plan, walkInKey: claims.walkInKey)
            guard counts.lines == claims.body.tickets else {
                throw ManifestError(
                    .badContent, "use", file.path,
                    "it has \(counts.lines) tickets, its first line says \(claims.body.tickets)")
            }
            (self.plan, self.counts, bodyFault) = (plan, counts, nil)
        } catch let error as ManifestError {
            (plan, counts, bodyFault) = (nil, nil, error)
        }
    }

    private static func signature(of line: [UInt8], keyID: String, keys: [VerificationKey]) -> Signature {
        guard let key = keys.first(where: { $0.id == keyID }) else { return .unknownKey(keyID.withoutControls) }
        let isValid = (try? ManifestLine(line, keys: [key], subject: "")) != nil
        return isValid ? .valid(key) : .wrong(keyID)
    }

    /// Copies the body to a temporary file, because SQLite opens only whole files.
    static func copyBody(of file: URL, after skipped: Int, claims: ManifestClaims) throws -> IncomingBody {
        let body = try IncomingBody(
            claims, in: FileManager.default.temporaryDirectory, subject: file.path)
        var skipped = skipped
        try OwnedFile(reading: file).forEachChunk { chunk in
            let rest = chunk.extracting(droppingFirst: min(skipped, chunk.byteCount))
            skipped -= chunk.byteCount - rest.byteCount
            try body.take(rest)
        }
        try body.finish()
        return body
    }
}
