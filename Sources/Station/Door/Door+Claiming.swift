internal import Journal
internal import Manifests
internal import Tickets
internal import Venue

/// What is to be recorded, according to the history that is known now.
struct Proposal {
    var draft: CheckInDraft
    var outbox: [OutboxDraft]
    /// `nil` for what does not go to the ledger.
    var ledger: EntryLimits?

    /// What a double entry is judged by.
    struct EntryLimits: Hashable {
        /// How many people the line is for.
        let admits: Int
        let reentry: Reentry
    }

    /// What the ledger gets after the entry is recorded; `nil` for a refusal, and without a ledger.
    func ledgerDraft(isClaimed: Bool) -> LedgerDraft? {
        guard draft.verdict.reason == nil, let ledger else { return nil }
        return LedgerDraft(isClaimed: isClaimed, admits: ledger.admits, reentry: ledger.reentry)
    }
}

/// Recording what other gates of the venue must not contradict.
extension Door {
    /// Proposes an entry on the history that is known, asks the ledger where it has to, and records it. All waiting for
    /// the ledger together stays within ``VenueSettings/limit``.
    ///
    /// - Parameters:
    ///   - propose: called again whenever more of the history is known. It must have no effect of its own.
    ///   - isUnchanged: whether a later proposal equals an earlier one.
    func record<Proposed>(
        _ ticket: LedgerTicket, with venue: VenueLink,
        propose: (borrowing JournalReader, ClaimProtocol) throws -> (Proposed, Proposal),
        isUnchanged: (Proposed, Proposed) -> Bool
    ) throws -> (Proposed, JournalEntry) {
        defer { venue.ledger?.finished() }
        var timeLeft = venue.settings.limit
        var claimProtocol = ClaimProtocol()
        var version: Int64 = 0
        var asked: LedgerEntry?
        var proposed: Proposed?
        var step = ClaimProtocol.Step.decide
        while true {
            switch step {
            case .decide:
                // Before the history, so that it is never newer than the decision.
                version = venue.ledger?.version(of: ticket) ?? 0
                let (next, verdict, entry) = try decide(ticket, asked) { look in try propose(look, claimProtocol) }
                (proposed, asked) = (next, entry)
                step = claimProtocol.next(after: ClaimProtocol.Decided(verdict))
            case .look:
                step = claimProtocol.next(afterLook: venue.look(at: ticket, decidedOn: version, timeLeft: &timeLeft))
            case .claim:
                let outcome = venue.claim(asked, decidedOn: version, timeLeft: &timeLeft)
                if let asked { try outcome.requireConsent(to: asked) }
                step = claimProtocol.next(after: outcome)
            case .record(let isClaimed):
                let found = try append(
                    asked, isClaimed: isClaimed, with: venue, timeLeft: &timeLeft,
                    propose: { transaction in try propose(transaction, claimProtocol) },
                    isUnchanged: { now in proposed.map { isUnchanged($0, now) } ?? false },
                    mayDiffer: claimProtocol.isAlone)
                if let found { return found }
                asked = nil
                step = claimProtocol.nextAfterChange()
            }
        }
    }

    /// - Returns: what is proposed on the history that is known now, its verdict, and what the ledger would get of it.
    private func decide<Proposed>(
        _ ticket: LedgerTicket, _ asked: LedgerEntry?,
        propose: (borrowing JournalReader) throws -> (Proposed, Proposal)
    ) throws -> (Proposed, Verdict, LedgerEntry?) {
        try journal.look { look in
            let (proposed, proposal) = try propose(look)
            let used = manifests.used(on: proposal.draft.line, of: ticket)
            return (proposed, proposal.draft.verdict, try look.ledgerEntry(proposal, used: used, asked: asked))
        }
    }

    /// - Returns: `nil`, with nothing recorded, when the history has changed since the decision.
    private func append<Proposed>(
        _ asked: LedgerEntry?, isClaimed: Bool, with venue: VenueLink, timeLeft: inout Duration,
        propose: (borrowing JournalReader) throws -> (Proposed, Proposal), isUnchanged: (Proposed) -> Bool,
        mayDiffer: Bool
    ) throws -> (Proposed, JournalEntry)? {
        let recorded: (Proposed, JournalEntry, isPassing: Bool)?
        do {
            recorded = try journal.transaction { transaction in
                var (proposed, proposal) = try propose(transaction.reader)
                let isSame = isUnchanged(proposed)
                guard isSame || mayDiffer else { return nil }
                let ledger = proposal.ledgerDraft(isClaimed: isClaimed && isSame)
                // What was asked for may be in the ledger although no answer came.
                proposal.draft.id = isSame && ledger != nil ? asked?.id : nil
                let entry = try transaction.append(proposal.draft, outbox: proposal.outbox, ledger: ledger)
                return (proposed, entry, ledger != nil)
            }
        } catch {
            if isClaimed, let asked { venue.ledger?.withdraw(asked.id, timeLeft: &timeLeft) }
            throw error
        }
        guard let recorded else {
            if isClaimed, let asked { venue.ledger?.withdraw(asked.id, timeLeft: &timeLeft) }
            return nil
        }
        if !isClaimed, recorded.isPassing { venue.nudge() }
        return (recorded.0, recorded.1)
    }
}

extension JournalReader {
    /// The entry as the ledger would have it; `nil` when nobody passes. It keeps its id while nothing else in it
    /// changes, so that it can be asked for and delivered more than once.
    fileprivate func ledgerEntry(
        _ proposal: Proposal, used: LedgerEntry.Used?, asked: LedgerEntry?
    ) throws -> LedgerEntry? {
        guard let limits = proposal.ledger else { return nil }
        var draft = proposal.draft
        draft.id = asked?.id
        let entry = LedgerEntry(try upcoming(draft), admits: limits.admits, reentry: limits.reentry, used: used)
        guard let asked, let entry, entry != asked else { return entry }
        draft.id = nil
        return LedgerEntry(try upcoming(draft), admits: limits.admits, reentry: limits.reentry, used: used)
    }
}

extension ManifestStore {
    /// What the list in force says about earlier passages of a line. The ledger starts to count a line that is new to
    /// it from there. `nil` when the list knows of none, or cannot be read: then the ledger starts with nobody inside.
    func used(on line: Int?, of ticket: LedgerTicket) -> LedgerEntry.Used? {
        guard let line, let key = TicketKey(hex: ticket.key),
            let manifest = installed.first(where: { $0.plan.event.id == ticket.event }),
            let used = try? manifest.used(
                on: ListedLine(event: ticket.event, list: ticket.list, key: key, line: line))
        else { return nil }
        return LedgerEntry.Used(inside: used.history.inside, until: used.until ?? manifest.claims.issued)
    }
}

extension ClaimOutcome {
    /// A station records its own decisions, whatever the ledger can hold. An entry of another station it undoes only if
    /// the owner of the ledger allows it.
    /// - Throws: ``StationError`` when the ledger refuses
    fileprivate func requireConsent(to entry: LedgerEntry) throws {
        guard entry.kind == CheckIn.Kind.supervisorUndo.rawValue, case .alone(let error?) = self,
            error.code == .rejected
        else { return }
        throw StationError(
            undoing: entry.undoes ?? "", "the venue's ledger refuses it: \(error.reason)",
            hint: "The venue's IT can allow it with usher venue supervisor-undo.")
    }
}

extension VenueLink {
    /// Gets and stores what the ledger knows of a ticket.
    func learn(of ticket: LedgerTicket) {
        var timeLeft = settings.limit
        _ = look(at: ticket, decidedOn: ledger?.version(of: ticket) ?? 0, timeLeft: &timeLeft)
    }

    /// - Parameter entry: `nil` for what the ledger cannot hold.
    fileprivate func claim(
        _ entry: LedgerEntry?, decidedOn version: Int64, timeLeft: inout Duration
    ) -> ClaimOutcome {
        guard let ledger, let entry, timeLeft > .zero else { return .alone(ledgerError) }
        return ledger.claim(entry, decidedOn: version, timeLeft: &timeLeft)
    }

    fileprivate func look(
        at ticket: LedgerTicket, decidedOn version: Int64, timeLeft: inout Duration
    ) -> LedgerLookup? {
        guard let ledger, timeLeft > .zero else { return nil }
        return ledger.look(at: ticket, decidedOn: version, timeLeft: &timeLeft)
    }
}
