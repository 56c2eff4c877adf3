internal import Foundation

extension String {
    /// Equal for texts that people would take for the same: without case, white space, invisible characters, and the
    /// ways in which Unicode spells one letter (NFKC, so that a wide letter or a ligature equals the plain letters).
    var comparableSpelling: String {
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
}
