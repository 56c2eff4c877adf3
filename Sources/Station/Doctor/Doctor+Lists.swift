internal import DoorScreen
internal import Manifests
internal import Tickets

/// What tickets are decided by.
extension Doctor {
    func lists() throws -> [Diagnosis] {
        var findings = station.trust.keys().faults.map {
            Diagnosis(.list, .warning, "\($0.headline).", next: $0.hint)
        }
        if station.trust.keys().trusted.isEmpty {
            findings.append(
                Diagnosis(
                    .list, .broken, "No organizer's key is trusted, so no list is taken.",
                    next: "Enrol the station (usher enroll --open), or trust a key (usher key trust NAME.pub)."))
        }
        guard !situation.served.isEmpty else {
            let installed = station.manifests.installed.map(\.plan.event.name)
            return findings + [
                Diagnosis(
                    .list, .broken,
                    installed.isEmpty
                        ? "No list is installed."
                        : "None of the installed lists is for now: \(installed.joined(separator: ", ")).",
                    next: "Install the event's list (usher manifest install F.usher), or name the event in usher.yaml.")
            ]
        }
        findings += station.overlaps(situation).map {
            Diagnosis(.list, .warning, $0, next: "Look at doors_open and ends of both events.")
        }
        return try findings + situation.served.flatMap(list)
    }

    private func list(_ manifest: InstalledManifest) throws -> [Diagnosis] {
        let (plan, now) = (manifest.plan, situation.now)
        let name = plan.event.name
        var findings: [Diagnosis] = []
        for note in manifest.notes(now: now) {
            let level: Diagnosis.Level =
                note == .test || note == .expired || note.isAlarming ? .broken : .warning
            findings.append(Diagnosis(.list, level, "List of \(name): \(note.explanation).", next: note.nextStep))
        }
        if findings.isEmpty {
            let age = (now - manifest.claims.issued).components.seconds / 60
            findings.append(
                Diagnosis(
                    .list, .ok,
                    "\(name): \(manifest.claims.body.tickets) tickets, \(age) minutes old, key \(manifest.keyID)."))
        }
        if plan.event.status != .on {
            findings.append(
                Diagnosis(
                    .list, .broken, "\(name) is \(plan.event.status.rawValue).",
                    next: "If that is wrong, the organizer publishes a new list."))
        }
        if let placement = station.door.settings.placement(in: plan) {
            findings.append(
                Diagnosis(.list, .ok, "Gate \(placement.gate.slug), direction \(placement.direction.rawValue)."))
        } else {
            let refusal = Sentence(.unknownGate(asked: station.configuration.gate), plan: plan)
            findings.append(
                Diagnosis(
                    .list, .broken, refusal.english(in: plan, at: now) + ".",
                    next: "Choose one of them: gate in usher.yaml."))
        }
        if manifest.claims.privacy == .staff, station.staffKeys.key(for: plan.event.id) == nil {
            findings.append(
                Diagnosis(
                    .list, .warning, "The station has no staff key of \(name): no names are shown or found.",
                    next: "Put it into the credential staff-\(plan.event.id)."))
        }
        return findings
    }
}

extension ManifestNote {
    fileprivate var nextStep: String {
        switch self {
        case .test: "Install the real list before the doors open."
        case .guessableCodes: "Whoever guesses a code gets in: have the organizer issue longer ones."
        case .empty: "Nobody gets in but on codes that a ticket key signed: have the organizer publish the whole list."
        case .shrunk: "Ask the organizer whether that is right (usher manifest diff OLD NEW), before doors open."
        case .expired, .stale: "Have the organizer publish a new list (usher publish)."
        case .issuedInFuture: "Set the clock, here or where the list was made."
        }
    }
}
