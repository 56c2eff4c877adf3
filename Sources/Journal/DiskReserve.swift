internal import Foundation
internal import Glibc

/// A file whose only purpose is to occupy space. It is deleted when the disk is full, so that the journal can still
/// write while somebody cleans up.
struct DiskReserve: Sendable {
    private let path: String
    private let bytes: Int64

    init(folder: JournalFolder, bytes: Int64) {
        path = folder.path("reserve")
        self.bytes = bytes
    }

    var isPresent: Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && Int64(status.st_size) >= bytes
    }

    /// Deletes the file; `false` when that was not possible.
    func release() -> Bool {
        unsafe unlink(path) == 0
    }

    /// Twice its size is free, so that it would not fill the disk itself.
    var hasRoom: Bool { freeBytes / 2 >= bytes }

    /// Creates the file again once there is room for it.
    func createIfThereIsRoom() {
        guard !isPresent, hasRoom else { return }
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        // Allocates blocks: a sparse file would reserve nothing (posix_fallocate(3)).
        if posix_fallocate(file, 0, off_t(bytes)) != 0 || fsync(file) != 0 { _ = release() }
    }

    /// Bytes that this user may still write on the disk of the state folder; 0 when that cannot be read.
    var freeBytes: Int64 {
        var disk = statvfs()
        let folder = (path as NSString).deletingLastPathComponent
        guard unsafe statvfs(folder, &disk) == 0 else { return 0 }
        return Int64(disk.f_bavail) * Int64(disk.f_frsize)
    }
}
