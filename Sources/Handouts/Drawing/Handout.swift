internal import Foundation
internal import Messages
internal import Pictures
internal import Publishing
internal import QRWriter
internal import Tickets

/// What tickets of one event have in common, as texts.
struct HandoutEvent {
    let name: String
    let organizer: String
    /// `Saturday, 5 December 2026`
    let day: String
    /// `19:00`
    let clock: String
    /// `doors open 17:00`; `nil` when they open at the beginning.
    let doors: String?
    let place: EventPlace?
    private let starts: Timestamp
    private let zone: Zone
    private let words: Messages

    init(_ definition: EventDefinition, words: Messages) {
        let event = definition.event
        (name, organizer, place) = (event.name, definition.organizer, event.place)
        (starts, zone, self.words) = (event.starts, event.timeZone, words)
        day = words.wholeDay(event.starts, in: zone)
        clock = words.clock(event.starts, in: zone)
        let doorsClock = words.clock(event.doorsOpen, in: zone)
        doors =
            event.doorsOpen < event.starts ? words.text("handouts.doorsOpen", ["time": doorsClock]) : nil
    }

    /// `valid from 20:00, valid until 21:00`; `nil` for a ticket without times of its own.
    func window(_ row: TicketRow) -> String? {
        let from = row.notBefore.map { words.text("handouts.validFrom", ["time": moment($0)]) }
        let until = row.notAfter.map { words.text("handouts.validUntil", ["time": moment($0)]) }
        let parts = [from, until].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// With the day, unless it is that of the event.
    private func moment(_ time: Timestamp) -> String {
        let (day, clock) = (words.wholeDay(time, in: zone), words.clock(time, in: zone))
        return day == words.wholeDay(starts, in: zone) ? clock : "\(day), \(clock)"
    }
}

/// One ticket to draw.
struct Handout {
    let code: QRMatrix
    let holder: String?
    let type: String
    /// `nil` when event.yaml gives its type none.
    let typeColour: Colour?
    let seat: String?
    let price: String?
    /// `4 people`; `nil` for one.
    let people: String?
    /// ``HandoutEvent/window(_:)``
    let window: String?
    /// As staff know it; `nil` when the row has none.
    let reference: String?

    init(_ ticket: SoldTicket, event: HandoutEvent, words: Messages) throws(QRWriterError) {
        let row = ticket.row
        code = try Self.code(row.code)
        holder = row.holder
        type = ticket.type.name
        typeColour = ticket.type.color.flatMap { Colour(hex: $0) }
        seat = row.seat
        price = ticket.price
        people = row.admits > 1 ? words.text("handouts.people", ["count": String(row.admits)]) : nil
        window = event.window(row)
        reference = row.reference?.referenceForPeople
    }

    /// The highest level of error correction while the modules stay large: a crack of a screen or a fold hides some of
    /// them. Version 6 has 41 modules on a side: in a code of 48 mm each is a millimetre wide.
    static func code(_ text: String) throws(QRWriterError) -> QRMatrix {
        let high = try? QRMatrix(encoding: text, errorCorrection: .high)
        if let high, high.version <= 6 { return high }
        return try QRMatrix(encoding: text, errorCorrection: .quartile)
    }
}

/// Colours, fonts and measures that all layouts share.
struct HandoutStyle {
    static let ink = Colour(0x14181f)
    static let faint = Colour(0x5b6472)
    static let rule = Colour(0xc9ced6)
    static let plainBand = Colour(0x1f2937)

    let event: HandoutEvent
    let design: HandoutDesign
    var words: Messages { design.words }

    /// By its colour, a ticket's type is known from afar; a design's colour makes all tickets alike.
    func band(_ ticket: Handout) -> Colour { design.colour ?? ticket.typeColour ?? Self.plainBand }

    static func text(_ size: Double, bold: Bool = false, _ colour: Colour = ink) -> TextStyle {
        TextStyle(size: size, isBold: bold, colour: colour)
    }
}

/// Texts below each other, each in a room of its own, so that none can reach into the next.
struct TextStack {
    let x: Double
    let width: Double
    /// Where the next text begins.
    var y: Double

    /// - Parameters:
    ///   - height: the most that it may take.
    ///   - smallest: the smallest size of the font.
    mutating func add(
        _ text: String?, _ style: TextStyle, height: Double, smallest: Double, on canvas: borrowing Canvas
    ) {
        guard let text, !text.isEmpty else { return }
        let paragraph = canvas.paragraph(text, style: style, width: width, height: height, smallest: smallest)
        canvas.tagged("P") { $0.write(paragraph, at: Canvas.Point(x: x, y: y)) }
        y += paragraph.height
    }
}
