internal import DoorScreen
internal import Journal
internal import Manifests
internal import Tickets

/// When the disk takes nothing any more: nobody passes, unless a supervisor decides that guests go first.
extension Door {
    /// Switches NOT RECORDED on or off.
    /// - Throws: ``StationError`` while the journal can be written.
    func setNotRecorded(_ request: NotRecordedRequest) throws {
        guard request.isOn else {
            shelf.mode = nil
            return
        }
        guard journal.health.recordingFailure != nil || !shelf.entries.isEmpty else {
            throw StationError(
                .refused, operation: "switch on", subject: "NOT RECORDED",
                reason: "the journal can be written, and records everything",
                hint: "It is for a disk that failed, once a ticket was refused for it.")
        }
        if shelf.mode == nil { shelf.mode = .init(operator: request.operator, since: clock.now()) }
    }

    /// `nil` while everything is recorded.
    var notRecorded: StationStatus.NotRecorded? {
        guard shelf.mode != nil || !shelf.entries.isEmpty || journal.health.recordingFailure != nil else { return nil }
        return StationStatus.NotRecorded(
            isOn: shelf.mode != nil, since: shelf.mode?.since, operator: shelf.mode?.operator,
            waiting: shelf.entries.count)
    }

    /// The lists that are served, and what is decided but not recorded: what a search stands on.
    func sight() -> (served: [InstalledManifest], shelf: UnrecordedShelf) { (circumstances().served, shelf) }

    /// Writes what waits in memory, if the disk takes it again; then everything is as it should be.
    func recordShelf() {
        guard !shelf.entries.isEmpty else { return }
        do {
            try journal.transaction { transaction in
                for entry in shelf.entries {
                    try transaction.append(entry.draft, outbox: entry.outbox, ledger: entry.ledger)
                }
            }
        } catch {
            health.report(.journal, "\(error)")
            return
        }
        health.clear(.journal)
        for entry in shelf.entries {
            noteEntry(at: entry.draft.at, of: manifests.installed.first { $0.plan.event.id == entry.draft.event })
        }
        if shelf.entries.contains(where: { $0.ledger != nil }) { venue?.nudge() }
        shelf = UnrecordedShelf()
    }

    /// What is done to entries of the journal waits for those that are not in it yet.
    func requireRecorded(_ operation: String) throws {
        recordShelf()
        guard shelf.entries.isEmpty else {
            throw StationError(
                .refused, operation: operation, subject: "an entry",
                reason: "\(shelf.entries.count) decisions are not recorded yet", hint: "Mend the disk first.")
        }
    }

    /// Decides on what can still be read, and keeps the decision in memory.
    func judgeUnrecorded(_ sighting: Sighting, scan: Scan, circumstances: Circumstances) -> Judgement {
        var judgement = judgement(on: sighting, scan: scan, circumstances: circumstances)
        do {
            judgement.decision = try journal.look { transaction in
                try decision(on: sighting, scan: scan, judgement, circumstances: circumstances, journal: transaction)
            }
        } catch {
            judgement.decision = AdmissionRules.decision(for: .stationTrouble(.notRecorded))
            return judgement
        }
        guard judgement.placement?.direction != .look else { return judgement }
        let proposal = proposal(of: judgement, scan: scan, circumstances: circumstances)
        shelf.add(proposal.draft, outbox: proposal.outbox, ledger: proposal.ledgerDraft(isClaimed: false))
        judgement.isUnrecorded = true
        return judgement
    }
}
