internal import Messages

extension ReportDocument {
    /// This event beside earlier ones.
    mutating func addComparison() {
        guard let earlier = report.joined?.earlier, !earlier.isEmpty else { return }
        let events = [EventSummary(report)] + earlier
        let columns = events.map(numbers)
        let rows = columns[0].indices.map { row in [columns[0][row].title] + columns.map { $0[row].number } }
        addHeading(say("compared.title"), withAtLeast: Double(rows.count + 1) * ReportTable.rowHeight)
        let width = 0.64 / Double(events.count)
        ReportTable(
            columns: [.init(title: "", share: 0.36)]
                + events.map { .init(title: "\($0.day) \($0.name)", share: width, isNumber: true) }, rows: rows
        ).add(to: &flow)
    }

    /// Of one event, from top to bottom.
    private func numbers(of event: EventSummary) -> [(title: String, number: String)] {
        [
            (say("onTickets"), number(event.tickets)),
            (say("joined.came"), share(event.came, of: event)),
            (say("joined.notCome"), share(event.notCome, of: event)),
            (say("joined.again"), number(event.again)),
            (say("compared.busiest"), number(event.busiest)),
            (say("compared.half"), event.halfBeforeStart.map(beforeStart) ?? ""),
            (say("compared.refused"), number(event.refused)),
            (figure("conflicts"), number(event.conflicts)),
            (say("acts"), number(event.acts)),
        ]
    }

    private func number(_ number: Int) -> String { messages.number(number) }

    /// `18,421 (92%)`
    private func share(_ people: Int, of event: EventSummary) -> String {
        guard event.tickets > 0 else { return number(people) }
        return "\(number(people)) (\(messages.percent(people, of: Int64(event.tickets))))"
    }

    private func beforeStart(_ minutes: Int) -> String {
        say(minutes < 0 ? "compared.after" : "compared.before", ["minutes": number(abs(minutes))])
    }
}
