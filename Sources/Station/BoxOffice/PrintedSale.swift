internal import Foundation
internal import Pictures
internal import QRWriter
internal import StationAPI
internal import Tickets

/// Tickets of one sale, as they are printed: a page of A6 for each (105 x 148 mm, ISO 216), which printers of receipts and
/// labels make smaller.
struct PrintedSale {
    private static let mm = 72 / 25.4
    private static let width = 105 * mm
    private static let height = 148 * mm
    private static let margin = 6 * mm
    private static let codeSide = 74 * mm

    let plan: EventPlan
    let type: TicketType
    /// `15.00 EUR`, of one ticket; `nil` when it was given away.
    let price: String?
    /// `nil`: nobody gave a name.
    let holder: String?
    var tickets: [SaleAnswer.Ticket]

    /// - Throws: `QRWriterError` or `PictureError`
    func pdfFile() throws -> [UInt8] {
        var document = try VectorDocument.pdf(pageWidth: Self.width, pageHeight: Self.height)
        document.describe(title: plan.event.name, author: "", subject: type.name)
        for ticket in tickets {
            let code = try QRMatrix(encoding: ticket.code)
            try document.addPage { canvas in draw(ticket, code, on: canvas) }
        }
        return try document.file()
    }

    private func draw(_ ticket: SaleAnswer.Ticket, _ code: QRMatrix, on canvas: borrowing Canvas) {
        let centre = Self.width / 2
        let room = Self.width - 2 * Self.margin
        var y = Self.margin
        func line(_ text: String?, _ size: Double, bold: Bool = false, height: Double) {
            guard let text, !text.isEmpty else { return }
            let style = TextStyle(size: size, isBold: bold, alignment: .centre)
            let paragraph = canvas.paragraph(text, style: style, width: room, height: height, smallest: 6)
            canvas.tagged("P") { $0.write(paragraph, at: Canvas.Point(x: centre, y: y)) }
            y += paragraph.height + 2
        }
        line(plan.event.name, 15, bold: true, height: 40)
        line(begins, 10, height: 14)
        line(plan.event.place?.name, 10, height: 14)
        canvas.tagged("Figure") { canvas in
            code.draw(on: canvas, x: centre - Self.codeSide / 2, y: y, side: Self.codeSide)
        }
        y += Self.codeSide
        line([type.name, price].compactMap(\.self).joined(separator: " · "), 12, bold: true, height: 18)
        line(holder, 11, height: 16)
        line(ticket.ref, 11, height: 14)
    }

    /// Without words, it is the same in every language.
    private var begins: String { plan.event.timeZone.plainText(of: plan.event.starts) }
}
