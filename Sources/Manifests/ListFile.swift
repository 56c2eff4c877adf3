internal import Files
public import Foundation
public import Tickets

/// A list that is read from its file without being installed anywhere.
public final class ListFile {
    /// Verified, with its body open.
    public let list: InstalledManifest
    /// A copy of the body, deleted with its owner.
    private let body: IncomingBody

    /// - Throws: ``ManifestError`` for a file that is not a whole list, signed with one of the keys.
    public init(_ file: URL, keys: [VerificationKey]) throws {
        let bytes = try ManifestFile.line(of: file)
        let line = try ManifestLine(bytes, keys: keys, subject: file.path)
        body = try ManifestInspection.copyBody(of: file, after: bytes.count + 1, claims: line.claims)
        list = try InstalledManifest(
            claims: line.claims, keyID: line.keyID, body: body.file.file, subject: file.path)
    }
}
