public import Devices

/// Joins the reports of one scanner to complete codes. Pure: time comes with the reports.
///
/// A code that has not come to its end is dropped after a second of silence, because half a code may be another code.
/// The AIM identifier that the scanner reports stands before the code, as other scanners send it.
public struct HIDDecoder: Sendable {
    /// A longer code is dropped: no ticket code has so many bytes, see `ScannedText`.
    public static let maximumByteCount = 1024
    static let silenceOfDrop = Duration.seconds(1)

    private enum Code {
        case empty
        case begun(identifier: [UInt8], bytes: [UInt8])
        /// The rest of the current code is ignored, because it is damaged or too long.
        case unwanted
    }

    private let reports: [ScannedDataReport]
    private let prefix: [UInt8]
    private let suffix: [UInt8]
    private var code = Code.empty

    /// When to call ``advance(to:)`` if nothing comes first; `nil`: not needed.
    public private(set) var deadline: ContinuousClock.Instant?

    /// - Parameters:
    ///   - descriptor: the report descriptor of the scanner, as the kernel gives it.
    ///   - prefix: what the scanner puts before each code; removed where it is there.
    ///   - suffix: what it puts after each code; removed where it is there.
    /// - Returns: `nil` when this device sends no codes.
    public init?(reportDescriptor descriptor: [UInt8], prefix: String, suffix: String) {
        reports = ReportDescriptor(parsing: descriptor).map(ScannedDataReport.all) ?? []
        self.prefix = Array(prefix.utf8)
        self.suffix = Array(suffix.utf8)
        if reports.isEmpty { return nil }
    }

    /// Call when nothing has come up to this time.
    public mutating func advance(to instant: ContinuousClock.Instant) -> [HIDEvent] {
        guard let deadline, instant >= deadline else { return [] }
        self.deadline = nil
        defer { code = .empty }
        if case .begun = code { return [.dropped(.incomplete)] }
        return []
    }

    /// Takes the next report, with its number if it has one. Those that carry no code are ignored.
    public mutating func take(_ report: [UInt8], at instant: ContinuousClock.Instant) -> [HIDEvent] {
        var events = advance(to: instant)
        guard let kind = reports.first(where: { $0.number == nil || $0.number == report.first }) else { return events }
        if let event = take(kind.part(of: report), at: instant) { events.append(event) }
        if case .empty = code { deadline = nil } else { deadline = instant + Self.silenceOfDrop }
        return events
    }

    /// - Parameter part: `nil` when it is damaged.
    private mutating func take(_ part: ScannedDataReport.Part?, at instant: ContinuousClock.Instant) -> HIDEvent? {
        guard let part else {
            defer { code = .unwanted }
            if case .unwanted = code { return nil }
            return .dropped(.damaged)
        }
        let (identifier, bytes): ([UInt8], [UInt8])
        switch code {
        case .unwanted:
            if !part.continues { code = .empty }
            return nil
        case .empty: (identifier, bytes) = (part.identifier, part.bytes)
        case .begun(let first, let earlier): (identifier, bytes) = (first, earlier + part.bytes)
        }
        guard bytes.count <= prefix.count + Self.maximumByteCount + suffix.count else {
            code = part.continues ? .unwanted : .empty
            return .dropped(.tooLong)
        }
        code = part.continues ? .begun(identifier: identifier, bytes: bytes) : .empty
        return part.continues ? nil : end(identifier, bytes, at: instant)
    }

    private func end(_ identifier: [UInt8], _ bytes: [UInt8], at instant: ContinuousClock.Instant) -> HIDEvent? {
        var text = bytes[...]
        if text.starts(with: prefix) { text = text.dropFirst(prefix.count) }
        if text.reversed().starts(with: suffix.reversed()) { text = text.dropLast(suffix.count) }
        guard !text.isEmpty else { return nil }
        guard text.count <= Self.maximumByteCount else { return .dropped(.tooLong) }
        // A scanner may be set to send it with the code, too.
        let isNew = Self.isIdentifier(identifier) && !text.starts(with: identifier)
        return .code(bytes: isNew ? identifier + Array(text) : Array(text), arrived: instant)
    }

    /// `]`, a letter, and a letter or a digit; ISO/IEC 15424. Scanners that know none send other bytes, mostly zeros.
    private static func isIdentifier(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 3, bytes[0] == UInt8(ascii: "]") else { return false }
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return letters.contains(bytes[1] | 0x20) && (letters.contains(bytes[2] | 0x20) || digits.contains(bytes[2]))
    }
}
