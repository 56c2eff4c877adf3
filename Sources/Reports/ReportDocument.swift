internal import Foundation
internal import Messages
internal import Pictures
internal import StationAPI
internal import Tickets

/// A report as a PDF: A4 pages with text that can be selected and read aloud, and shapes that stay sharp.
struct ReportDocument {
    let report: EventReport
    let messages: Messages
    var flow = PageFlow()

    init(_ report: EventReport, in messages: Messages) {
        self.report = report
        self.messages = messages
        addTitle()
        addDoubts()
        let lists = report.figures.lists
        for list in lists { add(list, isOnly: lists.count == 1) }
        addComparison()
        addSales()
        addRefusals()
        addRecords()
        addConflicts()
        addActs()
        addJournals()
    }

    func pdfFile() throws -> [UInt8] {
        let figures = report.figures
        var foot = ["title": figures.name, "time": report.wallTime(figures.now)]
        if let joined = report.joined {
            foot["count"] = messages.number(joined.journals.count)
        } else {
            foot["station"] = figures.station
        }
        return try flow.pdfFile(
            title: say("title", ["event": figures.name]), author: report.organizer,
            subject: say("subject", ["time": report.wallTime(figures.starts)]),
            foot: say(report.joined == nil ? "foot" : "joined.foot", foot), in: messages)
    }

    // MARK: - Parts

    private mutating func addTitle() {
        let figures = report.figures
        let lines = [
            say("of", ["organizer": report.organizer]),
            say(
                "times",
                [
                    "day": messages.day(figures.starts, in: report.plan.event.timeZone),
                    "starts": report.clock(figures.starts),
                    "ends": report.clock(figures.ends), "doors": report.clock(figures.doorsOpen),
                    "zone": figures.timeZone,
                ]),
        ]
        flow.block(66) { [test = messages.label("labels.test")] canvas, top in
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
                test, at: Canvas.Point(x: box.x + 26, y: box.y + 14.5),
                style: TextStyle(size: 11, isBold: true, colour: ReportStyle.ink, alignment: .centre), maximumWidth: 46)
        }
    }

    /// Before any number.
    private mutating func addDoubts() {
        for doubt in report.joined?.doubts ?? [] {
            flow.block(30) { canvas, top in
                let text = canvas.paragraph(
                    doubt, style: ReportStyle.doubt, width: PageFlow.width - 16, height: 26, smallest: 7)
                canvas.fill(
                    ReportStyle.warning, [Canvas.Rectangle(x: PageFlow.margin, y: top, width: 5, height: 26)])
                canvas.tagged("P") { $0.write(text, at: Canvas.Point(x: PageFlow.margin + 14, y: top + 2)) }
            }
        }
        if report.joined?.doubts.isEmpty == false { flow.space(8) }
    }

    private mutating func add(_ list: ListFigures, isOnly: Bool) {
        flow.makeRoom(320)
        if !isOnly { addHeading(say("list", ["list": list.name])) }
        addNumbers(list)
        if list.isEstimate, report.joined == nil {
            addNote(figure("estimate"))
        }
        if list.listed > 0 {
            addNote(figure("listed", ["people": messages.number(list.listed)]))
        }
        if let series = list.course { addTimeSeries(series, peak: list.peak) }
        addHeading(figure("types"), withAtLeast: ReportTable.leastHeight)
        ReportTable(
            columns: [
                .init(title: say("type"), share: 0.52), .init(title: figure("admitted"), share: 0.16, isNumber: true),
                .init(title: say("onTickets"), share: 0.16, isNumber: true),
                .init(title: say("share"), share: 0.16, isNumber: true),
            ],
            rows: list.types.map { type in
                [
                    type.name ?? figure("otherTickets"), messages.number(type.admitted), messages.number(type.tickets),
                    type.tickets > 0 ? messages.percent(type.admitted, of: type.tickets) : "",
                ]
            }
        ).add(to: &flow)
        addHeading(figure("gates"), withAtLeast: ReportTable.leastHeight)
        addGates(of: list)
    }

    private mutating func addGates(of list: ListFigures) {
        let isJoined = report.joined != nil
        let numbers: [(title: String, of: (ListFigures.GateFigures) -> Int)] =
            (isJoined
                ? [(figure("entered"), { $0.admitted })]
                : [(figure("here"), { $0.admitted }), (figure("elsewhere"), { $0.elsewhere })])
            + [(messages.label("words.checkedOut"), { $0.checkedOut })]
        ReportTable(
            columns: [.init(title: figure("gate"), share: isJoined ? 0.68 : 0.52)]
                + numbers.map { .init(title: $0.title, share: 0.16, isNumber: true) },
            rows: list.gates.map { gate in
                [gate.name ?? gate.slug ?? figure("unknownGate")] + numbers.map { messages.number($0.of(gate)) }
            }
        ).add(to: &flow)
    }

    /// The four large numbers, and how much of the bar below them is full.
    private func numbers(of list: ListFigures) -> (shown: [(name: String, number: String)], of: Int) {
        if let attendance = report.joined?.attendance[list.slug] {
            return (
                [
                    (say("joined.came"), messages.number(attendance.came)),
                    (say("onTickets"), messages.number(list.tickets)),
                    (say("joined.notCome"), messages.number(attendance.notCome)),
                    (say("joined.again"), messages.number(attendance.again)),
                ], attendance.came
            )
        }
        return (
            [
                (figure("admitted"), messages.number(list.admittedInAll)),
                (say("onTickets"), messages.number(list.tickets)),
                (figure("inside"), (list.isEstimate ? "≈ " : "") + messages.number(list.inside)),
                (messages.label("words.checkedOut"), messages.number(list.checkedOut)),
            ], list.admittedInAll
        )
    }

    private mutating func addNumbers(_ list: ListFigures) {
        let (shown, people) = numbers(of: list)
        let admitted = list.tickets > 0 ? min(1, Double(people) / Double(list.tickets)) : 0
        flow.block(76) { canvas, top in
            let gap = 8.0
            let width = (PageFlow.width - 3 * gap) / 4
            for (index, (name, number)) in shown.enumerated() {
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
        addHeading(figure("course"), withAtLeast: ReportChart.height + 24)
        addNote(figure(series.stepMinutes == 1 ? "eachMinute" : "eachStep", ["minutes": "\(series.stepMinutes)"]))
        addNote(say("legend"))
        if let peak {
            addNote(figure("peak", ["people": messages.number(peak.people), "time": report.clock(peak.at)]))
        }
        flow.block(ReportChart.height + 6) { [report, messages] canvas, top in
            canvas.tagged("Figure") { canvas in
                ReportChart(series: series, clock: report.clock, number: messages.number).draw(on: canvas, top: top)
            }
        }
    }

    private mutating func addSales() {
        guard !report.sales.isEmpty else { return }
        addHeading(say(report.joined == nil ? "sold" : "count"), withAtLeast: ReportTable.leastHeight)
        ReportTable(
            columns: [
                .init(title: say("type"), share: 0.3), .init(title: say("terms"), share: 0.26),
                .init(title: say("by"), share: 0.14),
                .init(title: say("count"), share: 0.08, isNumber: true),
                .init(title: messages.label("staff.sale.takenBack"), share: 0.1, isNumber: true),
                .init(title: say("sum"), share: 0.12, isNumber: true),
            ],
            rows: report.sales.map { sale in
                [
                    report.type(of: sale)?.name ?? figure("otherTickets"), terms(of: sale), sale.operator ?? "",
                    messages.number(sale.sold),
                    messages.number(sale.refunded), sale.revenue.map(messages.amount) ?? "",
                ]
            }
        ).add(to: &flow)
        for (payment, currency, amount) in report.revenues {
            let taken = say("taken", ["sum": "\(messages.amount(amount)) \(currency)"])
            addNote(payment.map { "\($0): \(taken)" } ?? taken)
        }
    }

    private mutating func addRefusals() {
        addHeading(
            report.joined == nil ? figure("refusals") : messages.text("controlRoom.refusals", [:]),
            withAtLeast: ReportTable.leastHeight)
        guard !report.refusals.isEmpty else { return addNote(figure("none")) }
        ReportTable(
            columns: [
                .init(title: say("reason"), share: 0.52), .init(title: figure("gate"), share: 0.32),
                .init(title: say("codes"), share: 0.16, isNumber: true),
            ],
            rows: report.refusals.map { refusal in
                [
                    messages.label("words.\(refusal.reason.rawValue)"), gateName(refusal.gate),
                    messages.number(refusal.codes),
                ]
            }
        ).add(to: &flow)
    }

    private mutating func addRecords() {
        let figures = report.figures
        addHeading(figure("records"), withAtLeast: 20)
        // Journals do not tell what a server has received.
        if report.joined == nil { addNote(say("unsent", ["count": messages.number(figures.unsent)])) }
        addNote(say("conflicts", ["count": messages.number(figures.conflicts)]))
    }

    private mutating func addConflicts() {
        var rows: [[String]] = []
        for found in report.conflicts {
            for passage in found.passages {
                rows.append([
                    report.wallTime(passage.at, seconds: true), found.ref ?? say("line", ["line": "\(found.line)"]),
                    gateName(passage.gate), passage.station ?? "",
                    passage.isSurplus ? say("tooMany") : messages.label("words.\(passage.verdict)"),
                ])
            }
        }
        for refusal in report.serverRefusals {
            rows.append([
                report.wallTime(refusal.at, seconds: true), refusal.reference?.referenceForPeople ?? "",
                gateName(refusal.gate),
                refusal.backend, refusal.reason ?? say("refused"),
            ])
        }
        guard !rows.isEmpty else { return }
        addHeading(figure("conflicts"), withAtLeast: ReportTable.leastHeight)
        ReportTable(
            columns: [
                .init(title: figure("time"), share: 0.21), .init(title: say("ticket"), share: 0.18),
                .init(title: figure("gate"), share: 0.2),
                .init(title: say("place"), share: 0.2), .init(title: say("what"), share: 0.21),
            ], rows: rows
        ).add(to: &flow)
    }

    private mutating func addActs() {
        guard !report.tally.acts.isEmpty else { return }
        addHeading(say("acts"), withAtLeast: ReportTable.leastHeight)
        if report.tally.actsLeftOut > 0 {
            addNote(say("actsLeftOut", ["count": messages.number(report.tally.actsLeftOut)]))
        }
        ReportTable(
            columns: [
                .init(title: figure("time"), share: 0.24), .init(title: say("what"), share: 0.23),
                .init(title: say("ticket"), share: 0.15),
                .init(title: figure("gate"), share: 0.15), .init(title: say("by"), share: 0.13),
                .init(title: say("people"), share: 0.1, isNumber: true),
            ],
            rows: report.tally.acts.map { act in
                [
                    report.wallTime(act.at, seconds: true), messages.label("report.kinds.\(act.kind.rawValue)"),
                    act.reference?.referenceForPeople ?? "",
                    gateName(act.gate),
                    act.operator ?? "", messages.number(act.people),
                ]
            }
        ).add(to: &flow)
    }

    private mutating func addJournals() {
        guard let joined = report.joined else { return }
        addHeading(say("joined.journals"), withAtLeast: ReportTable.leastHeight)
        ReportTable(
            columns: [
                .init(title: say("joined.station"), share: 0.2), .init(title: say("joined.from"), share: 0.18),
                .init(title: say("joined.until"), share: 0.18), .init(title: say("joined.key"), share: 0.22),
                .init(title: say("joined.state"), share: 0.12),
                .init(title: say("joined.entries"), share: 0.1, isNumber: true),
            ],
            rows: joined.journals.map { journal in
                [
                    journal.station, journal.first.map { report.wallTime($0) } ?? "",
                    journal.last.map { report.wallTime($0) } ?? "", journal.key,
                    say(journal.isWhole ? "joined.whole" : "joined.doubtful"), messages.number(journal.entries),
                ]
            }
        ).add(to: &flow)
    }

    // MARK: - Words

    mutating func addHeading(_ text: String, withAtLeast height: Double = 0) {
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

    func say(_ key: String, _ values: [String: String] = [:]) -> String {
        messages.text("report.\(key)", values)
    }

    /// A text that the page of figures has, too.
    func figure(_ key: String, _ values: [String: String] = [:]) -> String {
        messages.text("figuresPage.\(key)", values)
    }

    /// `15.00 EUR, cash`
    private func terms(of sale: SalesSum) -> String {
        let price = sale.terms.price.map { "\(messages.amount($0)) \(sale.terms.currency ?? "")" }
        return [price ?? messages.label("staff.sale.free"), sale.terms.payment].compactMap(\.self)
            .joined(separator: ", ")
    }

    private func gateName(_ slug: String?) -> String {
        slug.map { report.plan.gate($0)?.name ?? $0 } ?? ""
    }
}
