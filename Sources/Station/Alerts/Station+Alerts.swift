internal import Backends
internal import DoorScreen
internal import Journal
internal import Manifests
internal import Tickets

extension Station {
    /// What stands at the moment.
    func alerts() async throws -> [Alert] {
        let circumstances = await door.circumstances()
        return try await records.run {
            lists(circumstances) + readersGone + (try backendAlerts(now: circumstances.now)) + (try doubleEntries())
        }
    }

    private func lists(_ circumstances: Door.Circumstances) -> [Alert] {
        circumstances.served.flatMap { manifest in
            manifest.claims.notes(now: circumstances.now).filter { $0 == .stale || $0 == .expired }.map { note in
                Alert(
                    kind: .listTooOld, subject: manifest.plan.event.id,
                    message: "List of \(manifest.plan.event.name): \(note.explanation).")
            }
        }
    }

    private var readersGone: [Alert] {
        board.readers.filter { $0.state == .waiting }.map { reader in
            Alert(
                kind: .deviceGone, subject: reader.device,
                message: "\(reader.name) cannot be read\(reader.note.map { ": \($0)" } ?? "").")
        }
    }

    private func backendAlerts(now: Timestamp) throws -> [Alert] {
        var alerts: [Alert] = []
        for desk in links.all {
            let name = desk.settings.name
            if desk.report.isRevoked {
                alerts.append(Alert(kind: .revoked, subject: name, message: Self.revocation(by: name)))
            }
            if let waiting = try longWait(for: name, now: now) {
                alerts.append(Alert(kind: .unsent, subject: name, message: waiting))
            }
        }
        if let fault = clockFault { alerts.append(Alert(kind: .clockOff, subject: "clock", message: fault)) }
        return alerts
    }

    private func doubleEntries() throws -> [Alert] {
        try conflicts.all().map { found in
            let gates = found.passages.map { $0.gate ?? $0.station ?? "unknown" }.joined(separator: ", ")
            let ticket = found.line.reference ?? "a ticket without reference"
            return Alert(
                kind: .doubleEntry, subject: "\(found.line.event) \(found.line.key) \(found.line.line)",
                message: "\(ticket) was let in more than once, at: \(gates).")
        }
    }
}
