import Tickets

@testable import DoorScreen
@testable import StationAPI

extension FakeStation {
    nonisolated var permissions: Set<Permission> { [.scan, .basicAttendee, .manualCheckIn] }

    /// 4817263 is right: for Sue as supervisor, for everybody else as steward.
    func checkPIN(_ request: SessionRequest) throws -> PINAnswer {
        try note("checkPIN \(request.operator)")
        if isReplacing { employ([OperatorSummary(name: "Sue", role: "supervisor")]) }
        guard request.pin == "4817263" else { return .wrong(pause: .seconds(4)) }
        return .right(request.operator == "Sue" ? .supervisor : .steward)
    }

    func search(_ request: SearchRequest, by staff: Staff) throws -> SearchAnswer {
        try note("search by \(staff.name)", request)
        return .sample
    }

    func scan(_ picture: [UInt8], by staff: Staff) throws -> Announcement? {
        try note("scan \(picture.count) bytes by \(staff.name)")
        return picture.isEmpty ? nil : .verdict(try .sample)
    }

    func guests(_ request: GuestsRequest, by staff: Staff) throws -> GuestsAnswer {
        try note("guests by \(staff.name) from \(request.from) in \(request.language)")
        return .sample
    }

    nonisolated func searchTerms(of staff: Staff) -> Set<SearchTerm> {
        staff.role == .steward ? [.code] : [.name, .code]
    }

    func admit(_ request: ManualRequest, by staff: Staff) throws -> VerdictReport {
        try note("admit by \(staff.name)", request)
        return try .sample
    }

    func admitMore(_ request: MoreRequest) throws -> VerdictReport {
        try note("admitMore", request)
        return try .sample
    }

    func confirm(_ request: ConfirmRequest) throws -> VerdictReport {
        try note("confirm", request)
        return try .sample
    }

    func decline(_ request: DeclineRequest) throws {
        try note("decline", request)
    }

    func checkOut(_ request: ManualRequest, by staff: Staff) throws -> VerdictReport {
        try note("checkOut by \(staff.name)", request)
        return try .sample
    }

    func walkIn(_ request: WalkInRequest, by staff: Staff) throws -> VerdictReport {
        try note("walkIn by \(staff.name)", request)
        return try .sample
    }

    func walkInsInside(by staff: Staff) throws -> WalkInsAnswer {
        try note("walkInsInside by \(staff.name)")
        return WalkInsAnswer(event: "gala", inside: 12)
    }

    func checkOutAll(_ request: CheckOutAllRequest, by staff: Staff) throws -> CheckOutAllAnswer {
        try note("checkOutAll by \(staff.name)", request)
        return .sample
    }

    func peopleInside(by staff: Staff) throws -> CheckOutAllAnswer {
        try note("peopleInside by \(staff.name)")
        return .sample
    }

    func setNotRecorded(_ request: NotRecordedRequest, by staff: Staff) throws {
        try note("setNotRecorded by \(staff.name)", request)
    }

    func accept(_ request: PairingRequest, by staff: Staff?) throws -> EnrolmentState {
        try note("acceptPairing by \(staff?.name ?? "nobody")", request)
        return .sample
    }

    func undo(_ request: UndoRequest, by staff: Staff) throws -> UndoAnswer {
        try note("undo by \(staff.name)", request)
        return .sample
    }

    func passages(by staff: Staff) throws -> [PassageItem] {
        try note("passages by \(staff.name)")
        return [.sample]
    }

    func current(by staff: Staff) throws -> PlaceAnswer {
        try note("place by \(staff.name)")
        return .sample
    }

    func move(_ request: PlaceRequest, by staff: Staff) throws -> PlaceAnswer {
        try note("move by \(staff.name)", request)
        return .sample
    }
}

extension PassageItem {
    static let sample = PassageItem(
        seq: 8, event: "gala", timeZone: "Africa/Kampala", utcOffsets: [kampala], at: Timestamp(seconds: 0),
        verdict: "admitted", ref: "r-1",
        type: "Standard", holder: "Amina", count: 2, gate: "A", gateName: "Gate A", operator: "Anne")
}

extension PlaceAnswer {
    static let sample = PlaceAnswer(gate: "A", direction: .in, gates: [Choice(slug: "A", name: "Gate A")])
}
