/// A clean picture of a code for zbar: upright, black and white, every module the same few pixels, modules of known
/// colour as they must be, and a complete quiet zone.
struct ModulePicture {
    static let modulePixels = 3
    static let quietModules = 3

    let side: Int
    let pixels: [UInt8]
    /// For each module, row by row and seen from the front, whether it is dark.
    let dark: [Bool]
    /// Whether the code was seen from behind.
    let isMirrored: Bool
    /// Whether every codeword is right, or was corrected.
    let isCorrect: Bool

    init(_ bits: ModuleBits, _ patterns: FunctionPatterns) {
        let size = bits.size
        var dark = (0..<size * size).map { place in
            switch patterns.known[place] {
            case 0: bits.softness[place] < 0
            case 1: false
            default: true
            }
        }
        let straight = FormatInformation.best(bits, mirrored: false)
        let mirrored = FormatInformation.best(bits, mirrored: true)
        let isMirrored = mirrored.agreement > straight.agreement
        var certainty = bits.softness.map(abs)
        if isMirrored {
            dark = (0..<size * size).map { dark[$0 % size * size + $0 / size] }
            certainty = (0..<size * size).map { certainty[$0 % size * size + $0 / size] }
        }
        let sequence = isMirrored ? mirrored.sequence : straight.sequence
        for bit in 0..<15 {
            for place in FormatInformation.places(bit: bit, size: size) {
                dark[place.row * size + place.column] = sequence >> bit & 1 == 1
            }
        }
        dark[(size - 8) * size + 8] = true
        if patterns.version >= 7 {
            let sequence = FormatInformation.versionSequence(patterns.version)
            for bit in 0..<18 {
                for place in FormatInformation.versionPlaces(bit: bit, size: size) {
                    dark[place.row * size + place.column] = sequence >> bit & 1 == 1
                }
            }
        }
        let isCorrect = Codewords.correct(&dark, certainty: certainty, format: sequence, patterns)
        self.init(dark, size: size, isMirrored: isMirrored, isCorrect: isCorrect)
    }

    private init(_ dark: [Bool], size: Int, isMirrored: Bool, isCorrect: Bool) {
        let (scale, quiet) = (Self.modulePixels, Self.quietModules)
        let side = (size + 2 * quiet) * scale
        var pixels = [UInt8](repeating: 255, count: side * side)
        for row in 0..<size * scale {
            let start = (row + quiet * scale) * side + quiet * scale
            let modules = row / scale * size
            for column in 0..<size where dark[modules + column] {
                for pixel in start + column * scale..<start + (column + 1) * scale { pixels[pixel] = 0 }
            }
        }
        self.side = side
        self.pixels = pixels
        self.dark = dark
        self.isMirrored = isMirrored
        self.isCorrect = isCorrect
    }
}
