internal import Foundation

/// Estimates how hard the codes of a list are to guess, from all of them and without keeping any.
///
/// A code is worth the sum of its positions: log2 of the alphabet that the list uses in that position, nothing where
/// all codes are equal (prefixes, zeros in front of a counter). Positions count once from the front and once from the
/// back, and the lower sum is taken, or a counter of varying length would make everything behind it look random.
///
/// The weakest code decides. Codes are grouped by the alphabet each keeps to, and the shortest of a group stands for it:
/// a few counters hide among random codes in no other way. A group that is small is worth more by log2 of how rare it
/// is, so that a random code without any digit does not count as weak.
///
/// It is an estimate. It sees counters, dates and short codes; it cannot see that letters came from a bad generator.
struct CodeSpace {
    /// What both promises of a list need: that names stay sealed, and that a keyed hash cannot be searched.
    static let requiredBits = 80.0

    private var front: [Position] = []
    private var back: [Position] = []
    private var groups: [Alphabet: Group] = [:]
    private var count = 0
    /// The weakest of the first codes, each by itself.
    private var bitsAlone = Double.infinity

    /// The codes that keep to an alphabet.
    private struct Group {
        var count = 0
        var shortest = Int.max

        mutating func note(length: Int) {
            count += 1
            shortest = min(shortest, length)
        }
    }

    /// Below this many codes it is no news that a position is equal in all.
    private static let fewestToCompare = 3

    mutating func add(_ code: String) {
        count += 1
        var own = Alphabet()
        for (index, character) in code.utf8.enumerated() {
            own.formUnion(Alphabet(character))
            Self.note(character, at: index, of: &front)
        }
        for (index, character) in code.utf8.reversed().enumerated() { Self.note(character, at: index, of: &back) }
        let length = code.utf8.count
        groups[own, default: Group()].note(length: length)
        if count < Self.fewestToCompare { bitsAlone = min(bitsAlone, Self.bits(of: code, alphabet: own)) }
    }

    /// Of the weakest code; infinite without codes.
    var bits: Double {
        guard count >= Self.fewestToCompare else { return bitsAlone }
        return groups.map { alphabet, group in
            let sums = [front, back].map { positions in
                positions.prefix(group.shortest).reduce(0) { $0 + min($1.bits, alphabet.bits) }
            }
            return (sums.min() ?? 0) + log2(Double(count) / Double(group.count))
        }.min() ?? .infinity
    }

    private static func note(_ character: UInt8, at index: Int, of positions: inout [Position]) {
        if index < positions.count {
            positions[index].note(character)
        } else {
            positions.append(Position(first: character, alphabet: Alphabet(character)))
        }
    }

    /// Of a code that nothing can be compared with: repeated characters count once.
    private static func bits(of code: String, alphabet: Alphabet) -> Double {
        let characters = Array(code.utf8)
        let repetitions = zip(characters, characters.dropFirst()).count { $0 == $1 }
        return Double(characters.count - repetitions) * alphabet.bits
    }

    private struct Position {
        let first: UInt8
        var alphabet: Alphabet
        var varies = false

        var bits: Double { varies ? alphabet.bits : 0 }

        mutating func note(_ character: UInt8) {
            if character != first { varies = true }
            alphabet.formUnion(Alphabet(character))
        }
    }

    /// The classes of characters seen.
    private struct Alphabet: OptionSet, Hashable {
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

        static let digits = Alphabet(rawValue: 1)
        static let lowerHexadecimal = Alphabet(rawValue: 2)
        static let lowerRest = Alphabet(rawValue: 4)
        static let upperHexadecimal = Alphabet(rawValue: 8)
        static let upperRest = Alphabet(rawValue: 16)
        /// Punctuation separates more often than it varies.
        static let other = Alphabet(rawValue: 32)

        private static let sizes: [(Alphabet, Double)] = [
            (.digits, 10), (.lowerHexadecimal, 6), (.lowerRest, 20), (.upperHexadecimal, 6), (.upperRest, 20),
            (.other, 2),
        ]

        /// Of one character.
        var bits: Double {
            log2(Self.sizes.reduce(0) { $0 + (contains($1.0) ? $1.1 : 0) })
        }
    }
}
