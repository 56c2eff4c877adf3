internal import Foundation

extension String {
    /// Equal for texts that people would take for the same: without case, white space, invisible characters, and the
    /// ways in which Unicode spells one letter (NFKC, so that a wide letter or a ligature equals the plain letters).
    var comparableSpelling: String {
        if let plain = plainSpelling(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) { return plain }
        // Upper case first: the small letters of STRASSE and straße differ, their capitals do not.
        let folded = precomposedStringWithCompatibilityMapping.uppercased().lowercased()
            .precomposedStringWithCompatibilityMapping
        var loose = UnicodeScalarView()
        for scalar in folded.unicodeScalars
        where !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint {
            loose.append(scalar)
        }
        return String(loose)
    }

    /// The small letters of a text in ASCII, of which no other form is the same; `nil` for any other text. Most texts are
    /// in ASCII, and long lists have many.
    func plainSpelling(where isKept: (UInt8) -> Bool) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for byte in utf8 {
            guard byte < 0x80 else { return nil }
            if isKept(byte) { bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
