internal import Glibc

/// A device file that is open as long as this value exists.
public struct OwnedDescriptor: ~Copyable, Sendable {
    /// The file descriptor; do not close it.
    public let number: Int32
    /// Its path, for errors.
    public let path: String

    /// Opens for reading and writing, without blocking (open(2), `O_NONBLOCK`).
    public init(opening path: String) throws(DeviceError) {
        let number = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { throw DeviceError("open", path, errno: errno) }
        self.number = number
        self.path = path
    }

    deinit { close(number) }
}
