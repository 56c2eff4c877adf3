/// The 15 bits that encode mask and level of correction, printed twice (ISO/IEC 18004:2015, 7.9), and the 18 bits of
/// its version, printed twice from version 7 on (7.10).
enum FormatInformation {
    typealias Place = (column: Int, row: Int)

    /// The 32 possible sequences, bit 0 the least significant.
    static let sequences: [UInt32] = (0..<32).map { data in
        (data << 10 | remainder(data << 10, generator: 0x537, bits: 10)) ^ 0x5412
    }

    static func versionSequence(_ version: Int) -> UInt32 {
        let data = UInt32(version) << 12
        return data | remainder(data, generator: 0x1F25, bits: 12)
    }

    /// Division of polynomials over the field of two elements.
    private static func remainder(_ dividend: UInt32, generator: UInt32, bits: Int) -> UInt32 {
        var rest = dividend
        while rest >> bits != 0 { rest ^= generator << (31 - rest.leadingZeroBitCount - bits) }
        return rest
    }

    /// The places of a bit, in both copies.
    static func places(bit: Int, size: Int) -> [Place] {
        let first: Place =
            switch bit {
            case 0...5: (8, bit)
            case 6: (8, 7)
            case 7: (8, 8)
            case 8: (7, 8)
            default: (14 - bit, 8)
            }
        return [first, bit < 8 ? (size - 1 - bit, 8) : (8, size - 15 + bit)]
    }

    static func versionPlaces(bit: Int, size: Int) -> [Place] {
        let (long, short) = (size - 11 + bit % 3, bit / 3)
        return [(long, short), (short, long)]
    }

    /// The sequence that agrees best with the picture.
    /// - Parameter mirrored: whether to read the code as seen from behind.
    static func best(_ bits: ModuleBits, mirrored: Bool) -> (sequence: UInt32, agreement: Float) {
        var evidence = [Float](repeating: 0, count: 15)
        for bit in 0..<15 {
            for place in places(bit: bit, size: bits.size) {
                let (column, row) = mirrored ? (place.row, place.column) : (place.column, place.row)
                let value = bits.softness[row * bits.size + column]
                evidence[bit] -= value < 0 ? max(value, -1) : min(value, 1)
            }
        }
        var (best, agreement): (UInt32, Float) = (0, -.infinity)
        for sequence in sequences {
            var sum: Float = 0
            for bit in 0..<15 { sum += sequence >> bit & 1 == 1 ? evidence[bit] : -evidence[bit] }
            if sum > agreement { (best, agreement) = (sequence, sum) }
        }
        return (best, agreement / 30)
    }
}
