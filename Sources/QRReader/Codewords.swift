/// The codewords in the modules of a code, corrected with their parity.
enum Codewords {
    /// Codewords of parity that stay unused when doubtful codewords are treated as erasures. With four of them, a wrong
    /// correction is accepted about once in 256^4.
    private static let spare = 4

    /// - Parameters:
    ///   - dark: for each module, row by row and seen from the front, whether it is dark; corrected on return.
    ///   - certainty: for each module, how certain that is.
    ///   - format: the 15 bits of ``FormatInformation``.
    /// - Returns: whether all codewords are right now.
    static func correct(
        _ dark: inout [Bool], certainty: [Float], format: UInt32, _ patterns: FunctionPatterns
    ) -> Bool {
        let data = patterns.data
        let unmasked = (format ^ 0x5412) >> 10
        guard let level = BlockStructure.Level(rawValue: Int(unmasked >> 3)) else { return false }
        let mask = unmasked & 7
        var words = [UInt8](repeating: 0, count: data.count / 8)
        var sure = [Float](repeating: .infinity, count: words.count)
        for (index, module) in data.prefix(words.count * 8).enumerated() {
            let bit = dark[module] != isMasked(module, size: patterns.size, mask: mask)
            words[index / 8] = words[index / 8] << 1 | (bit ? 1 : 0)
            sure[index / 8] = min(sure[index / 8], certainty[module])
        }
        let structure = BlockStructure(version: patterns.version, level: level, words: words.count)
        for block in structure.blocks {
            guard let right = corrected(block.map { words[$0] }, block.map { sure[$0] }, structure.parity) else {
                return false
            }
            for (place, word) in zip(block, right) { words[place] = word }
        }
        for (index, module) in data.prefix(words.count * 8).enumerated() {
            let bit = words[index / 8] >> (7 - index % 8) & 1 == 1
            dark[module] = bit != isMasked(module, size: patterns.size, mask: mask)
        }
        return true
    }

    /// Tries without erasures first, then with more and more of the least certain codewords as erasures.
    private static func corrected(_ words: [UInt8], _ certainty: [Float], _ parity: Int) -> [UInt8]? {
        let code = ReedSolomon(parity: parity)
        // Parity that the standard reserves for detection in the smallest codes (table 9, note b).
        let reserve = parity == 7 ? 3 : parity == 10 ? 2 : 0
        if let right = code.corrected(words, doubtful: [], spare: reserve) { return right }
        let order = words.indices.sorted { certainty[$0] < certainty[$1] }
        for count in stride(from: 2, through: parity - spare, by: 2) {
            if let right = code.corrected(words, doubtful: Array(order.prefix(count)), spare: spare) { return right }
        }
        return nil
    }

    /// Whether the mask inverts this module (ISO/IEC 18004:2015, 7.8.2).
    private static func isMasked(_ module: Int, size: Int, mask: UInt32) -> Bool {
        let (row, column) = (module / size, module % size)
        return switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }
}
