internal import Tickets

/// A reference or an order's code as somebody typed it, prepared to be compared with many. Only letters and digits count,
/// whatever their case, accents and width: nobody at a door knows whether `R-1050` has a hyphen or a space.
public struct ReferenceQuery: Sendable {
    /// Letters and digits from which on a beginning finds something: with one, people could go through half of a list.
    public static let fewestCharacters = 2

    /// In UTF-8.
    private let folded: [UInt8]
    private let findsBeginnings: Bool

    /// - Returns: `nil` for a text without letters and digits, and for one that is longer than any reference.
    public init?(_ text: String) {
        folded = Self.folded(text)
        guard (1...InstalledManifest.longestText).contains(folded.count) else { return nil }
        findsBeginnings = String(decoding: folded, as: UTF8.self).count >= Self.fewestCharacters
    }

    /// Whether this is a reference, or the beginning of one.
    public func matches(_ reference: String) -> Bool { match(reference) != nil }

    /// A number that only the ticketing server uses (`String.referenceForPeople`) has to be whole: beginnings end before it.
    func match(_ reference: String) -> NameMatch? {
        let whole = Self.folded(reference)
        if whole == folded { return .exact }
        let hasSuffix = reference.utf8.contains(UInt8(ascii: "#"))
        let known = hasSuffix ? Self.folded(reference.referenceForPeople) : whole
        if known == folded { return .exact }
        return findsBeginnings && known.starts(with: folded) ? .beginning : nil
    }

    /// A pattern of LIKE that is true for each reference in ASCII that matches and begins with a letter or digit, and false for
    /// most others, so that SQLite rules them out; `nil` when none in ASCII matches.
    var pattern: String? {
        guard folded.allSatisfy({ $0 < 0x80 }) else { return nil }
        return folded.map { "\(Character(Unicode.Scalar($0)))%" }.joined()
    }

    private static func folded(_ text: String) -> [UInt8] {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return Array(SearchName.folded(text).filter { $0.isLetter || $0.isNumber }.utf8)
        }
        return text.utf8.compactMap { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): byte
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            default: nil
            }
        }
    }
}
