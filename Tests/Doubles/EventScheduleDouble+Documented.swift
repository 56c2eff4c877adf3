public import Foundation
public import Tickets

extension EventScheduleDouble {
    /// The documented interface.
    func documented(_ request: DoubleRequest, _ state: inout State) -> DoubleAnswer {
        switch (request.method, request.path) {
        case ("GET", "/api/meta/branding"): return DoubleAnswer(json: state.branding.json)
        case ("GET", "/api/events"): return Self.list(state.events, request, state)
        case ("GET", let path) where path.hasPrefix("/api/events/"):
            return Self.single("Event", in: state.events, request, isBare: true)
        case ("GET", "/api/tickets"): return Self.list(Self.items(state.tickets, of: request), request, state)
        case ("GET", "/api/checkins"):
            let since = request.query["since"] ?? ""
            // Both are RFC 3339 in UTC with milliseconds: the order of texts is that of times.
            let items = Self.items(state.checkIns, of: request).filter {
                !state.knowsSince || ($0.text("arrived") ?? "") >= since
            }
            return Self.list(items, request, state)
        case ("POST", "/api/checkins"): return Self.checkIn(request.members, &state)
        default: return .error(404, "Not found")
        }
    }

    private static func checkIn(_ message: [String: String], _ state: inout State) -> DoubleAnswer {
        guard let event = message["event_id"], let key = message["idempotency_key"], let time = message["ts"],
            let action = message["action"], ["checkin", "checkout"].contains(action),
            message["ticket_id"] != nil || message["ticket_code"] != nil
        else { return .error(422, "The given data was invalid.") }
        if let answer = state.answered[key] { return DoubleAnswer(json: answer) }
        let ticket = state.tickets.first { ticket in
            message["ticket_id"].map { ticket.text("id") == $0 } ?? (ticket.text("code") == message["ticket_code"])
        }
        let earlier = state.checkIns.filter { $0.text("ticket_id") == ticket?.text("id") }
        let status = status(of: ticket, event: event, action: action, earlier: earlier)
        let answer = JSONValue.object([
            ("status", .string(status)), ("ticket_id", .init(ticket?.text("id"))),
            ("holder", .init(ticket?.text("holder"))), ("event_id", .string(event)),
            ("checked_in_at", .init(earlier.first?.text("timestamp"))),
            ("gate_id", .init(earlier.first?.text("gate_id"))),
            ("message", .string("\(status): \(ticket?.text("holder") ?? "") \(ticket?.text("code") ?? "")")),
        ])
        state.answered[key] = answer
        guard status == "admitted", let id = ticket?.text("id") else { return DoubleAnswer(json: answer) }
        let members: [(String, String?)] = [
            ("id", "c\(state.checkIns.count + 1)"), ("ticket_id", id), ("event_id", event), ("action", action),
            ("timestamp", time), ("gate_id", message["gate_id"]), ("device_id", message["device_id"]),
            ("idempotency_key", key), ("arrived", Date.now.timestamp.description),
        ]
        state.checkIns.append(Dictionary(uniqueKeysWithValues: members.map { ($0, JSONValue($1)) }))
        return DoubleAnswer(json: answer)
    }

    private static func status(of ticket: Object?, event: String, action: String, earlier: [Object]) -> String {
        guard let ticket else { return "unknown" }
        if ticket.text("event_id") != event { return "wrong_event" }
        switch ticket.text("status") {
        case "refunded": return "refunded"
        case "void": return "voided"
        case "cancelled": return "cancelled"
        case "unpaid": return "unpaid"
        default: break
        }
        let inside = earlier.reduce(0) { $0 + ($1.text("action") == "checkin" ? 1 : -1) }
        let admits = ticket.text("quantity").flatMap { Int($0) } ?? 1
        return action == "checkin" && inside >= admits ? "already_used" : "admitted"
    }
}

extension Date {
    /// As a `Timestamp`, rounded down to milliseconds.
    public var timestamp: Timestamp {
        Timestamp(milliseconds: Int64(timeIntervalSince1970 * 1000))
    }
}
