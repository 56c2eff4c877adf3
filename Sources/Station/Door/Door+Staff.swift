internal import Journal
internal import Manifests
internal import StationAPI
internal import Tickets

/// What staff do by hand. The same rules decide, and each act is an entry of the journal.
extension Door {
    /// The most people that a ticket can be for (docs/MANIFEST.md). Every later scan of the ticket adds up the counts,
    /// so a mistyped one in the journal would block the ticket for good.
    static let largestGroup = 1000

    func check(_ request: CheckRequest) -> VerdictReport {
        var scan = Scan(how: .manual, gate: request.gate, direction: request.direction)
        scan.assumed = request.history.map(AssumedPassages.init)
        let decided = consider(scanCase(of: request.code, &scan, situation(at: request.at)))
        var report = report(decided)
        if request.explain == true { report.explanation = ruleExplanation(decided) }
        return report
    }

    /// Lets in or checks out a ticket that a person named.
    func pass(_ request: ManualRequest, direction: Direction) throws -> VerdictReport {
        let isOverride = request.isOverride ?? false
        var scan = Scan(
            how: .manual, gate: request.gate, direction: direction, kind: isOverride ? .override : .manual,
            chosenLine: request.line, count: request.count, isOverride: isOverride, note: request.note,
            operator: request.operator)
        var scanCase = try scanCase(of: request, &scan, situation())
        if isOverride, (request.note ?? "").isEmpty {
            guard let exit = unmatchedExit(of: scanCase) else {
                throw StationError(
                    .refused, "admit", "against the rules", "no reason is given",
                    hint: "Say why with --note; it is kept in the journal.")
            }
            scan.note =
                "left by an exit where no entry was known: \(exit.gate ?? exit.station ?? "unknown"), \(exit.at)"
            scanCase = try self.scanCase(of: request, &scan, scanCase.situation)
        }
        try checkCount(of: scanCase)
        let report = report(record(scanCase))
        announcer.announce(DisplayEvent(.verdict(report), reader: nil))
        return report
    }

    /// Whether the rules only ask if the guest had left by an exit.
    func isOfUnmatchedExit(_ request: ManualRequest) throws -> Bool {
        var scan = Scan(
            how: .manual, gate: request.gate, direction: .in, chosenLine: request.line, count: request.count)
        return unmatchedExit(of: try scanCase(of: request, &scan, situation())) != nil
    }

    /// By which exit the guest may have left, where the rules ask only that.
    private func unmatchedExit(of scanCase: ScanCase) -> UnmatchedExit? {
        guard case .unmatchedExit(let exit)? = consider(scanCase).decision.refusal else { return nil }
        return exit
    }

    private func scanCase(of text: String, _ scan: inout Scan, _ situation: Situation) -> ScanCase {
        guard case .ticket(let code) = ScannedText(parsing: text) else {
            return scanCase(.nothing, scan: scan, situation: situation)
        }
        scan.code = code
        return scanCase(of: code, scan: scan, situation: situation)
    }

    private func scanCase(
        of request: ManualRequest, _ scan: inout Scan, _ situation: Situation
    ) throws -> ScanCase {
        if let text = request.code { return scanCase(of: text, &scan, situation) }
        if let name = request.ticket {
            let finding = try finding(ofKey: name, event: request.event, in: situation)
            return scanCase(finding, scan: scan, situation: situation)
        }
        guard let reference = request.reference else {
            throw StationError(
                .refused, "find", "the ticket", "neither a reference nor a code is given")
        }
        let (manifest, record, line) = try ticket(reference: reference, event: request.event, in: situation)
        if scan.chosenLine == nil { scan.chosenLine = line }
        return scanCase(.ticket(manifest, record), scan: scan, situation: situation)
    }

    func finding(ofKey name: String, event: String?, in situation: Situation) throws -> Finding {
        let searched = situation.served.filter { event == nil || $0.plan.event.id == event }
        for manifest in searched {
            guard let key = TicketKey(hex: name) else { break }
            if let record = try manifest.record(of: key), !record.lines.isEmpty {
                return .ticket(manifest, changedTickets.current(record, in: manifest, isByCode: false))
            }
            if let record = try soldTickets.record(of: key, in: manifest) { return .ticket(manifest, record) }
        }
        throw StationError(
            .notFound, "find", "the ticket", "no list served here has it any more",
            hint: "Search again.")
    }

    private func ticket(
        reference: String, event: String?, in situation: Situation
    ) throws -> (InstalledManifest, TicketRecord, line: Int) {
        let searched = situation.served.filter { event == nil || $0.plan.event.id == event }
        let hits = try searched.flatMap { manifest in
            try manifest.find(reference: reference).map { (manifest: manifest, key: $0.key, line: $0.line) }
        }
        guard let hit = hits.first else {
            for manifest in searched {
                guard let sold = try soldTickets.record(reference: reference, in: manifest) else { continue }
                return (manifest, sold, line: sold.lines[0].number)
            }
            throw StationError(
                .notFound, "find", "ticket \(reference.withoutControls)",
                "no list served here has this reference", hint: "Look with usher search.")
        }
        guard hits.count == 1, let record = try hit.manifest.record(of: hit.key) else {
            throw StationError(
                .ambiguous, "find", "ticket \(reference.withoutControls)",
                "\(hits.count) tickets have this reference", hint: "Name the event, or give the code.")
        }
        let current = changedTickets.current(record, in: hit.manifest, isByCode: false)
        return (hit.manifest, current, hit.line.number)
    }

    /// A group larger than what is left on the ticket is refused as a whole.
    func checkCount(of scanCase: ScanCase) throws {
        guard let count = scanCase.scan.count else { return }
        guard (1...Self.largestGroup).contains(count) else {
            throw StationError(
                .refused, "count", "\(count) people",
                "it must be 1 to \(Self.largestGroup)")
        }
        let decision = consider(scanCase.ofOnePerson).decision
        let isLimited = scanCase.placement?.list.reentry != .unlimited
        if let admits = decision.line?.admits, count > admits, !scanCase.isOfWalkIns {
            throw StationError(
                .refused, "count", "\(count) people", "the ticket is for \(admits)")
        }
        guard !scanCase.scan.isOverride, let entry = decision.entry, let admits = decision.line?.admits,
            entry + count - 1 > admits, isLimited || consider(scanCase).decision.refusal?.rule != nil
        else { return }
        throw StationError(
            .refused, "admit", "\(count) people",
            "only \(admits - entry + 1) of \(admits) may still enter on this ticket")
    }
}
