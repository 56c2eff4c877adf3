import QRWriter
import Testing

@testable import QRReader

/// What is known of a code before it is read, against codes that another library made.
struct FunctionPatternsTests {
    @Test(arguments: 1...40)
    func `knows the modules that are the same in every code of a version`(version: Int) throws {
        let codes = try ["a", "something else"].map { try QRMatrix(encoding: $0, minimumVersion: version) }
        let patterns = FunctionPatterns(size: codes[0].size)
        #expect(patterns.version == version)
        for code in codes {
            for row in 0..<code.size {
                for column in 0..<code.size where patterns.known[row * code.size + column] != 0 {
                    let isDark = patterns.known[row * code.size + column] == 2
                    #expect(code.isDark(row: row, column: column) == isDark, "row \(row), column \(column)")
                }
            }
        }
    }

    @Test(arguments: 1...40)
    func `those that are compared first are dark and light`(version: Int) {
        let patterns = FunctionPatterns(size: 17 + 4 * version)
        for some in [patterns.someTiming, patterns.someOfFit] { #expect((1..<some.count).contains(some.lights)) }
    }

    @Test(arguments: QRErrorCorrection.allCases)
    func `finds the format information, from the front and from behind`(level: QRErrorCorrection) throws {
        let code = try QRMatrix(encoding: "format", errorCorrection: level)
        let printed = (0..<15).map { bit in
            FormatInformation.places(bit: bit, size: code.size).map { code.isDark(row: $0.row, column: $0.column) }
        }
        #expect(printed.allSatisfy { $0[0] == $0[1] }, "both copies are the same")
        let sequence = (0..<15).reduce(UInt32(0)) { $0 | (printed[$1][0] ? 1 << UInt32($1) : 0) }
        #expect(FormatInformation.sequences.contains(sequence))

        for isMirrored in [false, true] {
            let softness = (0..<code.size * code.size).map { place -> Float in
                let (row, column) = (place / code.size, place % code.size)
                let isDark = isMirrored ? code.isDark(row: column, column: row) : code.isDark(row: row, column: column)
                return isDark ? -1 : 1
            }
            let picture = ModulePicture(
                ModuleBits(size: code.size, softness: softness), FunctionPatterns(size: code.size))
            #expect(picture.isMirrored == isMirrored)
        }
    }

    @Test(arguments: 7...40)
    func `knows the version information`(version: Int) throws {
        let code = try QRMatrix(encoding: "version", minimumVersion: version)
        let sequence = FormatInformation.versionSequence(version)
        for bit in 0..<18 {
            for place in FormatInformation.versionPlaces(bit: bit, size: code.size) {
                #expect(code.isDark(row: place.row, column: place.column) == (sequence >> UInt32(bit) & 1 == 1))
            }
        }
    }
}
