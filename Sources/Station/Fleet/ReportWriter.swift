internal import Fleet
internal import Journal
internal import StationAPI
internal import Threads
internal import Tickets

/// Makes the reports of this station for the control room.
struct ReportWriter: Sendable {
    let monitor: Monitor
    let figures: Figures
    let journal: Journal
    let orders: OrderBook
    let staff: PresentStaff
    let rosters: Rosters
    let bundles: SupportBundles
    let clock: StationClock
    let journalQueue: WorkQueue

    /// What is counted of one event.
    private struct Counted: Sendable {
        let figures: EventFigures
        let own: [StationReport.OwnPassages]
        let acts: [ActByHand]
    }

    /// Without figures when they cannot be read: what is wrong then is in the status.
    func report() async throws -> StationReport {
        let now = clock.now()
        let counted =
            (try? await figures.served { figures, tally, plan in
                Counted(
                    figures: figures, own: Self.own(tally, plan, now: now),
                    acts: Array(tally.acts.suffix(StationReport.mostActs)))
            }) ?? []
        let head = try await journalQueue.run { try journal.signHead(now: now) }
        let acts = counted.flatMap(\.acts).sorted { $0.at < $1.at }
        // Last, because its time is compared with the clock of whoever hears it.
        return StationReport(
            status: try await monitor.status(), figures: counted.map(\.figures), own: counted.flatMap(\.own),
            acts: acts.suffix(StationReport.mostActs).map(StationReport.Act.init), head: head.line,
            freeBytes: journal.health.freeBytes, orders: orders.results,
            staff: staff.all.map { StationReport.Person(name: $0.name, role: $0.role) }, roster: rosters.issued,
            bundle: bundles.current)
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
