internal import Foundation
internal import Glibc
internal import Tickets

/// A small file of the state folder, replaced whole: after a power cut there is the old one or the new one, and once it
/// was said to be written, the new one.
///
/// Writing under another name and renaming keeps a file whole. It is the folder that holds the name, so the folder is
/// written through as well: without that, the old file may be back after a power cut.
enum DurableFile {
    /// Names of files in the making begin with this.
    private static let prefix = ".pending-"

    /// On the disk under another name (0600), until ``Pending/commit()`` gives it its own.
    struct Pending {
        private let file: URL
        private let pending: URL

        init(_ bytes: Data, for file: URL) throws {
            self.file = file
            pending = file.deletingLastPathComponent().appending(path: prefix + UUID().uuidString)
            guard
                FileManager.default.createFile(
                    atPath: pending.path, contents: bytes, attributes: [.posixPermissions: 0o600]),
                let handle = try? FileHandle(forWritingTo: pending), (try? handle.synchronize()) != nil
            else {
                discard()
                throw refusal(file)
            }
        }

        /// The name is durable after ``DurableFile/synchronize(_:)``.
        func commit() throws {
            guard unsafe rename(pending.path, file.path) == 0 else {
                discard()
                throw refusal(file)
            }
        }

        func discard() {
            _ = unsafe unlink(pending.path)
        }
    }

    /// Durable when it returns.
    /// - Throws: ``StationError``; then the file is as it was, or the new one that a power cut may still undo
    static func write(_ bytes: Data, to file: URL) throws {
        try Pending(bytes, for: file).commit()
        try synchronize(file.deletingLastPathComponent())
    }

    /// As people read it, in an order that stays.
    static func write(_ value: some Encodable, asJSONTo file: URL) throws {
        try write(json(value), to: file)
    }

    static func json(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(value)
    }

    /// Makes the names in a folder durable.
    static func synchronize(_ folder: URL) throws {
        let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw refusal(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw refusal(folder) }
    }

    static func refusal(_ file: URL) -> StationError {
        StationError(
            .stateUnusable, "write", file.path, "the folder does not take it",
            hint: "Make room on the disk, and try again.")
    }
}
