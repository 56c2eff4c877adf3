// The guests of small events, to choose from without typing.

/// Asks for a part of the guest list.
public struct GuestsRequest: Hashable, Sendable {
    /// Place of the first guest that is wanted, from 0.
    public var from: Int
    /// In whose alphabet the names are sorted: `de`.
    public var language: String

    /// More guests than these are no list for a finger.
    public static let most = 2000
    /// How many come in one answer.
    public static let pageSize = 100

    public init(from: Int, language: String) {
        self.from = from
        self.language = language
    }
}

/// A part of the guest list.
public struct GuestsAnswer: Codable, Hashable, Sendable {
    /// Where the names of one first letter begin.
    public struct Initial: Codable, Hashable, Sendable {
        /// A capital without an accent; `#` for names that begin with no letter, `–` for tickets without a name.
        public var letter: String
        /// Place of the first of them in the whole list, from 0.
        public var at: Int

        public init(letter: String, at: Int) {
            self.letter = letter
            self.at = at
        }
    }

    /// Of the whole list, in its order; only letters that there are.
    public var letters: [Initial]
    /// How many tickets the whole list has.
    public var count: Int
    /// Place of the first of ``hits`` in it, from 0.
    public var from: Int
    /// At most ``GuestsRequest/pageSize`` tickets, in the order of their names.
    public var hits: [SearchAnswer.Hit]

    public init(letters: [Initial], count: Int, from: Int, hits: [SearchAnswer.Hit]) {
        self.letters = letters
        self.count = count
        self.from = from
        self.hits = hits
    }
}
