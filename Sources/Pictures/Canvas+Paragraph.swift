internal import CCairo
internal import Tickets

/// A text in lines, as large as its room allows.
public struct Paragraph: Sendable {
    /// From top to bottom.
    public let lines: [String]
    /// With the size at which the lines fit.
    public let style: TextStyle
    /// Nothing had to be cut off.
    public let isWhole: Bool

    /// From one baseline to the next, for each unit of the font's size.
    static let leading = 1.22

    /// Of all lines, in the unit of the page.
    public var height: Double { Double(lines.count) * style.size * Self.leading }
}

extension Canvas {
    /// Breaks a text into lines that fit a room. When they do not, the font gets smaller, down to `smallest`; then words
    /// that are too long are broken anywhere, and what has no room is cut off with `…`. Line ends of the text are kept,
    /// other control characters left out.
    /// - Parameters:
    ///   - style: with the largest size.
    ///   - width: of the longest line.
    ///   - height: of all lines.
    public func paragraph(
        _ text: String, style: TextStyle, width: Double, height: Double, smallest: Double
    ) -> Paragraph {
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drawableWords }
        var style = style
        while true {
            let isSmallest = style.size <= smallest
            choose(style)
            let room = max(1, Int(height / (style.size * Paragraph.leading) + 0.01))
            if let lines = wrapped(parts, width: width, breakingWords: isSmallest), lines.count <= room {
                return Paragraph(lines: lines, style: style, isWhole: true)
            }
            guard !isSmallest else {
                let all = wrapped(parts, width: width, breakingWords: true) ?? []
                let kept = all.prefix(room - 1) + [shortened(all.dropFirst(room - 1).joined(separator: " "), to: width)]
                return Paragraph(lines: Array(kept), style: style, isWhole: false)
            }
            style.size = max(smallest, style.size * 0.94)
        }
    }

    /// Writes the lines below each other, as the style aligns them.
    /// - Parameter place: the top of the first line: its left end, its middle or its right end.
    public func write(_ paragraph: Paragraph, at place: Point) {
        choose(paragraph.style)
        for (number, line) in paragraph.lines.enumerated() {
            let top = place.y + Double(number) * paragraph.style.size * Paragraph.leading
            // The ascent of most fonts is a little under the size.
            show(line, at: Point(x: place.x, y: top + 0.95 * paragraph.style.size), paragraph.style.alignment)
        }
    }

    /// `nil` when a word is wider than the lines, unless words may be broken.
    private func wrapped(_ parts: [[String]], width: Double, breakingWords: Bool) -> [String]? {
        let space = self.width(of: "x x") - self.width(of: "xx")
        var lines: [String] = []
        for words in parts {
            var (line, used) = ("", 0.0)
            for word in words {
                let length = self.width(of: word)
                if !line.isEmpty, used + space + length <= width {
                    line += " " + word
                    used += space + length
                    continue
                }
                if !line.isEmpty { lines.append(line) }
                (line, used) = (word, length)
                guard length > width else { continue }
                guard breakingWords else { return nil }
                let pieces = broken(word, width: width)
                lines += pieces.dropLast()
                line = pieces.last ?? ""
                used = self.width(of: line)
            }
            lines.append(line)
        }
        return lines
    }

    /// Pieces of at least one character.
    private func broken(_ word: String, width: Double) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in word {
            if !piece.isEmpty, self.width(of: piece + String(character)) > width {
                pieces.append(piece)
                piece = ""
            }
            piece.append(character)
        }
        return pieces + [piece]
    }
}

extension Substring {
    /// The words of a line, without what cannot be drawn. A no-break space stays in its word.
    fileprivate var drawableWords: [String] {
        String(self).withoutControls.drawable.split { $0.isWhitespace && $0 != "\u{A0}" && $0 != "\u{202F}" }
            .map(String.init)
    }
}
