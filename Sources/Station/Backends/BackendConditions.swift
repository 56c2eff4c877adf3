internal import Backends
internal import Journal
internal import Messages
internal import Tickets

/// How the ticketing servers and the entries that wait for them are.
struct BackendConditions: ConditionSource {
    /// A server may be away, and entries may wait, for this long before it matters to people at the door: verdicts do
    /// not need a server.
    static let gracePeriod = Duration.seconds(600)

    let links: Links
    let journal: Journal
    /// When the station was opened.
    let opened: Timestamp

    func conditions(at situation: Situation) throws -> [Condition] {
        let now = situation.now
        let figures = try journal.figures()
        let refusals =
            figures.refused + figures.parked > 0
            ? [Condition(.refused, ["refused": "\(figures.refused)", "parked": "\(figures.parked)"])] : []
        return try links.all.flatMap { link in
            [state(of: link, now: now)] + (try wait(for: link.settings.name, now: now))
        } + refusals + Self.disputes(figures.disputed)
    }

    /// The server would not have let somebody in who was let in here: nothing has to be done for the next guest.
    private static func disputes(_ count: Int) -> [Condition] {
        count > 0 ? [Condition(.disputed, ["count": "\(count)"], variant: count == 1 ? "One" : "")] : []
    }

    private func state(of link: ActiveBackend, now: Timestamp) -> Condition {
        let name = link.settings.name
        if link.report.isRevoked { return Condition(.revoked, subject: name, ["backend": name]) }
        guard let error = link.report.error else {
            let isNew = link.report.lastContact == nil
            return Condition(isNew ? .backendNew : .backendFine, subject: name, ["backend": name])
        }
        let silence = now - max(link.report.lastContact ?? opened, opened)
        // What comes and goes with a network needs nobody, for a while.
        let passes: Set<BackendError.Code> = [.unreachable, .failing, .busy]
        let code: Condition.Code =
            !passes.contains(error.code) ? .backendTrouble : silence < Self.gracePeriod ? .backendAway : .backendSilent
        return Condition(
            code, subject: name, ["backend": name, "minutes": "\(silence.components.seconds / 60)"], because: error)
    }

    private func wait(for backend: String, now: Timestamp) throws -> [Condition] {
        guard let since = try journal.waitingSince(backend: backend), now - since > Self.gracePeriod else { return [] }
        return [
            Condition(
                .unsent, subject: backend,
                ["backend": backend, "minutes": "\((now - since).components.seconds / 60)"])
        ]
    }
}
