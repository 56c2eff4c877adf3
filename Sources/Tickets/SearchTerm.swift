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
}
