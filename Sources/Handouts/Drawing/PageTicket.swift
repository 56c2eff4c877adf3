internal import Messages
internal import Pictures
internal import QRWriter
internal import Tickets

/// A ticket on a page of its own, A4 or Letter: what the guest must know, a large code, and the terms below.
struct PageTicket {
    private static let mm = Paper.millimetre
    private static let margin = 15 * mm
    private static let padding = 6 * mm
    private static let codeSide = 66 * mm
    private static let bandTop = 36 * mm
    private static let bandHeight = 26 * mm

    let style: HandoutStyle
    let paper: Paper

    private var width: Double { paper.width - 2 * Self.margin }
    private var right: Double { paper.width - Self.margin }
    private var codeLeft: Double { right - Self.padding - Self.codeSide }

    func draw(_ ticket: Handout, on canvas: borrowing Canvas) {
        drawHead(on: canvas)
        drawBand(ticket, on: canvas)
        let top = Self.bandTop + Self.bandHeight
        let bottom =
            max(
                drawFacts(of: ticket, top: top + Self.padding, on: canvas),
                drawCode(ticket, top: top + 2 * Self.mm, on: canvas)) + Self.padding
        let corners = [
            Canvas.Point(x: Self.margin, y: top), Canvas.Point(x: Self.margin, y: bottom),
            Canvas.Point(x: right, y: bottom), Canvas.Point(x: right, y: top),
        ]
        canvas.line(HandoutStyle.rule, corners, lineWidth: 0.8)
        drawTerms(top: bottom + 6 * Self.mm, on: canvas)
    }

    private func drawHead(on canvas: borrowing Canvas) {
        let room = Canvas.Rectangle(x: Self.margin, y: 12 * Self.mm, width: 80 * Self.mm, height: 18 * Self.mm)
        var text = HandoutStyle.text(12, bold: true)
        var x = Self.margin
        if let logo = style.design.logo {
            canvas.draw(logo, in: room)
            text = HandoutStyle.text(11, HandoutStyle.faint).aligned(.right)
            x = right
        }
        let paragraph = canvas.paragraph(
            style.event.organizer, style: text, width: width - 90 * Self.mm, height: room.height, smallest: 7)
        let y = room.y + (room.height - paragraph.height) / 2
        canvas.tagged("P") { $0.write(paragraph, at: Canvas.Point(x: x, y: y)) }
    }

    private func drawBand(_ ticket: Handout, on canvas: borrowing Canvas) {
        let colour = style.band(ticket)
        let band = Canvas.Rectangle(x: Self.margin, y: Self.bandTop, width: width, height: Self.bandHeight)
        canvas.fill(colour, [band])
        let room = Self.bandHeight - 6 * Self.mm
        let name = canvas.paragraph(
            style.event.name,
            style: HandoutStyle.text(26, bold: true, colour.isDark ? Colour(0xffffff) : HandoutStyle.ink),
            width: width - 2 * Self.padding, height: room, smallest: 9)
        canvas.tagged("H1") { canvas in
            canvas.write(
                name,
                at: Canvas.Point(x: Self.margin + Self.padding, y: band.y + (band.height - name.height) / 2))
        }
    }

    /// - Returns: where it ends.
    private func drawFacts(of ticket: Handout, top: Double, on canvas: borrowing Canvas) -> Double {
        let words = style.words
        let event = style.event
        let left = Self.margin + Self.padding
        var stack = TextStack(x: left, width: codeLeft - Self.padding - left, y: top)
        func caption(_ text: String, in stack: inout TextStack) {
            stack.add(text, HandoutStyle.text(8, HandoutStyle.faint), height: 10, smallest: 6, on: canvas)
            stack.y += 1
        }
        caption(words.label("handouts.when"), in: &stack)
        stack.add(event.day, HandoutStyle.text(14, bold: true), height: 36, smallest: 9, on: canvas)
        let times = [event.clock, event.doors].compactMap(\.self).joined(separator: " · ")
        stack.add(times, HandoutStyle.text(12), height: 15, smallest: 7, on: canvas)
        stack.add(ticket.window, HandoutStyle.text(10.5, bold: true), height: 26, smallest: 7, on: canvas)
        if let place = event.place {
            stack.y += 10
            caption(words.label("handouts.place"), in: &stack)
            stack.add(place.name, HandoutStyle.text(12, bold: true), height: 30, smallest: 7, on: canvas)
            stack.add(place.address, HandoutStyle.text(10.5), height: 39, smallest: 6.5, on: canvas)
        }
        if let holder = ticket.holder {
            stack.y += 10
            caption(words.label("handouts.name"), in: &stack)
            stack.add(holder, HandoutStyle.text(14, bold: true), height: 35, smallest: 6.5, on: canvas)
        }
        stack.y += 10
        let facts = [
            (words.label("handouts.ticket"), ticket.type), (words.label("handouts.seat"), ticket.seat),
            (words.label("handouts.admits"), ticket.people),
            (words.label("handouts.price"), ticket.price),
        ].compactMap { fact in fact.1.map { (fact.0, $0) } }
        // Two beside each other.
        for first in stride(from: 0, to: facts.count, by: 2) {
            let isAlone = first + 1 == facts.count
            var end = stack.y
            for (place, fact) in facts[first..<min(first + 2, facts.count)].enumerated() {
                let half = stack.width / 2
                var cell = TextStack(
                    x: stack.x + Double(place) * half, width: isAlone ? stack.width : half - 6, y: stack.y)
                caption(fact.0, in: &cell)
                if first == 0, place == 0, let colour = ticket.typeColour {
                    canvas.fill(colour, [Canvas.Rectangle(x: cell.x, y: cell.y + 3, width: 9, height: 9)])
                    cell = TextStack(x: cell.x + 14, width: cell.width - 14, y: cell.y)
                }
                cell.add(fact.1, HandoutStyle.text(12, bold: place == 0), height: 44, smallest: 6.5, on: canvas)
                end = max(end, cell.y)
            }
            stack.y = end + 7
        }
        return stack.y - 7
    }

    /// - Returns: where it ends.
    private func drawCode(_ ticket: Handout, top: Double, on canvas: borrowing Canvas) -> Double {
        canvas.tagged("Figure") { canvas in
            ticket.code.draw(on: canvas, x: codeLeft, y: top, side: Self.codeSide)
        }
        guard let reference = ticket.reference else { return top + Self.codeSide }
        let centre = codeLeft + Self.codeSide / 2
        var stack = TextStack(x: centre, width: Self.codeSide, y: top + Self.codeSide)
        stack.add(
            style.words.label("handouts.reference"), HandoutStyle.text(8, HandoutStyle.faint).aligned(.centre),
            height: 10, smallest: 6,
            on: canvas)
        stack.add(
            reference, HandoutStyle.text(17, bold: true).aligned(.centre), height: 42, smallest: 6.5, on: canvas)
        return stack.y
    }

    private func drawTerms(top: Double, on canvas: borrowing Canvas) {
        let bottom = paper.height - 12 * Self.mm
        var stack = TextStack(x: Self.margin, width: width, y: top)
        stack.add(
            style.words.label("handouts.secret"), HandoutStyle.text(9, bold: true), height: 12, smallest: 6, on: canvas)
        stack.y += 6
        stack.add(
            style.design.terms, HandoutStyle.text(9, HandoutStyle.faint), height: bottom - stack.y, smallest: 5,
            on: canvas)
    }
}
