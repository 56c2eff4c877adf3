internal import Foundation
internal import Logging

/// The place of the API's unix socket in the file system.
///
/// From bind(2) until its mode is set, anybody may connect to a socket, and the server library binds by path only. So
/// it binds inside a folder that only this user may enter; then the socket moves to its place with its final mode.
/// (umask(2) would do too, but it affects all threads of the process.)
/// See docs/decisions/024-socket-moves-when-ready.md.
struct SocketFile: Sendable {
    let path: String
    /// The group whose members may connect, when the system has it.
    let groupName: String?

    /// `sun_path` of unix(7) holds 108 bytes, the last of them zero; the server library binds to 103, the least of all
    /// systems. Paths that end in `usher.sock` get all 107.
    private var longestPath: Int { min(107, 103 - bindingPath.utf8.count + path.utf8.count) }

    private var folder: String {
        (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + ".new"
    }

    /// Where to bind, after ``prepare()``.
    var bindingPath: String { folder + "/s" }

    /// Makes the way free for binding.
    func prepare() throws(ControlError) {
        let length = path.utf8.count
        guard length <= longestPath else {
            throw ControlError(
                .socket, "open", path, "the path has \(length) bytes, and a unix socket's has at most \(longestPath)",
                hint: "Use a state folder with a shorter path, or set RUNTIME_DIRECTORY to one.")
        }
        try removeStaleSocket()
        unsafe unlink(bindingPath)
        guard unsafe mkdir(folder, 0o700) == 0 || (errno == EEXIST && chmod(folder, 0o700) == 0) else {
            throw failure("open")
        }
    }

    /// Lets clients in: the bound socket gets its group and mode and moves to its place.
    func publish(_ logger: Logger) throws(ControlError) {
        changeGroup(logger)
        guard unsafe chmod(bindingPath, 0o660) == 0, unsafe rename(bindingPath, path) == 0 else {
            throw failure("open")
        }
        unsafe rmdir(folder)
    }

    private func changeGroup(_ logger: Logger) {
        guard let groupName, let id = Self.groupID(groupName) else { return }
        // As a service it is the group's from the beginning, and the sandbox refuses chown(2).
        var status = stat()
        if unsafe lstat(bindingPath, &status) == 0 && status.st_gid == id { return }
        // uid_t.max: the owner stays.
        if unsafe chown(bindingPath, uid_t.max, id) != 0 {
            let reason = Self.reason(errno)
            logger.notice(
                "members of the group cannot use the command line: the socket could not be given to it",
                metadata: ["group": "\(groupName)", "reason": "\(reason)"])
        }
    }

    /// Removes what ``prepare()`` and ``publish(_:)`` made.
    func remove() {
        unsafe unlink(path)
        unsafe unlink(bindingPath)
        unsafe rmdir(folder)
    }

    /// Removes a socket on which nobody listens any more, and nothing else.
    private func removeStaleSocket() throws(ControlError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw failure("open") }
            return
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw ControlError(
                .socket, "open", path, "there is something else than a socket at this path", hint: "Move it away.")
        }
        guard !isAnswered else {
            throw ControlError(
                .socket, "open", path, "another program listens on it",
                hint: "Stop the other station, or give this one its own RUNTIME_DIRECTORY.")
        }
        guard unsafe unlink(path) == 0 else { throw failure("replace") }
    }

    /// A program accepts connections on it.
    var isAnswered: Bool {
        guard path.utf8.count <= 107 else { return false }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        defer { close(descriptor) }
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // EAGAIN: its queue is full.
        return result == 0 || errno == EAGAIN
    }

    private static func groupID(_ name: String) -> gid_t? {
        var record = unsafe group()
        var found: UnsafeMutablePointer<group>?
        var texts = [CChar](repeating: 0, count: 64 * 1024)
        guard unsafe getgrnam_r(name, &record, &texts, texts.count, &found) == 0, unsafe found != nil else {
            return nil
        }
        return unsafe record.gr_gid
    }

    private func failure(_ operation: String) -> ControlError {
        let number = errno
        return ControlError(
            .socket, operation, path, Self.reason(number),
            hint: number == EACCES ? "The station's user must be able to write in that folder." : nil, errno: number)
    }

    private static func reason(_ number: Int32) -> String {
        unsafe String(cString: strerror(number)).lowercased()
    }
}
