internal import Files
public import Foundation
internal import Glibc
internal import StationAPI
internal import Tickets

/// The folder that holds everything a station knows, and the lock that says which process has it.
///
/// One process holds it at a time (flock(2) on the file `lock`): usherd, or a command that was given `--state`. The
/// lock file names the holder's socket, so that a command finds the daemon it has to ask.
/// See docs/decisions/031-who-makes-a-state-folder.md.
public struct StateFolder: Sendable {
    /// The folder itself.
    public let url: URL

    /// - Parameter url: need not exist yet.
    public init(_ url: URL) {
        self.url = url.standardizedFileURL
    }

    /// Installed lists.
    public var manifests: URL { url.appending(path: "manifests") }
    /// Keys that this station trusts, besides those in the folders of the system.
    public var keys: URL { url.appending(path: "keys") }
    /// Secrets, one file each.
    public var credentials: URL { url.appending(path: "credentials") }
    /// Secrets that came with a pairing. Those of the venue come first.
    var enrolledCredentials: URL { credentials.appending(path: "enrolled") }
    /// Lists that are being fetched.
    var downloads: URL { url.appending(path: "downloads") }
    var alerts: URL { url.appending(path: "alerts.json") }
    var places: URL { url.appending(path: "places.json") }
    var orders: URL { url.appending(path: "orders.json") }
    var roster: URL { url.appending(path: "staff.roster") }
    var rostersTaken: URL { url.appending(path: "rosters.json") }
    var branding: URL { url.appending(path: "branding.json") }
    var scanners: URL { url.appending(path: "scanners.json") }

    /// The socket `usher.sock` in the runtime folder that systemd gave (RUNTIME_DIRECTORY), else in this folder.
    public func socketPath(environment: [String: String]) -> String {
        let folder = environment["RUNTIME_DIRECTORY"] ?? url.path
        return folder + "/usher.sock"
    }

    /// What the holder writes into the lock file.
    struct Owner: Codable {
        var pid: Int32
        var socket: String?
    }

    /// Creates the folder (mode 0700) when it is missing, and takes the lock.
    ///
    /// A command holds the lock for moments only, so this waits for a lock behind which no daemon answers.
    /// - Parameters:
    ///   - socket: where the daemon will listen; `nil` for a command.
    ///   - timeout: how long to wait.
    /// - Throws: ``StationError`` `stateInUse` when another process keeps the lock, `stateUnusable` when the system
    ///   refuses
    public func lock(socket: String?, timeout: Duration = .seconds(10)) async throws -> StateLock {
        guard case .taken(let lock) = try await entry(socket: socket, timeout: timeout) else {
            throw inUse
        }
        return lock
    }

    /// How a command gets to the content of the folder.
    enum Entry {
        /// No other process held it; now this one does.
        case taken(StateLock)
        /// A daemon holds it and answers.
        case daemon(socket: String)
    }

    /// Takes the lock, or finds the daemon that holds it.
    ///
    /// The lock file may still name a daemon that is gone, and a new daemon holds the lock before it listens. So only a
    /// socket that answers counts as a daemon.
    func entry(socket: String? = nil, timeout: Duration = .seconds(10)) async throws -> Entry {
        try prepare()
        let deadline = ContinuousClock.now + timeout
        while true {
            if let lock = try StateLock(path: lockPath) {
                try lock.write(JSONEncoder().encode(Owner(pid: getpid(), socket: socket)))
                // They may hold credentials, or the station's key.
                for folder in [url, enrolledCredentials] { try? Folder.sweep(folder) }
                return .taken(lock)
            }
            if let socket = owner()?.socket, ControlAPI.isServed(at: socket) { return .daemon(socket: socket) }
            guard ContinuousClock.now < deadline else { throw inUse }
            // A daemon gets in between commands that follow each other closely, as those of a script do.
            try await Task.sleep(for: .milliseconds(socket == nil ? 20 : 1))
        }
    }

    /// The socket of the daemon that holds the folder; `nil` when none answers.
    var daemonSocket: String? {
        owner()?.socket.flatMap { ControlAPI.isServed(at: $0) ? $0 : nil }
    }

    private var inUse: StationError {
        StationError(
            .stateInUse, "open", url.path,
            "process \(owner().map { String($0.pid) } ?? "unknown") uses it",
            hint: "Only one usherd or command works on a state folder at a time; stop the other one.")
    }

    private var lockPath: String { url.appending(path: "lock").path }

    /// What the lock file says about its holder; `nil` when that process is gone. A command that has just taken the
    /// lock still stands under the name of the holder before.
    private func owner() -> Owner? {
        guard let data = FileManager.default.contents(atPath: lockPath),
            let owner = try? JSONDecoder().decode(Owner.self, from: data),
            kill(owner.pid, 0) == 0 || errno != ESRCH
        else { return nil }
        return owner
    }

    private func prepare() throws {
        do {
            for folder in [url, manifests, keys, credentials, enrolledCredentials, downloads] {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
        } catch {
            throw StationError(
                .stateUnusable, "open", url.path, Self.plainReason(error),
                hint: "The state folder must be writable by the user who runs this.")
        }
    }

    private static func plainReason(_ error: any Error) -> String {
        guard let posix = (error as? CocoaError)?.underlying as? POSIXError else {
            return "it cannot be made or entered"
        }
        return unsafe String(cString: strerror(posix.code.rawValue))
    }
}

/// The lock of a state folder; released with the last reference.
public final class StateLock: Sendable {
    private let descriptor: Int32

    /// `nil` when another process holds it.
    init?(path: String) throws {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let number = errno
            throw StationError(
                .stateUnusable, "open", path, unsafe String(cString: strerror(number)),
                hint: "The state folder must be writable by the user who runs this.", errno: number)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Replaces the text of the file. In place, because the lock belongs to its inode; at a fixed length, because a
    /// full disk must not keep a station from starting.
    func write(_ data: Data) throws {
        let padded = data + Data(repeating: UInt8(ascii: "\n"), count: max(0, Self.length - data.count))
        let written = unsafe padded.withUnsafeBytes { bytes in
            unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count
        }
        guard written else {
            throw StationError(
                .stateUnusable, "write", "the state folder's lock",
                unsafe String(cString: strerror(errno)), errno: errno)
        }
    }

    private static let length = 512
}
