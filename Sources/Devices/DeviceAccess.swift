internal import Glibc
public import Tickets

/// Whether this program may use a device, and what to do when not.
public enum DeviceAccess: Equatable, Sendable {
    case granted
    case refused(DeviceError)
}

extension Device {
    /// Opens the device and closes it again. That a camera streams for another program shows only when it is started;
    /// that a scanner is grabbed, only when it is grabbed.
    public func access() -> DeviceAccess {
        do throws(DeviceError) {
            _ = try OwnedDescriptor(opening: node)
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

    /// - Parameters:
    ///   - group: of the device file; `nil` when it cannot be found out.
    ///   - user: that this program runs as.
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
