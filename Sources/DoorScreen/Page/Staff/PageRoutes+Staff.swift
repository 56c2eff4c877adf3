internal import Messages
internal import StationAPI
internal import Tickets
internal import Web

extension PageRoutes {
    /// What staff do. All of it takes a session, except to begin one, to read the names for the log-in, to confirm what a
    /// verdict asks, and to let in the rest of a group whose verdict is on the screen.
    static let staff: [Route<PageCall>] = session + tickets + boxOffice + station

    private static let session: [Route<PageCall>] = [
        Route("GET", "/staff/operators") { call in
            try .json(Items(await call.station.operators.atWork()))
        },
        Route("POST", "/staff/session") { call in
            try await call.staff.begin(call.object(), on: call.request)
        },
        Route("GET", "/staff/session") { call in
            try await .json(call.staff.answer(for: call.staff.staff(call.request)))
        },
        Route("PUT", "/staff/session") { call in
            let staff = try await call.staff.staff(call.request)
            let choice: LanguageRequest = try await call.object()
            guard MessageFile.languages.contains(choice.language) else {
                throw ControlError(
                    .unreadable, "read", "the body",
                    "`language` must be one of \(MessageFile.languages.joined(separator: ", "))")
            }
            try await call.station.operators.setLanguage(choice.language, of: staff.name)
            return try await .json(call.staff.answer(for: staff))
        },
        Route("DELETE", "/staff/session") { call in
            call.staff.end(call.request)
        },
    ]

    private static let tickets: [Route<PageCall>] = [
        Route("POST", "/staff/search") { call in
            let staff = try await call.staff.staff(call.request)
            return try .json(await call.station.tickets.search(call.object(), by: staff))
        },
        Route("GET", "/staff/guests", query: ["from", "language"]) { call in
            let staff = try await call.staff.staff(call.request)
            let request = GuestsRequest(from: try call.guestsFrom, language: try call.alphabet)
            return try .json(await call.station.tickets.guests(request, by: staff))
        },
        Route("POST", "/staff/admit") { call in
            let staff = try await call.staff.staff(call.request)
            return .verdict(try await call.station.tickets.admit(call.action(by: staff), by: staff))
        },
        Route("POST", "/staff/more") { call in
            var request: MoreRequest = try await call.object()
            request.operator = try? await call.staff.staff(call.request).name
            return .verdict(try await call.station.tickets.admitMore(request))
        },
        Route("POST", "/staff/confirm") { call in
            var request: ConfirmRequest = try await call.object()
            request.operator = try? await call.staff.staff(call.request).name
            // What nobody signed would look like a proof.
            request.note = nil
            return .verdict(try await call.station.tickets.confirm(request))
        },
        Route("POST", "/staff/decline") { call in
            try await call.station.tickets.decline(call.object())
            return .done
        },
        Route("POST", "/staff/checkout") { call in
            let staff = try await call.staff.staff(call.request)
            return .verdict(try await call.station.tickets.checkOut(call.action(by: staff), by: staff))
        },
        Route("GET", "/staff/walk-ins") { call in
            try .json(await call.station.tickets.walkInsInside(by: call.staff.staff(call.request)))
        },
        Route("POST", "/staff/walk-in") { call in
            let staff = try await call.staff.staff(call.request)
            return .verdict(try await call.station.tickets.walkIn(call.action(by: staff), by: staff))
        },
        Route("GET", "/staff/passages") { call in
            try .json(Items(await call.station.tickets.passages(by: call.staff.staff(call.request))))
        },
        Route("POST", "/staff/undo") { call in
            let staff = try await call.staff.staff(call.request)
            return try .json(await call.station.tickets.undo(call.action(by: staff), by: staff))
        },
    ]

    private static let boxOffice: [Route<PageCall>] = [
        Route("GET", "/staff/sales", query: ["ref"]) { call in
            let staff = try await call.staff.staff(call.request)
            let reference = try Target(call.request.target).query["ref"]
            return try .json(await call.station.boxOffice.offers(for: staff, reference: reference))
        },
        Route("POST", "/staff/sales") { call in
            let staff = try await call.staff.staff(call.request)
            return try .json(await call.station.boxOffice.sell(call.action(by: staff), by: staff))
        },
        Route("POST", "/staff/sales/show") { call in
            let staff = try await call.staff.staff(call.request)
            return try .json(await call.station.boxOffice.show(call.object(), by: staff))
        },
        Route("POST", "/staff/sales/print") { call in
            let staff = try await call.staff.staff(call.request)
            try await call.station.boxOffice.print(call.object(), by: staff)
            return .done
        },
        Route("POST", "/staff/sales/refund") { call in
            let staff = try await call.staff.staff(call.request)
            return try .json(await call.station.boxOffice.refund(call.action(by: staff), by: staff))
        },
    ]

    private static let station: [Route<PageCall>] = [
        Route("GET", "/staff/inside") { call in
            try .json(await call.station.tickets.peopleInside(by: call.staff.staff(call.request)))
        },
        Route("POST", "/staff/checkout-all") { call in
            let staff = try await call.staff.staff(call.request)
            return try .json(await call.station.tickets.checkOutAll(call.action(by: staff), by: staff))
        },
        Route("POST", "/staff/not-recorded") { call in
            let staff = try await call.staff.staff(call.request)
            try await call.station.tickets.setNotRecorded(call.action(by: staff), by: staff)
            return .done
        },
        Route("GET", "/staff/place") { call in
            try .json(await call.station.place.current(by: call.staff.staff(call.request)))
        },
        Route("PUT", "/staff/place") { call in
            let staff = try await call.staff.staff(call.request)
            return try .json(await call.station.place.move(call.object(), by: staff))
        },
    ]
}

/// In which language a person at work wants to read the screen.
struct LanguageRequest: Codable, Sendable {
    /// One of ``PageSettings/languages``.
    let language: String
}

extension PageCall {
    /// The JSON object in the body of an act, with the name of the session.
    fileprivate func action<Value: PersonalAction>(
        _ type: Value.Type = Value.self, by staff: Staff
    ) async throws -> Value {
        var action = try await object(type)
        action.operator = staff.name
        action.note = action.note.map { String($0.withoutControls.prefix(Self.longestNote)) }
        return action
    }

    /// Place of the first guest that is wanted, from 0.
    fileprivate var guestsFrom: Int {
        get throws {
            let text = try Target(request.target).query["from"] ?? "0"
            guard let place = Int(text), (0...GuestsRequest.most).contains(place) else {
                throw ControlError(
                    .unreadable, "read", "the query", "`from` must be a whole number from 0 to \(GuestsRequest.most)")
            }
            return place
        }
    }

    /// In whose alphabet names are sorted: the one that the page speaks now.
    fileprivate var alphabet: String {
        get throws {
            guard let language = try Target(request.target).query["language"] else { return settings.language }
            return MessageFile.languages.contains(language) ? language : settings.language
        }
    }

    /// In characters: enough for a reason.
    private static let longestNote = 500
}

extension WebResponse {
    fileprivate static func verdict(_ report: VerdictReport) -> WebResponse {
        .json(text: JSONValue.object(report.shown).text)
    }
}
