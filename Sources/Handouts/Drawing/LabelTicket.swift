internal import Pictures
internal import QRWriter

/// Labels on any sheet: a code, and whose it is. A wide label has the code at its left, any other one above the text.
struct LabelTicket {
    private static let padding = 2.5 * Paper.millimetre

    let sheet: LabelSheet

    /// - Parameter place: on the sheet, from 0: from left to right, then down.
    func draw(_ ticket: Handout, place: Int, on canvas: borrowing Canvas) {
        let left = sheet.marginX + Double(place % sheet.columns) * (sheet.width + sheet.gapX)
        let top = sheet.marginY + Double(place / sheet.columns) * (sheet.height + sheet.gapY)
        let (width, height) = (sheet.width - 2 * Self.padding, sheet.height - 2 * Self.padding)
        let isWide = width > 1.4 * height
        let side = isWide ? min(height, 0.62 * width) : min(width, 0.74 * height)
        let codeLeft = left + Self.padding + (isWide ? 0 : (width - side) / 2)
        canvas.tagged("Figure") { canvas in
            ticket.code.draw(
                on: canvas, x: codeLeft, y: top + Self.padding + (isWide ? (height - side) / 2 : 0), side: side)
        }
        if isWide {
            let room = Canvas.Rectangle(
                x: left + Self.padding + side + 2, y: top + Self.padding, width: width - side - 2, height: height)
            draw(captions(ticket, .left), x: room.x, in: room, on: canvas)
        } else {
            let room = Canvas.Rectangle(
                x: left + Self.padding, y: top + Self.padding + side, width: width, height: height - side)
            draw(captions(ticket, .centre), x: room.x + width / 2, in: room, on: canvas)
        }
    }

    private func captions(_ ticket: Handout, _ alignment: TextStyle.Alignment) -> [(String, TextStyle)] {
        [
            (ticket.holder, HandoutStyle.text(10.5, bold: true).aligned(alignment)),
            (ticket.type, HandoutStyle.text(9).aligned(alignment)),
            (ticket.reference, HandoutStyle.text(9, bold: true).aligned(alignment)),
        ].compactMap { caption in caption.0.map { ($0, caption.1) } }
    }

    /// Each line gets an equal share of the room that is left.
    private func draw(
        _ captions: [(String, TextStyle)], x: Double, in room: Canvas.Rectangle, on canvas: borrowing Canvas
    ) {
        var stack = TextStack(x: x, width: room.width, y: room.y)
        for (number, caption) in captions.enumerated() {
            let share = (room.y + room.height - stack.y) / Double(captions.count - number)
            stack.add(caption.0, caption.1, height: share, smallest: min(4.5, share / 1.3), on: canvas)
        }
    }
}
