internal import Journal
internal import Manifests
internal import Tickets
internal import Venue

/// What a person or a reader asks of the door, once the text has been read.
struct Scan {
    var code: TicketCode?
    var how: CheckIn.How
    var gate: String?
    var direction: Direction?
    var kind = CheckIn.Kind.scan
    var chosenLine: Int?
    /// People who pass at once, when a person said so.
    var count: Int?
    /// Let in although the rules refuse.
    var isOverride = false
    var note: String?
    var `operator`: String?
}

/// A decision together with what it was about.
struct Judgement {
    var decision: Decision
    var manifest: InstalledManifest?
    var placement: Placement?
    var key: TicketKey?
    /// Of the journal entry; `nil` when nothing was recorded.
    var sequence: Int64?
    /// It is in memory only, by a supervisor's decision.
    var isUnrecorded = false
    var at: Timestamp
}

extension Door {
    /// Text in, outcome out, with the commit in between.
    func decide(_ presentation: Presentation) -> Outcome {
        let circumstances = circumstances()
        var scan = Scan(how: presentation.how, gate: presentation.gate, direction: presentation.direction)
        var sighting = Sighting.nothing
        switch ScannedText(parsing: presentation.bytes) {
        case .notATicket(let content):
            return .hint(hint(content, scan: scan, circumstances: circumstances))
        case .malformed:
            break
        case .ticket(let code):
            scan.code = code
            sighting = look(up: code, for: scan, in: circumstances)
            if case .nothing = sighting, let content = code.otherContent {
                return .hint(hint(content, scan: scan, circumstances: circumstances))
            }
        }
        let judgement = judge(sighting, scan: scan, circumstances: circumstances, recording: true)
        return .verdict(report(judgement, scan: scan, arrived: presentation.arrived))
    }

    /// A code that several of the events served here have is taken for the first that lets it pass.
    func look(up code: TicketCode, for scan: Scan, in circumstances: Circumstances) -> Sighting {
        let sightings = sightings(of: code, in: circumstances)
        guard sightings.count > 1 else { return sightings.first ?? .nothing }
        let passing = sightings.filter { sighting in
            let decision = judge(sighting, scan: scan, circumstances: circumstances, recording: false).decision
            return decision.verdict.reason == nil && !decision.isUnmatched
        }
        return passing.first ?? sightings[0]
    }

    /// A list that cannot be read is a fault of the station, never of the ticket.
    private func sightings(of code: TicketCode, in circumstances: Circumstances) -> [Sighting] {
        do {
            let finder = TicketFinder(served: circumstances.served, others: circumstances.others)
            let sightings = try finder.sightings(of: code)
            health.clear(.lookUp)
            return sightings
        } catch {
            health.report(.lookUp, "\(error)")
        }
        // The list of an event that is not served only words a refusal: without it, the others still decide.
        let finder = TicketFinder(served: circumstances.served, others: [])
        return (try? finder.sightings(of: code)) ?? [.unreadable]
    }

    /// Applies the rules to the history and records the decision, in one transaction. A journal that cannot be written
    /// turns any decision into `notRecorded`: nobody passes on a decision that a power cut could take back.
    func judge(_ sighting: Sighting, scan: Scan, circumstances: Circumstances, recording: Bool) -> Judgement {
        if recording, shelf.goesFirst {
            return judgeUnrecorded(sighting, scan: scan, circumstances: circumstances)
        }
        var judgement = judgement(on: sighting, scan: scan, circumstances: circumstances)
        do {
            try decide(
                &judgement, on: sighting, scan: scan, circumstances: circumstances, recording: recording)
            // A question that wrote nothing says nothing about the disk.
            if judgement.sequence != nil {
                health.clear(.journal)
                shelf.mode = nil
            }
        } catch {
            health.report(.journal, "\(error)")
            if recording, shelf.mode != nil {
                return judgeUnrecorded(sighting, scan: scan, circumstances: circumstances)
            }
            judgement.decision = AdmissionRules.decision(for: .stationTrouble(.notRecorded))
            judgement.sequence = nil
        }
        if judgement.sequence != nil { noteEntry(at: circumstances.now, of: judgement.manifest) }
        return judgement
    }

    private func decide(
        _ judgement: inout Judgement, on sighting: Sighting, scan: Scan, circumstances: Circumstances, recording: Bool
    ) throws {
        guard recording, judgement.placement?.direction != .look else {
            judgement.decision = try journal.look { transaction in
                try decision(on: sighting, scan: scan, judgement, circumstances: circumstances, journal: transaction)
            }
            return
        }
        let before = judgement
        let propose = { (transaction: borrowing JournalTransaction, course: ClaimCourse?) in
            var judgement = before
            judgement.decision = try self.decision(
                on: sighting, scan: scan, before, course: course, circumstances: circumstances, journal: transaction)
            return (
                judgement.decision, self.proposal(of: judgement, scan: scan, circumstances: circumstances)
            )
        }
        let (decided, entry) =
            if let venue, let ticket = judgement.ledgerTicket(of: sighting) {
                try record(ticket, with: venue, propose: propose, isStill: ==)
            } else {
                try journal.transaction { transaction in
                    let (decision, proposal) = try propose(transaction, nil)
                    return (decision, try transaction.append(proposal.draft, outbox: proposal.outbox))
                }
            }
        judgement.decision = decided
        judgement.sequence = entry.checkIn.sequence
    }

    func proposal(of judgement: Judgement, scan: Scan, circumstances: Circumstances) -> Proposal {
        let draft = draft(of: judgement, scan: scan, circumstances: circumstances)
        let terms = judgement.placement.flatMap { placement in
            judgement.decision.line.map {
                Proposal.LedgerTerms(admits: $0.admits, reentry: placement.list.reentry)
            }
        }
        return Proposal(
            draft: draft, outbox: outbox(of: judgement.manifest, code: scan.code, reference: draft.reference),
            ledger: venue == nil ? nil : terms)
    }

    /// Where and when, before anything is decided. A code that is in no list is shown at the first event that has the gate:
    /// one that lacks it must not make the code the station's trouble.
    func judgement(on sighting: Sighting, scan: Scan, circumstances: Circumstances) -> Judgement {
        let served = circumstances.served
        let manifest =
            sighting.manifest ?? served.first { placement(in: $0.plan, scan: scan) != nil } ?? served.first
        return Judgement(
            decision: AdmissionRules.decision(for: .unknown(otherEvent: nil)), manifest: manifest,
            placement: manifest.flatMap { placement(in: $0.plan, scan: scan) },
            key: sighting.key ?? scan.code.flatMap { manifest?.key(of: $0.text) }, at: circumstances.now)
    }

    /// - Parameter course: what the venue's ledger has said so far.
    func decision(
        on sighting: Sighting, scan: Scan, _ judgement: Judgement, course: ClaimCourse? = nil,
        circumstances: Circumstances, journal: borrowing JournalTransaction
    ) throws -> Decision {
        let finding = try finding(
            sighting, scan: scan, judgement, isFull: course?.isFull ?? false, circumstances: circumstances,
            journal: journal)
        var decision = AdmissionRules.decision(for: finding)
        if let venue, course?.isAlone == true, let type = decision.line?.type.slug, venue.settings.holds(type) {
            decision = decision.held
        }
        return scan.isOverride ? decision.overruled : decision
    }

    private func finding(
        _ sighting: Sighting, scan: Scan, _ judgement: Judgement, isFull: Bool, circumstances: Circumstances,
        journal: borrowing JournalTransaction
    ) throws -> Finding {
        let placement = judgement.placement
        if scan.how != .manual, !settings.permissions.contains(.scan) { return .stationTrouble(.stationNotAuthorised) }
        if let trouble = trouble(with: judgement.manifest, placement, circumstances) {
            return .stationTrouble(trouble)
        }
        switch sighting {
        case .nothing: return .unknown(otherEvent: nil)
        case .unreadable: return .stationTrouble(.noManifest)
        case .hinted(let name): return .unknown(otherEvent: name)
        case .otherEvent(let name): return .otherEvent(name: name)
        case .ticket(let manifest, let record):
            guard let placement else { return .stationTrouble(.stationNotAuthorised) }
            return .ticket(
                AdmissionCase(
                    plan: manifest.plan, list: placement.list, lines: record.lines, isRevoked: record.isRevoked,
                    histories: try histories(of: record, in: manifest, on: placement.list, journal: journal),
                    direction: placement.direction, now: circumstances.now,
                    enforcesWindows: !circumstances.isClockWrong, graceAfterEnd: settings.policy.graceAfterEnd,
                    isFull: isFull, chosenLine: scan.chosenLine, count: scan.count ?? 1))
        }
    }

    private func trouble(
        with manifest: InstalledManifest?, _ placement: Placement?, _ circumstances: Circumstances
    ) -> StationTrouble? {
        guard let manifest else { return .noManifest }
        guard placement != nil else { return .stationNotAuthorised }
        // A clock that nobody vouches for ends no session.
        if let end = settings.sessionEnds, circumstances.clock == .synchronised, circumstances.now >= end {
            return .stationNotAuthorised
        }
        if circumstances.isClockWrong, settings.policy.clockUntrusted == .refuse { return .stationNotAuthorised }
        let notes = manifest.claims.notes(now: circumstances.now)
        if notes.contains(.expired) || notes.contains(.stale), settings.policy.afterExpiry == .refuse {
            return .listExpired
        }
        return nil
    }

    /// By line: what the manifest brought, what this station did, also what is still on its way to the disk, and what
    /// other gates told.
    private func histories(
        of record: TicketRecord, in manifest: InstalledManifest, on list: AdmissionList,
        journal: borrowing JournalTransaction
    ) throws -> [Int: History] {
        var histories: [Int: History] = [:]
        for line in record.lines {
            let used = record.used.first { $0.line == line.number && $0.list == list.slug }
            histories[line.number] = try journal.history(
                event: manifest.plan.event.id, list: list.slug, key: record.key, line: line.number, used: used,
                issued: manifest.claims.issued,
                waiting: shelf.passages(
                    event: manifest.plan.event.id, list: list.slug, key: record.key, line: line.number))
        }
        return histories
    }

    func placement(in plan: EventPlan, scan: Scan) -> Placement? {
        settings.placement(in: plan, gate: scan.gate, direction: scan.direction)
    }

    func draft(of judgement: Judgement, scan: Scan, circumstances: Circumstances) -> CheckInDraft {
        let decision = judgement.decision
        let passes = decision.verdict.reason == nil
        return CheckInDraft(
            station: settings.station, event: judgement.manifest?.plan.event.id, list: judgement.placement?.list.slug,
            gate: judgement.placement?.gate.slug, key: judgement.key, line: decision.line?.number,
            reference: decision.line?.reference, direction: judgement.placement?.direction ?? .in,
            verdict: decision.verdict, kind: scan.kind, count: passes ? scan.count ?? 1 : 0, how: scan.how,
            operator: scan.operator, at: circumstances.now, clock: circumstances.clock, note: scan.note)
    }
}

extension Judgement {
    /// What the venue's ledger would know the ticket by.
    func ledgerTicket(of sighting: Sighting) -> LedgerTicket? {
        guard case .ticket(let manifest, let record) = sighting, let placement else { return nil }
        return LedgerTicket(
            event: manifest.plan.event.id, list: placement.list.slug, key: record.key.description)
    }
}

extension Sighting {
    var manifest: InstalledManifest? {
        guard case .ticket(let manifest, _) = self else { return nil }
        return manifest
    }

    var key: TicketKey? {
        guard case .ticket(_, let record) = self else { return nil }
        return record.key
    }
}
