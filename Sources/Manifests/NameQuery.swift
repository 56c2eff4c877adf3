internal import Tickets

/// How well a name or a reference fits what was searched for, the best first.
enum NameMatch: Int, CaseIterable, Sendable {
    /// Each typed word is a word of the name.
    case exact
    /// Each typed word is the beginning of one, or in a script without spaces, a part.
    case beginning
    /// Each is one or the beginning of one, except for typing errors.
    case similar
}

/// A name as somebody typed it, prepared to be compared with many.
struct NameQuery {
    private let words: [Word]

    /// - Returns: `nil` with too few letters (`SearchTerm.isEnoughOfName`).
    init?(_ text: String) {
        let folded = SearchName.folded(text)
        guard SearchTerm.isEnoughOfName(folded) else { return nil }
        words = Self.words(of: folded)
    }

    /// - Parameter folded: a name without accents and capitals.
    func match(_ folded: String) -> NameMatch? {
        let own = Self.words(of: folded)
        var worst = NameMatch.exact
        for word in words {
            let ofWords = own.lazy.compactMap { word.match($0) }.min { $0.rawValue < $1.rawValue }
            guard let best = ofWords ?? word.match(joined: own) else { return nil }
            if best.rawValue > worst.rawValue { worst = best }
        }
        return worst
    }

    private static let separators: [Unicode.Scalar] = [" ", "-", "'", "’", ",", "."]

    private static func words(of folded: String) -> [Word] {
        folded.unicodeScalars.split { separators.contains($0) }.map { Word(letters: $0.map(letter)) }
    }

    /// Hiragana stands for katakana: people type either.
    private static func letter(_ scalar: Unicode.Scalar) -> UInt32 {
        (0x30A1...0x30F6).contains(scalar.value) ? scalar.value - 0x60 : scalar.value
    }

    struct Word {
        let letters: [UInt32]
        /// A bit for each letter; letters whose numbers differ by a multiple of 64 share one.
        private let set: UInt64

        init(letters: [UInt32]) {
            self.letters = letters
            set = letters.reduce(0) { $0 | 1 << UInt64($1 % 64) }
        }

        /// Typing errors that are forgiven. In short words they would make another word.
        var tolerance: Int {
            switch letters.count {
            case ..<4: 0
            case ...7: 1
            default: 2
            }
        }

        func match(_ name: Word) -> NameMatch? {
            if name.letters.starts(with: letters) { return name.letters.count == letters.count ? .exact : .beginning }
            let tolerance = tolerance
            // Each letter that the name does not have is an error: nearly all names are ruled out here.
            guard tolerance > 0, (set & ~name.set).nonzeroBitCount <= tolerance else { return nil }
            let lengths = letters.count - tolerance...letters.count + tolerance
            let isSimilar = lengths.contains { length in
                length <= name.letters.count
                    && TypingDistance.isWithin(tolerance, letters[...], name.letters.prefix(length))
            }
            return isSimilar ? .similar : nil
        }

        /// A word of Han, kana or Hangul as a part of a whole name: whether there is a space in it is a matter of taste.
        func match(joined words: [Word]) -> NameMatch? {
            guard letters.contains(where: { Unicode.Scalar($0)?.isIdeographOrSyllable == true }) else { return nil }
            let name = words.flatMap(\.letters)
            if name == letters { return .exact }
            return name.contains(letters) ? .beginning : nil
        }
    }
}

/// The distance of Damerau and Levenshtein in its restricted form: letters left out, added or mistaken, or two
/// neighbours exchanged.
enum TypingDistance {
    static func isWithin(_ limit: Int, _ left: ArraySlice<UInt32>, _ right: ArraySlice<UInt32>) -> Bool {
        guard abs(left.count - right.count) <= limit else { return false }
        let (left, right) = (Array(left), Array(right))
        var before: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in right.indices {
                let isSame = left[row] == right[column]
                var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            guard current.min() ?? 0 <= limit else { return false }
            (before, last) = (last, current)
        }
        return last[right.count] <= limit
    }
}
