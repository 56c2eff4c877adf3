internal import Manifests
internal import Tickets

/// Where a scan takes place within one event: its gate, the gate's list, and which way people pass.
struct Placement: Sendable {
    let gate: Gate
    let list: AdmissionList
    let direction: Direction

    /// What the station was told, from the strongest to the weakest: the presentation itself, the configuration (file,
    /// environment or flag), the signed list's assignment of this station, the event's first gate.
    ///
    /// - Returns: `nil` when the gate that was asked for is not in the event's list.
    static func find(
        in plan: EventPlan, station: String, configuredGate: String?, configuredDirection: Direction?,
        askedGate: String?, askedDirection: Direction?
    ) -> Placement? {
        let assignment = plan.assignments.first { $0.station == station }
        let gate: Gate?
        if let named = askedGate ?? configuredGate ?? assignment?.gate {
            gate = plan.gate(named)
        } else {
            gate = plan.gates.first
        }
        guard let gate, let list = plan.list(gate.list) else { return nil }
        let direction = askedDirection ?? configuredDirection ?? assignment?.direction ?? .in
        return Placement(gate: gate, list: list, direction: direction)
    }
}
