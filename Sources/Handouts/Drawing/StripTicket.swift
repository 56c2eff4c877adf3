internal import Pictures
internal import QRWriter
internal import Tickets

/// Strips that fit into a wallet, 190 x 65 mm, four to a sheet of A4, with lines to cut along. Printed without scaling,
/// they are whole on Letter, too.
struct StripTicket {
    static let perPage = 4

    private static let mm = Paper.millimetre
    private static let width = 190 * mm
    private static let height = 65 * mm
    private static let codeSide = 48 * mm
    private static let barWidth = 5 * mm

    let style: HandoutStyle

    /// - Parameter place: on the sheet, from 0.
    /// - Returns: whether there was room for the terms: a part of them would be worse than none.
    func draw(_ ticket: Handout, place: Int, on canvas: borrowing Canvas) -> Bool {
        let left = (Paper.a4.width - Self.width) / 2
        let top = (Paper.a4.height - Double(Self.perPage) * Self.height) / 2 + Double(place) * Self.height
        drawEdges(left: left, top: top, on: canvas)
        canvas.fill(
            style.band(ticket),
            [Canvas.Rectangle(x: left, y: top + 3 * Self.mm, width: Self.barWidth, height: Self.height - 6 * Self.mm)])
        drawCode(ticket, left: left + Self.width - Self.codeSide - 2 * Self.mm, top: top + 2 * Self.mm, on: canvas)
        return drawTexts(ticket, left: left + Self.barWidth + 4 * Self.mm, top: top + 4 * Self.mm, on: canvas)
    }

    private func drawEdges(left: Double, top: Double, on canvas: borrowing Canvas) {
        let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)].map {
            Canvas.Point(x: left + $0.0 * Self.width, y: top + $0.1 * Self.height)
        }
        canvas.line(HandoutStyle.rule, corners, lineWidth: 0.6, dashes: [3, 3])
    }

    private func drawCode(_ ticket: Handout, left: Double, top: Double, on canvas: borrowing Canvas) {
        canvas.tagged("Figure") { ticket.code.draw(on: $0, x: left, y: top, side: Self.codeSide) }
        var stack = TextStack(x: left + Self.codeSide / 2, width: Self.codeSide, y: top + Self.codeSide)
        stack.add(
            ticket.reference, HandoutStyle.text(13, bold: true).aligned(.centre), height: 30, smallest: 5.5, on: canvas)
    }

    private func drawTexts(_ ticket: Handout, left: Double, top: Double, on canvas: borrowing Canvas) -> Bool {
        let event = style.event
        let width = Self.width - Self.barWidth - Self.codeSide - 10 * Self.mm
        let bottom = top + Self.height - 8 * Self.mm
        var logoWidth = 0.0
        if let logo = style.design.logo {
            let room = Canvas.Rectangle(x: 0, y: top, width: 34 * Self.mm, height: 11 * Self.mm)
            logoWidth = min(room.width, room.height * logo.aspect)
            let frame = Canvas.Rectangle(x: left + width - logoWidth, y: top, width: logoWidth, height: room.height)
            canvas.draw(logo, in: frame)
            logoWidth += 3 * Self.mm
        }
        var title = TextStack(x: left, width: width - logoWidth, y: top)
        title.add(event.name, HandoutStyle.text(17, bold: true), height: 13 * Self.mm, smallest: 7, on: canvas)
        var stack = TextStack(x: left, width: width, y: top + (logoWidth > 0 ? 13.5 * Self.mm : title.y - top + 3))
        let times = [event.day, event.clock].joined(separator: ", ") + (event.doors.map { " · \($0)" } ?? "")
        stack.add(times, HandoutStyle.text(10, bold: true), height: 13, smallest: 6, on: canvas)
        let place = [event.place?.name, event.place?.address].compactMap(\.self).joined(separator: ", ")
        stack.add(place, HandoutStyle.text(9), height: 23, smallest: 5.5, on: canvas)
        stack.y += 5
        stack.add(ticket.holder, HandoutStyle.text(14, bold: true), height: 31, smallest: 6, on: canvas)
        let facts = [ticket.seat, ticket.people, ticket.price, ticket.window].compactMap(\.self)
        drawFacts([ticket.type] + facts, colour: ticket.typeColour, in: &stack, on: canvas)
        guard let terms = style.design.terms else { return true }
        stack.y += 4
        let paragraph = canvas.paragraph(
            terms, style: HandoutStyle.text(7.5, HandoutStyle.faint), width: width, height: max(0, bottom - stack.y),
            smallest: 5)
        guard paragraph.isWhole, paragraph.height <= bottom - stack.y + 0.1 else { return false }
        canvas.tagged("P") { $0.write(paragraph, at: Canvas.Point(x: left, y: stack.y)) }
        return true
    }

    private func drawFacts(
        _ facts: [String], colour: Colour?, in stack: inout TextStack, on canvas: borrowing Canvas
    ) {
        var row = stack
        if let colour {
            canvas.fill(colour, [Canvas.Rectangle(x: row.x, y: row.y + 2.5, width: 8, height: 8)])
            row = TextStack(x: row.x + 12, width: row.width - 12, y: row.y)
        }
        row.add(
            facts.joined(separator: " · "), HandoutStyle.text(10.5), height: 27, smallest: 5.5, on: canvas)
        stack.y = row.y
    }
}
