import Files
import Foundation
import Glibc
import Tickets

/// Reads files for commands. Errors have the system's own text.
enum FileBytes {
    private static let pieceLength = 1 << 20

    /// The bytes in pieces, each read when it is asked for.
    static func pieces(of path: String) throws -> ByteStream {
        let file = try open(path)
        return AsyncThrowingStream { try file.read(upToCount: pieceLength).map(Array.init) }
    }

    static func all(of path: String) throws -> [UInt8] {
        do {
            return Array(try open(path).readToEnd() ?? Data())
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError("read", path, error.localizedDescription)
        }
    }

    /// - Throws: ``CommandError``, also for bytes that are not UTF-8.
    static func text(of path: String) throws -> String {
        guard let text = String(validating: try all(of: path), as: UTF8.self) else {
            throw CommandError("read", path, "it is not text in UTF-8")
        }
        return text
    }

    private static func open(_ path: String) throws -> FileHandle {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandError("read", path, errno: errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // A folder can be opened like a file, but not read; pipes have no positions.
        var nothing: UInt8 = 0
        guard unsafe pread(descriptor, &nothing, 0, 0) == 0 || errno != EISDIR else {
            throw CommandError("read", path, errno: EISDIR)
        }
        return file
    }
}

/// A file that gets its name only when it is complete; until then the previous one stays.
struct WholeFile {
    let path: String

    func write(_ text: String) async throws {
        try await write(Array(text.utf8))
    }

    func write(_ bytes: [UInt8]) async throws {
        let (pieces, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        continuation.yield(bytes)
        continuation.finish()
        try await write(pieces)
    }

    func write(_ pieces: ByteStream) async throws {
        // A device or a pipe is written to directly: renaming a file onto it would replace it.
        var status = stat()
        guard unsafe stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            return try await pour(pieces)
        }
        let folder = URL(filePath: path).deletingLastPathComponent()
        var file = try PendingFile(in: folder, mode: 0o600)
        // Bytes have no padding that could be read.
        for try await piece in pieces { try file.write(unsafe piece.span.bytes) }
        try file.commit(to: URL(filePath: path))
        try Folder.synchronize(folder)
    }

    private func pour(_ pieces: ByteStream) async throws {
        let descriptor = unsafe Glibc.open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandError("write", path, errno: errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        for try await piece in pieces {
            do {
                try file.write(contentsOf: Data(piece))
            } catch {
                let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
                throw CommandError("write", path, errno: Int32(cause?.code ?? Int(EIO)))
            }
        }
    }
}
