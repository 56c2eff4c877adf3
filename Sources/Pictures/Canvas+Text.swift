internal import CCairo
internal import Glibc
internal import Tickets

/// A colour of sRGB.
public struct Colour: Sendable, Hashable {
    let red: Double
    let green: Double
    let blue: Double

    /// `0x2563eb`
    public init(_ hex: UInt32) {
        red = Double(hex >> 16 & 0xff) / 255
        green = Double(hex >> 8 & 0xff) / 255
        blue = Double(hex & 0xff) / 255
    }

    /// `#2563eb`; `nil` for anything else.
    public init?(hex: String) {
        guard hex.utf8.count == 7, hex.hasPrefix("#"), let number = UInt32(hex.dropFirst(), radix: 16) else {
            return nil
        }
        self.init(number)
    }

    /// White is easier to read on it than black: which of them has the higher contrast by WCAG 2.2
    /// (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
    public var isDark: Bool {
        func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
        let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05
    }
}

/// How a line of text is set.
public struct TextStyle: Sendable, Hashable {
    /// Which part of the line is at its place.
    public enum Alignment: Sendable { case left, centre, right }

    /// Of the font, in the unit of the page.
    public var size: Double
    /// Regular otherwise.
    public var isBold: Bool
    /// Black by default.
    public var colour: Colour
    /// Left by default.
    public var alignment: Alignment

    public init(size: Double, isBold: Bool = false, colour: Colour = Colour(0x000000), alignment: Alignment = .left) {
        self.size = size
        self.isBold = isBold
        self.colour = colour
        self.alignment = alignment
    }

    /// The same style with another alignment.
    public func aligned(_ alignment: Alignment) -> TextStyle {
        var style = self
        style.alignment = alignment
        return style
    }
}

extension Canvas {
    /// Writes one line of text with its baseline at `place`. Text that is too wide is set smaller, down to three
    /// quarters, and then cut short. Control characters are left out. The font is the system's sans serif, and
    /// others for what it lacks; a character that no font has is shown as a box.
    public func write(_ words: String, at place: Point, style: TextStyle, maximumWidth: Double) {
        choose(style)
        var line = words.withoutControls.drawablePart
        let fullWidth = width(of: line)
        if fullWidth > maximumWidth {
            text.choose(size: style.size * max(0.75, maximumWidth / fullWidth), isBold: style.isBold)
            line = shortened(line, to: maximumWidth)
        }
        show(line, at: place, style.alignment)
    }

    /// In the font that was chosen last.
    func show(_ line: String, at place: Point, _ alignment: TextStyle.Alignment) {
        let start =
            switch alignment {
            case .left: place.x
            case .centre: place.x - width(of: line) / 2
            case .right: place.x - width(of: line)
            }
        unsafe cairo_move_to(context, start, place.y)
        unsafe text.show(line, on: context)
    }

    /// The font, its size and the colour of what is written next.
    func choose(_ style: TextStyle) {
        choose(style.colour)
        text.choose(size: style.size, isBold: style.isBold)
    }

    /// Fills the rectangles as one shape.
    public func fill(_ colour: Colour, _ rectangles: some Sequence<Rectangle>) {
        choose(colour)
        for rectangle in rectangles {
            unsafe cairo_rectangle(context, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        }
        unsafe cairo_fill(context)
    }

    /// Draws an open line from point to point.
    /// - Parameter dashes: lengths of dashes and gaps in turn; empty for a whole line.
    public func line(_ colour: Colour, _ points: some Sequence<Point>, lineWidth: Double, dashes: [Double] = []) {
        choose(colour)
        // Writing text leaves a current point, from which the line would begin.
        unsafe cairo_new_path(context)
        for point in points { unsafe cairo_line_to(context, point.x, point.y) }
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        unsafe cairo_set_line_width(context, lineWidth)
        unsafe cairo_set_dash(context, dashes, Int32(dashes.count), 0)
        unsafe cairo_stroke(context)
        unsafe cairo_set_dash(context, [], 0, 0)
    }

    /// Marks what the closure draws as a structure element of PDF (ISO 32000-1, 14.8.4), such as `H1`, `Table` or `TD`,
    /// for screen readers.
    public func tagged(_ element: String, _ draw: (borrowing Canvas) -> Void) {
        unsafe cairo_tag_begin(context, element, nil)
        draw(self)
        unsafe cairo_tag_end(context, element)
    }

    private func choose(_ colour: Colour) {
        unsafe cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    }

    func width(of line: String) -> Double { text.width(of: line) }

    func shortened(_ line: String, to maximumWidth: Double) -> String {
        var kept = Substring(line)
        var result = line
        while width(of: result) > maximumWidth, !kept.isEmpty {
            kept.removeLast()
            result = kept + "…"
        }
        return result
    }
}

extension String {
    /// The first 200 characters, more than fit on any line.
    fileprivate var drawablePart: String {
        var part = UnicodeScalarView()
        part.append(contentsOf: drawable.unicodeScalars.prefix(200))
        return String(part)
    }

    /// Without noncharacters such as U+FFFF: cairo takes these for broken UTF-8 and would stop drawing the page.
    var drawable: String {
        guard unicodeScalars.contains(where: \.properties.isNoncharacterCodePoint) else { return self }
        var part = UnicodeScalarView()
        part.append(contentsOf: unicodeScalars.lazy.filter { !$0.properties.isNoncharacterCodePoint })
        return String(part)
    }
}
