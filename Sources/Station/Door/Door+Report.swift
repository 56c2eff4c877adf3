internal import Foundation
internal import Manifests
internal import Messages
internal import Tickets

extension Door {
    /// The decision as it is shown and printed.
    /// - Parameter arrived: when the frame or line was complete; the report says how long the decision took since then.
    func report(_ decided: DecidedCase, arrived: ContinuousClock.Instant? = nil) -> VerdictReport {
        let (scanCase, scan) = (decided.scanCase, decided.scanCase.scan)
        let (plan, now) = (scanCase.manifest?.plan, scanCase.situation.now)
        var (sequence, isUnrecorded) = (Int64?.none, false)
        switch decided.record {
        case .none: break
        case .journal(let number): sequence = number
        case .memory: isUnrecorded = true
        }
        let holder = holder(decided)
        var report = VerdictReport(
            decided.decision, sequence: sequence, plan: plan, gate: scanCase.placement?.gate,
            holder: holder?.name, notes: holder?.notes, permissions: settings.permissions,
            direction: scanCase.placement?.direction ?? scan.direction ?? .in, people: scan.count ?? 1, at: now,
            how: scan.how, isUnrecorded: isUnrecorded, elapsed: arrived.map { .now - $0 },
            text: { $0.english(in: plan, at: now) })
        report.ask = decided.ask
        report.countedBy = countBasis(of: decided)
        return report
    }

    /// Who counted what somebody is refused by; `nil` for any other verdict.
    private func countBasis(of decided: DecidedCase) -> CountBasis? {
        guard decided.decision.refusal?.isByCount == true, let manifest = decided.scanCase.manifest else { return nil }
        return decided.isCountedByLedger ? .venue : occupancy.basis(in: manifest)
    }

    func hint(_ content: OtherContent, scan: Scan, situation: Situation) -> ScanHint {
        let place = situation.served.first.flatMap {
            settings.placement(in: $0.plan, gate: scan.gate, direction: scan.direction)
        }
        return ScanHint(.init(content), gate: place?.gate, at: situation.now, how: scan.how)
    }

    /// Who the ticket is for. It can be opened with the ticket's code, or with the staff key of the event when this
    /// station has it. A name that cannot be opened is a fault of the list, not of the guest.
    private func holder(_ decided: DecidedCase) -> Holder? {
        guard settings.permissions.contains(.detailedAttendee), let manifest = decided.scanCase.manifest,
            let key = decided.scanCase.key, let line = decided.decision.line
        else { return nil }
        let event = manifest.plan.event.id
        do {
            let staffKey = manifest.claims.privacy == .staff ? staffKeys.key(for: event) : nil
            let code = decided.scanCase.scan.code?.text
            switch try manifest.holder(of: line.number, code: code, key: key, staffKey: staffKey) {
            case .holder(let holder): return holder
            case .absent, .locked: return nil
            case .damaged:
                conditions.report(
                    Condition(.sealDamaged, subject: event, ["event": manifest.plan.event.name]))
            }
        } catch {
            conditions.report(Condition(.lookUpFailed, because: error))
        }
        return nil
    }
}

extension ScanHint {
    /// With its sentence in English.
    init(_ kind: Kind, gate: Gate?, at time: Timestamp, how: CheckIn.How) {
        self.init(
            about: kind, gate: gate, at: time, how: how, message: Messages.english.label("hints.\(kind.rawValue)"))
    }
}

extension Sentence {
    func english(in plan: EventPlan?, at now: Timestamp) -> String {
        Messages.english.text(of: self, clock: DoorClock(zone: plan?.event.timeZone, now: now))
    }
}
