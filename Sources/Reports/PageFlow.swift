// Reports: what came of an event, and a journal, on paper and for spreadsheets.
internal import Foundation
internal import Messages
internal import Pictures

/// Puts blocks below each other on A4 pages, with a footer on each. Lengths are in points of 1/72 inch.
struct PageFlow {
    /// 210 x 297 mm (ISO 216).
    static let pageWidth = 210 / 25.4 * 72
    static let pageHeight = 297 / 25.4 * 72
    static let margin = 48.0
    static let width = pageWidth - 2 * margin
    private static let footHeight = 24.0

    typealias Drawing = (borrowing Canvas) -> Void

    private var pages: [[Drawing]] = [[]]
    /// Where the next block begins.
    private(set) var y = margin

    var room: Double { Self.pageHeight - Self.margin - Self.footHeight - y }

    /// Starts a new page unless there is so much room below.
    mutating func makeRoom(_ height: Double) {
        guard room < height, y > Self.margin else { return }
        pages.append([])
        y = Self.margin
    }

    mutating func space(_ height: Double) { y += height }

    /// Adds a block with this height; the closure gets its top.
    mutating func block(_ height: Double, _ draw: @escaping (borrowing Canvas, _ top: Double) -> Void) {
        makeRoom(height)
        let top = y
        pages[pages.count - 1].append { canvas in draw(canvas, top) }
        y += height
    }

    /// The whole file.
    /// - Parameters:
    ///   - foot: stands on every page next to the page number.
    ///   - messages: the language of the page number.
    func pdfFile(
        title: String, author: String, subject: String, foot: String, in messages: Messages
    ) throws -> [UInt8] {
        var document = try VectorDocument.pdf(pageWidth: Self.pageWidth, pageHeight: Self.pageHeight)
        document.describe(title: title, author: author, subject: subject)
        for (number, drawings) in pages.enumerated() {
            try document.addPage { canvas in
                for draw in drawings { draw(canvas) }
                let page = messages.text("report.page", ["number": "\(number + 1)", "count": "\(pages.count)"])
                Self.drawFoot(foot, page, on: canvas)
            }
        }
        return try document.file()
    }

    private static func drawFoot(_ text: String, _ number: String, on canvas: borrowing Canvas) {
        let baseline = pageHeight - margin
        let style = TextStyle(size: 8, colour: ReportStyle.faint)
        canvas.line(
            ReportStyle.rule,
            [Canvas.Point(x: margin, y: baseline - 14), Canvas.Point(x: pageWidth - margin, y: baseline - 14)],
            lineWidth: 0.5)
        canvas.write(text, at: Canvas.Point(x: margin, y: baseline), style: style, maximumWidth: width - 90)
        canvas.write(
            number, at: Canvas.Point(x: pageWidth - margin, y: baseline), style: style.aligned(.right), maximumWidth: 80
        )
    }
}

/// Colours and fonts of reports.
enum ReportStyle {
    static let ink = Colour(0x14181f)
    static let faint = Colour(0x4c5563)
    static let rule = Colour(0xc9ced6)
    static let panel = Colour(0xf1f3f6)
    static let entered = Colour(0x0a7a3d)
    static let left = Colour(0x1257c9)
    static let warning = Colour(0xffb81c)

    static let title = TextStyle(size: 24, isBold: true, colour: ink)
    static let heading = TextStyle(size: 12.5, isBold: true, colour: ink)
    static let text = TextStyle(size: 9.5, colour: ink)
    static let note = TextStyle(size: 8.5, colour: faint)
    static let doubt = TextStyle(size: 10, isBold: true, colour: ink)
    static let number = TextStyle(size: 22, isBold: true, colour: ink)
}

/// A table: columns with a header, and rows that go on over pages, with the header again.
struct ReportTable {
    struct Column {
        let title: String
        /// Of the width of the table.
        let share: Double
        var isNumber = false
    }

    static let rowHeight = 16.0

    let columns: [Column]
    let rows: [[String]]

    /// At least the first rows stay on the page of the heading above them.
    static let leastHeight = 3 * rowHeight

    func add(to flow: inout PageFlow) {
        var rest = rows[...]
        while !rest.isEmpty {
            flow.makeRoom(2 * Self.rowHeight)
            let count = max(1, min(rest.count, Int(flow.room / Self.rowHeight) - 1))
            let part = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            flow.block(Double(part.count + 1) * Self.rowHeight) { canvas, top in
                canvas.tagged("Table") { canvas in draw(part, top: top, on: canvas) }
            }
        }
    }

    private func draw(_ part: [[String]], top: Double, on canvas: borrowing Canvas) {
        let head = TextStyle(size: 8.5, isBold: true, colour: ReportStyle.faint)
        draw(columns.map(\.title), "TH", style: head, top: top, on: canvas)
        for (number, cells) in part.enumerated() {
            draw(cells, "TD", style: ReportStyle.text, top: top + Double(number + 1) * Self.rowHeight, on: canvas)
        }
    }

    private func draw(_ cells: [String], _ tag: String, style: TextStyle, top: Double, on canvas: borrowing Canvas) {
        canvas.tagged("TR") { canvas in
            var x = PageFlow.margin
            for (column, cell) in zip(columns, cells) {
                let width = column.share * PageFlow.width
                let place = Canvas.Point(x: column.isNumber ? x + width - 4 : x, y: top + 11)
                canvas.tagged(tag) { canvas in
                    canvas.write(
                        cell, at: place, style: style.aligned(column.isNumber ? .right : .left),
                        maximumWidth: width - 8)
                }
                x += width
            }
        }
        let bottom = top + Self.rowHeight - 0.5
        canvas.line(
            ReportStyle.rule,
            [
                Canvas.Point(x: PageFlow.margin, y: bottom),
                Canvas.Point(x: PageFlow.margin + PageFlow.width, y: bottom),
            ],
            lineWidth: tag == "TH" ? 1 : 0.5)
    }
}
