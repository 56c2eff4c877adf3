internal import Glibc
public import Tickets

/// Whether this program may use a device, and what to do if not.
public enum DeviceAccess: Equatable, Sendable {
    /// It can be opened.
    case granted
    /// It cannot be opened; the error has a hint for the administrator.
    case refused(DeviceError)
}

extension Device {
    /// Opens the device and closes it again. This does not show that another program streams from a camera or has
    /// grabbed a scanner: that is noticed only when it is used.
    ///
    /// A serial line is not opened, because that raises its signals, and what is on it may restart: a board with a
    /// microcontroller does. Only the rights of its file are looked at.
    public func access() -> DeviceAccess {
        do throws(DeviceError) {
            switch kind {
            case .serial: try checkRights()
            // Whoever is told of it may use it.
            case .nfc: break
            case .scanner, .keyboard: _ = try OwnedDescriptor(opening: node, for: .reading)
            case .camera, .hidPOS: _ = try OwnedDescriptor(opening: node)
            }
            return .granted
        } catch {
            guard error.code == .denied else { return .refused(error) }
            return .refused(
                DeviceError(
                    .denied, error.operation, node, error.reason,
                    hint: Self.hint(
                        errno: error.errno, group: Accounts.groupName(of: node), user: Accounts.userName),
                    errno: error.errno))
        }
    }

    /// faccessat(2).
    private func checkRights() throws(DeviceError) {
        guard unsafe faccessat(AT_FDCWD, node, R_OK | W_OK, AT_EACCESS) == 0 else {
            throw DeviceError("open", node, errno: errno)
        }
    }

    /// - Parameters:
    ///   - group: of the device file; `nil` when it is unknown.
    ///   - user: as whom this program runs.
    static func hint(errno: Int32?, group: String?, user: String?) -> String {
        if errno == EPERM { return DeviceError.notGivenHint }
        guard let group, group != "root" else {
            return "Install the rules of udev/60-usher.rules and plug it in again, or run this as root."
        }
        return "Run `adduser \(user ?? "USER") \(group)` as root and log in again, or run this as root."
    }
}

/// Names of the user database; getpwuid_r(3), getgrgid_r(3).
private enum Accounts {
    static var userName: String? {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 16) { buffer in
            unsafe getpwuid_r(geteuid(), &entry, buffer.baseAddress!, buffer.count, &found)
            return unsafe found.map { unsafe String(cString: $0.pointee.pw_name) }
        }
    }

    static func groupName(of path: String) -> String? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        var entry = unsafe group()
        var found: UnsafeMutablePointer<group>?
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 16) { buffer in
            unsafe getgrgid_r(status.st_gid, &entry, buffer.baseAddress!, buffer.count, &found)
            return unsafe found.map { unsafe String(cString: $0.pointee.gr_name) }
        }
    }
}
