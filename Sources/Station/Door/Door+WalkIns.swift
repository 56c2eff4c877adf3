internal import Journal
internal import Manifests
internal import StationAPI
internal import Tickets

/// Guests without any ticket: one line of the list counts them all.
/// See docs/decisions/120-walk-ins-are-one-line.md.
extension Door {
    func walkIn(_ request: WalkInRequest) throws -> VerdictReport {
        let (manifest, key, _) = try walkIns(of: request.event, in: situation())
        return try pass(
            ManualRequest(
                ticket: key.description, event: manifest.plan.event.id, gate: request.gate, count: request.count,
                note: request.note, operator: request.operator),
            direction: request.isExit == true ? .out : .in)
    }

    func walkInsInside() throws -> WalkInsAnswer {
        let situation = situation()
        let (manifest, key, list) = try walkIns(of: nil, in: situation)
        guard let record = try manifest.record(of: key) else {
            return WalkInsAnswer(event: manifest.plan.event.id, inside: 0)
        }
        let histories = try journal.look { look in
            try LineHistories(unrecorded: unrecorded).histories(
                of: record, on: list, in: manifest, journal: look)
        }
        return WalkInsAnswer(
            event: manifest.plan.event.id, inside: histories.values.reduce(0) { $0 + $1.inside })
    }

    /// The list that counts them, the key of their line, and the slug of their admission list.
    private func walkIns(
        of event: String?, in situation: Situation
    ) throws -> (InstalledManifest, TicketKey, list: String) {
        let counting = situation.served.compactMap { manifest in
            manifest.walkInKey.flatMap { key in
                manifest.plan.walkInList.map { (manifest: manifest, key: key, list: $0) }
            }
        }.filter { event == nil || $0.manifest.plan.event.id == event }
        let isHere = { (manifest: InstalledManifest, list: String) in
            self.settings.placement(in: manifest.plan)?.list.slug == list
        }
        guard let found = counting.first(where: { isHere($0.manifest, $0.list) }) ?? counting.first else {
            throw StationError(
                .notFound, "count", "guests without a ticket",
                "no event at this station counts guests without a ticket",
                hint: "Ask the organizer for walk_ins in event.yaml.")
        }
        return found
    }
}
