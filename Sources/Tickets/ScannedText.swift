internal import Foundation

/// The text that a reader delivered, without what readers add: white space around it, a leading AIM symbology
/// identifier (`]Q1`, ISO/IEC 15424) and ECI prefix (`\000026`).
public enum ScannedText: Hashable, Sendable {
    /// A text to be looked up in the lists.
    case ticket(TicketCode)
    /// It can be no ticket and clearly is something else: the steward gets a hint, and there is no verdict.
    case notATicket(OtherContent)
    /// It can be no ticket: the verdict is `invalid`.
    case malformed(Malformation)

    /// Why a text can be no ticket.
    public enum Malformation: Hashable, Sendable {
        case empty
        /// More than ``ScannedText/maximumByteCount`` bytes.
        case tooLong
        case notUTF8
        /// A character of Unicode category Cc inside.
        case controlCharacter
    }

    /// A code has at most this many bytes after stripping.
    public static let maximumByteCount = 1024

    /// Never fails: any text is one of the three cases.
    public init(parsing text: String) {
        self.init(parsing: text.utf8)
    }

    /// Reads no further into `bytes` than it must: a text of 10 MB is refused at its 1,025th byte.
    public init(parsing bytes: some Collection<UInt8>) {
        let stripped = Self.withoutReaderPrefix(bytes.drop(while: Self.isAround))
        let beginning = Array(stripped.prefix(Self.maximumByteCount))
        let isTooLong = !stripped.dropFirst(Self.maximumByteCount).allSatisfy(Self.isAround)
        let body = isTooLong ? beginning[...] : Self.withoutTrailing(beginning[...])
        let fault: Malformation
        switch String(validating: body, as: UTF8.self) {
        case _ where isTooLong: fault = .tooLong
        case nil: fault = .notUTF8
        case let text? where text.isEmpty: fault = .empty
        case let text? where text.unicodeScalars.contains { $0.properties.generalCategory == .control }:
            fault = .controlCharacter
        case let text?:
            // Lists have the same form, whatever program has written them.
            let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
            self = .ticket(TicketCode(isPlain ? text : text.precomposedStringWithCanonicalMapping))
            return
        }
        // Contact cards have line ends and links may be long: neither is a bad ticket.
        let other = OtherContent(lookingAt: String(decoding: body, as: UTF8.self))
        self = other.map(Self.notATicket) ?? .malformed(fault)
    }

    /// `]`, a letter and a modifier; then `\` and the six digits of an extended channel interpretation.
    private static func withoutReaderPrefix<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        var rest = bytes[...]
        let identifier = Array(rest.prefix(3))
        if identifier.count == 3, identifier[0] == UInt8(ascii: "]"), identifier[1].isASCIILetter,
            identifier[2].isASCIILetter || identifier[2].isASCIIDigit
        {
            rest = rest.dropFirst(3)
        }
        let interpretation = Array(rest.prefix(7))
        if interpretation.count == 7, interpretation[0] == UInt8(ascii: "\\"),
            interpretation[1...].allSatisfy(\.isASCIIDigit)
        {
            rest = rest.dropFirst(7)
        }
        return rest.drop(while: isAround)
    }

    private static func withoutTrailing(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = bytes.lastIndex { !isAround($0) }
        return end.map { bytes[...$0] } ?? []
    }

    /// ASCII white space, and the STX and ETX that some scanners frame a code with.
    private static func isAround(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x02, 0x03, 0x09...0x0D, 0x20: true
        default: false
        }
    }
}

extension UInt8 {
    fileprivate var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
