internal import Foundation
internal import Tickets

/// An event as EventSchedule servers describe it.
struct EventScheduleEvent: Sendable {
    /// No server says when doors open. The upstream server admits 24 hours before the start; here, the second of two
    /// nights would then be open during the first.
    static let doorsBeforeStart = Duration.seconds(6 * 3600)

    /// The server's spelling of the id: some also accept an older spelling.
    let id: String?
    let outline: EventOutline
    let times: EventScheduleTimes
    let duration: Duration?
    /// Names of its ticket types by their ids, for tickets that have only the id.
    let typeNames: [String: String]
    /// Not published: its tickets may change, or never be sold.
    let isDraft: Bool

    /// - Parameters:
    ///   - zone: IANA identifier of the event's time zone.
    ///   - timesZone: time zone in which its times are read; the event's own unless the server writes UTC.
    ///   - usualDuration: for an event without a duration; `nil` leaves its end open.
    /// - Throws: ``RowFault``
    init(_ event: LenientJSON, zone: String?, timesZone: String? = nil, usualDuration: Duration? = nil) throws(RowFault)
    {
        id = event["id"].text
        times = EventScheduleTimes(zone: zone)
        let reading = timesZone.map { EventScheduleTimes(zone: $0) } ?? times
        let starts = try Self.time(Self.startNames, reading, event, .start)
        duration = Duration(hours: event["duration"]) ?? usualDuration
        let computedEnd = duration.flatMap { length in starts.map { $0 + length } }
        let ends = try Self.time(Self.endNames, reading, event, .end) ?? computedEnd
        let words = ["status", "publishState", "publish_state"].compactMap { event[$0].text?.lowercased() }
        let status: Event.Status? =
            if !["cancelled", "canceled"].filter(words.contains).isEmpty {
                .cancelled
            } else if words.contains("postponed") {
                .postponed
            } else {
                nil
            }
        typeNames = Dictionary(
            (event["ticket_types", "tickets"].items ?? []).compactMap { type in
                type["id"].text.flatMap { id in type["name", "type"].text.map { (id, $0) } }
            }
        ) { first, _ in first }
        isDraft = event["is_draft"].flag == true || words.contains("draft")
        outline = EventOutline(
            name: event["name"].text, timeZone: zone,
            doorsOpen: starts.map { $0 - Self.doorsBeforeStart }, starts: starts, ends: ends, status: status,
            capacity: event["capacity"].integer(in: AdmissionList.capacities), place: EventPlace(event["venue"]))
    }

    /// Sentences for the organizer.
    var notes: [String] {
        let draft = isDraft ? ["The event is a draft on the server: publish it there before the doors open."] : []
        let capacity = outline.capacity.map {
            [
                "The server says that there is room for \($0) people: doors let in no more at a time. For another limit, or "
                    + "none, name the admission lists in event.yaml."
            ]
        }
        return draft + (capacity ?? [])
    }

    /// The start of a ticket's time for one that has only an end. A ticket that ended before the doors open is over, and
    /// no fault of the list.
    /// - Returns: `nil` for when the doors open.
    func start(ofTicketUntil end: Timestamp?) -> Timestamp? {
        guard let end, let doors = outline.doorsOpen, end <= doors else { return nil }
        return end - .seconds(1)
    }

    /// Names that servers and their apps use, the documented one first.
    private static let startNames = ["starts_at", "start_at", "start_time", "start"]
    private static let endNames = ["ends_at", "end_at", "end_time", "end"]

    private static func time(
        _ names: [String], _ times: EventScheduleTimes, _ event: LenientJSON, _ side: WallTime.Side
    ) throws(RowFault) -> Timestamp? {
        guard let (name, value) = event.member(names) else { return nil }
        do throws(RowFault) {
            return try times.read(value, as: side)
        } catch {
            throw RowFault("\(name) \(error.problem)")
        }
    }
}
