internal import Journal
internal import Manifests
internal import Threads
internal import Tickets

/// Writes down what is done with the station itself, and with no ticket: entries of the journal that are in no sum.
struct StationNotes: Sendable {
    let station: String
    let door: Door
    let journal: Journal
    let journalQueue: WorkQueue

    /// When the newest entry was made; `nil` without one, or when it cannot be read.
    func newest() async -> Timestamp? {
        try? await journalQueue.run { try journal.latestTime() }
    }

    /// - Parameters:
    ///   - kind: one of those that are about no ticket.
    ///   - name: who did it; `nil` when nobody said.
    func add(_ kind: CheckIn.Kind, by name: String?, _ note: String) async throws {
        let situation = await door.situation()
        let plan = situation.served.first?.plan
        let draft = CheckInDraft(
            station: station, event: plan?.event.id, gate: plan.flatMap { door.settings.placement(in: $0)?.gate.slug },
            verdict: .noted, kind: kind, count: 0, how: .manual, operator: name, at: situation.now,
            clock: situation.clock, note: note)
        try await journalQueue.run { _ = try journal.transaction { try $0.append(draft, outbox: []) } }
    }
}
