internal import Logging
internal import Manifests
package import StationAPI
internal import Threads
package import Tickets

/// Where the station stands, and how staff move it.
package struct Places: PlaceControl {
    let door: Door
    let manifests: ManifestStore
    let authorization: StaffAuthorization
    let notes: StationNotes
    let logger: Logger
    /// Where lists are installed.
    let lists: WorkQueue

    package func current(by staff: Staff) async throws -> PlaceAnswer {
        try authorization.require(.move, of: staff)
        return await currentPlace()
    }

    package func move(_ request: PlaceRequest, by staff: Staff) async throws -> PlaceAnswer {
        try authorization.require(.move, of: staff)
        let place = try await move(request, by: staff.name)
        let gate = place.gate.map { "gate \($0), " } ?? ""
        try? await notes.add(.move, by: staff.name, gate + place.direction.rawValue)
        return place
    }

    /// The events that are served, and those of them at which it would stand elsewhere.
    /// - Throws: ``StationError`` when no event that is served has the gate
    func events(movedBy request: PlaceRequest) async throws -> (served: [EventPlan], moved: [EventPlan]) {
        let gate = request.gate
        let served = await door.situation().served.map(\.plan)
        let moved = gate == nil ? served : served.filter { plan in gate.flatMap { plan.gate($0) } != nil }
        guard !moved.isEmpty else {
            throw StationError(
                .notFound, "move to",
                gate.map { "gate \($0.withoutControls)" } ?? "another direction",
                "no event that is served here has it", hint: "Look with usher status.")
        }
        return (served, moved)
    }

    /// - Parameter name: who moves it, for the log.
    @discardableResult
    func move(_ request: PlaceRequest, by name: String) async throws -> PlaceAnswer {
        let gate = request.gate
        let (served, moved) = try await events(movedBy: request)
        try await lists.run {
            // Here, where no list is installed meanwhile: what was chosen for one that is new would be forgotten.
            let installed = manifests.installed.map(\.plan.event.id)
            try door.settings.places.choose(installed: installed) { choices in
                if let gate {
                    for plan in moved { choices[plan.event.id, default: ChosenPlaces.Choice()].gate = gate }
                }
                // The direction is the station's, whatever event a ticket is of.
                if let direction = request.direction {
                    for plan in served { choices[plan.event.id, default: ChosenPlaces.Choice()].direction = direction }
                }
            }
        }
        let place = await currentPlace()
        logger.notice(
            "the station was moved",
            metadata: [
                "operator": "\(name)", "gate": "\(place.gate ?? "none")",
                "direction": "\(place.direction.rawValue)",
            ])
        return place
    }

    private func currentPlace() async -> PlaceAnswer {
        let situation = await door.situation()
        let plans = situation.served.map(\.plan)
        var gates: [PlaceAnswer.Choice] = []
        for gate in plans.flatMap(\.gates) where !gates.contains(where: { $0.slug == gate.slug }) {
            gates.append(PlaceAnswer.Choice(slug: gate.slug, name: gate.name))
        }
        return PlaceAnswer(
            gate: plans.first.flatMap { door.settings.placement(in: $0)?.gate.slug },
            direction: door.settings.direction(at: situation), gates: gates)
    }
}
