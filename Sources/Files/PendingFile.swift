public import Foundation
internal import Tickets

/// A new file that is being written. It gets its name with ``commit(to:)`` when it is complete; otherwise it is removed
/// with its owner.
public struct PendingFile: ~Copyable {
    /// Names of pending files begin with this: ``Folder/sweep(_:)`` recognises those that a crash has left.
    public static let prefix = ".pending-"

    /// Its name until it is committed.
    public let file: URL
    /// Number of its inode, which stays the same when it is renamed.
    public let inode: UInt64
    private let descriptor: Int32
    private var isCommitted = false

    /// Creates an empty file.
    /// - Parameter mode: as in open(2); the umask is applied.
    public init(in folder: URL, mode: mode_t = 0o644) throws {
        let file = folder.appending(path: Self.prefix + UUID().uuidString)
        let descriptor = unsafe open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileError.system("create a file in", folder.path) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            let error = FileError.system("create a file in", folder.path)
            close(descriptor)
            _ = unsafe unlink(file.path)
            throw error
        }
        self.file = file
        self.descriptor = descriptor
        inode = UInt64(status.st_ino)
    }

    deinit {
        close(descriptor)
        if !isCommitted { _ = unsafe unlink(file.path) }
    }

    /// Appends all bytes.
    public func write(_ bytes: RawSpan) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw FileError.system("write", file.deletingLastPathComponent().path) }
            rest = rest.extracting(droppingFirst: count)
        }
    }

    /// Appends the text in UTF-8.
    public func write(_ text: String) throws {
        // Bytes have no padding that could be read.
        try write(unsafe Array(text.utf8).span.bytes)
    }

    /// Returns when the content is on the disk.
    public func synchronize() throws {
        guard fsync(descriptor) == 0 else { throw FileError.system("write", file.deletingLastPathComponent().path) }
    }

    /// Makes the content durable and gives it its name, in the place of whatever has that name. The name itself is
    /// durable after ``Folder/synchronize(_:)``.
    /// - Parameter isDurable: `false`: a power cut may leave the file empty or damaged, and its readers notice that.
    public mutating func commit(to target: URL, isDurable: Bool = true) throws {
        if isDurable { try synchronize() }
        // A rename onto a device would put a file in its place.
        var status = stat()
        guard unsafe stat(target.path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(
                .failed, "write", target.path, "it is not a regular file", hint: "Name a file to create or to replace.")
        }
        guard unsafe rename(file.path, target.path) == 0 else { throw FileError.system("write", target.path) }
        isCommitted = true
    }
}

/// A small file that is replaced as a whole. After a power cut there is the old file or the new one; once
/// ``write(_:to:mode:)`` has returned, the new one.
///
/// Writing under another name and renaming keeps a file whole. The name is stored in the folder, so the folder is
/// synchronized as well: without that, the old file may be back after a power cut.
public enum DurableFile {
    /// Durable when it returns.
    /// - Parameter mode: as in open(2); the umask is applied.
    /// - Throws: ``FileError``; then there is the old file, or the new one, which a power cut may still undo.
    public static func write(_ bytes: Data, to file: URL, mode: mode_t = 0o600) throws {
        let folder = file.deletingLastPathComponent()
        var pending = try PendingFile.written(bytes, in: folder, mode: mode)
        try pending.commit(to: file)
        try Folder.synchronize(folder)
    }

    /// Writes several files: each gets its name, in this order, after all of them are on the disk. So a full disk is
    /// noticed while nothing has changed yet.
    public static func write(_ files: [(file: URL, bytes: Data)]) throws {
        try write(files.reversed()[...])
        var synchronized: Set<URL> = []
        for folder in files.map({ $0.file.deletingLastPathComponent() }) where synchronized.insert(folder).inserted {
            try Folder.synchronize(folder)
        }
    }

    private static func write(_ files: ArraySlice<(file: URL, bytes: Data)>) throws {
        guard let (file, bytes) = files.first else { return }
        var pending = try PendingFile.written(bytes, in: file.deletingLastPathComponent())
        try write(files.dropFirst())
        try pending.commit(to: file)
    }

    /// Writes JSON for people: indented, members sorted by name.
    public static func write(_ value: some Encodable, asJSONTo file: URL) throws {
        try write(json(value), to: file)
    }

    /// Indented, members sorted by name.
    public static func json(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(value)
    }
}

extension PendingFile {
    /// A pending file whose content is already on the disk.
    static func written(_ bytes: Data, in folder: URL, mode: mode_t = 0o600) throws -> PendingFile {
        let pending = try PendingFile(in: folder, mode: mode)
        // Bytes have no padding that could be read.
        try pending.write(unsafe bytes.span.bytes)
        try pending.synchronize()
        return pending
    }
}
