internal import Pictures
public import QRWriter

/// Codes that make kiosks stations, on paper: an A4 page for each, to be cut off or carried to its gate.
public struct PairingSheet: Sendable {
    /// One station.
    public struct Page: Sendable {
        let code: QRMatrix
        let station: String
        let facts: [String]

        /// - Parameters:
        ///   - code: of the pairing's text.
        ///   - facts: a line each, below the code: what a person compares, and until when it is valid.
        public init(code: QRMatrix, station: String, facts: [String]) {
            self.code = code
            self.station = station
            self.facts = facts
        }
    }

    private let pages: [Page]

    public init(pages: [Page]) {
        self.pages = pages
    }

    // In points of 1/72 inch: A4 (ISO 216), and a code of 15 cm, which a kiosk's camera reads at arm's length.
    private static let (width, height) = (210 / 25.4 * 72, 297 / 25.4 * 72)
    private static let side = 150 / 25.4 * 72
    private static let top = 120.0

    /// - Throws: ``PictureError``
    public func pdfFile() throws -> [UInt8] {
        var document = try VectorDocument.pdf(pageWidth: Self.width, pageHeight: Self.height)
        document.describe(title: "Pairings", author: "", subject: "")
        for page in pages { try document.addPage { Self.draw(page, on: $0) } }
        return try document.file()
    }

    private static func draw(_ page: Page, on canvas: borrowing Canvas) {
        let middle = width / 2
        func write(
            _ text: String, on canvas: borrowing Canvas, at y: Double, size: Double, isBold: Bool = false
        ) {
            canvas.write(
                text, at: Canvas.Point(x: middle, y: y),
                style: TextStyle(size: size, isBold: isBold, alignment: .centre), maximumWidth: width - 96)
        }
        canvas.tagged("H1") { write(page.station, on: $0, at: 80, size: 34, isBold: true) }
        page.code.draw(on: canvas, x: middle - side / 2, y: top, side: side)
        for (number, fact) in page.facts.enumerated() {
            canvas.tagged("P") { write(fact, on: $0, at: top + side + 30 + 26 * Double(number), size: 16) }
        }
    }
}
