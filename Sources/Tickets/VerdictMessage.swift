extension Decision {
    /// One English sentence, without a full stop, for the steward; times are shown in the event's zone.
    /// - Parameters:
    ///   - plan: the event at this gate, unless there is none.
    ///   - now: the time of the decision; times of another day are told with their day.
    public func message(in plan: EventPlan?, direction: Direction, at now: Timestamp) -> String {
        let sentence =
            switch verdict {
            case .admitted: admittedSentence(direction: direction, plan: plan, now: now)
            case .checkedOut: isUnmatched ? "Goodbye, no entry is known" : "Goodbye"
            case .refused(let reason):
                refusalSentence(reason, plan: plan, clock: DoorClock(zone: plan?.event.timeZone, now: now))
            }
        return sentence.withoutControls
    }

    private func admittedSentence(direction: Direction, plan: EventPlan?, now: Timestamp) -> String {
        if let overruledReason {
            let clock = DoorClock(zone: plan?.event.timeZone, now: now)
            return "Let in by hand. " + refusalSentence(overruledReason, plan: plan, clock: clock)
        }
        let greeting = direction == .look ? "Would be admitted" : "Welcome"
        guard let entry, let line, line.admits > 1 else { return greeting }
        return "\(greeting), \(entry) of \(line.admits)"
    }

    private func refusalSentence(_ reason: Reason, plan: EventPlan?, clock: DoorClock) -> String {
        switch reason {
        case .noManifest: "No ticket list is installed for this event"
        case .stationNotAuthorised: isHeld ? heldSentence : "This station is not authorised"
        case .notRecorded: "The check-in could not be recorded"
        case .listExpired: "The ticket list is too old"
        case .invalid: "Not a valid ticket"
        case .wrongEvent:
            "This ticket is for \(otherEvent ?? "another event"), not for \(plan?.event.name ?? "this event")"
        case .voided: "This ticket was voided"
        case .refunded: "This ticket was refunded"
        case .cancelled: "\(plan?.event.name ?? "The event") is cancelled"
        case .blocked: "This ticket is blocked"
        case .revoked: "This ticket was revoked"
        case .unapproved: "This ticket is not approved yet"
        case .notStarted: notStartedSentence(plan: plan, clock: clock)
        case .ended: endedSentence(plan: plan, clock: clock)
        case .wrongGate: wrongGateSentence
        case .unpaid: "This ticket is not paid"
        case .full: "No more people may enter now"
        case .alreadyScanned: alreadyScannedSentence(plan: plan, clock: clock)
        }
    }

    private var heldSentence: String {
        let ticket = line.flatMap { $0.type.name.isEmpty ? nil : $0.type.name } ?? "this ticket"
        return "The venue's ledger does not answer, and \(ticket) has to wait for it"
    }

    private func notStartedSentence(plan: EventPlan?, clock: DoorClock) -> String {
        guard let opensAt else { return "\(plan?.event.name ?? "The event") is postponed" }
        let isDoors = opensAt == plan?.event.doorsOpen
        return "\(isDoors ? "Doors open" : "This ticket is valid from") \(clock.text(of: opensAt))"
    }

    private func endedSentence(plan: EventPlan?, clock: DoorClock) -> String {
        guard let closedAt else { return "This ticket is no longer valid" }
        let isEvent = closedAt == plan?.event.ends
        return "\(isEvent ? "The event ended" : "This ticket was valid until") \(clock.text(of: closedAt))"
    }

    private var wrongGateSentence: String {
        guard let line, !line.type.name.isEmpty else {
            return rightGate.map { "Its entrance: \($0)" } ?? "No gate admits this ticket"
        }
        guard let rightGate else { return "No gate admits \(line.type.name)" }
        return "\(line.type.name) entrance: \(rightGate)"
    }

    private func alreadyScannedSentence(plan: EventPlan?, clock: DoorClock) -> String {
        let group = line.flatMap { $0.admits > 1 ? $0.admits : nil }
        let headline = group.map { "All \($0) already scanned" } ?? "Already scanned"
        guard let first else { return headline }
        var sentence = headline + (group == nil ? " at " : ", first at ") + clock.text(of: first.at)
        if let gate = first.gate { sentence += ", \(plan?.gate(gate)?.name ?? gate)" }
        if let station = first.station { sentence += " (\(station))" }
        return sentence
    }
}
