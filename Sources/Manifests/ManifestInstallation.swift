internal import Crypto
internal import Files
public import Foundation
internal import Tickets

/// A list that a station is receiving, from a file or a connection, in pieces of any size.
///
/// A fault is thrown as soon as it can be known; nothing after it is read or kept. Until ``finish()`` has returned, the
/// previous list stays in force. An installation that is dropped leaves nothing behind.
public struct ManifestInstallation: ~Copyable {
    private let store: ManifestStore
    private let subject: String
    private let now: Timestamp
    private let acceptsLoss: Bool
    private var lineBytes: [UInt8] = []
    /// `nil` until the line was accepted.
    private var accepted: (line: ManifestLine, body: IncomingBody)?
    /// What went wrong. It is thrown again at every further call.
    private var failure: (any Error)?

    init(store: ManifestStore, subject: String, now: Timestamp, acceptsLoss: Bool) {
        self.acceptsLoss = acceptsLoss
        self.store = store
        self.subject = subject
        self.now = now
    }

    /// Takes the next bytes of the manifest.
    /// - Throws: ``ManifestError``
    public mutating func receive(_ bytes: Data) throws {
        try receive(bytes.bytes)
    }

    /// Takes the next bytes of the manifest.
    /// - Throws: ``ManifestError``
    public mutating func receive(_ bytes: RawSpan) throws {
        if let failure { throw failure }
        do {
            try take(bytes)
        } catch {
            failure = error
            accepted = nil
            throw error
        }
    }

    /// Puts the list in force. It survives a power cut from then on.
    /// - Throws: ``ManifestError``
    public consuming func finish() throws -> InstalledManifest {
        if let failure { throw failure }
        guard let (line, body) = accepted else { throw ManifestFile.noLine(subject: subject, isTooLong: false) }
        try body.finish()
        return try store.commit(line, body, subject: subject, now: now, acceptingLoss: acceptsLoss)
    }

    private mutating func take(_ bytes: RawSpan) throws {
        if let accepted { return try accepted.body.take(bytes) }
        let room = ManifestLine.maximumByteCount - lineBytes.count
        let beginning = bytes.extracting(first: room + 1)
        let end = unsafe beginning.withUnsafeBytes { unsafe $0.firstIndex(of: UInt8(ascii: "\n")) }
        guard let end else {
            guard bytes.byteCount <= room else { throw ManifestFile.noLine(subject: subject, isTooLong: true) }
            return append(bytes)
        }
        append(bytes.extracting(first: end))
        let (line, body) = try store.accept(lineBytes, subject: subject, now: now)
        accepted = (line, body)
        try body.take(bytes.extracting(droppingFirst: end + 1))
    }

    private mutating func append(_ bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { unsafe lineBytes.append(contentsOf: $0) }
    }
}

/// Writes the body of a list to a temporary file, and compares it with what the line says of it.
final class IncomingBody {
    var file: PendingFile
    private let claims: ManifestClaims
    private let subject: String
    private var hasher = SHA256()
    private var missing: Int64

    init(_ claims: ManifestClaims, in folder: URL, subject: String) throws {
        self.claims = claims
        self.subject = subject
        missing = claims.body.bytes
        file = try PendingFile(in: folder, mode: 0o600)
    }

    func take(_ bytes: RawSpan) throws {
        guard bytes.byteCount <= missing else {
            throw fault(.overlong, "it is longer than its first line says")
        }
        try file.write(bytes)
        unsafe bytes.withUnsafeBytes { unsafe hasher.update(bufferPointer: $0) }
        missing -= Int64(bytes.byteCount)
    }

    /// Compares what came with what the line promised.
    func finish() throws {
        guard missing == 0 else {
            throw fault(
                .truncated,
                "it is cut off: \(missing) of the \(claims.body.bytes) bytes after its first line are missing",
                hint: "Copy or download it again: it ended on its way.")
        }
        guard Data(hasher.finalize()) == claims.body.sha256 else {
            throw fault(.wrongHash, "its content is not what its organizer signed")
        }
    }

    private func fault(
        _ code: ManifestFailure, _ reason: String, hint: String = "Copy the file again; it was changed on its way."
    ) -> ManifestError {
        ManifestError(code, "use", subject, reason, hint: hint)
    }
}
