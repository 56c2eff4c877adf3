internal import Foundation
internal import Tickets

/// Pulls from the open source server: an event's sales, each one QR code with a line for each of its ticket types.
struct UpstreamSales {
    private static let pageSize = 500
    /// Duration of an event that has none (the server's own rule).
    private static let usualDuration = Duration.seconds(2 * 3600)

    let api: JSONServer
    let event: String
    let began: Timestamp
    let bounds: ReadingBounds
    let sleep: @Sendable (Duration) async -> Void

    func pull(progress: @Sendable (Int) -> Void) async throws(BackendError) -> PulledTickets {
        let object = try await api.object("/events/\(event.asPathComponent)", called: "the event")
        let zone = try await zone(of: object)
        let about = try at("the event's") { () throws(RowFault) in
            // Its times are in UTC, its dates in the event's time zone.
            try EventScheduleEvent(object, zone: zone, timesZone: "UTC", usualDuration: Self.usualDuration)
        }
        var rows = PulledRows()
        let request = ListRequest(path: "/sales", event: event, pageSize: Self.pageSize)
        try await request.readAll(from: api, bounds: bounds, sleep: sleep) { (page) throws(BackendError) in
            for sale in page.items {
                let place = "sale \(sale["id"].text ?? "without an id")"
                try at(place) { () throws(RowFault) in try Self.add(sale, of: event, about, to: &rows) }
            }
            progress(rows.rows.count)
        }
        if rows.rows.isEmpty, rows.count(of: .noCode) > 0 {
            throw api.failure(
                .unsupported, "it sends sales without their secrets", hint: "Use the key of the event's owner.")
        }
        var notes = about.notes + rows.notes
        notes.append("The server does not report who is inside: no ticket counts as used.")
        notes += [about.times.note].compactMap(\.self)
        return PulledTickets(outline: about.outline, rows: rows.rows, began: began, notes: notes)
    }

    /// The time zone belongs to the schedule, not to the event.
    private func zone(of event: LenientJSON) async throws(BackendError) -> String? {
        let own = Set((event["schedules"].items ?? []).flatMap { [$0.text, $0["id"].text, $0["subdomain"].text] })
        var zones: [(isOwn: Bool, zone: String)] = []
        let request = ListRequest(path: "/schedules", pageSize: Self.pageSize)
        try await request.readAll(from: api, bounds: bounds, sleep: sleep) { (page) throws(BackendError) in
            for schedule in page.items {
                guard let zone = schedule["timezone"].text else { continue }
                let names = [schedule["id"].text, schedule["subdomain"].text].compactMap { $0 }
                zones.append((names.contains { own.contains($0) }, zone))
            }
        }
        // One zone for all schedules needs no choice; among several it would be a guess.
        let candidates = zones.contains(where: \.isOwn) ? zones.filter(\.isOwn) : zones
        let names = Set(candidates.map(\.zone))
        return names.count == 1 ? names.first : nil
    }

    // MARK: - One sale

    private static func add(
        _ sale: LenientJSON, of event: String, _ about: EventScheduleEvent, to rows: inout PulledRows
    ) throws(RowFault) {
        if let other = sale["event_id"].text, other != event, other != about.id { return rows.remark(.otherEvent) }
        guard let code = sale["secret"].text else { return rows.remark(.noCode) }
        let word = sale["status"].text ?? ""
        let status = TicketStatus(eventSchedule: word)
        if status == nil { rows.remark(.unknownStatus(String(word.withoutControls.prefix(30)))) }
        let window = try about.window(on: sale["event_date"])
        if window != nil { rows.remark(.otherDate) }
        let lines = try lines(of: sale, about.times, remarks: &rows)
        for line in lines {
            // The sale's id alone can name only one line.
            let reference = sale["id"].text.map { lines.count == 1 ? $0 : "\($0)/\(line.id ?? line.type ?? "")" }
            let until = line.isPass ? line.expires(within: about.outline.ends) : window?.until
            let row = TicketRow(
                code: code, reference: reference, type: line.type, holder: sale["name"].text,
                status: .ticket(line.isUsedUp && status == .valid ? .blocked : status ?? .blocked), admits: line.people,
                notBefore: line.isPass ? about.start(ofTicketUntil: until) : window?.from, notAfter: until,
                attention: rows.attention(status: word))
            let fitted = try rows.fitted(row)
            try rows.add(fitted)
        }
    }

    private struct Line {
        let id: String?
        let type: String?
        var people: Int
        let isPass: Bool
        let expires: Timestamp?
        /// A pass whose visits are all used.
        let isUsedUp: Bool

        /// When a pass ends during the event, or before it; a pass for the whole year ends with the event.
        func expires(within end: Timestamp?) -> Timestamp? {
            expires.flatMap { $0 < (end ?? .latest) ? $0 : nil }
        }
    }

    /// One line for each type: two tickets of the same name are one line for more people.
    private static func lines(
        of sale: LenientJSON, _ times: EventScheduleTimes, remarks: inout PulledRows
    ) throws(RowFault) -> [Line] {
        var lines: [Line] = []
        for ticket in sale["tickets"].items ?? [] {
            if ticket["is_addon"].flag == true {
                remarks.remark(.addOn)
                continue
            }
            let line = Line(
                id: ticket["ticket_id", "id"].text, type: ticket["type"].text, people: try ticket["quantity"].quantity,
                isPass: ticket["is_pass"].flag == true, expires: try times.read(ticket["pass_expires_at"], as: .end),
                isUsedUp: isUsedUp(ticket))
            if line.isUsedUp { remarks.remark(.usedUpPass) }
            guard let same = lines.firstIndex(where: { $0.type == line.type }) else {
                lines.append(line)
                continue
            }
            // A pass that is used up admits nobody beside one that is not.
            switch (lines[same].isUsedUp, line.isUsedUp) {
            case (true, false): lines[same] = line
            case (false, true): break
            default: lines[same].people += line.people
            }
        }
        return lines
    }

    /// `pass_max_uses` is missing for a pass without a limit.
    private static func isUsedUp(_ ticket: LenientJSON) -> Bool {
        guard ticket["is_pass"].flag == true, let most = ticket["pass_max_uses"].integer else { return false }
        return (ticket["pass_visits_used"].integer ?? 0) >= most
    }

    private func at<Value>(
        _ place: String, _ read: () throws(RowFault) -> Value
    ) throws(BackendError) -> Value {
        do throws(RowFault) {
            return try read()
        } catch {
            throw api.failure(.unexpected, "\(place.withoutControls.prefix(80)) \(error.problem)")
        }
    }
}

extension EventScheduleEvent {
    /// The window of a sale for another date of a recurring event: the same wall-clock times as on the event's own
    /// date.
    ///
    /// - Parameter date: `2026-12-05`, in the calendar of the venue.
    /// - Returns: `nil` for the event's own date, or without a date.
    fileprivate func window(on date: LenientJSON) throws(RowFault) -> (from: Timestamp, until: Timestamp)? {
        guard let date = date.text?.prefix(10), let starts = outline.starts, let zone = times.zone else { return nil }
        let clock = zone.plainText(of: starts, seconds: true)
        guard clock.prefix(10) != date else { return nil }
        guard let start = try times.read(.string("\(date) \(clock.dropFirst(11))"), as: .start) else {
            return nil
        }
        return (start - Self.doorsBeforeStart, start + (duration ?? .zero))
    }
}
