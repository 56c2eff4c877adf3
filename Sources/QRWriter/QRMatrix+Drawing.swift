public import Pictures

extension QRMatrix {
    /// Pixels that a module may be wide. The largest code at the largest size is still a picture that ``GreyImage`` can
    /// read.
    public static let modulePixels = 1...64

    /// Modules on each side, quiet zone included.
    public var sizeWithQuietZone: Int { size + 2 * Self.quietZone }

    /// The code as pixels, 0 dark and 255 light, with the quiet zone around.
    /// - Parameters:
    ///   - modulePixels: pixels on a side of a module.
    ///   - inverted: light on dark, also the quiet zone.
    /// - Throws: ``QRWriterError`` for a size outside ``modulePixels``.
    public func picture(modulePixels: Int = 8, inverted: Bool = false) throws(QRWriterError) -> GreyImage {
        try Self.check(modulePixels)
        let side = sizeWithQuietZone * modulePixels
        var luma = [UInt8]()
        luma.reserveCapacity(side * side)
        for row in 0..<sizeWithQuietZone {
            var line = [UInt8]()
            for column in 0..<sizeWithQuietZone {
                let isDark = isDark(row: row - Self.quietZone, column: column - Self.quietZone)
                line += repeatElement(isDark != inverted ? 0 : 255, count: modulePixels)
            }
            for _ in 0..<modulePixels { luma += line }
        }
        return GreyImage(width: side, height: side, luma: luma)
    }

    /// An SVG file of the code, with the quiet zone around. Its unit is the pixel, 1/96 inch.
    /// - Throws: ``QRWriterError`` for a size outside ``modulePixels``, or `PictureError`.
    public func svgFile(modulePixels: Int = 8, inverted: Bool = false) throws -> [UInt8] {
        try Self.check(modulePixels)
        let side = Double(sizeWithQuietZone * modulePixels)
        var document = try VectorDocument.svg(width: side, height: side)
        try document.addPage { draw(on: $0, x: 0, y: 0, side: side, inverted: inverted) }
        return try document.file()
    }

    /// Draws the code and its quiet zone into a square, whose sides are in the unit of the page.
    public func draw(on canvas: borrowing Canvas, x: Double, y: Double, side: Double, inverted: Bool = false) {
        let module = side / Double(sizeWithQuietZone)
        let (paper, ink): (Canvas.Ink, Canvas.Ink) = inverted ? (.black, .white) : (.white, .black)
        canvas.fill(paper, [Canvas.Rectangle(x: x, y: y, width: side, height: side)])
        canvas.fill(
            ink,
            darkRuns.lazy.map { run in
                Canvas.Rectangle(
                    x: x + Double(Self.quietZone + run.firstColumn) * module,
                    y: y + Double(Self.quietZone + run.row) * module,
                    width: Double(run.count) * module, height: module)
            })
    }

    private static func check(_ pixels: Int) throws(QRWriterError) {
        guard modulePixels.contains(pixels) else { throw QRWriterError(.moduleSize(pixels)) }
    }
}
