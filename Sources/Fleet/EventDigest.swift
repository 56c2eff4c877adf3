public import Messages
public import Tickets

/// What an organizer is told once, when an event is over: how many came, by list and gate, and what is left to look at.
public struct EventDigest: Sendable {
    /// After the end of the event, so that the last people and the last reports are in it.
    static let delay = Duration.seconds(900)
    /// For so long after the end it is worth telling.
    static let patience = Duration.seconds(12 * 3600)

    /// More events do not end in half a day, and each is remembered as told.
    private static let mostAtOnce = 100

    private let event: EventOverview
    private let now: Timestamp

    /// The same at each look; another one when the event was moved to other times.
    public var key: String { "digest \(event.event) \(event.ends.seconds)" }
    /// Id of the event.
    public var subject: String { event.event }
    /// From then on nobody needs it any more.
    public var expires: Timestamp { event.ends + Self.patience }

    /// Those of the events that ended a while ago. Test events are left out.
    public static func due(in overview: FleetOverview) -> [EventDigest] {
        overview.events.filter { event in
            !event.isTest && !event.isCounting && event.ends + delay <= overview.now
                && overview.now < event.ends + patience
        }.prefix(mostAtOnce).map { EventDigest(event: $0, now: overview.now) }
    }

    /// A few sentences.
    public func text(in messages: Messages) -> String {
        let opening = Sentence("alerts.digest.over", ["event": .text(event.name), "time": .time(event.ends)])
        let parts =
            [messages.text(of: opening, clock: DoorClock(zone: event.zone, now: now))]
            + event.lists.map { list($0, in: messages) } + [gates(in: messages)]
            + [
                messages.text(
                    "alerts.digest.rest",
                    [
                        "refused": messages.number(event.refusals.reduce(0) { $0 + $1.codes }),
                        "conflicts": messages.number(event.conflicts), "unsent": messages.number(event.unsent),
                    ])
            ]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func list(_ list: ListOverview, in messages: Messages) -> String {
        guard list.tickets > 0 else {
            return messages.text(
                "alerts.digest.entered", ["list": list.name, "people": messages.number(list.admitted)])
        }
        let (tickets, came) = (Int(list.tickets), max(0, Int(list.tickets - list.notCome)))
        return messages.text(
            "alerts.digest.came",
            [
                "list": list.name, "came": messages.number(came),
                "tickets": messages.number(tickets), "share": messages.percent(came, of: list.tickets),
            ])
    }

    /// The busiest first.
    private func gates(in messages: Messages) -> String {
        let people = event.lists.flatMap(\.gates).reduce(into: [String: Int]()) { sums, gate in
            if let name = gate.name ?? gate.slug { sums[name, default: 0] += gate.admitted }
        }
        let busiest = people.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        guard busiest.count > 1 else { return "" }
        let named = busiest.map { "\($0.key) \(messages.number($0.value))" }
        return messages.text("alerts.digest.gates", ["gates": named.joined(separator: ", ")])
    }
}
