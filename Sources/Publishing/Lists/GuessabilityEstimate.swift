internal import Foundation

/// Estimates how hard the codes of a list are to guess, from all of them and without keeping any.
///
/// Codes are grouped by the classes of characters they use, so that counters cannot hide among random codes. Within a
/// group, the estimate of a code is the sum over its positions: log2 of the number of characters used there, 0 where
/// all codes are equal (prefixes, zeros in front of a counter). Positions are counted once from the front and once from
/// the back, and the lower sum is taken; otherwise a counter of varying length would make everything after it look
/// random. A small group gets more, by log2 of how rare it is: a random code that happens to have no digit is not weak.
///
/// It is only an estimate. It finds counters, dates and short codes; it cannot see that letters came from a bad
/// generator.
/// See docs/decisions/018-guessable-codes.md.
struct GuessabilityEstimate {
    /// Bits that both promises of a list need: names stay sealed, and a keyed hash cannot be searched.
    static let requiredBits = 80.0

    private var groups: [CodeAlphabet: Group] = [:]
    private var count = 0

    /// - Parameters:
    ///   - place: the line or row of the code in its source.
    ///   - name: what people find it by there: `line 17`.
    mutating func add(_ code: String, at place: Int, named name: @autoclosure () -> String) {
        let alphabet = code.utf8.reduce(into: CodeAlphabet()) { $0.formUnion(CodeAlphabet($1)) }
        groups[alphabet, default: Group(alphabet: alphabet, firstPlace: place, firstName: name())].add(code.utf8)
        count += 1
    }

    /// The estimate in bits for the weakest codes, and what the first of them is found by; `nil` without codes.
    var weakest: (bits: Double, place: String)? {
        groups.values.map { (bits: $0.bits + log2(Double(count) / Double($0.count)), group: $0) }
            .min { ($0.bits, $0.group.firstPlace) < ($1.bits, $1.group.firstPlace) }
            .map { ($0.bits, $0.group.firstName) }
    }

    /// The codes that use the same classes of characters. The shortest is taken for all.
    private struct Group {
        /// With fewer codes, a position that is equal in all says nothing.
        private static let fewestToCompare = 3
        /// With fewer codes, a position has not shown all its characters.
        private static let fewestToShow = 32

        let alphabet: CodeAlphabet
        let firstPlace: Int
        let firstName: String
        private(set) var count = 0
        private var shortest = Int.max
        private var front: [Position] = []
        private var back: [Position] = []
        /// The lowest estimate of a code by itself: repeated characters count once.
        private var bitsAlone = Double.infinity

        init(alphabet: CodeAlphabet, firstPlace: Int, firstName: String) {
            self.alphabet = alphabet
            self.firstPlace = firstPlace
            self.firstName = firstName
        }

        var bits: Double {
            guard count >= Self.fewestToCompare else { return bitsAlone }
            return min(sum(front), sum(back))
        }

        private func sum(_ positions: [Position]) -> Double {
            positions.prefix(shortest).reduce(0) { sum, position in
                guard position.varies else { return sum }
                return sum + (count >= Self.fewestToShow ? position.alphabet.bits : alphabet.bits)
            }
        }

        mutating func add(_ code: String.UTF8View) {
            count += 1
            shortest = min(shortest, code.count)
            for (index, character) in code.enumerated() { Self.note(character, at: index, of: &front) }
            for (index, character) in code.reversed().enumerated() { Self.note(character, at: index, of: &back) }
            if count < Self.fewestToCompare {
                let repetitions = zip(code, code.dropFirst()).count { $0 == $1 }
                bitsAlone = min(bitsAlone, Double(code.count - repetitions) * alphabet.bits)
            }
        }

        private static func note(_ character: UInt8, at index: Int, of positions: inout [Position]) {
            if index == positions.count {
                positions.append(Position(first: character))
            } else {
                positions[index].note(character)
            }
        }
    }

    private struct Position {
        let first: UInt8
        private(set) var alphabet: CodeAlphabet
        private(set) var varies = false

        init(first: UInt8) {
            self.first = first
            alphabet = CodeAlphabet(first)
        }

        mutating func note(_ character: UInt8) {
            if character != first { varies = true }
            alphabet.formUnion(CodeAlphabet(character))
        }
    }
}

/// The classes of characters seen.
struct CodeAlphabet: OptionSet, Hashable {
    let rawValue: UInt8

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init(_ character: UInt8) {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digits
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self = .lowerHexadecimal
        case UInt8(ascii: "g")...UInt8(ascii: "z"): self = .lowerRest
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self = .upperHexadecimal
        case UInt8(ascii: "G")...UInt8(ascii: "Z"): self = .upperRest
        default: self = .other
        }
    }

    static let digits = CodeAlphabet(rawValue: 1)
    static let lowerHexadecimal = CodeAlphabet(rawValue: 2)
    static let lowerRest = CodeAlphabet(rawValue: 4)
    static let upperHexadecimal = CodeAlphabet(rawValue: 8)
    static let upperRest = CodeAlphabet(rawValue: 16)
    /// Punctuation separates more often than it varies.
    static let other = CodeAlphabet(rawValue: 32)

    private static let sizes: [(CodeAlphabet, Double)] = [
        (.digits, 10), (.lowerHexadecimal, 6), (.lowerRest, 20), (.upperHexadecimal, 6), (.upperRest, 20),
        (.other, 2),
    ]

    /// Of one character.
    var bits: Double {
        log2(Self.sizes.reduce(0) { $0 + (contains($1.0) ? $1.1 : 0) })
    }
}
