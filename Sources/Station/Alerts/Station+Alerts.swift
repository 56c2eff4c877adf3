internal import Backends
internal import DoorScreen
internal import Journal
internal import Manifests
internal import Tickets

extension Station {
    /// What stands at the moment.
    func alerts() async throws -> [StationAlert] {
        let situation = await door.situation()
        return try await questions.run {
            lists(situation) + listLosses + readersGone + (try backendAlerts(now: situation.now))
                + (try doubleEntryAlerts())
        }
    }

    private func lists(_ situation: Situation) -> [StationAlert] {
        situation.served.flatMap { manifest in
            manifest.claims.notes(now: situation.now).filter { $0 == .stale || $0 == .expired }.map { note in
                StationAlert(
                    kind: .listTooOld, subject: manifest.plan.event.id,
                    message: "List of \(manifest.plan.event.name): \(note.explanation).")
            }
        }
    }

    private var listLosses: [StationAlert] {
        health.listLosses.map { StationAlert(kind: .listLoss, subject: $0.source, message: $0.sentence) }
    }

    private var readersGone: [StationAlert] {
        readers.board.readers.filter { $0.state == .waiting }.map { reader in
            StationAlert(
                kind: .deviceGone, subject: reader.device,
                message: "\(reader.name) cannot be read\(reader.note.map { ": \($0)" } ?? "").")
        }
    }

    private func backendAlerts(now: Timestamp) throws -> [StationAlert] {
        var alerts: [StationAlert] = []
        for desk in links.all {
            let name = desk.settings.name
            if desk.report.isRevoked {
                alerts.append(StationAlert(kind: .revoked, subject: name, message: Self.revocation(by: name)))
            }
            if let waiting = try longWait(for: name, now: now) {
                alerts.append(StationAlert(kind: .unsent, subject: name, message: waiting))
            }
        }
        if let fault = clockFault { alerts.append(StationAlert(kind: .clockOff, subject: "clock", message: fault)) }
        return alerts
    }

    private func doubleEntryAlerts() throws -> [StationAlert] {
        try doubleEntries.all().map { found in
            let places = DoubleEntry.places(of: found.passages).joined(separator: ", ")
            let ticket = found.line.reference ?? "a ticket without reference"
            return StationAlert(
                kind: .doubleEntry, subject: "\(found.line.event) \(found.line.key) \(found.line.line)",
                message: "\(ticket) was let in more than once, at: \(places).")
        }
    }
}
