/// What a scanner is sent so that it beeps as the verdict is.
///
/// The makers' bytes are from their public manuals, each named below with its page. None of them was tried on a device.
public struct ScannerSignals: Hashable, Sendable {
    /// What came of a code.
    public enum Signal: Hashable, Sendable {
        /// The guest may pass.
        case good
        /// The guest has to wait.
        case bad
    }

    /// How many bytes a signal may have.
    public static let maximumByteCount = 64

    /// Sent for ``Signal/good``; empty: nothing is sent.
    public var good: [UInt8]
    /// Sent for ``Signal/bad``; empty: nothing is sent.
    public var bad: [UInt8]
    /// It answers each signal with a packet of Zebra's SSI, which is no code.
    public var isAnswered: Bool

    public init(good: [UInt8], bad: [UInt8], isAnswered: Bool = false) {
        self.good = good
        self.bad = bad
        self.isAnswered = isAnswered
    }

    func bytes(of signal: Signal) -> [UInt8] {
        switch signal {
        case .good: good
        case .bad: bad
        }
    }
}

extension ScannerSignals {
    /// `ESC 7 ,` for a code on file; `ESC 8 ,` twice for one that is not.
    ///
    /// The scanner must be set to Host ACK. It then is silent after a code and reads no other until it is told, or until
    /// 10 s are over.
    ///
    /// Xenon XP 1950g User Guide, p. 79, Host Acknowledgment. The same in those of Xenon 1900 (p. 3-38), Voyager 1602g
    /// (p. 65) and Voyager XP 1470g (p. 70).
    public static let honeywell = ScannerSignals(
        good: [0x1B, 0x37, 0x2C], bad: [0x1B, 0x38, 0x2C, 0x1B, 0x38, 0x2C])

    /// The command BEEP (E6) with the beep codes 01, two short high, and 06, two short low. One short high is the
    /// scanner's own beep for each code that it can read.
    ///
    /// The scanner must be set to SSI (on USB: SSI over CDC) and to send its codes without packets. A packet is its
    /// length without the checksum, the command, 04 for the host, a status, data, and the two's complement of the sum
    /// of all these.
    ///
    /// Commands: DS9908 Product Reference Guide, p. 245. Packets: DS2208 Product Reference Guide, p. 7-8. Codes without
    /// packets: DS8108 Product Reference Guide, p. 5-5. Beep codes: MK1000 MicroKiosk Product Reference Guide, p. 5-16.
    public static let zebra = ScannerSignals(
        good: [0x05, 0xE6, 0x04, 0x00, 0x01, 0xFF, 0x10], bad: [0x05, 0xE6, 0x04, 0x00, 0x06, 0xFF, 0x0B],
        isAnswered: true)

    /// SOH, which beeps as for a good read whatever is set; `F`, the beeps for what is not on file, and then `E`, because
    /// `F` switches some models off.
    ///
    /// Magellan 800i Product Reference Guide, p. 153, RS-232 and USB COM. Without the need for `E` in those of Magellan
    /// 9300i (p. 469) and 9800i (p. 411). For hand scanners no manual was found that has both.
    public static let datalogic = ScannerSignals(good: [0x01], bad: [0x46, 0x45])
}
