// SerialScanners: scanners on a serial line, by RS-232 or USB: bytes in, codes out, and the sound of the verdict back.

public import Devices
internal import Glibc
public import Tickets

/// A serial line with a scanner on it. It is closed when nobody refers to it any more.
///
/// One thread reads it (``read(until:handle:)``); any other may send.
public final class SerialPort: Sendable {
    private let descriptor: OwnedDescriptor
    let settings: SerialSettings

    /// Opens the line and sets it up. What it has received before is discarded.
    ///
    /// From now on no other program can open it, except those of root (ioctl_tty(2), `TIOCEXCL`).
    /// - Throws: ``DeviceError`` when it cannot be opened, or is no serial line.
    public init(opening path: String, _ settings: SerialSettings) throws(DeviceError) {
        let descriptor = try OwnedDescriptor(opening: path)
        try Self.setUp(descriptor, settings)
        self.descriptor = descriptor
        self.settings = settings
    }

    private static func setUp(
        _ line: borrowing OwnedDescriptor, _ settings: SerialSettings
    ) throws(DeviceError) {
        var attributes = termios()
        guard unsafe tcgetattr(line.number, &attributes) == 0 else { throw failure("recognise", line) }
        guard ioctl(line.number, UInt(TIOCEXCL)) == 0 else { throw failure("keep others from", line) }
        unsafe cfmakeraw(&attributes)
        attributes.c_iflag |= tcflag_t(INPCK | IGNBRK)
        attributes.c_cflag = settings.controlFlags
        // Never 0: `codes` has all speeds that settings can have.
        guard unsafe cfsetspeed(&attributes, SerialSettings.codes[settings.speed] ?? 0) == 0,
            unsafe tcsetattr(line.number, TCSANOW, &attributes) == 0, tcflush(line.number, TCIFLUSH) == 0
        else { throw failure("set up", line) }
    }

    private static func failure(_ operation: String, _ line: borrowing OwnedDescriptor) -> DeviceError {
        DeviceError(operation, line.path, errno: errno)
    }

    // MARK: - Reading

    /// What came from the line.
    enum Input {
        /// At least one.
        case bytes([UInt8])
        /// The deadline has passed, and nothing came.
        case quiet
        /// The reader must stop.
        case stopped
    }

    /// Waits for what comes next.
    /// - Parameter deadline: `nil` waits for ever.
    func next(until deadline: ContinuousClock.Instant?, or stop: StopSignal) throws(DeviceError) -> Input {
        while true {
            switch stop.wait(for: descriptor, timeout: deadline.map { $0 - ContinuousClock.now }) {
            case .stopped: return .stopped
            case .timedOut: return .quiet
            case .readable: if let bytes = try waiting() { return .bytes(bytes) }
            }
        }
    }

    /// Up to 1024 bytes that have come; `nil` if none have.
    private func waiting() throws(DeviceError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = unsafe Glibc.read(descriptor.number, &bytes, bytes.count)
        if count > 0 { return Array(bytes.prefix(count)) }
        // A line whose adapter was pulled out has come to its end.
        let number = count == 0 ? ENODEV : errno
        if number == EAGAIN || number == EINTR { return nil }
        throw DeviceError("read", descriptor.path, errno: number)
    }

    // MARK: - Sending

    /// Sends a signal without waiting.
    /// - Returns: whether the line took it. If not, nothing of it is sent, nor of what waited before it: a beep that comes
    ///   late would be taken for that of another ticket.
    public func send(_ signal: ScannerSignals.Signal) -> Bool {
        let bytes = settings.signals?.bytes(of: signal) ?? []
        if unsafe Glibc.write(descriptor.number, bytes, bytes.count) == bytes.count { return true }
        tcflush(descriptor.number, TCOFLUSH)
        return false
    }
}

extension SerialSettings {
    /// termios(3), `c_cflag`, without the speed. The state of a modem is ignored (`CLOCAL`).
    var controlFlags: tcflag_t {
        var flags = tcflag_t(CREAD | CLOCAL) | tcflag_t(dataBits == 7 ? CS7 : CS8)
        switch parity {
        case .none: break
        case .even: flags |= tcflag_t(PARENB)
        case .odd: flags |= tcflag_t(PARENB | PARODD)
        }
        if stopBits == 2 { flags |= tcflag_t(CSTOPB) }
        if flowControl == .rtsCts { flags |= tcflag_t(CRTSCTS) }
        return flags
    }
}
