/// The field of 256 elements in which codewords are added and multiplied (ISO/IEC 18004:2015, 7.5.2).
struct GaloisField {
    static let shared = GaloisField()

    /// All powers twice in a row, so that sums of two logarithms need no remainder.
    private let powers: [UInt8]
    private let logarithms: [Int]

    private init() {
        var (powers, logarithms) = ([UInt8](), [Int](repeating: 0, count: 256))
        var power = 1
        for exponent in 0..<255 {
            powers.append(UInt8(power))
            logarithms[power] = exponent
            power <<= 1
            if power > 255 { power ^= 0x11D }
        }
        self.powers = powers + powers
        self.logarithms = logarithms
    }

    /// - Parameter exponent: 0 to 509.
    @inline(__always) func power(_ exponent: Int) -> UInt8 { powers[exponent] }

    @inline(__always) func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        a == 0 || b == 0 ? 0 : powers[logarithms[Int(a)] + logarithms[Int(b)]]
    }

    /// - Precondition: `b` is not 0.
    @inline(__always) func quotient(_ a: UInt8, _ b: UInt8) -> UInt8 {
        a == 0 ? 0 : powers[logarithms[Int(a)] + 255 - logarithms[Int(b)]]
    }

    /// - Parameter polynomial: its coefficients, the constant first.
    func value(of polynomial: [UInt8], at place: UInt8) -> UInt8 {
        polynomial.reversed().reduce(0) { product($0, place) ^ $1 }
    }

    func product(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: a.count + b.count - 1)
        for left in a.indices where a[left] != 0 {
            for right in b.indices { result[left + right] ^= product(a[left], b[right]) }
        }
        return result
    }
}

/// Corrects one block of codewords (ISO/IEC 18004:2015, 7.5; with the algorithms of Berlekamp, Massey and Forney).
///
/// Unlike zbar it makes use of erasures: a codeword that is known to be doubtful costs one codeword of parity, a wrong
/// one that is not known costs two.
struct ReedSolomon {
    /// How many codewords of a block are parity.
    let parity: Int
    private let field = GaloisField.shared

    /// - Parameters:
    ///   - doubtful: positions in the block of codewords that are treated as erasures.
    ///   - spare: codewords of parity that must stay unused, so that a wrong correction by chance is unlikely.
    /// - Returns: the corrected codewords, or `nil` if too many are wrong.
    func corrected(_ words: [UInt8], doubtful: [Int], spare: Int) -> [UInt8]? {
        let syndromes = syndromes(words)
        if syndromes.allSatisfy({ $0 == 0 }) { return words }
        // The locator of a codeword is the power of its distance from the end.
        var locator: [UInt8] = [1]
        for place in doubtful { locator = field.product(locator, [1, field.power(words.count - 1 - place)]) }
        locator = errorLocator(syndromes, erasures: locator)
        let wrong = locator.count - 1 - doubtful.count
        guard wrong >= 0, doubtful.count + 2 * wrong + spare <= parity else { return nil }
        let evaluator = Array(field.product(syndromes, locator).prefix(parity))
        var (result, roots) = (words, 0)
        for place in words.indices {
            let distance = words.count - 1 - place
            let inverse = field.power((255 - distance) % 255)
            guard field.value(of: locator, at: inverse) == 0 else { continue }
            roots += 1
            // The formal derivative: in this field only the odd powers are left.
            let slope = field.value(
                of: locator.indices.dropFirst().map { $0 % 2 == 1 ? locator[$0] : 0 }, at: inverse)
            guard slope != 0 else { return nil }
            let share = field.quotient(field.value(of: evaluator, at: inverse), slope)
            result[place] ^= field.product(share, field.power(distance))
        }
        guard roots == locator.count - 1, self.syndromes(result).allSatisfy({ $0 == 0 }) else { return nil }
        return result
    }

    /// The value of the block at each root of the generator; all 0 when nothing is wrong.
    private func syndromes(_ words: [UInt8]) -> [UInt8] {
        (0..<parity).map { root in
            let place = field.power(root)
            return words.reduce(0) { field.product($0, place) ^ $1 }
        }
    }

    /// The shortest polynomial whose roots explain the syndromes, with the given erasures among them.
    private func errorLocator(_ syndromes: [UInt8], erasures: [UInt8]) -> [UInt8] {
        let known = erasures.count - 1
        var (locator, before) = (erasures, erasures)
        var length = known
        for step in known..<parity {
            var discrepancy: UInt8 = 0
            for index in 0..<min(locator.count, step + 1) {
                discrepancy ^= field.product(locator[index], syndromes[step - index])
            }
            before.insert(0, at: 0)
            guard discrepancy != 0 else { continue }
            var next = locator + [UInt8](repeating: 0, count: max(0, before.count - locator.count))
            for index in before.indices { next[index] ^= field.product(discrepancy, before[index]) }
            if 2 * length <= step + known {
                length = step + 1 + known - length
                before = locator.map { field.quotient($0, discrepancy) }
            }
            locator = next
        }
        while locator.last == 0 { locator.removeLast() }
        return locator
    }
}
