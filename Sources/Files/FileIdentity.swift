internal import Glibc

/// Identifies a file whatever its name: two names with the same identity are one file (stat(2)).
public struct FileIdentity: Hashable, Sendable {
    /// As the kernel numbers devices: `major:minor` of the block device that holds the file, packed.
    public let device: UInt64
    /// Unique on the device, and used again after the file is deleted.
    public let inode: UInt64

    /// - Returns: `nil` for a descriptor that is not open.
    public init?(descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    /// The file that a path leads to, through symbolic links.
    /// - Returns: `nil` when there is none.
    public init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    /// The numbers of the device's driver, and of the device among those of that driver (makedev(3)).
    public var deviceNumbers: (major: UInt64, minor: UInt64) {
        ((device >> 8) & 0xfff, (device & 0xff) | ((device >> 12) & 0xfff00))
    }
}
