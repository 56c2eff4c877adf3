internal import Foundation
internal import Journal
internal import Manifests
internal import Messages
internal import Reports
package import StationAPI
internal import Threads
internal import Tickets

/// The numbers of events, and reports.
package struct Figures: FiguresControl {
    let station: String
    let language: String
    let door: Door
    let journal: Journal
    let manifests: ManifestStore
    let doubleEntries: DoubleEntryDetector
    let tallies: TallyCache
    let venue: VenueLink?
    let clock: StationClock
    /// For adding up.
    let sums = WorkQueue("figures")

    /// About a second of work. With a long journal, people see the figures grow instead of waiting.
    private static let pagesAtOnce = 400

    package func figures(event: String?) async throws -> [EventFigures] {
        let asked = try await manifests(asked: event)
        return try await sums.run { try asked.map { try figures(of: $0).figures } }
    }

    /// About a tenth of a second of work, for what nobody waits for.
    private static let pagesForReport = 40

    /// What is made of the numbers of each event that is served, and of the sums behind them.
    func served<Result: Sendable>(
        _ make: @escaping @Sendable (EventFigures, EventTally, EventPlan) -> Result
    ) async throws -> [Result] {
        let asked = try await manifests(asked: nil)
        return try await sums.run {
            try asked.map { manifest in
                let (figures, tally) = try figures(of: manifest, pages: Self.pagesForReport)
                return make(figures, tally, manifest.plan)
            }
        }
    }

    package func report(event: String?, format: ReportFormat, language: String?) async throws -> [UInt8] {
        let report = try await eventReport(on: event)
        return switch format {
        case .csv: Array(report.csv.utf8)
        case .excel: Array(report.excelCSV.utf8)
        case .pdf: try await sums.run { try report.pdfFile(in: .in(language ?? self.language)) }
        }
    }

    func eventReport(on event: String?) async throws -> EventReport {
        guard let manifest = try await manifests(asked: event).first else {
            throw StationError(
                .notFound, "report", "an event", "no list is installed for one",
                hint: "Install its list, or name an event with --event.")
        }
        return try await sums.run {
            // Page by page, so that a status gets its turn, too.
            var (figures, tally) = try self.figures(of: manifest)
            while figures.isCounting { (figures, tally) = try self.figures(of: manifest) }
            return EventReport(
                figures: figures, tally: tally, plan: manifest.plan, organizer: manifest.claims.organizer,
                conflicts: try doubleEntries.all().filter { $0.line.event == manifest.plan.event.id }
                    .map(DoubleEntryItem.init),
                serverRefusals: try serverRefusals(of: manifest.plan.event.id),
                sales: try journal.salesSums(of: manifest.plan.event.id))
        }
    }

    private func manifests(asked event: String?) async throws -> [InstalledManifest] {
        guard let event else { return await door.situation().served }
        guard let manifest = manifests.installed.first(where: { $0.plan.event.id == event }) else {
            throw StationError(
                .notFound, "count", "event \(event.withoutControls)",
                "no list of it is installed", hint: "Look with usher manifest list.")
        }
        return [manifest]
    }

    private func figures(
        of manifest: InstalledManifest, pages: Int = pagesAtOnce
    ) throws -> (figures: EventFigures, tally: EventTally) {
        let plan = manifest.plan
        let now = clock.now()
        let sums = try tallies.sums(of: manifest, now: now, pages: pages)
        let open = try journal.openOutbox()
        let doubles = try doubleEntries.all().count { $0.line.event == plan.event.id }
        let figures = EventFigures(
            sums, plan: plan, isTest: manifest.claims.isTest, station: station, now: now,
            first: door.settings.placement(in: plan)?.list.slug,
            unsent: (open[.waiting] ?? 0) + (open[.parked] ?? 0),
            conflicts: doubles + (open[.refused] ?? 0) + (open[.disputed] ?? 0),
            capacity: { door.occupancy.capacity(of: $0, in: manifest) })
        return (figures, sums.tally)
    }

    /// Check-ins for an event that a ticketing server refused.
    private func serverRefusals(of event: String) throws -> [EventReport.ServerRefusal] {
        try journal.outbox(states: [.refused, .disputed], limit: 10_000).compactMap { item in
            let checkIn = item.entry.checkIn
            guard checkIn.event == event else { return nil }
            return EventReport.ServerRefusal(
                at: checkIn.at, list: checkIn.list, gate: checkIn.gate, reference: checkIn.reference,
                backend: item.backend, reason: item.reason)
        }
    }
}
