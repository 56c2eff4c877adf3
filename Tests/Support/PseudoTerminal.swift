internal import Glibc
internal import Tickets

/// A serial line without a device: a test has the scanner's end, and what is tested opens the other; pty(7).
public final class PseudoTerminal: Sendable {
    /// The end to open: `/dev/pts/3`.
    public let path: String
    private let scanner: Int32

    public init() throws {
        scanner = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        var (number, isLocked) = (UInt32(0), Int32(0))
        var attributes = termios()
        // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h, which are macros that Swift does not see.
        guard
            unsafe scanner >= 0 && ioctl(scanner, 0x4004_5431, &isLocked) == 0
                && ioctl(scanner, 0x8004_5430, &number) == 0 && tcgetattr(scanner, &attributes) == 0
        else { throw Fault<Uncoded>("open", "/dev/ptmx", errno: errno) }
        path = "/dev/pts/\(number)"
        // A new terminal echoes.
        unsafe cfmakeraw(&attributes)
        _ = unsafe tcsetattr(scanner, TCSANOW, &attributes)
    }

    deinit { close(scanner) }

    /// Somebody has opened the other end, and closed it again.
    public var wasClosed: Bool {
        var wait = pollfd(fd: scanner, events: 0, revents: 0)
        return unsafe poll(&wait, 1, 0) == 1 && wait.revents & Int16(POLLHUP) != 0
    }

    /// Sends from the scanner's end, never waiting: a few lines always fit.
    public func send(_ text: String) {
        let bytes = Array(text.utf8)
        let count = unsafe write(scanner, bytes, bytes.count)
        precondition(count == bytes.count, "nobody reads the line")
    }

    /// What the scanner has received and was not asked for yet.
    public func received() -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = unsafe read(scanner, &buffer, buffer.count), count > 0 { all += buffer[..<count] }
        return all
    }
}
