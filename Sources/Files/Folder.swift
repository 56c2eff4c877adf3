public import Foundation

/// Calls on folders, with errors that name the path.
public enum Folder {
    /// Makes the names in a folder durable (fsync(2)): files that were created, renamed or removed stay so after a
    /// power cut.
    public static func synchronize(_ folder: URL) throws {
        let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError.system("open", folder.path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError.system("write", folder.path) }
    }

    /// Creates a folder and those above it; one that exists is fine. Not durable by itself.
    public static func create(_ folder: URL) throws {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw FileError.system("create", folder.path, because: error)
        }
    }

    /// Deletes a file; one that is not there is fine.
    public static func remove(_ file: URL) throws {
        guard unsafe unlink(file.path) == 0 || errno == ENOENT else { throw FileError.system("remove", file.path) }
    }

    /// The names in a folder, sorted; none when there is no such folder.
    public static func names(in folder: URL) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        } catch CocoaError.fileReadNoSuchFile {
            return []
        } catch {
            throw FileError.system("read", folder.path, because: error)
        }
    }

    /// Removes pending files that a crash has left. Nothing else may have a ``PendingFile`` open in this folder.
    public static func sweep(_ folder: URL) throws {
        for name in try names(in: folder) where name.hasPrefix(PendingFile.prefix) {
            try remove(folder.appending(path: name))
        }
    }

    /// The same in a folder where others may be writing: what has not changed for a day.
    public static func sweepAbandoned(_ folder: URL) throws {
        for name in try names(in: folder) where name.hasPrefix(PendingFile.prefix) {
            let file = folder.appending(path: name)
            var status = stat()
            guard unsafe stat(file.path, &status) == 0, time(nil) - status.st_mtim.tv_sec > 86_400 else { continue }
            try remove(file)
        }
    }

    /// Bytes that this process may still write to the file system of `folder`.
    public static func freeSpace(of folder: URL) throws -> Int64 {
        var status = statvfs()
        guard unsafe statvfs(folder.path, &status) == 0 else { throw FileError.system("measure", folder.path) }
        return Int64(status.f_bavail) * Int64(status.f_frsize)
    }
}
