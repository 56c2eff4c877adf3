/// Portable grey maps (netpbm's pgm(5)): binary `P5` and plain `P2`, 8 and 16 bits.
enum PGM {
    static let signatures = [Array("P5".utf8), Array("P2".utf8)]

    static func decode(_ bytes: [UInt8], mostPixels: Int) throws(PictureFault) -> GreyImage {
        let isPlain = bytes.starts(with: signatures[1])
        var header = NumberReader(bytes, at: 2)
        let size = try PictureSize(width: header.next("width"), height: header.next("height")).limited(to: mostPixels)
        let white = try header.next("largest value")
        guard (1...65535).contains(white) else {
            throw PictureFault(.damaged, "its largest value is \(white), not one of 1 to 65535")
        }
        let luma =
            try isPlain
            ? plainSamples(&header, count: size.pixelCount, white: white)
            : binarySamples(bytes, from: header.position + 1, count: size.pixelCount, white: white)
        return GreyImage(width: size.width, height: size.height, luma: luma)
    }

    private static func plainSamples(
        _ numbers: inout NumberReader, count: Int, white: Int
    ) throws(PictureFault) -> [UInt8] {
        // Each sample takes at least two characters: a short file cannot make this allocate for a large picture.
        guard numbers.remaining >= 2 * count - 1 else { throw .truncated }
        var luma = [UInt8]()
        luma.reserveCapacity(count)
        for _ in 0..<count { luma.append(try brightness(numbers.next("sample"), of: white)) }
        return luma
    }

    /// - Parameter start: after the single white space that ends the header.
    private static func binarySamples(
        _ bytes: [UInt8], from start: Int, count: Int, white: Int
    ) throws(PictureFault) -> [UInt8] {
        let sampleBytes = white > 255 ? 2 : 1
        guard bytes.count - start >= count * sampleBytes else { throw .truncated }
        if white == 255 { return Array(bytes[start..<start + count]) }
        var luma = [UInt8]()
        luma.reserveCapacity(count)
        for position in stride(from: start, to: start + count * sampleBytes, by: sampleBytes) {
            let sample = sampleBytes == 1 ? Int(bytes[position]) : Int(bytes[position]) << 8 | Int(bytes[position + 1])
            luma.append(try brightness(sample, of: white))
        }
        return luma
    }

    private static func brightness(_ sample: Int, of white: Int) throws(PictureFault) -> UInt8 {
        guard sample <= white else { throw PictureFault(.damaged, "a sample is above its largest value, \(white)") }
        return UInt8((sample * 255 + white / 2) / white)
    }
}

/// Reads decimal numbers between white space and `#` comments.
private struct NumberReader {
    private let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8], at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    var remaining: Int { bytes.count - position }

    /// - Parameter name: what the number is, for the error.
    mutating func next(_ name: String) throws(PictureFault) -> Int {
        skipSpaceAndComments()
        var value: Int?
        while position < bytes.count, let digit = bytes[position].decimalDigit {
            let longer = (value ?? 0) * 10 + digit
            guard longer <= 1_000_000_000 else { throw PictureFault(.damaged, "its \(name) is not a sensible number") }
            value = longer
            position += 1
        }
        guard let value else { throw PictureFault(.damaged, "it has no \(name)") }
        return value
    }

    private mutating func skipSpaceAndComments() {
        var inComment = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "#") { inComment = true }
            guard inComment || byte.isWhiteSpace else { return }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { inComment = false }
            position += 1
        }
    }
}

extension UInt8 {
    fileprivate var decimalDigit: Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) ? Int(self - UInt8(ascii: "0")) : nil
    }

    fileprivate var isWhiteSpace: Bool { self == UInt8(ascii: " ") || (9...13).contains(self) }
}

extension PictureFault {
    fileprivate static let truncated = PictureFault(.damaged, "it ends before its last pixel")
}
