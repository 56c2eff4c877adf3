internal import Tickets

extension PageRoute {
    /// What staff do. Beside the session itself and the names for its tiles, everything needs one.
    static let staff = session + tickets + station

    private static let session = [
        PageRoute("GET", "/staff/operators") { call in
            try .json(Items(await call.station.operators.all()))
        },
        PageRoute("POST", "/staff/session") { call in
            try await call.staff.begin(call.object(), replacing: call.cookies)
        },
        PageRoute("GET", "/staff/session") { call in
            try .json(call.staff.answer(for: await call.staff.staff(call.cookies)))
        },
        PageRoute("DELETE", "/staff/session") { call in
            call.staff.end(call.cookies)
        },
    ]

    private static let tickets = [
        PageRoute("POST", "/staff/search") { call in
            let staff = try await call.staff.staff(call.cookies)
            return try .json(await call.station.tickets.search(call.object(), by: staff))
        },
        PageRoute("POST", "/staff/admit") { call in
            let staff = try await call.staff.staff(call.cookies)
            return .verdict(try await call.station.tickets.admit(call.action(by: staff), by: staff))
        },
        PageRoute("POST", "/staff/checkout") { call in
            let staff = try await call.staff.staff(call.cookies)
            return .verdict(try await call.station.tickets.checkOut(call.action(by: staff), by: staff))
        },
        PageRoute("GET", "/staff/passages") { call in
            try .json(Items(await call.station.tickets.passages(by: call.staff.staff(call.cookies))))
        },
        PageRoute("POST", "/staff/undo") { call in
            let staff = try await call.staff.staff(call.cookies)
            return try .json(await call.station.tickets.undo(call.action(by: staff), by: staff))
        },
    ]

    private static let station = [
        PageRoute("GET", "/staff/inside") { call in
            try .json(await call.station.tickets.peopleInside(by: call.staff.staff(call.cookies)))
        },
        PageRoute("POST", "/staff/checkout-all") { call in
            let staff = try await call.staff.staff(call.cookies)
            return try .json(await call.station.tickets.checkOutAll(call.action(by: staff), by: staff))
        },
        PageRoute("POST", "/staff/not-recorded") { call in
            let staff = try await call.staff.staff(call.cookies)
            try await call.station.tickets.setNotRecorded(call.action(by: staff), by: staff)
            return PageAnswer(contentType: "application/json", body: .bytes(Array("{}".utf8)))
        },
        PageRoute("GET", "/staff/place") { call in
            try .json(await call.station.place.current(by: call.staff.staff(call.cookies)))
        },
        PageRoute("PUT", "/staff/place") { call in
            let staff = try await call.staff.staff(call.cookies)
            return try .json(await call.station.place.move(call.object(), by: staff))
        },
    ]
}

extension PageCall {
    /// The JSON object in the body.
    func object<Value: Codable>(_ type: Value.Type = Value.self) async throws -> Value {
        try ControlJSON.decodeRequest(type, from: await body.collected(upTo: PageGuard.largestBody))
    }

    /// The JSON object in the body of what a person does, under the name of their session.
    fileprivate func action<Value: PersonalAction>(
        _ type: Value.Type = Value.self, by staff: Staff
    ) async throws -> Value {
        var action = try await object(type)
        action.operator = staff.name
        action.note = action.note.map { String($0.withoutControls.prefix(Self.longestNote)) }
        return action
    }

    /// In characters: a reason, not a report.
    private static let longestNote = 500
}

extension PageAnswer {
    fileprivate static func verdict(_ report: VerdictReport) -> PageAnswer {
        PageAnswer(contentType: "application/json", body: .bytes(Array(JSONValue.object(report.shown).text.utf8)))
    }
}
