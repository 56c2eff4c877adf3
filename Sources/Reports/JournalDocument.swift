internal import Foundation
public import Messages
internal import Pictures
public import Tickets

/// A journal as a PDF for people: A4 pages with a table. It proves nothing; its last lines say which export does.
public struct JournalDocument {
    /// An entry as the API sends it (docs/JOURNAL.md): the members that people read.
    public struct Entry: Decodable, Sendable {
        /// Number of the entry.
        public var seq: Int64
        /// Name of the station.
        public var station: String
        /// When it was decided, by the station's clock.
        public var at: Timestamp
        /// Id of the event; `nil` when no event was served.
        public var event: String?
        /// Slug; `nil` when the entry names none.
        public var gate: String?
        /// `in` or `out`.
        public var direction: String
        /// `admitted`, `checkedOut` or `refused`; of an undo, the verdict that it undoes.
        public var verdict: String
        /// Why it was refused; `nil` for other verdicts.
        public var reason: String?
        /// The backend's own id of the line; `nil` when it has none.
        public var ref: String?
        /// How it came about: `scan`, `manual`, `override`, `undo`, `supervisorUndo`, `checkoutAll`, `sale`
        /// or `order`.
        public var kind: String
        /// Id of the entry that it undoes; `nil` in all other entries.
        public var undoes: String?
        /// How many people passed; 0 for a refusal or an undo.
        public var count: Int
        /// Who acted; `nil` for a code that was read.
        public var `operator`: String?
        /// What staff typed, or what was done with the station.
        public var note: String?
        /// SHA-256 of the other members, in hexadecimal.
        public var hash: String

        /// `undo of admitted`, `alreadyScanned`, `admitted`.
        public var outcome: String { undoes != nil ? "undo of \(verdict)" : reason ?? verdict }

        /// What was done, of an entry about no ticket.
        var noted: String? { verdict == "noted" ? note : nil }

        /// How it came about, unless by a scan, and who acted: `manual Anne`.
        public var by: String {
            let act = [kind == "scan" || kind == "undo" ? nil : kind, self.operator].compactMap { $0 }
                .joined(separator: " ")
            return [act, noted].compactMap { $0 }.joined(separator: ": ")
        }
    }

    private let entries: [Entry]

    /// - Parameter entries: in the order of the journal.
    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The PDF file.
    /// - Parameter now: printed on each page.
    /// - Throws: ``PictureError``
    public func pdfFile(made now: Timestamp, in messages: Messages) throws -> [UInt8] {
        func say(_ key: String) -> String { messages.label("report.\(key)") }
        let title = messages.text("report.journal", ["station": entries.first?.station ?? ""])
        var flow = PageFlow()
        addTitle(title, in: messages, to: &flow)
        ReportTable(
            columns: [
                .init(title: say("number"), share: 0.09, isNumber: true), .init(title: say("timeUTC"), share: 0.22),
                .init(title: messages.label("staff.direction"), share: 0.06), .init(title: say("what"), share: 0.18),
                .init(title: messages.label("figuresPage.gate"), share: 0.09),
                .init(title: say("reference"), share: 0.14), .init(title: say("by"), share: 0.13),
                .init(title: say("people"), share: 0.09, isNumber: true),
            ], rows: entries.map { row($0, in: messages) }
        ).add(to: &flow)
        return try flow.pdfFile(
            title: title, author: entries.first?.station ?? "", subject: title,
            foot: messages.text(
                "report.foot",
                ["title": title, "time": "\(now.toTheSecond) UTC", "station": entries.first?.station ?? ""]),
            in: messages)
    }

    private func addTitle(_ title: String, in messages: Messages, to flow: inout PageFlow) {
        let last = entries.last
        let lines = [
            messages.text(
                "report.entries",
                [
                    "count": messages.number(entries.count), "from": entries.first?.at.toTheSecond ?? "",
                    "until": last?.at.toTheSecond ?? "",
                ]), messages.text("report.hash", ["hash": last?.hash ?? ""]),
            messages.text("report.proof", ["command": "usher journal export --out FILE"]),
        ]
        flow.block(80) { canvas, top in
            canvas.tagged("H1") { canvas in
                canvas.write(
                    title, at: Canvas.Point(x: PageFlow.margin, y: top + 22), style: ReportStyle.title,
                    maximumWidth: PageFlow.width)
            }
            canvas.tagged("P") { canvas in
                for (number, line) in lines.enumerated() {
                    canvas.write(
                        line, at: Canvas.Point(x: PageFlow.margin, y: top + 40 + 13 * Double(number)),
                        style: ReportStyle.note, maximumWidth: PageFlow.width)
                }
            }
        }
    }

    private func row(_ entry: Entry, in messages: Messages) -> [String] {
        // Nobody saw these two on a screen.
        let unseen = ["sold": "report.kinds.sale", "noted": "report.kinds.order"][entry.verdict]
        let word = messages.label(unseen ?? "words.\(entry.reason ?? entry.verdict)")
        let kind = ["scan", "undo"].contains(entry.kind) ? "" : messages.label("report.kinds.\(entry.kind)")
        return [
            String(entry.seq), entry.at.toTheSecond, messages.label("directions.\(entry.direction)"),
            entry.undoes == nil ? word : messages.text("report.undoOf", ["verdict": word]), entry.gate ?? "",
            entry.ref ?? "",
            [kind, entry.operator ?? "", entry.noted ?? ""].filter { !$0.isEmpty }.joined(separator: ", "),
            entry.count == 0 ? "" : String(entry.count),
        ]
    }
}

extension Timestamp {
    /// `2026-12-05 18:30:00`
    fileprivate var toTheSecond: String { String(description.prefix(19)).replacing("T", with: " ") }
}
