internal import Foundation
internal import Tickets

/// A file open for reading, closed with its owner.
struct OwnedFile: ~Copyable {
    static let chunkByteCount = 256 * 1024

    let path: String
    private let descriptor: Int32

    init(reading file: URL) throws {
        path = file.path
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ManifestError.system("open", file.path) }
    }

    deinit {
        close(descriptor)
    }

    /// Fills the buffer as far as one call of the system does; 0 at the end.
    func read(into buffer: inout [UInt8]) throws -> Int {
        let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe Foundation.read(descriptor, $0.baseAddress, $0.count)
        }
        guard count >= 0 else { throw ManifestError.system("read", path) }
        return count
    }

    /// Lends the rest of the file piece by piece.
    func forEachChunk(_ body: (RawSpan) throws -> Void) throws {
        var buffer = [UInt8](repeating: 0, count: Self.chunkByteCount)
        while case let count = try read(into: &buffer), count > 0 {
            // Bytes have no padding that could be read.
            try body(unsafe buffer.span.bytes.extracting(first: count))
        }
    }
}

/// A file in the making. It takes its place whole with ``commit(to:)``, or leaves nothing behind.
struct PendingFile: ~Copyable {
    /// Names begin with this; what a crash leaves behind is swept by it.
    static let prefix = ".pending-"

    let file: URL
    private let descriptor: Int32
    private var isCommitted = false

    init(in folder: URL, mode: mode_t = 0o644) throws {
        file = folder.appending(path: Self.prefix + UUID().uuidString)
        descriptor = unsafe open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw ManifestError.system("create a file in", folder.path) }
    }

    deinit {
        close(descriptor)
        if !isCommitted { _ = unsafe unlink(file.path) }
    }

    func write(_ bytes: RawSpan) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw ManifestError.system("write", file.deletingLastPathComponent().path) }
            rest = rest.extracting(droppingFirst: count)
        }
    }

    func write(_ text: String) throws {
        // Bytes have no padding that could be read.
        try write(unsafe Array(text.utf8).span.bytes)
    }

    /// Returns when the content is on the disk.
    func synchronize() throws {
        guard fsync(descriptor) == 0 else { throw ManifestError.system("write", file.deletingLastPathComponent().path) }
    }

    /// Makes the content durable and gives it its name, in the place of whatever has that name. The name itself is
    /// durable after ``Folder/synchronize(_:)``.
    mutating func commit(to target: URL) throws {
        try synchronize()
        // A rename onto a device would put a file in its place.
        var status = stat()
        guard unsafe stat(target.path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw ManifestError(.system, "write", target.path, "it is no file", hint: "Name a file that is to be made.")
        }
        guard unsafe rename(file.path, target.path) == 0 else { throw ManifestError.system("write", target.path) }
        isCommitted = true
    }
}

enum Folder {
    /// Makes the names in a folder durable.
    static func synchronize(_ folder: URL) throws {
        let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ManifestError.system("open", folder.path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw ManifestError.system("write", folder.path) }
    }

    static func create(_ folder: URL) throws {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw ManifestError.system("create", folder.path, because: error)
        }
    }

    /// Deletes a file; one that is not there is fine.
    static func remove(_ file: URL) throws {
        guard unsafe unlink(file.path) == 0 || errno == ENOENT else { throw ManifestError.system("remove", file.path) }
    }

    /// The names in a folder, sorted; none when there is no such folder.
    static func names(in folder: URL) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        } catch CocoaError.fileReadNoSuchFile {
            return []
        } catch {
            throw ManifestError.system("read", folder.path, because: error)
        }
    }

    /// Bytes that this process may still write to the file system of `folder`.
    static func freeSpace(of folder: URL) throws -> Int64 {
        var status = statvfs()
        guard unsafe statvfs(folder.path, &status) == 0 else { throw ManifestError.system("measure", folder.path) }
        return Int64(status.f_bavail) * Int64(status.f_frsize)
    }
}
