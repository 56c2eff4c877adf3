extension World {
    /// Performs one action, and compares its result with the model.
    func perform(_ action: Action) async throws {
        tick()
        if let kiosk = action.station, kiosk >= kiosks.count { return }
        switch action {
        case .scan(let kiosk, let ticket, let gate, let reader):
            try await scan(kiosk, ticket: ticket, gate: gate, isExit: false, reader: reader)
        case .leave(let kiosk, let ticket, let gate, let reader):
            try await scan(kiosk, ticket: ticket, gate: gate, isExit: true, reader: reader)
        case .twice(let kiosk, let ticket, let gate): try await twice(kiosk, ticket: ticket, gate: gate)
        case .check(let kiosk, let ticket, let gate): try await check(kiosk, ticket: ticket, gate: gate)
        default: try await performOther(action)
        }
        if action.isCompared, let kiosk = action.station, let ticket = action.ticket {
            try await compareCounts(kiosk, ticket: ticket)
        }
    }

    private func performOther(_ action: Action) async throws {
        switch action {
        case .admit(let kiosk, let ticket, let people, let staff):
            try await byHand(kiosk, ticket: ticket, people: people, staff: staff, isExit: false)
        case .checkOut(let kiosk, let ticket, let people, let staff):
            try await byHand(kiosk, ticket: ticket, people: people, staff: staff, isExit: true)
        case .override(let kiosk, let ticket, let people, let staff):
            try await byHand(kiosk, ticket: ticket, people: people, staff: staff, isExit: false, isOverride: true)
        case .undo(let kiosk, let back, let staff): try await undo(kiosk, back: back, staff: staff)
        case .undoElsewhere(let kiosk, let back, let staff):
            try await undoElsewhere(kiosk, back: back, staff: staff)
        case .everyoneOut(let kiosk): try await everyoneOut(kiosk)
        default: try await performKeeping(action)
        }
    }

    private func performKeeping(_ action: Action) async throws {
        switch action {
        case .restart(let kiosk): try await restart(kiosk)
        case .kill(let kiosk): try await kill(kiosk)
        case .backUp(let kiosk): try backUp(kiosk)
        case .restore(let kiosk): try await restore(kiosk)
        case .publish(let change, let ticket, let stations):
            try await publish(change: change, ticket: ticket, to: stations)
        case .install(let kiosk, let event): try await installNewest(kiosk, event: event)
        case .installOld(let kiosk, let event): try await installOld(kiosk, event: event)
        case .installRekeyed(let kiosk, let event): try await installRekeyed(kiosk, event: event)
        case .removeList(let kiosk, let event): try await removeList(kiosk, event: event)
        case .wait(let seconds): wait(seconds)
        case .clock(let kiosk, let seconds, let isSynchronised):
            setClock(kiosk, seconds: seconds, isSynchronised: isSynchronised)
        default: try await performAround(action)
        }
    }

    private func performAround(_ action: Action) async throws {
        switch action {
        case .upload(let kiosk): try await upload(kiosk)
        case .hear(let kiosk): try await hear(kiosk)
        case .passOn(let restarts): try await passOn(restarts: restarts)
        case .server(let mood): server.set(TicketServer.Mood.allCases[mood])
        case .ledger(let kiosk, let isThere): try await setLedger(kiosk, isThere: isThere)
        case .follow(let kiosk): try await follow(kiosk)
        case .capacity(let list, let people): try await setCapacity(list: list, people: people)
        case .dieClaiming(let kiosk, let ticket): try await dieClaiming(kiosk, ticket: ticket)
        case .loseAnswer(let kiosk, let ticket): try await loseAnswer(kiosk, ticket: ticket)
        default: break
        }
    }

    /// Checks, after the last action, everything that must hold then.
    func finish() async throws {
        tick()
        if setup.hasServer { try await tellEverything() }
        if setup.hasLedger { try await healEverything() }
        for kiosk in kiosks.indices {
            try await compareAll(kiosk)
            for ticket in 0..<Organizer.codes { try await compareCounts(kiosk, ticket: ticket) }
            try await verify(kiosk)
        }
    }
}

extension Action {
    /// The station of the action, if it has one.
    var station: Int? {
        switch self {
        case .scan(let kiosk, _, _, _), .leave(let kiosk, _, _, _), .twice(let kiosk, _, _), .check(let kiosk, _, _),
            .admit(let kiosk, _, _, _), .checkOut(let kiosk, _, _, _), .override(let kiosk, _, _, _),
            .undo(let kiosk, _, _), .undoElsewhere(let kiosk, _, _), .everyoneOut(let kiosk), .restart(let kiosk),
            .kill(let kiosk), .backUp(let kiosk), .restore(let kiosk), .install(let kiosk, _),
            .installOld(let kiosk, _), .installRekeyed(let kiosk, _), .removeList(let kiosk, _),
            .clock(let kiosk, _, _), .upload(let kiosk),
            .hear(let kiosk), .ledger(let kiosk, _), .follow(let kiosk), .dieClaiming(let kiosk, _),
            .loseAnswer(let kiosk, _):
            kiosk
        case .publish, .wait, .server, .passOn, .capacity: nil
        }
    }

    /// Whether the counts in the staff's search are compared afterwards. That takes longer than a scan, and is done for
    /// every ticket at the end. It depends only on the action, so that it stays the same when others are left out.
    var isCompared: Bool {
        switch self {
        case .scan(_, _, _, let reader), .leave(_, _, _, let reader): reader == 0
        case .admit(_, _, _, let staff), .checkOut(_, _, _, let staff): staff == 0
        default: true
        }
    }

    var ticket: Int? {
        switch self {
        case .scan(_, let ticket, _, _), .leave(_, let ticket, _, _), .twice(_, let ticket, _),
            .admit(_, let ticket, _, _), .checkOut(_, let ticket, _, _), .override(_, let ticket, _, _):
            ticket
        default: nil
        }
    }
}
