internal import Journal
internal import Manifests
internal import Messages
internal import Tickets

/// Whether people still pass here. In the rush, nobody for ten minutes means that something is wrong which the station
/// does not see: a gate that was closed, a scanner that was carried off, a guest who stands in the light.
struct FlowConditions: ConditionSource {
    /// Nobody passes for this long, after a rush of the same length.
    static let silence = Duration.seconds(600)
    /// People in the ten minutes up to the last one: fewer are no rush. So an evening that ends slowly is no trouble.
    static let rush = 20

    let journal: Journal

    func conditions(at situation: Situation) throws -> [Condition] {
        try situation.served.map(\.plan)
            .filter { $0.event.status == .on && $0.event.isOpen(at: situation.now, grace: .zero) }
            .compactMap { plan in
                let event = plan.event
                let times = try journal.newestPassages(of: event.id, limit: Self.rush)
                guard times.count == Self.rush, let last = times.first, let first = times.last,
                    event.doorsOpen <= first, last - first < Self.silence, situation.now - last >= Self.silence,
                    plan.expectsGuests(at: situation.now)
                else { return nil }
                let minutes = (situation.now - last).components.seconds / 60
                return Condition(.scansStopped, subject: event.id, ["event": event.name, "minutes": "\(minutes)"])
            }
    }
}
