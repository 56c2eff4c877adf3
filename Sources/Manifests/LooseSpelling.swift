internal import Foundation

extension String {
    /// The same for texts that people take for one: without case, white space, characters that nobody sees, and the
    /// ways in which Unicode spells one letter (NFKC, so that a wide or ligated letter is the plain one).
    var looseSpelling: String {
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
