internal import Manifests
internal import Tickets

/// Where a scan takes place within one event: its gate, the gate's list, and the direction.
struct Placement: Sendable {
    let gate: Gate
    let list: AdmissionList
    let direction: Direction

    /// The same for a ticket.
    func of(_ key: TicketKey?, in manifest: InstalledManifest?) -> Placement {
        Placement(gate: gate, list: manifest?.list(list.slug, for: key) ?? list, direction: direction)
    }
}

extension Door.Settings {
    /// The direction of this station, as far as it is known without a ticket.
    func direction(at situation: Situation) -> Direction {
        situation.served.first.flatMap { placement(in: $0.plan)?.direction } ?? direction ?? .in
    }

    /// The gate and direction of a scan, from the strongest source to the weakest: the presentation itself, what staff
    /// chose, the configuration (file, environment or flag), the assignment of this station in the signed list, the
    /// event's first gate by slug.
    ///
    /// The configured gate may belong to another event. An event without such a gate is served at the one of its
    /// assignment, or at its only one, but never at a gate that nobody named.
    ///
    /// - Returns: `nil` when the event does not have the gate.
    func placement(in plan: EventPlan, gate askedGate: String? = nil, direction askedDirection: Direction? = nil)
        -> Placement?
    {
        let assignment = plan.assignments.first { $0.station == station }
        let choice = places.choice(for: plan.event.id)
        // A new list of the event may have lost the gate that was chosen.
        let chosenGate = choice?.gate.flatMap { plan.gate($0)?.slug }
        let named = askedGate ?? chosenGate ?? gate.flatMap { plan.gate($0)?.slug } ?? assignment?.gate
        let unnamed = gate == nil || plan.gates.count == 1 ? plan.gates.first : nil
        guard let gate = named.map({ plan.gate($0) }) ?? unnamed, let list = plan.list(gate.list) else { return nil }
        return Placement(
            gate: gate, list: list,
            direction: askedDirection ?? choice?.direction ?? direction ?? assignment?.direction ?? .in)
    }
}
