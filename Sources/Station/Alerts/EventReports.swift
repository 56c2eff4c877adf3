internal import Alerts
internal import Messages
internal import Tickets

/// What is told once of an event: that its times or its place have changed, and whether the station is ready for it.
struct EventReports {
    /// Readiness is told this long before the doors open.
    static let beforeDoors = Duration.seconds(3600)

    private var known: [String: Event] = [:]

    /// Events whose times or place are not those of the call before.
    mutating func moved(_ events: [Event], now: Timestamp, in messages: Messages) -> [AlertReport<StationAlertKind>] {
        defer { known = Dictionary(events.map { ($0.id, $0) }) { first, _ in first } }
        return events.compactMap { event in
            guard let before = known[event.id], now < before.ends else { return nil }
            let isSameTime =
                (before.doorsOpen, before.starts, before.ends) == (event.doorsOpen, event.starts, event.ends)
            let places = [event, before].map { Self.place(of: $0) }
            guard !isSameTime || places[0] != places[1] else { return nil }
            let clock = DoorClock(zone: event.timeZone, now: now)
            /// Only what has changed.
            func outline(_ event: Event) -> String {
                let times = Sentence(
                    "alerts.times",
                    ["doors": .time(event.doorsOpen), "start": .time(event.starts), "end": .time(event.ends)])
                let place =
                    places[0] == places[1]
                    ? nil
                    : Self.place(of: event).map { messages.text("alerts.place", ["place": $0]) }
                        ?? messages.label("alerts.noPlace")
                return [isSameTime ? nil : messages.text(of: times, clock: clock), place].compactMap(\.self).joined(
                    separator: ", ")
            }
            let alert = StationAlert(
                kind: .eventMoved, subject: event.id,
                message: messages.text(
                    "alerts.moved", ["event": event.name, "now": outline(event), "before": outline(before)]),
                severity: .broken)
            return AlertReport(key: Self.key("moved", event), alert: alert)
        }
    }

    /// Whether it is time to say if the station is ready for an event.
    static func isDue(_ event: Event, now: Timestamp) -> Bool {
        event.doorsOpen - beforeDoors <= now && now < event.doorsOpen
    }

    /// One message: ready, or all that is missing.
    /// - Parameter findings: all that was checked.
    static func readiness(
        for event: Event, _ findings: [Condition], policy: Policy, now: Timestamp, in messages: Messages
    ) -> AlertReport<StationAlertKind> {
        let missing = findings.filter { $0.level == .broken }
        let minor = findings.filter { $0.level == .warning }.map { $0.says(in: messages) }.joined(separator: " ")
        let isShut = missing.contains { $0.alertSeverity(policy) == .doorShut }
        let opening = Sentence(
            missing.isEmpty ? "alerts.ready" : "alerts.notReady",
            ["event": .text(event.name), "time": .time(event.doorsOpen)])
        let steps = missing.flatMap { [$0.says(in: messages), $0.next(in: messages) ?? ""] }
        let message =
            [messages.text(of: opening, clock: DoorClock(zone: event.timeZone, now: now))] + steps
            + [minor.isEmpty ? "" : messages.text("alerts.minor", ["minor": minor])]
        let alert = StationAlert(
            kind: missing.isEmpty ? .ready : .notReady, subject: event.id,
            message: message.filter { !$0.isEmpty }.joined(separator: " "),
            severity: missing.isEmpty ? .notice : isShut ? .doorShut : .broken)
        return AlertReport(key: readinessKey(of: event), alert: alert, expires: event.doorsOpen)
    }

    static func readinessKey(of event: Event) -> String { key("ready", event) }

    private static func place(of event: Event) -> String? {
        event.place.map { [$0.name, $0.address].compactMap(\.self).joined(separator: ", ") }
    }

    private static func key(_ word: String, _ event: Event) -> String {
        "\(word) \(event.id) \(event.doorsOpen.seconds) \(event.starts.seconds) \(event.ends.seconds)"
            + (place(of: event).map { " \($0)" } ?? "")
    }
}
