internal import Foundation
internal import Pictures
internal import StationAPI
internal import Tickets

/// A report as a PDF: A4 pages with text that can be selected and read aloud, and shapes that stay sharp.
struct ReportDocument {
    private let report: EventReport
    private var flow = PageFlow()

    init(_ report: EventReport) {
        self.report = report
        addTitle()
        let lists = report.figures.lists
        for list in lists { add(list, isOnly: lists.count == 1) }
        addSales()
        addRefusals()
        addRecords()
        addConflicts()
        addActs()
    }

    func pdfFile() throws -> [UInt8] {
        let figures = report.figures
        return try flow.pdfFile(
            title: "\(figures.name): report", author: report.organizer,
            subject: "Check-ins at the doors, \(report.wallTime(figures.starts))",
            foot: "\(figures.name) · made \(report.wallTime(figures.now)) by station \(figures.station)")
    }

    // MARK: - Parts

    private mutating func addTitle() {
        let figures = report.figures
        let lines = [
            "\(report.organizer) · check-ins at the doors",
            "\(report.day(figures.starts)), \(report.clock(figures.starts)) to \(report.clock(figures.ends)), "
                + "doors from \(report.clock(figures.doorsOpen)) · times of \(figures.timeZone)",
        ]
        flow.block(66) { canvas, top in
            let width = PageFlow.width - (figures.isTest ? 70 : 0)
            canvas.tagged("H1") { canvas in
                canvas.write(
                    figures.name, at: Canvas.Point(x: PageFlow.margin, y: top + 22), style: ReportStyle.title,
                    maximumWidth: width)
            }
            canvas.tagged("P") { canvas in
                for (number, line) in lines.enumerated() {
                    canvas.write(
                        line, at: Canvas.Point(x: PageFlow.margin, y: top + 40 + 14 * Double(number)),
                        style: TextStyle(size: 10, colour: ReportStyle.faint), maximumWidth: width)
                }
            }
            guard figures.isTest else { return }
            let box = Canvas.Rectangle(x: PageFlow.margin + PageFlow.width - 52, y: top + 4, width: 52, height: 20)
            canvas.fill(ReportStyle.warning, [box])
            canvas.write(
                "TEST", at: Canvas.Point(x: box.x + 26, y: box.y + 14.5),
                style: TextStyle(size: 11, isBold: true, colour: ReportStyle.ink, alignment: .centre), maximumWidth: 46)
        }
    }

    private mutating func add(_ list: ListFigures, isOnly: Bool) {
        flow.makeRoom(320)
        if !isOnly { addHeading("Admission list: \(list.name)") }
        addNumbers(list)
        if list.isEstimate {
            addNote("Exits were not scanned: those inside are an estimate, everyone who entered.")
        }
        if list.listed > 0 {
            addNote("\(list.listed) of the admitted are known from the ticket list alone, and stand at no gate.")
        }
        if let series = list.course { addTimeSeries(series, peak: list.peak) }
        addHeading("Ticket types", withAtLeast: ReportTable.leastHeight)
        ReportTable(
            columns: [
                .init(title: "Type", share: 0.52), .init(title: "Admitted", share: 0.16, isNumber: true),
                .init(title: "Of tickets", share: 0.16, isNumber: true),
                .init(title: "Share", share: 0.16, isNumber: true),
            ],
            rows: list.types.map { type in
                let share = type.tickets > 0 ? "\(Self.percent(type.admitted, of: type.tickets)) %" : ""
                return [type.name ?? "Tickets not in the list", type.admitted.grouped, type.tickets.grouped, share]
            }
        ).add(to: &flow)
        addHeading("Gates", withAtLeast: ReportTable.leastHeight)
        ReportTable(
            columns: [
                .init(title: "Gate", share: 0.52), .init(title: "This station", share: 0.16, isNumber: true),
                .init(title: "Other stations", share: 0.16, isNumber: true),
                .init(title: "Checked out", share: 0.16, isNumber: true),
            ],
            rows: list.gates.map { gate in
                [
                    gate.name ?? gate.slug ?? "Unknown", gate.admitted.grouped, gate.elsewhere.grouped,
                    gate.checkedOut.grouped,
                ]
            }
        ).add(to: &flow)
    }

    private mutating func addNumbers(_ list: ListFigures) {
        let numbers = [
            ("Admitted", list.admittedInAll.grouped), ("On tickets", list.tickets.grouped),
            (list.isEstimate ? "Inside, estimated" : "Inside", list.inside.grouped),
            ("Checked out", list.checkedOut.grouped),
        ]
        let admitted = list.tickets > 0 ? min(1, Double(list.admittedInAll) / Double(list.tickets)) : 0
        flow.block(76) { canvas, top in
            let gap = 8.0
            let width = (PageFlow.width - 3 * gap) / 4
            for (index, (name, number)) in numbers.enumerated() {
                let x = PageFlow.margin + Double(index) * (width + gap)
                canvas.fill(ReportStyle.panel, [Canvas.Rectangle(x: x, y: top, width: width, height: 50)])
                canvas.tagged("P") { canvas in
                    canvas.write(
                        name, at: Canvas.Point(x: x + 9, y: top + 15), style: ReportStyle.note, maximumWidth: width - 18
                    )
                    canvas.write(
                        number, at: Canvas.Point(x: x + 9, y: top + 40), style: ReportStyle.number,
                        maximumWidth: width - 18)
                }
            }
            canvas.fill(
                ReportStyle.rule, [Canvas.Rectangle(x: PageFlow.margin, y: top + 58, width: PageFlow.width, height: 7)])
            canvas.fill(
                ReportStyle.entered,
                [Canvas.Rectangle(x: PageFlow.margin, y: top + 58, width: PageFlow.width * admitted, height: 7)])
        }
    }

    private mutating func addTimeSeries(_ series: ListFigures.TimeSeries, peak: ListFigures.Peak?) {
        addHeading("Over the evening", withAtLeast: ReportChart.height + 24)
        let each = series.stepMinutes == 1 ? "each minute" : "each \(series.stepMinutes) minutes"
        addNote("People in \(each): bars are those who entered, the dashed line those who left.")
        if let peak { addNote("Most entered in the minute of \(report.clock(peak.at)): \(peak.people.grouped).") }
        flow.block(ReportChart.height + 6) { [report] canvas, top in
            canvas.tagged("Figure") { canvas in
                ReportChart(series: series, clock: report.clock).draw(on: canvas, top: top)
            }
        }
    }

    private mutating func addSales() {
        guard !report.sales.isEmpty else { return }
        addHeading("Sold by this station", withAtLeast: ReportTable.leastHeight)
        ReportTable(
            columns: [
                .init(title: "Type", share: 0.3), .init(title: "Terms", share: 0.26), .init(title: "By", share: 0.14),
                .init(title: "Sold", share: 0.08, isNumber: true),
                .init(title: "Taken back", share: 0.1, isNumber: true),
                .init(title: "Sum", share: 0.12, isNumber: true),
            ],
            rows: report.sales.map { sale in
                [
                    report.type(of: sale).name, sale.terms.description, sale.operator ?? "", sale.sold.grouped,
                    sale.refunded.grouped, sale.revenue?.description ?? "",
                ]
            }
        ).add(to: &flow)
        for (payment, currency, amount) in report.revenues {
            addNote("Taken\(payment.map { ", \($0)" } ?? ""), without what was taken back: \(amount) \(currency).")
        }
    }

    private mutating func addRefusals() {
        addHeading("Refused by this station", withAtLeast: ReportTable.leastHeight)
        guard !report.refusals.isEmpty else { return addNote("None.") }
        ReportTable(
            columns: [
                .init(title: "Reason", share: 0.52), .init(title: "Gate", share: 0.32),
                .init(title: "Codes", share: 0.16, isNumber: true),
            ],
            rows: report.refusals.map { refusal in
                [refusal.reason.inWords, gateName(refusal.gate), refusal.codes.grouped]
            }
        ).add(to: &flow)
    }

    private mutating func addRecords() {
        let figures = report.figures
        addHeading("Records", withAtLeast: 20)
        addNote("Check-ins of this station that the ticketing server has not got: \(figures.unsent).")
        addNote("Conflicts, with other gates or with the ticketing server: \(figures.conflicts).")
    }

    private mutating func addConflicts() {
        var rows: [[String]] = []
        for found in report.conflicts {
            for passage in found.passages {
                rows.append([
                    report.wallTime(passage.at, seconds: true), found.ref ?? "line \(found.line)",
                    gateName(passage.gate), passage.station ?? "",
                    passage.isSurplus ? "one too many" : passage.verdict == "admitted" ? "admitted" : "checked out",
                ])
            }
        }
        for refusal in report.serverRefusals {
            rows.append([
                report.wallTime(refusal.at, seconds: true), refusal.reference?.referenceForPeople ?? "",
                gateName(refusal.gate),
                refusal.backend, refusal.reason ?? "refused",
            ])
        }
        guard !rows.isEmpty else { return }
        addHeading("Conflicts", withAtLeast: ReportTable.leastHeight)
        ReportTable(
            columns: [
                .init(title: "Time", share: 0.21), .init(title: "Ticket", share: 0.18),
                .init(title: "Gate", share: 0.2),
                .init(title: "Station or server", share: 0.2), .init(title: "What", share: 0.21),
            ], rows: rows
        ).add(to: &flow)
    }

    private mutating func addActs() {
        guard !report.tally.acts.isEmpty else { return }
        addHeading("Decided by people", withAtLeast: ReportTable.leastHeight)
        if report.tally.actsLeftOut > 0 {
            addNote("\(report.tally.actsLeftOut) more are in the journal only.")
        }
        ReportTable(
            columns: [
                .init(title: "Time", share: 0.21), .init(title: "What", share: 0.24),
                .init(title: "Ticket", share: 0.16),
                .init(title: "Gate", share: 0.16), .init(title: "By", share: 0.13),
                .init(title: "People", share: 0.1, isNumber: true),
            ],
            rows: report.tally.acts.map { act in
                [
                    report.wallTime(act.at, seconds: true), act.kind.inWords, act.reference?.referenceForPeople ?? "",
                    gateName(act.gate),
                    act.operator ?? "", act.people.grouped,
                ]
            }
        ).add(to: &flow)
    }

    // MARK: - Words

    private mutating func addHeading(_ text: String, withAtLeast height: Double = 0) {
        flow.makeRoom(28 + height)
        flow.space(8)
        flow.block(20) { canvas, top in
            canvas.tagged("H2") { canvas in
                canvas.write(
                    text, at: Canvas.Point(x: PageFlow.margin, y: top + 12), style: ReportStyle.heading,
                    maximumWidth: PageFlow.width)
            }
        }
    }

    private mutating func addNote(_ text: String) {
        flow.block(14) { canvas, top in
            canvas.tagged("P") { canvas in
                canvas.write(
                    text, at: Canvas.Point(x: PageFlow.margin, y: top + 9), style: ReportStyle.note,
                    maximumWidth: PageFlow.width)
            }
        }
    }

    private func gateName(_ slug: String?) -> String {
        slug.map { report.plan.gate($0)?.name ?? $0 } ?? ""
    }

    private static func percent(_ part: Int, of whole: Int64) -> Int {
        Int((100 * Double(part) / Double(whole)).rounded())
    }
}

extension BinaryInteger {
    /// `12,345`.
    var grouped: String {
        var digits = String(magnitude)
        for place in stride(from: digits.count - 3, to: 0, by: -3) {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
        }
        return self < 0 ? "-" + digits : digits
    }
}

extension Reason {
    /// For people: `alreadyScanned` is "Already scanned".
    var inWords: String {
        let words = rawValue.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

extension CheckIn.Kind {
    fileprivate var inWords: String {
        switch self {
        case .scan: "Scanned"
        case .manual: "By hand"
        case .override: "Against a refusal"
        case .undo: "Undone"
        case .supervisorUndo: "Undone, of another station"
        case .checkoutAll: "Everyone checked out"
        case .sale: "Sold"
        }
    }
}
