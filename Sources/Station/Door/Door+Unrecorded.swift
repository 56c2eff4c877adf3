internal import Journal
internal import Manifests
internal import Messages
internal import StationAPI
internal import Tickets

/// When the disk takes no entries: nobody passes, unless a supervisor decides that guests come first.
extension Door {
    /// Switches NOT RECORDED on or off.
    /// - Throws: ``StationError`` while the journal can be written.
    func setNotRecorded(_ request: NotRecordedRequest) throws {
        guard request.isOn else {
            unrecorded.mode = nil
            return
        }
        guard journal.health.recordingFailure != nil || !unrecorded.entries.isEmpty else {
            throw StationError(
                .refused, "switch on", "NOT RECORDED",
                "the journal can be written, and records everything",
                hint: "Switch it on only when the disk has failed and a ticket has been refused because of that.")
        }
        if unrecorded.mode == nil { unrecorded.mode = .init(operator: request.operator, since: clock.now()) }
    }

    /// `nil` while everything is recorded.
    var notRecorded: StationStatus.NotRecorded? {
        guard unrecorded.mode != nil || !unrecorded.entries.isEmpty || journal.health.recordingFailure != nil else {
            return nil
        }
        return StationStatus.NotRecorded(
            isOn: unrecorded.mode != nil, since: unrecorded.mode?.since, operator: unrecorded.mode?.operator,
            waiting: unrecorded.entries.count)
    }

    /// What a search needs: the lists that are served, and the decisions that are not recorded yet.
    func known() -> (served: [InstalledManifest], unrecorded: UnrecordedQueue) { (situation().served, unrecorded) }

    /// Writes what is in memory, when the disk takes entries again, and then ends the mode.
    func recordWaiting() {
        guard !unrecorded.entries.isEmpty else { return }
        do {
            try journal.transaction { transaction in
                for entry in unrecorded.entries {
                    try transaction.append(entry.draft, outbox: entry.outbox, ledger: entry.ledger)
                }
            }
        } catch {
            reportNotRecorded(because: error)
            return
        }
        conditions.clear(.recordingFailed)
        for entry in unrecorded.entries {
            noteEntry(at: entry.draft.at, of: manifests.installed.first { $0.plan.event.id == entry.draft.event })
        }
        if unrecorded.entries.contains(where: { $0.ledger != nil }) { venue?.nudge() }
        unrecorded = UnrecordedQueue()
    }

    /// Acts on entries of the journal wait until all decisions are in it.
    /// - Throws: ``StationError`` while some are in memory only
    func requireRecorded(_ operation: String) throws {
        recordWaiting()
        guard unrecorded.entries.isEmpty else {
            throw StationError(
                .refused, operation, "an entry",
                "\(unrecorded.entries.count) decisions are not recorded yet",
                hint: "Repair the disk, or free space on it, first.")
        }
    }

    /// Decides on what can still be read, and keeps the decision in memory.
    func keepInMemory(_ scanCase: ScanCase) -> DecidedCase {
        let considered = consider(scanCase)
        guard considered.decision.refusal != .notRecorded else { return considered }
        let proposal = proposal(scanCase, considered.decision)
        unrecorded.add(
            proposal.draft, id: journal.newID(at: proposal.draft.at), outbox: proposal.outbox,
            ledger: proposal.ledgerDraft(isClaimed: false))
        return DecidedCase(scanCase: scanCase, decision: considered.decision, record: .memory)
    }
}
