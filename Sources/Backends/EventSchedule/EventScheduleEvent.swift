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
        let starts = try Self.named("starts_at", reading, event, .start)
        duration = Duration(hours: event["duration"]) ?? usualDuration
        let ends =
            try Self.named("ends_at", reading, event, .end) ?? duration.flatMap { length in starts.map { $0 + length } }
        let status: Event.Status? =
            switch event["status"].text?.lowercased() {
            case "cancelled", "canceled": .cancelled
            case "postponed": .postponed
            default: nil
            }
        outline = EventOutline(
            // The server's own word: Foundation calls UTC GMT.
            name: event["name"].text, timeZone: times.zone == nil ? nil : zone,
            doorsOpen: starts.map { $0 - Self.doorsBeforeStart }, starts: starts, ends: ends, status: status)
    }

    private static func named(
        _ name: String, _ times: EventScheduleTimes, _ event: LenientJSON, _ side: WallTime.Side
    ) throws(RowFault) -> Timestamp? {
        do throws(RowFault) {
            return try times.read(event[name], as: side)
        } catch {
            throw RowFault("\(name) \(error.problem)")
        }
    }
}
