internal import Files
public import Foundation
internal import Pictures
public import Publishing
internal import QRWriter
internal import Tickets

/// What is drawn of each ticket.
public enum HandoutLayout: String, CaseIterable, Sendable {
    /// A page of its own.
    case a4, letter
    /// A quarter of a page.
    case strip
    /// Sheets of labels, as the design says.
    case labels
    /// The code alone, as a picture.
    case png
}

/// Which tickets are in one file.
public enum HandoutGrouping: String, CaseIterable, Sendable {
    case ticket, order, all
}

/// Draws the tickets of one event.
public struct HandoutPrinter {
    /// What was written.
    public struct Outcome: Sendable, Hashable {
        /// Without index.csv.
        public let files: Int
        /// The terms had no room on so many tickets, and are not on them.
        public let withoutTerms: Int
        /// So many tickets have characters that no font has: they are drawn as boxes.
        public let withBoxes: Int
        /// Name of the file that says which ticket is in which file.
        public let index: String
    }

    let style: HandoutStyle
    let layout: HandoutLayout

    /// - Throws: ``HandoutError`` for a cancelled event.
    public init(_ definition: EventDefinition, design: HandoutDesign, layout: HandoutLayout) throws {
        guard definition.event.status != .cancelled else {
            throw HandoutError("make", "tickets for \(definition.event.id)", "event.yaml says that it is cancelled")
        }
        style = HandoutStyle(event: HandoutEvent(definition, words: design.words), design: design)
        self.layout = layout
    }

    /// Writes a file for each group, named by reference or order, and at last `index.csv`, which says which ticket is in
    /// which file. Each file is replaced as a whole; others in the folder stay.
    /// - Parameters:
    ///   - onlyNew: the tickets are not all: files of several tickets, and the index, have names of their own,
    ///     `tickets-new.pdf` and `index-new.csv`.
    ///   - progress: called with the number of tickets that are drawn.
    /// - Throws: ``HandoutError``, `QRWriterError`, `PictureError` or `FileError`.
    public func write(
        _ tickets: [SoldTicket], by grouping: HandoutGrouping, onlyNew: Bool = false, into folder: URL,
        progress: (Int) -> Void
    ) throws -> Outcome {
        try Folder.create(folder)
        try Folder.sweepAbandoned(folder)
        let groups = try HandoutGroup.all(of: tickets, by: grouping)
        let suffix = onlyNew && grouping != .ticket ? "-new" : ""
        var index = CSVText.row(["ref", "holder", "email", "file"])
        var (drawn, withoutTerms) = (0, 0)
        for group in groups {
            let name = "\(group.name)\(suffix).\(layout == .png ? "png" : "pdf")"
            let file = try NewFile(in: folder)
            if layout == .png {
                try file.write(Handout.code(group.tickets[0].row.code).picture(modulePixels: 10).pngFile())
            } else {
                withoutTerms += try draw(group, progress: { progress(drawn + $0) }, write: file.write)
            }
            try file.commit(to: folder.appending(path: name))
            drawn += group.tickets.count
            progress(drawn)
            for ticket in group.tickets {
                index += CSVText.row([
                    ticket.row.reference?.referenceForPeople ?? "", ticket.row.holder ?? "", ticket.email ?? "", name,
                ])
            }
        }
        let indexName = onlyNew ? "index-new.csv" : "index.csv"
        try DurableFile.write(Data(index.utf8), to: folder.appending(path: indexName))
        return Outcome(
            files: groups.count, withoutTerms: withoutTerms, withBoxes: try boxCount(of: tickets), index: indexName)
    }

    /// How many of the tickets have characters that no font has.
    private func boxCount(of tickets: [SoldTicket]) throws -> Int {
        guard layout != .png else { return 0 }
        let font = try FontCoverage()
        let event = style.event
        let common = [event.name, event.organizer, event.place?.name, event.place?.address, style.design.terms]
        if layout != .labels, !tickets.isEmpty, common.compactMap(\.self).contains(where: { font.lacks($0) }) {
            return tickets.count
        }
        return tickets.count { ticket in
            let seatAndPrice = layout == .labels ? [] : [ticket.row.seat, ticket.price]
            let texts = [ticket.row.holder, ticket.type.name, ticket.row.reference] + seatAndPrice
            return texts.compactMap(\.self).contains(where: { font.lacks($0) })
        }
    }

    /// A PDF in memory, for a mail.
    func pdfFile(of group: HandoutGroup) throws -> [UInt8] {
        var file: [UInt8] = []
        _ = try draw(group) { file += $0 }
        return file
    }

    /// Draws page after page, so that no more than one is in memory.
    /// - Parameter write: gets the bytes of the file in their order.
    /// - Returns: on how many tickets the terms had no room.
    private func draw(
        _ group: HandoutGroup, progress: (Int) -> Void = { _ in }, write: ([UInt8]) throws -> Void
    ) throws -> Int {
        let (paper, perPage) = paperAndTickets
        var document = try VectorDocument.pdf(pageWidth: paper.width, pageHeight: paper.height)
        document.describe(
            title: "\(style.event.name): \(group.name)", author: style.event.organizer, subject: style.event.day)
        var withoutTerms = 0
        for first in stride(from: 0, to: group.tickets.count, by: perPage) {
            let page = try group.tickets[first..<min(first + perPage, group.tickets.count)].map {
                try Handout($0, event: style.event, words: style.words)
            }
            try document.addPage { canvas in
                for (place, ticket) in page.enumerated() {
                    if !draw(ticket, place: place, paper: paper, on: canvas) { withoutTerms += 1 }
                }
            }
            try write(document.finishedBytes())
            progress(first + page.count)
        }
        try write(document.file())
        return withoutTerms
    }

    private var paperAndTickets: (paper: Paper, tickets: Int) {
        switch layout {
        case .a4, .png: (.a4, 1)
        case .letter: (.letter, 1)
        case .strip: (.a4, StripTicket.perPage)
        case .labels: (style.design.labels.paper, style.design.labels.columns * style.design.labels.rows)
        }
    }

    /// - Returns: whether the terms had room.
    private func draw(_ ticket: Handout, place: Int, paper: Paper, on canvas: borrowing Canvas) -> Bool {
        switch layout {
        case .a4, .letter, .png: PageTicket(style: style, paper: paper).draw(ticket, on: canvas)
        case .strip: return StripTicket(style: style).draw(ticket, place: place, on: canvas)
        case .labels: LabelTicket(sheet: style.design.labels).draw(ticket, place: place, on: canvas)
        }
        return true
    }
}

/// A file that is written by a closure, and readable by its owner alone: whoever has it has the tickets.
private final class NewFile {
    private var pending: PendingFile

    init(in folder: URL) throws { pending = try PendingFile(in: folder, mode: 0o600) }

    func write(_ bytes: [UInt8]) throws {
        // Bytes have no padding that could be read.
        try pending.write(unsafe bytes.span.bytes)
    }

    func commit(to file: URL) throws { try pending.commit(to: file) }
}
