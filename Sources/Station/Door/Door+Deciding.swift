internal import Journal
internal import Manifests
internal import Messages
internal import Tickets

/// A scan, and what was decided about it.
struct DecidedCase {
    let scanCase: ScanCase
    let decision: Decision
    let record: Record
    /// The venue's ledger said what was counted.
    var isCountedByLedger = false
    /// Number of the question that staff have to answer.
    var ask: Int64?

    enum Record {
        case none
        /// Number of the journal's entry.
        case journal(sequence: Int64)
        /// In memory only, because a supervisor has allowed it.
        case memory
    }
}

/// The way of a scan: text, case, verdict, entry, report.
extension Door {
    func decide(_ presentation: Presentation) -> Outcome {
        let situation = situation()
        var scan = Scan(how: presentation.how, gate: presentation.gate, direction: presentation.direction)
        scan.reader = presentation.source
        let wanted = openQuestions.wantedMedium(at: presentation.source, now: situation.now)
        let unknown = wanted == nil ? Finding.nothing : .noMedium
        var findings = [unknown]
        switch ScannedText(parsing: presentation.bytes) {
        case .notATicket(let content):
            if wanted == nil { return .hint(hint(content, scan: scan, situation: situation)) }
        case .malformed: break
        case .ticket(let code):
            scan.code = code
            findings = self.findings(of: code, in: situation)
            guard case .nothing? = findings.first else { break }
            if let wanted, let outcome = takeAsMedium(code, for: wanted, how: scan.how, in: situation) {
                return outcome
            }
            if wanted == nil, let content = code.otherContent {
                return .hint(hint(content, scan: scan, situation: situation))
            }
            findings = [unknown]
        }
        let scanCase = self.scanCase(findings, scan: scan, situation: situation)
        var report = report(record(scanCase), arrived: presentation.arrived)
        // The guest of the question is still there.
        if let wanted, report.verdict.color == .red { report.pending = wanted.ask }
        return .verdict(report)
    }

    // MARK: - The case

    func scanCase(_ finding: Finding, scan: Scan, situation: Situation) -> ScanCase {
        ScanCase(finding, scan: scan, situation: situation, settings: settings)
    }

    /// When several of the events served here have the code, or it is a wristband of several tickets, the first that lets it
    /// pass is taken, or else would after an answer; or else that which is nearest to it.
    func scanCase(of code: TicketCode, scan: Scan, situation: Situation) -> ScanCase {
        scanCase(findings(of: code, in: situation), scan: scan, situation: situation)
    }

    private func scanCase(_ findings: [Finding], scan: Scan, situation: Situation) -> ScanCase {
        let cases = findings.map { scanCase($0, scan: scan, situation: situation) }
        guard let first = cases.first else { return scanCase(.nothing, scan: scan, situation: situation) }
        guard cases.count > 1 else { return first }
        let decisions = cases.map { consider($0).decision }
        let passing =
            decisions.firstIndex { $0.refusal == nil && !$0.isUnmatched }
            ?? decisions.firstIndex { !$0.questions.isEmpty }
        return passing.map { cases[$0] } ?? nearest(cases, decisions)
    }

    /// What speaks against tickets of this gate's list is said before what speaks against others.
    private func nearest(_ cases: [ScanCase], _ decisions: [Decision]) -> ScanCase {
        func isHere(_ index: Int) -> Bool {
            decisions[index].line.map { cases[index].placement?.list.admits($0) == true } ?? false
        }
        return cases[
            cases.indices.dropFirst().reduce(0) { best, next in
                guard isHere(next) == isHere(best) else { return isHere(next) ? next : best }
                guard let refusal = decisions[next].refusal, let known = decisions[best].refusal else { return best }
                return refusal.isNearer(than: known) ? next : best
            }]
    }

    /// A list that cannot be read is a fault of the station, not of the ticket.
    func findings(of code: TicketCode, in situation: Situation) -> [Finding] {
        do {
            let findings = try finder(in: situation, others: situation.others).findings(of: code)
            conditions.clear(.lookUpFailed)
            return findings
        } catch {
            conditions.report(Condition(.lookUpFailed, because: error))
        }
        // The list of an event that is not served only words a refusal: without it, the others still decide.
        return (try? finder(in: situation, others: []).findings(of: code)) ?? [.unreadable]
    }

    func finder(in situation: Situation, others: [InstalledManifest]) -> TicketFinder {
        TicketFinder(
            served: situation.served, others: others, late: lateRecord, linked: linkedTicket, sold: soldTickets,
            changed: changedTickets)
    }

    // MARK: - The verdict

    /// - Parameters:
    ///   - isFull: what ``Occupancy`` said before the journal was opened.
    ///   - claimProtocol: what the venue's ledger has said so far; `nil` without one.
    func decision(
        on scanCase: ScanCase, isFull: Bool, claimProtocol: ClaimProtocol? = nil, journal: borrowing JournalReader
    ) throws -> Decision {
        try scanCase.decision(
            histories: { record, manifest, list in
                try histories(of: record, in: manifest, on: list, of: scanCase, journal: journal)
            },
            isFull: isFull || claimProtocol?.isFull ?? false,
            holds: { type in claimProtocol?.isAlone == true && venue?.settings.holds(type) == true },
            // A ledger that answers knows every entry by itself.
            isDamaged: self.journal.damage != nil && claimProtocol?.isAlone ?? true, settings: settings)
    }

    /// By line number; for a scan that assumes passages, these alone.
    private func histories(
        of record: TicketRecord, in manifest: InstalledManifest, on list: AdmissionList, of scanCase: ScanCase,
        journal: borrowing JournalReader
    ) throws -> [Int: History] {
        if let assumed = scanCase.scan.assumed {
            let hour = manifest.plan.dailyExit(of: list.slug)?.last(at: scanCase.situation.now)
            let history = History(listed: nil, passages: assumed.passages(hour: hour), hour: hour)
            return Dictionary(uniqueKeysWithValues: record.lines.map { ($0.number, history) })
        }
        let isTimeTrusted = scanCase.situation.clock == .synchronised
        return try LineHistories(unrecorded: unrecorded, isTimeTrusted: isTimeTrusted).histories(
            of: record, on: list.slug, in: manifest, journal: journal)
    }

    /// How the rule of the list comes out for the line of a decision; empty without a rule.
    func ruleExplanation(_ decided: DecidedCase) -> [String] {
        guard let line = decided.decision.line else { return [] }
        let scanCase = decided.scanCase
        let lines = try? journal.look { look in
            try scanCase.ruleExplanation(
                of: line,
                histories: { record, manifest, list in
                    try histories(of: record, in: manifest, on: list, of: scanCase, journal: look)
                }, settings: settings)
        }
        return lines ?? []
    }

    /// What would be decided. Nothing is recorded.
    func consider(_ scanCase: ScanCase) -> DecidedCase {
        do {
            let isFull = try occupancy.isFull(scanCase)
            let decision = try journal.look { look in try self.decision(on: scanCase, isFull: isFull, journal: look) }
            return DecidedCase(scanCase: scanCase, decision: decision, record: .none)
        } catch {
            reportNotRecorded(because: error)
            return DecidedCase(scanCase: scanCase, decision: .refused(.notRecorded), record: .none)
        }
    }

    // MARK: - The entry

    /// What the journal knows of itself, its own condition says, and takes back as soon as the disk takes something again
    /// (``JournalConditions``).
    func reportNotRecorded(because error: any Error) {
        guard journal.health.recordingFailure == nil else { return }
        conditions.report(Condition(.recordingFailed, because: error))
    }

    /// Applies the rules to the history and records the decision, in one transaction. When the journal cannot be
    /// written, the decision becomes `notRecorded`: nobody passes on a decision that a power cut could lose.
    func record(_ scanCase: ScanCase) -> DecidedCase {
        var decided = recorded(scanCase)
        decided.ask = openQuestions.note(decided)
        openGroups.note(decided)
        return decided
    }

    private func recorded(_ scanCase: ScanCase) -> DecidedCase {
        if scanCase.placement?.direction == .look { return consider(scanCase) }
        if unrecorded.goesFirst { return keepInMemory(scanCase) }
        do {
            let (decision, entry, isCountedByLedger) = try append(scanCase)
            conditions.clear(.recordingFailed)
            unrecorded.mode = nil
            noteEntry(at: scanCase.situation.now, of: scanCase.manifest)
            return DecidedCase(
                scanCase: scanCase, decision: decision, record: .journal(sequence: entry.checkIn.sequence),
                isCountedByLedger: isCountedByLedger)
        } catch {
            reportNotRecorded(because: error)
            guard unrecorded.mode == nil else { return keepInMemory(scanCase) }
            return DecidedCase(scanCase: scanCase, decision: .refused(.notRecorded), record: .none)
        }
    }

    private func append(_ scanCase: ScanCase) throws -> (Decision, JournalEntry, isCountedByLedger: Bool) {
        let isFull = try occupancy.isFull(scanCase)
        let propose = { (transaction: borrowing JournalReader, claimProtocol: ClaimProtocol?) in
            let decision = try self.decision(
                on: scanCase, isFull: isFull, claimProtocol: claimProtocol, journal: transaction)
            let isCounted = claimProtocol?.isCounted(decision.refusal) ?? false
            return ((decision, isCounted), self.proposal(scanCase, decision))
        }
        if let venue, let ticket = scanCase.ledgerTicket {
            let (proposed, entry) = try record(
                ticket, with: venue, propose: propose, isUnchanged: { $0.0 == $1.0 })
            return (proposed.0, entry, proposed.1)
        }
        return try journal.transaction { transaction in
            let (proposed, proposal) = try propose(transaction.reader, nil)
            return (proposed.0, try transaction.append(proposal.draft, outbox: proposal.outbox), proposed.1)
        }
    }

    func proposal(_ scanCase: ScanCase, _ decision: Decision) -> Proposal {
        let draft = CheckInDraft(scanCase, decision, station: settings.station)
        let limits = scanCase.placement.flatMap { placement in
            decision.line.map { Proposal.EntryLimits(admits: $0.admits, reentry: placement.list.reentry) }
        }
        return Proposal(
            draft: draft,
            // No server is told of a question: its answer is the decision.
            outbox: !decision.questions.isEmpty
                ? []
                : outbox(
                    of: scanCase.manifest, code: scanCase.scan.code, reference: draft.reference,
                    answers: decision.verdict == .admitted ? scanCase.scan.answers : [:]),
            ledger: venue == nil ? nil : limits)
    }
}

extension CheckInDraft {
    fileprivate init(_ scanCase: ScanCase, _ decision: Decision, station: String) {
        let (scan, placement) = (scanCase.scan, scanCase.placement)
        let passes = decision.verdict.reason == nil
        self.init(
            station: station, event: scanCase.manifest?.plan.event.id, list: placement?.list.slug,
            gate: placement?.gate.slug, key: scanCase.key, line: decision.line?.number,
            reference: decision.line?.reference, direction: placement?.direction ?? .in, verdict: decision.verdict,
            kind: scan.kind, count: passes ? scan.count ?? 1 : 0, how: scan.how, operator: scan.operator,
            at: scanCase.situation.now, clock: scanCase.situation.clock,
            note: scan.note(of: decision, on: placement?.list), knew: passes ? decision.knew : [])
        medium = decision.verdict == .admitted ? scanCase.medium : nil
    }
}

extension Scan {
    /// What staff typed, and what they have confirmed of somebody who is let in.
    fileprivate func note(of decision: Decision, on list: AdmissionList?) -> String? {
        guard decision.verdict == .admitted, let line = decision.line, let list else { return note }
        let checked = confirmed.intersection(line.questions(on: list).union([.records])).compactMap {
            question -> String? in
            switch question {
            case .age(let years): "age checked: \(years) years"
            case .unpaid: "let in unpaid"
            case .records: "journal damaged: staff say that this is no second entry"
            // The answers are for the server alone.
            case .answer: nil
            }
        }.sorted()
        let words = checked + [note].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }
}
