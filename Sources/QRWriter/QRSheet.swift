internal import Pictures

/// Codes on A4 pages for printing, three by four to a page, each with a caption under it.
public struct QRSheet: Sendable {
    /// One code with its caption.
    public struct Entry: Sendable {
        /// Drawn 150 points wide, 53 mm, quiet zone included.
        public let code: QRMatrix
        /// Light on dark.
        public let inverted: Bool
        /// Lines under the code. There is room for three; each is shortened to the width of its column.
        public let caption: [String]

        public init(code: QRMatrix, inverted: Bool = false, caption: [String]) {
            self.code = code
            self.inverted = inverted
            self.caption = caption
        }
    }

    static let columns = 3
    static let rows = 4

    /// In the order of the sheet: from left to right, then down, twelve on each page.
    public let entries: [Entry]

    /// No entries are an error only in ``pdfFile()``.
    public init(_ entries: [Entry]) { self.entries = entries }

    /// The sheet as a PDF file.
    /// - Throws: ``QRWriterError`` without entries, or `PictureError`.
    public func pdfFile() throws -> [UInt8] {
        guard !entries.isEmpty else { throw QRWriterError(.noCodes) }
        var document = try VectorDocument.pdf(pageWidth: Layout.pageWidth, pageHeight: Layout.pageHeight)
        let perPage = Self.columns * Self.rows
        for first in stride(from: 0, to: entries.count, by: perPage) {
            try document.addPage { canvas in
                for (place, entry) in entries[first..<min(first + perPage, entries.count)].enumerated() {
                    Layout(place: place).draw(entry, on: canvas)
                }
            }
        }
        return try document.file()
    }
}

/// The place of one entry on its page, in points of 1/72 inch.
private struct Layout {
    /// A4: 210 x 297 mm (ISO 216).
    static let pageWidth = 210 / 25.4 * 72
    static let pageHeight = 297 / 25.4 * 72
    static let margin = 36.0
    static let codeSide = 150.0
    static let lineHeight = 12.0
    static let fontSize = 9.0

    private let left: Double
    private let top: Double
    private let width = (pageWidth - 2 * margin) / Double(QRSheet.columns)

    init(place: Int) {
        left = Self.margin + Double(place % QRSheet.columns) * width
        top =
            Self.margin
            + Double(place / QRSheet.columns) * (Self.pageHeight - 2 * Self.margin) / Double(QRSheet.rows)
    }

    func draw(_ entry: QRSheet.Entry, on canvas: borrowing Canvas) {
        let centre = left + width / 2
        entry.code.draw(
            on: canvas, x: centre - Self.codeSide / 2, y: top, side: Self.codeSide, inverted: entry.inverted)
        for (line, text) in entry.caption.enumerated() {
            canvas.write(
                text, centredAt: centre, baseline: top + Self.codeSide + Self.lineHeight * Double(line + 1),
                size: Self.fontSize, maximumWidth: width - 8)
        }
    }
}
