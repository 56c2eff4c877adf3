internal import Files
internal import Foundation
internal import Glibc
internal import Tickets

/// The files of the state folder that are not a database: written in one piece, readable only by the station.
struct JournalFolder {
    let url: URL

    func path(_ name: String) -> String {
        url.appendingPathComponent(name).path
    }

    func contains(_ name: String) -> Bool {
        unsafe access(path(name), F_OK) == 0
    }

    /// Makes the folder itself (0700), not its parents.
    func create() throws {
        guard unsafe mkdir(url.path, 0o700) != 0, errno != EEXIST else { return }
        throw JournalError(errno: errno, "create", url.path)
    }

    /// Makes an empty file (0600) unless there is one. SQLite creates its additional files with the mode of the
    /// database, and would itself make the database readable for everyone.
    ///
    /// An existing file is not opened: closing it would release the locks that this process holds on it
    /// (fcntl_locking(2)).
    func createFile(_ name: String) throws {
        let file = unsafe open(path(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            if errno == EEXIST { return }
            throw JournalError(errno: errno, "create", path(name))
        }
        close(file)
        try synchronise()
    }

    /// What distinguishes a file from every copy of it: its inode number. It stays when the file or its folder is
    /// renamed, and a copy or a restored backup has another one. The device number would add nothing, and it changes
    /// when disks are plugged in another order.
    /// - Returns: `nil` when there is no such file.
    func mark(of name: String) -> UInt64? {
        var status = stat()
        return unsafe lstat(path(name), &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// Replaces a file (0600). After a power cut there is the old one or the new one, whole.
    /// - Parameter content: returns the bytes of the file; gets the inode number that the file will have.
    func replace(_ name: String, with content: (UInt64) throws -> Data) throws {
        do {
            var pending = try PendingFile(in: url, mode: 0o600)
            // Bytes have no padding that could be read.
            try pending.write(unsafe try content(pending.inode).span.bytes)
            try pending.commit(to: url.appendingPathComponent(name))
            try Folder.synchronize(url)
        } catch let error as FileError {
            throw JournalError(errno: error.errno ?? EIO, "write", path(name))
        }
    }

    /// Makes new names in the folder durable.
    private func synchronise() throws {
        do {
            try Folder.synchronize(url)
        } catch let error as FileError {
            throw JournalError(errno: error.errno ?? EIO, "write", url.path)
        }
    }
}

/// The text of an `errno`, and the few values that are handled in a special way.
struct SystemMessage: CustomStringConvertible {
    static let noPermission = EACCES
    static let notPermitted = EPERM

    let description: String

    init(_ number: Int32) {
        description = unsafe String(cString: strerror(number))
    }
}
