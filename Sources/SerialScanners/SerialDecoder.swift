public import Devices

/// Splits what comes from one scanner into complete codes. Pure: time comes with the bytes.
///
/// CR, LF, Tab and ETX end a code; CR followed by LF leaves an empty line, which is ignored. STX begins one. A code
/// without an end is dropped after a second of silence, because half a code may be another code. A scanner that never
/// sends an end is configured with ``SerialSettings/Terminator`` `none`: its codes end with 80 ms of silence.
public struct SerialDecoder: Sendable {
    /// A longer code is dropped: no ticket code has so many bytes, see `ScannedText`.
    public static let maximumByteCount = 1024
    static let silenceOfDrop = Duration.seconds(1)
    static let silenceOfEnd = Duration.milliseconds(80)

    private enum Line {
        case empty
        case text([UInt8])
        /// The rest of the current code is ignored, because it is damaged or too long.
        case unwanted
        /// So many bytes of an answer to a signal are still to come.
        case answer(byteCount: Int)
    }

    private let prefix: [UInt8]
    private let suffix: [UInt8]
    private let endsWithSilence: Bool
    private let isAnswered: Bool
    private var line = Line.empty

    /// When to call ``advance(to:)`` if nothing comes first; `nil`: not needed.
    public private(set) var deadline: ContinuousClock.Instant?

    public init(_ settings: SerialSettings) {
        prefix = Array(settings.prefix.utf8)
        suffix = Array(settings.suffix.utf8)
        endsWithSilence = settings.terminator == .none
        isAnswered = settings.signals?.isAnswered ?? false
    }

    private var silence: Duration { endsWithSilence ? Self.silenceOfEnd : Self.silenceOfDrop }

    /// Call when nothing has come up to this time.
    public mutating func advance(to instant: ContinuousClock.Instant) -> [SerialEvent] {
        guard let deadline, instant >= deadline else { return [] }
        self.deadline = nil
        if endsWithSilence { return end(at: deadline - silence).map { [$0] } ?? [] }
        defer { line = .empty }
        return isText ? [.dropped(.noTerminator)] : []
    }

    /// Takes the next bytes; silence before them is recognised by their time.
    public mutating func take(_ bytes: [UInt8], at instant: ContinuousClock.Instant) -> [SerialEvent] {
        var events = advance(to: instant)
        for byte in bytes {
            if let event = take(byte, at: instant) { events.append(event) }
        }
        if case .empty = line { deadline = nil } else { deadline = instant + silence }
        return events
    }

    private mutating func take(_ byte: UInt8, at instant: ContinuousClock.Instant) -> SerialEvent? {
        switch (byte, line) {
        case (_, .answer(let byteCount)):
            line = byteCount > 1 ? .answer(byteCount: byteCount - 1) : .empty
            return nil
        case (Control.carriageReturn, _), (Control.lineFeed, _), (Control.tab, _), (Control.endOfText, _):
            return end(at: instant)
        case (Control.startOfText, _):
            defer { line = .empty }
            return isText ? .dropped(.noTerminator) : nil
        case (Control.null, .unwanted):
            return nil
        case (Control.null, _):
            line = .unwanted
            return .dropped(.damaged)
        case (Control.packetLengths, .empty) where isAnswered:
            // The length counts itself, but not the checksum of two bytes.
            line = .answer(byteCount: Int(byte) + 1)
            return nil
        default:
            return append(byte)
        }
    }

    private var isText: Bool { if case .text = line { true } else { false } }

    private mutating func append(_ byte: UInt8) -> SerialEvent? {
        var text: [UInt8]
        switch line {
        case .unwanted, .answer: return nil
        case .empty: text = []
        case .text(let earlier): text = earlier
        }
        // Without this, the copy in `line` would force a copy of the text at every byte.
        line = .empty
        text.append(byte)
        line = .text(text)
        guard text.count > prefix.count + Self.maximumByteCount + suffix.count else { return nil }
        line = .unwanted
        return .dropped(.tooLong)
    }

    private mutating func end(at instant: ContinuousClock.Instant) -> SerialEvent? {
        defer { line = .empty }
        guard case .text(let text) = line else { return nil }
        var code = text[...]
        if code.starts(with: prefix) { code = code.dropFirst(prefix.count) }
        if code.reversed().starts(with: suffix.reversed()) { code = code.dropLast(suffix.count) }
        guard !code.isEmpty else { return nil }
        guard code.count <= Self.maximumByteCount else { return .dropped(.tooLong) }
        return .code(bytes: Array(code), arrived: instant)
    }
}

/// Bytes that mean something between codes; ISO 646.
private enum Control {
    /// Linux gives it for a byte with a wrong parity or without its stop bit (termios(3), `INPCK` without `PARMRK`).
    static let null: UInt8 = 0x00
    static let startOfText: UInt8 = 0x02
    static let endOfText: UInt8 = 0x03
    /// The first byte of an answer of SSI. No code begins with one of these.
    static let packetLengths: ClosedRange<UInt8> = 0x04...0x08
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
}
