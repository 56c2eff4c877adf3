internal import Files
public import Foundation
public import Tickets

/// What a station needs besides its list in force to have the list of a signed line.
public struct ListStep: Hashable, Sendable {
    /// `seq` of the list in force.
    public let base: Int64
    /// `seq` of the signed line.
    public let sequence: Int64
    /// Changes that are longer, in bytes, are not worth it.
    public let maximumByteCount: Int64
    /// The list in force has the same body: no changes are needed.
    public let hasSameBody: Bool

    /// What follows the address of a list in the address of these changes.
    public var suffix: String { ListChanges.suffix(from: base, to: sequence) }
}

extension ManifestStore {
    /// What is needed to have the list of a line.
    /// - Parameter line: as a list begins, without its line end.
    /// - Returns: `nil` when no list of the event is in force.
    /// - Throws: ``ManifestError`` why the list would not be accepted here.
    public func step(to line: Data, now: Timestamp) throws -> ListStep? {
        let claims = try examine(line: Array(line), named: "the list", now: now)
        guard let base = installed.first(where: { $0.claims.event.id == claims.event.id }) else { return nil }
        return ListStep(
            base: base.claims.sequence, sequence: claims.sequence,
            maximumByteCount: ListChanges.maximumByteCount(ofBody: claims.body.bytes),
            hasSameBody: base.claims.body.sha256 == claims.body.sha256)
    }

    /// Installs the list of a line, with a body that is made of the one in force and changes. What comes out takes the
    /// same way as a list that came whole.
    /// - Parameters:
    ///   - line: as the list begins, without its line end.
    ///   - changes: their file; `nil` where the body stays.
    /// - Throws: ``ManifestError``; then the list in force stays, and the whole list is to be fetched.
    public func install(line: Data, changes: URL?, now: Timestamp) throws -> InstalledManifest {
        var installation = beginInstallation(now: now)
        try installation.receive(line + Data("\n".utf8))
        let claims = try examine(line: Array(line), named: "the list", now: now)
        guard let base = installed.first(where: { $0.claims.event.id == claims.event.id }) else {
            throw ListChanges.fault("no list of the event is in force")
        }
        guard let changes else {
            try OwnedFile(reading: base.body.file).forEachChunk { try installation.receive($0) }
            return try installation.finish()
        }
        let read = try ListChanges(contentsOf: changes)
        guard read.byteCount <= ListChanges.maximumByteCount(ofBody: claims.body.bytes) else {
            throw ListChanges.fault("they are longer than they may be")
        }
        guard read.base == base.claims.body.sha256, read.result == claims.body.sha256 else {
            throw ListChanges.fault("they were made for other lists")
        }
        let body = try rebuild(base, with: read, byteCount: claims.body.bytes)
        try OwnedFile(reading: body.file).forEachChunk { try installation.receive($0) }
        return try installation.finish()
    }
}
