internal import Manifests
internal import StationAPI
internal import Tickets

/// What staff must find out before somebody is let in: the scan is refused as `questions`, and decided again once a
/// person has confirmed what it asks.
extension Door {
    /// Decides a scan again, with everything confirmed that its entry asked.
    /// - Throws: ``StationError`` when no such scan waits
    func confirm(_ request: ConfirmRequest) throws -> VerdictReport {
        let situation = situation()
        guard let open = openQuestions.item(request.seq, now: situation.now) else {
            throw StationError(
                .notFound, "confirm", "entry \(request.seq)", "no ticket waits for an answer under this number",
                hint: "Scan the ticket again.")
        }
        var scan = open.scanCase.scan
        scan.confirmed = open.questions
        scan.operator = request.operator ?? scan.operator
        scan.note = [scan.note, request.note].compactMap { $0 }.reduce(nil) { said, note in
            said.map { "\($0); \(note)" } ?? note
        }
        let report = report(record(try scanCase(of: open, scan: scan, in: situation)))
        // What cannot be decided now can be confirmed again.
        if report.sequence != nil, report.verdict != .refused(.held) { openQuestions.remove(request.seq) }
        filter.replace(request.seq, with: .verdict(report))
        announcer.announce(DisplayEvent(.verdict(report), reader: scan.reader))
        return report
    }

    /// The ticket as the lists have it now.
    private func scanCase(of open: OpenQuestions.Item, scan: Scan, in situation: Situation) throws -> ScanCase {
        if let code = scan.code { return scanCase(of: code, scan: scan, situation: situation) }
        guard let key = open.scanCase.key else { return scanCase(.nothing, scan: scan, situation: situation) }
        let event = open.scanCase.manifest?.plan.event.id
        return scanCase(
            try finding(ofKey: key.description, event: event, in: situation), scan: scan, situation: situation)
    }
}
