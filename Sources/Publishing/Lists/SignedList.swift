internal import Files
internal import Foundation
internal import Manifests
internal import Tickets

/// A list that is ready to be signed.
struct SignedList {
    private let claims: ManifestClaims
    private let body: URL

    /// - Parameter body: the database that the claims are about.
    init(_ claims: ManifestClaims, body: URL) {
        (self.claims, self.body) = (claims, body)
    }

    /// - Parameter output: replaced in one step.
    func write(to output: URL, with key: SigningKey) throws {
        let payload = Data(claims.json.text.utf8)
        // No station would take it, and the next list could not be compared with it.
        _ = try ManifestClaims(payload: payload, subject: "the new list of \(claims.event.id)")
        let line = try SignedClaims.sign(payload, purpose: .manifest, with: key)
        guard line.utf8.count <= ManifestLine.maximumByteCount else {
            throw ManifestError(
                .badDefinition, "build the list of", claims.event.id,
                "the texts of the event, its rules and questions are too long for the signed line",
                hint:
                    "It holds \(ManifestLine.maximumByteCount / 1024) KiB. Shorten event.yaml, or questions and their options."
            )
        }
        let folder = output.deletingLastPathComponent()
        var file = try PendingFile(in: folder)
        try file.write(line + "\n")
        try OwnedFile(reading: body).forEachChunk { try file.write($0) }
        try file.commit(to: output)
        try Folder.synchronize(folder)
    }
}
