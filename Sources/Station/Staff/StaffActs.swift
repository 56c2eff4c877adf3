internal import Journal
internal import Logging
internal import Manifests
package import StationAPI
internal import Threads
package import Tickets

/// What staff do with tickets by hand.
package struct StaffActs: TicketControl {
    let door: Door
    let journal: Journal
    let finder: TicketSearch
    let authorization: StaffAuthorization
    /// Who lets in a guest who left by an exit where no entry was known.
    let returns: Policy.Returns
    let logger: Logger
    let journalQueue: WorkQueue

    package var permissions: Set<Permission> { authorization.permissions }

    package func check(_ request: CheckRequest) async throws -> VerdictReport {
        await door.check(request)
    }

    package func search(_ request: SearchRequest, by staff: Staff) async throws -> SearchAnswer {
        try authorization.require(.lookUp, of: staff)
        return try await finder.search(request, by: staff)
    }

    package func searchTerms(of staff: Staff) async -> Set<SearchTerm> {
        await finder.terms(for: staff)
    }

    package func guests(_ request: GuestsRequest, by staff: Staff) async throws -> GuestsAnswer {
        try await GuestList(finder: finder).page(request, by: staff)
    }

    package func admit(_ request: ManualRequest, by staff: Staff) async throws -> VerdictReport {
        let isOverride = request.isOverride == true
        let isReturn = isOverride && returns == .staff ? try await door.isOfUnmatchedExit(request) : false
        try authorization.require(isOverride && !isReturn ? .override : .admit, of: staff)
        return try await pass(request, direction: .in, by: staff)
    }

    package func checkOut(_ request: ManualRequest, by staff: Staff) async throws -> VerdictReport {
        try authorization.require(request.isOverride == true ? .override : .checkOut, of: staff)
        return try await pass(request, direction: .out, by: staff)
    }

    package func admitMore(_ request: MoreRequest) async throws -> VerdictReport {
        try await door.admitMore(request)
    }

    package func confirm(_ request: ConfirmRequest) async throws -> VerdictReport {
        try await door.confirm(request)
    }

    package func decline(_ request: DeclineRequest) async {
        await door.decline(request)
    }

    private func pass(_ request: ManualRequest, direction: Direction, by staff: Staff) async throws -> VerdictReport {
        // Whoever may not move the station may not act as if it stood elsewhere.
        if request.gate != nil { try authorization.require(.move, of: staff) }
        return try await door.pass(request, direction: direction)
    }

    package func walkIn(_ request: WalkInRequest, by staff: Staff) async throws -> VerdictReport {
        try authorization.require(request.isExit == true ? .checkOut : .admit, of: staff)
        if request.gate != nil { try authorization.require(.move, of: staff) }
        return try await door.walkIn(request)
    }

    package func walkInsInside(by staff: Staff) async throws -> WalkInsAnswer {
        try authorization.require(.admit, of: staff)
        return try await door.walkInsInside()
    }

    package func undo(_ request: UndoRequest, by staff: Staff) async throws -> UndoAnswer {
        try authorization.require(.undoOwn, of: staff)
        if let entry = request.entry, try await !isOwn(UndoRequest.id(of: entry)) {
            try authorization.require(.undoElsewhere, of: staff)
        }
        return try await door.undo(request, in: undoScope(of: staff))
    }

    private func isOwn(_ entry: String) async throws -> Bool {
        try await journalQueue.run { try journal.look { try $0.entry(id: entry) != nil } }
    }

    /// For so long, a code that was read at this station can be undone by whoever is at work: longer than it takes to see that
    /// the wrong telephone was scanned, and too short to pass a ticket on.
    static let scanMinutes = 15

    private func undoScope(of staff: Staff) -> UndoScope {
        authorization.allows(.undoAny, to: staff)
            ? .all : .own(name: staff.name, scansSince: door.clock.now() - .seconds(60 * Self.scanMinutes))
    }

    private static let passagesShown = 20

    package func passages(by staff: Staff) async throws -> [PassageItem] {
        try authorization.require(.undoOwn, of: staff)
        let entries = try await journalQueue.run {
            try journal.look { try $0.passages(in: undoScope(of: staff), limit: Self.passagesShown) }
        }
        return try await finder.searches.run { try entries.map { try finder.item($0.checkIn) } }
    }

    package func checkOutAll(_ request: CheckOutAllRequest, by staff: Staff) async throws -> CheckOutAllAnswer {
        try authorization.require(.checkOutAll, of: staff)
        return try await door.checkOutAll(request)
    }

    package func peopleInside(by staff: Staff) async throws -> CheckOutAllAnswer {
        try authorization.require(.checkOutAll, of: staff)
        return try await door.countInside()
    }

    package func setNotRecorded(_ request: NotRecordedRequest, by staff: Staff) async throws {
        try authorization.require(.notRecorded, of: staff)
        try await door.setNotRecorded(request)
        logger.warning(
            "NOT RECORDED is switched",
            metadata: [
                "on": "\(request.isOn)", "operator": "\(request.operator ?? "")", "note": "\(request.note ?? "")",
            ])
    }
}
