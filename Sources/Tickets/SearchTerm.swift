/// What staff find a ticket by, when its code cannot be read, besides its reference and its order.
public enum SearchTerm: String, Codable, Sendable, CaseIterable {
    /// The holder's name.
    case name
    /// The first ``codeLength`` characters of the code.
    case code
    /// The company that the holder is from.
    case company
    /// An e-mail address of the holder, or of who ordered the ticket.
    case email

    /// The characters of a code that are searched for: enough that nobody tries them at a door.
    public static let codeLength = 8
    /// Codes that are found by their beginning have as many characters or more, so that the rest is as hard to guess as
    /// another code.
    public static let shortestCode = 24

    /// Those that an organizer has to ask for.
    public static let optional: [SearchTerm] = [.code, .company, .email]

    /// Whether a text is enough to search for a name: three letters, or one of a script in which two are a whole name (Han,
    /// kana, Hangul). Fewer would find half of the guests, and people could browse.
    public static func isEnoughOfName(_ text: String) -> Bool {
        text.count(where: \.isLetter) >= 3 || text.unicodeScalars.contains(where: \.isIdeographOrSyllable)
    }
}

extension Unicode.Scalar {
    /// A letter of Han, kana or Hangul. Names in them have few letters, and often no space between their parts.
    public var isIdeographOrSyllable: Bool {
        switch value {
        case 0x1100...0x11FF, 0x3041...0x30FF, 0x3130...0x318F, 0x31F0...0x31FF, 0xAC00...0xD7FF, 0xFF66...0xFFDC: true
        default: properties.isIdeographic
        }
    }
}
