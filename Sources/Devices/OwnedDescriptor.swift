internal import Glibc

/// A device file that is open as long as this value exists.
public struct OwnedDescriptor: ~Copyable, Sendable {
    /// The file descriptor; do not close it.
    public let number: Int32
    /// Its path, for errors.
    public let path: String

    /// What the station may do with a device.
    public enum Access: Sendable {
        /// Of input devices: who may write to one can type on every other.
        case reading
        case readingAndWriting
    }

    /// Opens without blocking (open(2), `O_NONBLOCK`).
    public init(opening path: String, for access: Access = .readingAndWriting) throws(DeviceError) {
        let mode = access == .reading ? O_RDONLY : O_RDWR
        let number = unsafe open(path, mode | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { throw DeviceError("open", path, errno: errno) }
        self.number = number
        self.path = path
    }

    deinit { close(number) }
}
