internal import Fleet
internal import Journal
internal import StationAPI
internal import Threads
internal import Tickets

/// Writes down what this station says about itself to whoever looks after the whole event.
struct ReportWriter: Sendable {
    let monitor: Monitor
    let figures: Figures
    let journal: Journal
    let opened: Timestamp
    let clock: StationClock
    let journalQueue: WorkQueue

    func report() async throws -> StationReport {
        let status = try await monitor.status()
        let served = try await figures.served()
        let now = clock.now()
        let head = try await journalQueue.run { try journal.signHead(now: now) }
        let acts = served.flatMap { $0.tally.acts.suffix(StationReport.mostActs) }.sorted { $0.at < $1.at }
        return StationReport(
            status: status, figures: served.map(\.figures),
            own: served.flatMap { Self.own($0.tally, $0.plan, now: now) },
            acts: acts.suffix(StationReport.mostActs).map(StationReport.Act.init), head: head.line,
            freeBytes: journal.health.freeBytes, opened: opened)
    }

    func sign(_ report: StationReport) throws -> String {
        try SignedReport.sign(report, with: journal.signingKey)
    }

    private static func own(_ tally: EventTally, _ plan: EventPlan, now: Timestamp) -> [StationReport.OwnPassages] {
        plan.lists.compactMap { list in
            let passed = tally.passedHere(list.slug)
            guard passed != PeopleCount() else { return nil }
            let curve = tally.curve(list.slug, origin: .here, within: EventFigures.span(of: plan.event))
            return StationReport.OwnPassages(
                event: plan.event.id, list: list.slug, entered: passed.entered, left: passed.left,
                perMinute: tally.perMinute(list.slug, origin: .here, now: now),
                course: curve.map(ListFigures.TimeSeries.init))
        }
    }
}

extension StationReport.Act {
    fileprivate init(_ act: ActByHand) {
        self.init(kind: act.kind, at: act.at, gate: act.gate, operator: act.operator, people: act.people)
    }
}
