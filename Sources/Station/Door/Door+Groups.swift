internal import Journal
internal import Manifests
internal import StationAPI
internal import Tickets

/// The rest of a group, let in by a touch on its verdict.
/// See docs/decisions/122-touch-lets-in-the-rest-of-a-group.md.
extension Door {
    /// Decides as if the code of the last verdict of a reader were read again: for the same line, at the same gate, with
    /// the same rules.
    /// - Throws: ``StationError`` when that verdict is not the last one of its reader any more
    func admitMore(_ request: MoreRequest) throws -> VerdictReport {
        var situation = situation()
        let open = openGroups.item(request.seq, now: situation.now)
        situation.served.removeAll { $0.plan.event.id != open?.scanCase.manifest?.plan.event.id }
        guard let open, !situation.served.isEmpty else {
            throw StationError(
                .notFound, "admit", "more of verdict \(request.seq)", "it is not on the screen any more",
                hint: "Scan the ticket again.")
        }
        let earlier = open.scanCase
        var scan = Scan(
            code: earlier.scan.code, how: earlier.scan.how, gate: earlier.placement?.gate.slug,
            direction: earlier.placement?.direction, chosenLine: open.line, count: request.count,
            note: "more of the group of entry \(request.seq)", operator: request.operator)
        scan.reader = earlier.scan.reader
        // The first of them was let in a moment ago.
        if journal.damage != nil { scan.confirmed = [.records] }
        let scanCase = try scanCase(of: earlier, scan: scan, in: situation)
        try checkCount(of: scanCase)
        var report = report(record(scanCase))
        report.continues = request.seq
        filter.replace(with: .verdict(report)) { $0.sequence == request.seq }
        announcer.announce(DisplayEvent(.verdict(report), reader: scan.reader))
        return report
    }
}
