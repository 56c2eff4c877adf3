extension String {
    /// Without control characters and bidirectional formatting, which could change how a line is displayed (Unicode
    /// category Cc, the bidirectional controls of UAX #9, line and paragraph separators).
    ///
    /// Applied to text from outside when it comes in, and again whenever it goes out.
    public var withoutControls: String {
        guard unicodeScalars.contains(where: \.isControlOrBidirectional) else { return self }
        var clean = UnicodeScalarView()
        for scalar in unicodeScalars where !scalar.isControlOrBidirectional { clean.append(scalar) }
        return String(clean)
    }

    /// Whether there is nothing in it that a person could read.
    public var isBlank: Bool { withoutControls.allSatisfy(\.isWhitespace) }
}

extension Unicode.Scalar {
    var isControlOrBidirectional: Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
