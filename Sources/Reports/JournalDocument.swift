internal import Foundation
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
        /// How it came about: `scan`, `manual`, `override`, `undo`, `supervisorUndo` or `checkoutAll`.
        public var kind: String
        /// Id of the entry that it undoes; `nil` in all other entries.
        public var undoes: String?
        /// How many people passed; 0 for a refusal or an undo.
        public var count: Int
        /// Who acted; `nil` for a code that was read.
        public var `operator`: String?
        /// SHA-256 of the other members, in hexadecimal.
        public var hash: String

        /// `undo of admitted`, `alreadyScanned`, `admitted`.
        public var outcome: String { undoes != nil ? "undo of \(verdict)" : reason ?? verdict }

        /// How it came about, unless by a scan, and who acted: `manual Anne`.
        public var by: String {
            [kind == "scan" || kind == "undo" ? nil : kind, self.operator].compactMap { $0 }.joined(separator: " ")
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
    public func pdfFile(made now: Timestamp) throws -> [UInt8] {
        let title = "Journal of \(entries.first?.station ?? "a station without entries")"
        var flow = PageFlow()
        addTitle(title, to: &flow)
        ReportTable(
            columns: [
                .init(title: "No.", share: 0.09, isNumber: true), .init(title: "Time (UTC)", share: 0.22),
                .init(title: "Way", share: 0.06), .init(title: "What", share: 0.18), .init(title: "Gate", share: 0.09),
                .init(title: "Reference", share: 0.14), .init(title: "By", share: 0.13),
                .init(title: "People", share: 0.09, isNumber: true),
            ], rows: entries.map(row)
        ).add(to: &flow)
        return try flow.pdfFile(
            title: title, author: entries.first?.station ?? "", subject: "Every decision of this station",
            foot: "\(title) · made \(now.toTheSecond) UTC")
    }

    private func addTitle(_ title: String, to flow: inout PageFlow) {
        let last = entries.last
        let lines = [
            "\(entries.count.grouped) entries, \(entries.first?.at.toTheSecond ?? "") to \(last?.at.toTheSecond ?? "")",
            "SHA-256 of the last entry: \(last?.hash ?? "")",
            "What can be verified is the export as JSON lines with its signed head: usher journal export --out FILE",
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

    private func row(_ entry: Entry) -> [String] {
        [
            String(entry.seq), entry.at.toTheSecond, entry.direction, entry.outcome, entry.gate ?? "", entry.ref ?? "",
            entry.by, entry.count == 0 ? "" : String(entry.count),
        ]
    }
}

extension Timestamp {
    /// `2026-12-05 18:30:00`
    fileprivate var toTheSecond: String { String(description.prefix(19)).replacing("T", with: " ") }
}
