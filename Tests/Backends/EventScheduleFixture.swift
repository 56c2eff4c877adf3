import ServerDoubles
import Synchronization
import TestSupport
import Tickets

@testable import Backends

/// An event with some tickets on a double, and a station's or a publisher's way to it.
struct EventScheduleFixture {
    static let now = time("2026-12-05T15:00:00Z")
    static let code = "wk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl"
    static let secondCode = "q3n7tvd0c2xkmy58hz41ljfa96rwesgb"
    static let holder = "Łucja Strauß"

    static let gala: EventScheduleDouble.Object = [
        "id": .integer(7), "name": "Winter Gala", "starts_at": "2026-12-05 19:00:00", "duration": .integer(5),
        "timezone": "Africa/Kampala", "status": "published",
    ]

    static func ticket(_ more: EventScheduleDouble.Object = [:]) -> EventScheduleDouble.Object {
        let usual: EventScheduleDouble.Object = [
            "id": .integer(101), "event_id": .integer(7), "code": .string(code), "type": "VIP", "status": "valid",
            "holder": .string(holder),
        ]
        return usual.merging(more) { $1 }
    }

    static func sale(_ more: EventScheduleDouble.Object = [:]) -> EventScheduleDouble.Object {
        let usual: EventScheduleDouble.Object = [
            "id": "S1", "event_id": .integer(7), "name": .string(holder), "email": "eva@example.org",
            "event_date": "2026-12-05", "status": "paid", "secret": .string(code),
            "tickets": .array([saleLine("VIP")]),
        ]
        return usual.merging(more) { $1 }
    }

    static func saleLine(_ type: String, quantity: Int64 = 1, _ more: EventScheduleDouble.Object = [:]) -> JSONValue {
        let usual: EventScheduleDouble.Object = [
            "ticket_id": .string("T-\(type)"), "type": .string(type), "quantity": .integer(quantity),
            "is_addon": .bool(false), "is_pass": .bool(false),
        ]
        return .object(usual.merging(more) { $1 }.map { (name: $0.key, value: $0.value) })
    }

    let double: EventScheduleDouble
    var clock: @Sendable () -> Timestamp = { now }

    init(_ dialect: EventScheduleDouble.Dialect = .documented) {
        double = EventScheduleDouble(dialect)
        double.change { state in
            state.events = [Self.gala]
            state.tickets = [Self.ticket()]
            guard dialect == .upstream else { return }
            // The open source server writes UTC, and keeps the zone with the schedule.
            state.events = [
                [
                    "id": .integer(7), "name": "Winter Gala", "starts_at": "2026-12-05 16:00:00",
                    "duration": .integer(5), "schedules": .array([.object([("subdomain", "hall")])]),
                ]
            ]
            state.sales = [Self.sale()]
            state.schedules = [
                ["subdomain": "hall", "timezone": "Africa/Kampala"], ["subdomain": "bar", "timezone": "Europe/Berlin"],
            ]
        }
    }

    func server(
        _ address: String, key: String? = nil, timeouts: HTTPRequest.Timeouts? = nil
    ) -> EventScheduleServer {
        var server = JSONServer(
            client: HTTPClient(), base: address,
            headers: { [key = key ?? double.key] in [HTTPHeader("X-API-Key", key)] })
        if let timeouts { server.timeouts = timeouts }
        return EventScheduleServer(server, now: clock)
    }

    func source(_ address: String, event: String = "7", timeouts: HTTPRequest.Timeouts? = nil) -> EventScheduleSource {
        var source = EventScheduleSource(server: server(address, timeouts: timeouts), event: event, now: clock)
        source.sleep = { _ in }
        return source
    }

    func link(
        _ address: String, events: [String] = ["gala"], timeouts: HTTPRequest.Timeouts? = nil
    ) -> EventScheduleLink {
        EventScheduleLink(
            server: server(address, timeouts: timeouts), events: { events }, serverEvent: { $0 == "gala" ? "7" : $0 })
    }

    func pull() async throws -> PulledTickets {
        try await double.serve { try await source($0).pull { _ in } }
    }

    func deliver(_ checkIns: [OutgoingCheckIn]) async throws -> Delivery {
        try await double.serve { await link($0).deliver(checkIns) }
    }

    /// What deliveries must not leave behind anywhere.
    static func holdsSecret(_ text: String) -> Bool {
        ["0123456789abcdef", code, secondCode, "Strauß"].contains { text.contains($0) }
    }
}

extension OutgoingCheckIn {
    static let id = "0199a0b0-0000-7000-8000-000000000001"
    static let groupID = "0199a0b0-0000-7000-8000-000000000003"
    static let undoID = "0199a0b0-0000-7000-8000-000000000002"

    static func entry(
        id: String = id, reference: String? = "101", code: String? = EventScheduleFixture.code,
        verdict: Verdict = .admitted, undoes: String? = nil, undoneCount: Int? = 1, count: Int = 1,
        at: Timestamp = EventScheduleFixture.now,
        clock: CheckIn.Clock = .synchronised, clockOffset: Duration? = nil, line: Int = 0
    ) -> OutgoingCheckIn {
        OutgoingCheckIn(
            CheckIn(
                id: id, station: "kiosk-1", sequence: 1, event: "gala", list: "main", gate: "A", key: nil, line: line,
                reference: reference, direction: verdict == .checkedOut ? .out : .in, verdict: verdict,
                kind: undoes == nil ? .scan : .undo, undoes: undoes, count: undoes == nil ? count : 0, how: .camera,
                at: at, clock: clock),
            code: code, serverEvent: "7", clockOffset: clockOffset, undoneCount: undoneCount)
    }
}

extension Delivery {
    /// The words of everything that was not accepted.
    var words: [String] {
        answers.compactMap { answer in
            switch answer {
            case .accepted: nil
            case .disputed(let words), .contradicted(let words), .rejected(let words): words
            }
        }
    }
}

/// The trouble that a question ends in.
func endOf<Answer>(_ question: () async throws -> Answer) async -> BackendError? {
    do {
        _ = try await question()
        return nil
    } catch {
        return error as? BackendError
    }
}
