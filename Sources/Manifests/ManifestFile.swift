internal import Crypto
internal import Files
package import Foundation
package import Tickets

/// The file of a list: one signed line, then the database that the line has the hash of.
package enum ManifestFile {
    /// The bytes before the first line end.
    /// - Throws: ``ManifestError`` when there is none within the limit; no more than that is read.
    static func line(of file: URL) throws -> [UInt8] {
        let owned = try OwnedFile(reading: file)
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 8192)
        while case let count = try owned.read(into: &buffer), count > 0 {
            if let end = buffer[..<count].firstIndex(of: UInt8(ascii: "\n")) {
                line += buffer[..<end]
                guard line.count <= ManifestLine.maximumByteCount else { break }
                return line
            }
            line += buffer[..<count]
            guard line.count <= ManifestLine.maximumByteCount else { break }
        }
        throw noLine(subject: file.path, isTooLong: line.count > ManifestLine.maximumByteCount)
    }

    /// Whether bytes are the beginning of a list, whatever they were given for: a JSON object in base64, and a full stop.
    package static func isList(_ beginning: some Collection<UInt8>) -> Bool {
        String(decoding: beginning.prefix(400), as: UTF8.self).prefixMatch(of: /eyJ[-_A-Za-z0-9]*\./) != nil
    }

    /// What the line of a list says. The body is not read.
    /// - Throws: ``ManifestError`` for a line that was not signed with the key.
    package static func claims(of file: URL, key: VerificationKey) throws -> ManifestClaims {
        try ManifestLine(line(of: file), keys: [key], subject: file.path).claims
    }

    static func noLine(subject: String, isTooLong: Bool) -> ManifestError {
        ManifestError(
            isTooLong ? .lineTooLong : .malformed, "use", subject,
            isTooLong
                ? "its first line is longer than \(ManifestLine.maximumByteCount) bytes"
                : "it is cut off within its first line, or is not a ticket list",
            hint: "A list begins with the line that its organizer signed. Copy or download it again.")
    }

    /// The size and SHA-256 of a file.
    package static func measure(_ file: URL) throws -> (bytes: Int64, sha256: Data) {
        var hasher = SHA256()
        var bytes: Int64 = 0
        try OwnedFile(reading: file).forEachChunk { chunk in
            unsafe chunk.withUnsafeBytes { unsafe hasher.update(bufferPointer: $0) }
            bytes += Int64(chunk.byteCount)
        }
        return (bytes, Data(hasher.finalize()))
    }
}
