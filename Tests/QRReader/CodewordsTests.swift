import QRWriter
import TestSupport
import Testing

@testable import QRReader

/// Words put right, in codes that another library made.
struct CodewordsTests {
    static let everyKind = (1...40).flatMap { version in QRErrorCorrection.allCases.map { (version, $0) } }

    @Test(arguments: everyKind)
    func `reads the words of every version and level, and leaves right ones alone`(
        version: Int, level: QRErrorCorrection
    ) throws {
        let sample = try Sample(version: version, level: level)
        var dark = sample.dark
        #expect(sample.correct(&dark, certainty: [Float](repeating: 1, count: dark.count)))
        #expect(dark == sample.dark)
    }

    @Test(arguments: everyKind)
    func `makes good what is doubtful`(version: Int, level: QRErrorCorrection) throws {
        let sample = try Sample(version: version, level: level)
        // As many words of a block as can be made good; more than could be found if they did not look doubtful.
        let block = sample.structure.blocks[0]
        let (dark, certainty) = sample.damaged(block.prefix(sample.structure.parity / 2 * 2 - 4), certainty: 0.1)
        var corrected = dark
        #expect(sample.correct(&corrected, certainty: certainty))
        #expect(corrected == sample.dark)
    }

    @Test(arguments: everyKind)
    func `gives up rather than guess`(version: Int, level: QRErrorCorrection) throws {
        let sample = try Sample(version: version, level: level)
        let block = sample.structure.blocks[0]
        for lost in [sample.structure.parity, min(block.count, sample.structure.parity + 5)] {
            for certainty: Float in [0.1, 1] {
                var (dark, certainties) = sample.damaged(block.prefix(lost), certainty: certainty)
                #expect(!sample.correct(&dark, certainty: certainties), "\(lost) words are lost")
            }
        }
    }

    /// A code, and how its words are spread.
    struct Sample {
        let patterns: FunctionPatterns
        let dark: [Bool]
        let format: UInt32
        let structure: BlockStructure

        init(version: Int, level: QRErrorCorrection) throws {
            let code = try QRMatrix(encoding: "a", errorCorrection: level, minimumVersion: version)
            let patterns = FunctionPatterns(size: code.size)
            self.patterns = patterns
            dark = (0..<code.size * code.size).map { code.isDark(row: $0 / code.size, column: $0 % code.size) }
            format = (0..<15).reduce(0) { sum, bit in
                let place = FormatInformation.places(bit: bit, size: code.size)[0]
                return sum | (code.isDark(row: place.row, column: place.column) ? 1 << bit : 0)
            }
            let levels: [QRErrorCorrection: BlockStructure.Level] = [
                .low: .low, .medium: .medium, .quartile: .quartile, .high: .high,
            ]
            structure = BlockStructure(
                version: version, level: try #require(levels[level]), words: patterns.data.count / 8)
        }

        func correct(_ dark: inout [Bool], certainty: [Float]) -> Bool {
            Codewords.correct(&dark, certainty: certainty, format: format, patterns)
        }

        /// Some words with modules of the wrong colour, differently in each, which may look doubtful.
        func damaged(_ words: ArraySlice<Int>, certainty: Float) -> (dark: [Bool], certainty: [Float]) {
            var random = SplitMix64(seed: UInt64(patterns.size))
            var (dark, certainties) = (dark, [Float](repeating: 1, count: dark.count))
            for word in words {
                let wrong = UInt8.random(in: 1...255, using: &random)
                for bit in 0..<8 {
                    let module = patterns.data[word * 8 + bit]
                    certainties[module] = certainty
                    if wrong >> bit & 1 == 1 { dark[module].toggle() }
                }
            }
            return (dark, certainties)
        }
    }
}
