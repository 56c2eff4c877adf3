internal import Foundation
internal import Glibc

/// A file that does nothing but occupy room: given up when the disk is full, so that the journal can go on writing
/// while somebody cleans up.
struct Reserve: Sendable {
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

    /// Gives the room back to the disk; `false` when there was none to give.
    func release() -> Bool {
        unsafe unlink(path) == 0
    }

    /// Takes the room again once there is twice as much, so that it does not itself fill the disk.
    func createIfThereIsRoom() {
        guard !isPresent, freeBytes >= 2 * bytes else { return }
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        // Allocates blocks; a hole would reserve nothing.
        if posix_fallocate(file, 0, off_t(bytes)) != 0 || fsync(file) != 0 { _ = release() }
    }

    /// Room for this user on the disk of the state folder; 0 when the disk does not say.
    var freeBytes: Int64 {
        var disk = statvfs()
        let folder = (path as NSString).deletingLastPathComponent
        guard unsafe statvfs(folder, &disk) == 0 else { return 0 }
        return Int64(disk.f_bavail) * Int64(disk.f_frsize)
    }
}
