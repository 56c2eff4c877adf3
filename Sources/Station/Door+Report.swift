internal import Foundation
internal import Manifests
internal import Tickets

extension Door {
    /// The decision as it is shown and printed.
    /// - Parameter arrived: when the frame or line was complete; the report says how long the decision took since.
    func report(_ judgement: Judgement, scan: Scan, arrived: ContinuousClock.Instant? = nil) -> VerdictReport {
        let holder = holder(judgement, code: scan.code)
        var report = VerdictReport(
            judgement.decision, sequence: judgement.sequence, plan: judgement.manifest?.plan,
            gate: judgement.placement?.gate, holder: holder, permissions: settings.permissions,
            direction: judgement.placement?.direction ?? scan.direction ?? .in, at: judgement.at, how: scan.how,
            elapsed: arrived.map { .now - $0 })
        report.isUnrecorded = judgement.isUnrecorded
        if let plan = judgement.manifest?.plan, judgement.placement == nil, report.verdict.reason?.test == 1 {
            report.message = unknownGate(scan.gate ?? settings.gate, in: plan)
        }
        return report
    }

    /// Which gate was asked for in vain, and which there are.
    nonisolated func unknownGate(_ gate: String?, in plan: EventPlan) -> String {
        let gates = plan.gates.map(\.slug).joined(separator: ", ")
        return "There is no gate \(gate ?? "") at \(plan.event.name); its gates: \(gates)"
    }

    func hint(_ content: OtherContent, scan: Scan, circumstances: Circumstances) -> ScanHint {
        let gate = circumstances.served.first.flatMap { placement(in: $0.plan, scan: scan)?.gate }
        return ScanHint(content, gate: gate, at: circumstances.now, how: scan.how)
    }

    /// The name under the seal. Only a ticket that is in front of the station can be named, or any ticket of an event
    /// whose staff key this station was given. A seal that does not open is a fault of the list, never of the guest.
    private func holder(_ judgement: Judgement, code: TicketCode?) -> String? {
        guard settings.permissions.contains(.detailedAttendee), let manifest = judgement.manifest,
            let key = judgement.key, let line = judgement.decision.line
        else {
            return nil
        }
        let event = manifest.plan.event.id
        do {
            let staffKey = manifest.claims.privacy == .staff ? staffKeys.key(for: event) : nil
            switch try manifest.holder(of: line.number, code: code?.text, key: key, staffKey: staffKey) {
            case .holder(let holder): return holder.name
            case .absent, .locked: return nil
            case .damaged:
                health.report(
                    .seal(event: event), "A name in the list of \(event) does not open: publish the list again.")
            }
        } catch {
            health.report(.lookUp, "\(error)")
        }
        return nil
    }
}
