internal import Glibc
public import Tickets

/// Why a device could not be opened or read.
public typealias DeviceError = Fault<DeviceFailure>

/// The kinds of ``DeviceError``, for programs.
public enum DeviceFailure: FaultCode {
    /// Unplugged, suspended, or never there: the normal end of a session with it.
    case gone
    /// This user may not open it.
    case denied
    /// Another program uses it.
    case busy
    /// It is another kind of device, or lacks what is needed.
    case unsuitable
    /// Any other error of the system.
    case failed
}

extension DeviceError {
    /// The file's mode allows it, but systemd's DevicePolicy or a container's device list does not.
    static var notGivenHint: String {
        "The service or container is not given this device: see DeviceAllow in systemd.resource-control(5)."
    }

    /// An error of a system call on a device file; errno(3).
    public init(_ operation: String, _ subject: String, errno number: Int32) {
        let (code, hint): (Code, String?) =
            switch number {
            case ENODEV, ENXIO, ENOENT, EIO: (.gone, "Plug it in again.")
            case EACCES: (.denied, "Add the user to the group of the device file, or install the udev rules.")
            case EPERM: (.denied, Self.notGivenHint)
            case EBUSY: (.busy, "Close the other program that uses it.")
            case ENOTTY, EINVAL: (.unsuitable, nil)
            default: (.failed, nil)
            }
        self.init(
            code, operation, subject, unsafe String(cString: strerror(number)),
            hint: hint, errno: number)
    }
}
