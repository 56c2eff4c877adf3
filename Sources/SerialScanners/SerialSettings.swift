internal import Glibc

/// How a scanner speaks on its serial line, and what it is told. It must be set to the same.
public struct SerialSettings: Hashable, Sendable {
    /// The bit that shows whether a character changed on its way.
    public enum Parity: Hashable, Sendable {
        case none, even, odd
    }

    /// Whether the scanner may hold up what it is sent.
    public enum FlowControl: Hashable, Sendable {
        case none
        /// By the lines RTS and CTS.
        case rtsCts
    }

    /// What ends a code.
    public enum Terminator: Hashable, Sendable {
        /// CR, LF, Tab or ETX. No ticket code contains one of them, so any of the four ends it.
        case character
        /// Nothing: a code ends when nothing has come for 80 ms. A character that ends codes still does.
        case none
    }

    /// How many bytes a scanner may put before a code, or after it.
    public static let maximumAffixByteCount = 100

    /// The speeds that a line can have, in bits a second, ascending: those of termios(3).
    public static var speeds: [Int] { codes.keys.sorted() }

    static let codes: [Int: speed_t] = [
        300: speed_t(B300), 600: speed_t(B600), 1200: speed_t(B1200), 2400: speed_t(B2400), 4800: speed_t(B4800),
        9600: speed_t(B9600), 19_200: speed_t(B19200), 38_400: speed_t(B38400), 57_600: speed_t(B57600),
        115_200: speed_t(B115200), 230_400: speed_t(B230400), 460_800: speed_t(B460800), 921_600: speed_t(B921600),
    ]

    /// Bits a second; one of ``speeds``. On USB without an adapter any does.
    public var speed: Int
    /// The bit that shows whether a character changed on its way.
    public var parity: Parity
    /// Bits of a character: 7 or 8.
    public var dataBits: Int
    /// Bits after each character: 1 or 2.
    public var stopBits: Int
    /// Whether the scanner may hold up what it is sent.
    public var flowControl: FlowControl
    /// What ends a code.
    public var terminator: Terminator
    /// What the scanner puts before each code; removed where it is there. AIM identifiers (`]Q1`) need no setting.
    public var prefix: String
    /// What the scanner puts after each code; removed where it is there.
    public var suffix: String
    /// How it is told what came of its codes; `nil`: it is not.
    public var signals: ScannerSignals?

    public init(
        speed: Int = 9600, parity: Parity = .none, dataBits: Int = 8, stopBits: Int = 1,
        flowControl: FlowControl = .none, terminator: Terminator = .character, prefix: String = "",
        suffix: String = "", signals: ScannerSignals? = nil
    ) {
        self.speed = speed
        self.parity = parity
        self.dataBits = dataBits
        self.stopBits = stopBits
        self.flowControl = flowControl
        self.terminator = terminator
        self.prefix = prefix
        self.suffix = suffix
        self.signals = signals
    }
}

extension SerialSettings: CustomStringConvertible {
    /// As in manuals of scanners: `9600 baud, 8N1`
    public var description: String {
        let letter =
            switch parity {
            case .none: "N"
            case .even: "E"
            case .odd: "O"
            }
        return "\(speed) baud, \(dataBits)\(letter)\(stopBits)"
    }
}
