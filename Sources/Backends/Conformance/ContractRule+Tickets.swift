internal import Tickets

extension ContractRule {
    /// What a server does that gives events and tickets.
    static let tickets: [ContractRule] = [
        ContractRule(.tickets, "Events are listed with their ids and names.") { trial in
            let events = try await trial.pages(of: "/events", token: trial.organizerToken()).items
            guard events.allSatisfy({ $0["id"].text != nil && $0["name"].text != nil }) else {
                throw ContractFlaw.broken("one has no id or no name")
            }
            _ = try await trial.eventID()
        },
        ContractRule(.tickets, "An event can be read.") { trial in
            let answer = try await trial.server.ask("GET", trial.eventPath(), token: trial.organizerToken())
            guard answer.isSuccess, answer.isJSON else { throw ContractFlaw.broken("it answers \(answer.status)") }
            guard answer.body["id"].text == trial.event else { throw ContractFlaw.broken("it has another id") }
            do throws(RowFault) {
                _ = try WebhookEvent(answer.body)
            } catch {
                throw ContractFlaw.broken(error.problem)
            }
        },
        ContractRule(.tickets, "An event that the server does not have is answered with 404, in JSON.") { trial in
            for path in ["/events/no-such-event", "/events/no-such-event/tickets"] {
                let answer = try await trial.server.ask("GET", path, token: trial.organizerToken())
                guard answer.status == 404, answer.isJSON else {
                    throw ContractFlaw.broken("\(path) is answered with \(answer.status)")
                }
            }
        },
        ContractRule(.tickets, "Every ticket can be read.") { trial in
            for item in try await trial.tickets().items where item["removed"].flag != true {
                do throws(RowFault) {
                    _ = try TicketRow(webhook: item)
                } catch {
                    throw ContractFlaw.broken("ticket \((item["id"].text ?? "without an id").shown) \(error.problem)")
                }
                if let word = item["status"].text, TicketRow.Status(word: word) == nil {
                    throw ContractFlaw.broken("a ticket has the status \(word.shown)")
                }
            }
        },
        ContractRule(.tickets, "Every ticket is given once, and has a code of its own.") { trial in
            let tickets = try await trial.tickets().items
            let ids = tickets.compactMap { $0["id"].text }
            guard ids.count == tickets.count else { throw ContractFlaw.broken("a ticket has no id") }
            guard Set(ids).count == ids.count else { throw ContractFlaw.broken("an id comes twice") }
            let codes = tickets.compactMap { item in item["code"].text.map { "\($0)\n\(item["type"].text ?? "")" } }
            guard Set(codes).count == codes.count else { throw ContractFlaw.broken("a code comes twice with one type") }
        },
        ContractRule(.tickets, "The types of tickets are those of the event.") { trial in
            let event = try await trial.server.ask("GET", trial.eventPath(), token: trial.organizerToken()).body
            let types = (event["types"].items ?? []).flatMap { [$0["id"].text, $0["name"].text].compactMap(\.self) }
            guard !types.isEmpty else { throw ContractFlaw.untried("the event has no types") }
            for item in try await trial.tickets().items {
                guard let type = item["type"].text, !types.contains(type) else { continue }
                throw ContractFlaw.broken("the type \(type.shown) is not among them")
            }
        },
        ContractRule(.tickets, "Behind the last ticket there is nothing until something changes.") { trial in
            let cursor = try await trial.tickets().cursor
            let later = try await trial.pages(
                of: trial.eventPath() + "/tickets", after: cursor, token: trial.organizerToken())
            guard later.items.isEmpty else { throw ContractFlaw.broken("\(later.items.count) tickets come again") }
        },
        ContractRule(.tickets, "A cursor that the server did not give is answered with 400.") { trial in
            try await trial.checkUnknownCursor(of: trial.eventPath() + "/tickets", token: trial.organizerToken())
        },
        ContractRule(.tickets, "Only the organizer's token reads tickets.") { trial in
            let path = try trial.eventPath() + "/tickets"
            _ = try trial.organizerToken()
            for token in [nil, "not-the-token", trial.server.stationToken] {
                let answer = try await trial.server.ask("GET", path, token: token)
                guard [401, 403].contains(answer.status) else {
                    throw ContractFlaw.broken("\(token == nil ? "none" : "another") is answered with \(answer.status)")
                }
            }
        },
        ContractRule(.tickets, "An entry changes its ticket.") { trial in
            let tickets = try await trial.tickets()
            let isUnused = { (item: LenientJSON) in
                item["code"].text != nil && ["valid", nil].contains(item["status"].text)
                    && item["used"].items?.isEmpty ?? true
            }
            guard let ticket = tickets.items.first(where: isUnused) else {
                throw ContractFlaw.untried("it has no ticket that is valid and unused")
            }
            try await trial.take([trial.entry(reference: ticket["id"].text)])
            let later = try await trial.pages(
                of: trial.eventPath() + "/tickets", after: tickets.cursor, token: trial.organizerToken())
            guard let changed = later.items.first(where: { $0["id"] == ticket["id"] }) else {
                throw ContractFlaw.broken("a ticket that was used does not come again")
            }
            guard changed["used"].items?.first?["ins"].integer == 1 else {
                throw ContractFlaw.broken("its `used` does not count one person let in")
            }
        },
    ]
}
