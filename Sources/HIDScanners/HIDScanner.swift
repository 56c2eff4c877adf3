// HIDScanners: scanners with a HID-POS interface, which type nothing: their reports in, codes out.

internal import CHIDRaw
public import Devices
internal import Glibc
public import Tickets

/// A scanner whose reports the kernel hands on as they are (/dev/hidraw0). It is closed when this value ends.
public struct HIDScanner: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor
    private let decoder: HIDDecoder

    /// Opens the scanner. No other Usher can open it as long: hidraw gives its reports to everybody who asks, and a code
    /// must be judged once (flock(2)).
    /// - Parameters:
    ///   - prefix: what the scanner puts before each code; removed where it is there.
    ///   - suffix: what it puts after each code; removed where it is there.
    /// - Throws: ``DeviceError`` when it cannot be opened, is used, or sends no codes.
    public init(opening path: String, prefix: String = "", suffix: String = "") throws(DeviceError) {
        let descriptor = try OwnedDescriptor(opening: path)
        if flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
            throw DeviceError("open", path, errno: errno == EWOULDBLOCK ? EBUSY : errno)
        }
        guard
            let decoder = HIDDecoder(
                reportDescriptor: try Self.reportDescriptor(of: descriptor), prefix: prefix, suffix: suffix)
        else { throw DeviceError(.unsuitable, "read", path, "its reports hold no codes") }
        self.descriptor = descriptor
        self.decoder = decoder
    }

    private static func reportDescriptor(of device: borrowing OwnedDescriptor) throws(DeviceError) -> [UInt8] {
        var answer = hidraw_report_descriptor()
        let status = unsafe hidraw_report_descriptor(device.number, &answer)
        guard status == 0 else { throw DeviceError("recognise", device.path, errno: -status) }
        let count = min(Int(answer.size), MemoryLayout.size(ofValue: answer.value))
        return unsafe withUnsafeBytes(of: answer.value) { unsafe Array($0.prefix(count)) }
    }

    /// Reports what the scanner sends, on the thread of the caller, until `stop` is raised.
    ///
    /// A code that is incomplete when the device goes away is not reported.
    /// - Parameter handle: called on this thread.
    /// - Throws: ``DeviceError`` when the device fails or is gone.
    public func read(until stop: StopSignal, handle: (HIDEvent) -> Void) throws(DeviceError) {
        var decoder = decoder
        handle(.started)
        while true {
            switch stop.wait(for: descriptor, timeout: decoder.deadline.map { $0 - ContinuousClock.now }) {
            case .stopped: return
            case .timedOut: decoder.advance(to: .now).forEach(handle)
            case .readable: if let report = try waiting() { decoder.take(report, at: .now).forEach(handle) }
            }
        }
    }

    /// The next report; `nil` if none has come. Each read gives one (Documentation/hid/hidraw.rst of the kernel).
    private func waiting() throws(DeviceError) -> [UInt8]? {
        var report = [UInt8](repeating: 0, count: Self.longestReport)
        let count = unsafe Glibc.read(descriptor.number, &report, report.count)
        if count > 0 { return Array(report.prefix(count)) }
        let number = count == 0 ? ENODEV : errno
        if number == EAGAIN || number == EINTR { return nil }
        throw DeviceError("read", descriptor.path, errno: number)
    }

    /// `HID_MAX_BUFFER_SIZE` of linux/hid.h.
    private static let longestReport = 16_384
}
