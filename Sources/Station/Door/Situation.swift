internal import Manifests
internal import StationAPI
internal import Tickets

/// Everything about here and now on which a decision depends, besides the ticket.
struct Situation {
    let now: Timestamp
    let clock: CheckIn.Clock
    /// The clock is not synchronised, and behind a time that is already known.
    let isClockWrong: Bool
    var served: [InstalledManifest]
    /// Installed, but not served.
    let others: [InstalledManifest]
    /// What is decided but not recorded; `nil` when everything is, and for decisions, which do not need it.
    var notRecorded: StationStatus.NotRecorded?
}

extension Door {
    /// - Parameter instant: a time to use instead of now, when a person asks what would be decided then.
    func situation(at instant: Timestamp? = nil) -> Situation {
        let now = instant ?? clock.now()
        let isSynchronised = clock.isSynchronised()
        let installed = manifests.installed
        let newest = (installed.map(\.claims.issued) + [newestEntry].compactMap { $0 }).max()
        if instant == nil {
            noteHours(of: installed, now: now, clock: isSynchronised ? .synchronised : .unsynchronised)
        }
        let selected = ServedEvents.select(
            from: installed.map(\.plan.event), configured: settings.events, now: now,
            grace: settings.policy.graceAfterEnd
        ).map(\.id)
        // An event that has no place at this station must not make the others' unknown codes the station's trouble.
        let placed = installed.filter { selected.contains($0.plan.event.id) && settings.placement(in: $0.plan) != nil }
        let served = placed.isEmpty ? selected : selected.filter { id in placed.contains { $0.plan.event.id == id } }
        return Situation(
            now: now, clock: isSynchronised ? .synchronised : .unsynchronised,
            // A time that a person names is meant, whatever the clock says.
            isClockWrong: instant == nil && !isSynchronised && newest.map { now < $0 } ?? false,
            served: served.compactMap { id in installed.first { $0.plan.event.id == id } },
            others: installed.filter { !served.contains($0.plan.event.id) })
    }
}
