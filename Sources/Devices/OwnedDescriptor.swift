internal import Glibc

/// A device file that is open for as long as this value lives.
public struct OwnedDescriptor: ~Copyable {
    public let number: Int32
    /// What errors call it.
    public let path: String

    /// Opens for reading and writing without waiting (open(2), `O_NONBLOCK`).
    public init(opening path: String) throws(DeviceError) {
        let number = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { throw DeviceError("open", path, errno: errno) }
        self.number = number
        self.path = path
    }

    deinit { close(number) }
}
