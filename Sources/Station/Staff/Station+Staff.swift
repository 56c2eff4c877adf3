public import DoorScreen
internal import Foundation
internal import Journal
internal import Logging
internal import Manifests
public import Tickets

/// What staff do by hand, behind one gate: role and permissions are looked at here, whoever asks.
extension Station {
    public var permissions: Set<Permission> { configuration.permissions }

    /// - Throws: ``StationError`` that says what is missing.
    func require(_ act: StaffAct, of staff: Staff) throws {
        switch act.obstacle(for: staff.role, with: permissions) {
        case nil: return
        case .permission(let permission):
            throw StationError(
                .refused, operation: "allow", subject: act.words,
                reason: "this station does not have the permission \(permission.rawValue)",
                hint: "Permissions stand in usher.yaml.")
        case .role:
            throw StationError(
                .refused, operation: "allow", subject: act.words, reason: "it takes a supervisor",
                hint: "Call the supervisor, who has another PIN.")
        }
    }

    public func checkPIN(_ request: SessionRequest) async throws -> PINAnswer {
        // On a thread of its own: it takes tens of milliseconds, and anybody may ask.
        try await pins.run {
            let now = clock.now()
            switch try journal.checkPIN(name: request.operator, pin: request.pin, now: now) {
            case .right(let role): return .right(role)
            case .wrong(let nextTry): return .wrong(pause: nextTry - now)
            case .tooSoon(let nextTry): return .tooSoon(pause: nextTry - now)
            }
        }
    }

    public func employment(of name: String) async throws -> Employment? {
        try await records.run {
            try journal.operators().first { $0.name == name }.map {
                Employment(role: $0.role, generation: $0.generation)
            }
        }
    }

    // MARK: - Tickets

    public func admit(_ request: ManualRequest, by staff: Staff) async throws -> VerdictReport {
        try require(request.isOverride == true ? .override : .admit, of: staff)
        return try await pass(request, direction: .in, by: staff)
    }

    public func checkOut(_ request: ManualRequest, by staff: Staff) async throws -> VerdictReport {
        try require(request.isOverride == true ? .override : .checkOut, of: staff)
        return try await pass(request, direction: .out, by: staff)
    }

    private func pass(_ request: ManualRequest, direction: Direction, by staff: Staff) async throws -> VerdictReport {
        // Whoever may not move the station may not act as if it stood elsewhere.
        if request.gate != nil { try require(.move, of: staff) }
        return try await door.pass(request, direction: direction)
    }

    public func undo(_ request: UndoRequest, by staff: Staff) async throws -> UndoAnswer {
        try require(.undoOwn, of: staff)
        if let entry = request.entry, try await !isOwn(UndoRequest.id(of: entry)) {
            try require(.undoElsewhere, of: staff)
        }
        return try await door.undo(request, ofOwn: mayUndoAny(staff) ? nil : staff.name)
    }

    private func isOwn(_ entry: String) async throws -> Bool {
        try await records.run { try journal.look { try $0.entry(id: entry) != nil } }
    }

    private func mayUndoAny(_ staff: Staff) -> Bool {
        StaffAct.undoAny.obstacle(for: staff.role, with: permissions) == nil
    }

    private static let passagesShown = 20

    public func passages(by staff: Staff) async throws -> [PassageItem] {
        try require(.undoOwn, of: staff)
        return try await records.run {
            try journal.look { transaction in
                let entries =
                    mayUndoAny(staff)
                    ? try transaction.passages(limit: Self.passagesShown)
                    : [try transaction.passage(by: staff.name)].compactMap { $0 }
                return entries.map { PassageItem($0.checkIn) }
            }
        }
    }

    public func checkOutAll(_ request: CheckOutAllRequest, by staff: Staff) async throws -> CheckOutAllAnswer {
        try require(.checkOutAll, of: staff)
        return try await door.checkOutAll(request)
    }

    public func peopleInside(by staff: Staff) async throws -> CheckOutAllAnswer {
        try require(.checkOutAll, of: staff)
        return try await door.countInside()
    }

    public func setNotRecorded(_ request: NotRecordedRequest, by staff: Staff) async throws {
        try require(.notRecorded, of: staff)
        try await setNotRecorded(request)
    }

    public func acceptPairing(_ request: PairingRequest, by staff: Staff) async throws -> EnrolmentState {
        try require(.enrol, of: staff)
        return try await acceptPairing(request)
    }

    // MARK: - Where the station stands

    public func place(by staff: Staff) async throws -> PlaceAnswer {
        try require(.move, of: staff)
        return await currentPlace()
    }

    public func move(_ request: PlaceRequest, by staff: Staff) async throws -> PlaceAnswer {
        try require(.move, of: staff)
        let served = await door.situation().served.map(\.plan)
        let gate = request.gate
        let moved = gate == nil ? served : served.filter { plan in gate.flatMap { plan.gate($0) } != nil }
        guard !moved.isEmpty else {
            throw StationError(
                .notFound, operation: "move to",
                subject: gate.map { "gate \($0.withoutControls)" } ?? "another direction",
                reason: "no event that is served here has it", hint: "Look with usher status.")
        }
        try await lists.run {
            // Here, where no list is installed meanwhile: what was chosen for one that is new would be forgotten.
            let installed = manifests.installed.map(\.plan.event.id)
            try door.settings.places.choose(installed: installed) { choices in
                if let gate {
                    for plan in moved { choices[plan.event.id, default: ChosenPlaces.Choice()].gate = gate }
                }
                // The direction is the station's, whatever event a ticket is of.
                if let direction = request.direction {
                    for plan in served { choices[plan.event.id, default: ChosenPlaces.Choice()].direction = direction }
                }
            }
        }
        let place = await currentPlace()
        logger.notice(
            "the station was moved",
            metadata: [
                "operator": "\(staff.name)", "gate": "\(place.gate ?? "none")",
                "direction": "\(place.direction.rawValue)",
            ])
        return place
    }

    private func currentPlace() async -> PlaceAnswer {
        let situation = await door.situation()
        let plans = situation.served.map(\.plan)
        var gates: [PlaceAnswer.Choice] = []
        for gate in plans.flatMap(\.gates) where !gates.contains(where: { $0.slug == gate.slug }) {
            gates.append(PlaceAnswer.Choice(slug: gate.slug, name: gate.name))
        }
        return PlaceAnswer(
            gate: plans.first.flatMap { door.settings.placement(in: $0)?.gate.slug },
            direction: direction(situation), gates: gates)
    }
}

extension Staff {
    /// Whoever may use the control socket may do whatever the station may.
    static func administrator(_ name: String?) -> Staff {
        Staff(name: name ?? "", role: .supervisor)
    }
}

extension StaffAct {
    /// Completes "cannot allow".
    fileprivate var words: String {
        rawValue.replacing("_", with: " ")
    }
}

extension PassageItem {
    fileprivate init(_ checkIn: CheckIn) {
        self.init(
            seq: checkIn.sequence, at: checkIn.at, verdict: checkIn.verdict.word, ref: checkIn.reference,
            count: checkIn.count, gate: checkIn.gate, operator: checkIn.operator)
    }
}
