internal import Pictures
public import QRWriter

/// What staff are handed out: a badge with a code, or a slip with a PIN, on A4 pages to be cut.
public struct StaffCards: Sendable {
    /// One card of 85.6 by 54 millimetres (ISO/IEC 7810, ID-1).
    public struct Card: Sendable {
        let name: String
        let lines: [String]
        let code: QRMatrix?
        let secret: String?

        /// - Parameters:
        ///   - lines: below the name: role, gates.
        ///   - code: what a reader sees; `nil`: none.
        ///   - secret: in large type; `nil`: none.
        public init(name: String, lines: [String], code: QRMatrix? = nil, secret: String? = nil) {
            self.name = name
            self.lines = lines
            self.code = code
            self.secret = secret
        }
    }

    private let title: String
    private let cards: [Card]

    /// - Parameter title: of the document.
    public init(title: String, cards: [Card]) {
        self.title = title
        self.cards = cards
    }

    // In points of 1/72 inch.
    private static func millimetres(_ length: Double) -> Double { length / 25.4 * 72 }
    private static let (pageWidth, pageHeight) = (millimetres(210), millimetres(297))
    private static let (width, height) = (millimetres(85.6), millimetres(54))
    private static let (columns, rows) = (2, 5)
    private static let margin = 12.0

    /// - Throws: ``PictureError``
    public func pdfFile() throws -> [UInt8] {
        var document = try VectorDocument.pdf(pageWidth: Self.pageWidth, pageHeight: Self.pageHeight)
        document.describe(title: title, author: "", subject: "")
        let perPage = Self.columns * Self.rows
        for first in stride(from: 0, to: cards.count, by: perPage) {
            let page = cards[first..<min(cards.count, first + perPage)]
            try document.addPage { canvas in
                for (place, card) in page.enumerated() { Self.draw(card, at: place, on: canvas) }
            }
        }
        return try document.file()
    }

    private static func draw(_ card: Card, at place: Int, on canvas: borrowing Canvas) {
        let left = (pageWidth - Double(columns) * width) / 2 + Double(place % columns) * width
        let top = (pageHeight - Double(rows) * height) / 2 + Double(place / columns) * height
        let corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
        canvas.outline(.black, corners.map { Canvas.Point(x: $0.0, y: $0.1) }, lineWidth: 0.5)
        let side = card.code == nil ? 0 : height - 2 * margin
        let room = width - 2 * margin - (side > 0 ? side + margin : 0)
        func write(_ text: String, on canvas: borrowing Canvas, at y: Double, size: Double, isBold: Bool = false) {
            canvas.write(
                text, at: Canvas.Point(x: left + margin, y: y), style: TextStyle(size: size, isBold: isBold),
                maximumWidth: room)
        }
        let name = canvas.paragraph(
            card.name, style: TextStyle(size: 16, isBold: true), width: room, height: 60, smallest: 8)
        canvas.tagged("H1") { $0.write(name, at: Canvas.Point(x: left + margin, y: top + margin)) }
        for (number, line) in card.lines.enumerated() {
            canvas.tagged("P") {
                write(line, on: $0, at: top + margin + name.height + 12 + 13 * Double(number), size: 10)
            }
        }
        if let secret = card.secret {
            canvas.tagged("P") { write(secret, on: $0, at: top + height - margin, size: 24, isBold: true) }
        }
        if let code = card.code {
            code.draw(on: canvas, x: left + width - margin - side, y: top + margin, side: side)
        }
    }
}
