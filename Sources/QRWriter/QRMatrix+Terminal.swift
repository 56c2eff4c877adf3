extension QRMatrix {
    /// For a terminal: two modules to a character, the quiet zone around, one line each with its line end.
    ///
    /// The colours are numbers 16 and 231 of the 256 (black and white of the 6 x 6 x 6 cube). Themes change only the
    /// first 16, so the code is dark on light in every terminal.
    /// - Parameter inverted: light on dark.
    public func terminalText(inverted: Bool = false) -> String {
        let colours = inverted ? "\u{1B}[38;5;231;48;5;16m" : "\u{1B}[38;5;16;48;5;231m"
        let edges = -Self.quietZone..<size + Self.quietZone
        var text = ""
        for row in stride(from: edges.lowerBound, to: edges.upperBound, by: 2) {
            text += colours
            for column in edges {
                text.append(Self.block(isDark(row: row, column: column), isDark(row: row + 1, column: column)))
            }
            text += "\u{1B}[0m\n"
        }
        return text
    }

    private static func block(_ upper: Bool, _ lower: Bool) -> Character {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
