internal import Foundation
internal import Tickets

extension EventScheduleDouble {
    /// The open source server: lists only.
    func upstream(_ request: DoubleRequest, _ state: State) -> DoubleAnswer {
        guard request.method == "GET" else { return .error(404, "Not found") }
        var state = state
        state.envelope = .flat
        return switch request.path {
        case "/api/events": Self.list(state.events, request, state)
        case "/api/schedules": Self.list(state.schedules, request, state)
        case "/api/sales": Self.list(Self.items(state.sales, of: request), request, state)
        case let path where path.hasPrefix("/api/events/"):
            Self.single("Event", in: state.events, request, isBare: false)
        default: .error(404, "Not found")
        }
    }

    /// The fork: scans, and lists of tickets without their codes.
    func planify(_ request: DoubleRequest, _ state: inout State) -> DoubleAnswer {
        switch (request.method, request.path) {
        case ("GET", "/api/events"): return Self.list(state.events, request, state)
        case ("GET", "/api/tickets"):
            let items = Self.items(state.tickets, of: request).map { $0.filter { $0.key != "code" } }
            return Self.list(items, request, state)
        case ("POST", "/api/tickets/scan"): return Self.scan(request.members, &state)
        default: return .error(404, "Not found")
        }
    }

    /// As `ApiTicketController::scanByCode` of dfiore1230/eventschedule at 9b23e435: looks for the secret of an entry,
    /// then for that of a sale, for which each scan makes a new entry.
    private static func scan(_ message: [String: String], _ state: inout State) -> DoubleAnswer {
        guard let code = message["code"] else { return .error(422, "The code field is required.") }
        if let sale = state.sales.first(where: { $0.text("secret") == code }) {
            let entry = JSONValue.integer(Int64(state.checkIns.count + 1))
            state.checkIns.append(["ticket_id": sale["id"] ?? .null, "entry_id": entry])
            let scanned = JSONValue.string(Date.now.timestamp.description)
            let data = JSONValue.object([("entry_id", entry), ("scanned_at", scanned)])
            return DoubleAnswer(201, json: .object([("data", data)]))
        }
        guard let ticket = state.tickets.first(where: { $0.text("code") == code }) else {
            return .error(404, "Ticket not found")
        }
        let day = state.events.first { $0.text("id") == ticket.text("event_id") }?.text("starts_at")?.prefix(10)
        if let today = state.today, let day, today != day { return .error(400, "This ticket is not valid for today") }
        switch ticket.text("status") {
        case "foreign": return .error(403, "You are not authorized to scan this ticket")
        case "unpaid": return .error(400, "This ticket is not paid")
        case "refunded": return .error(400, "This ticket is refunded")
        default: break
        }
        let id = JSONValue(ticket.text("id"))
        let known = state.checkIns.first { $0["ticket_id"] == id }?["scanned_at"]
        let scanned = known ?? .string(Date.now.timestamp.description)
        if known == nil { state.checkIns.append(["ticket_id": id, "scanned_at": scanned]) }
        return DoubleAnswer(201, json: .object([("data", .object([("entry_id", id), ("scanned_at", scanned)]))]))
    }
}
