internal import Tickets

/// Pulls from a server with the documented interface: the event, its tickets, and who has entered already.
struct DocumentedTickets {
    private static let pageSize = 500

    let api: JSONServer
    let event: String
    let began: Timestamp
    let bounds: ReadingBounds
    let sleep: @Sendable (Duration) async -> Void

    /// A ticket before its check-ins are known.
    private struct Draft {
        var row: TicketRow
        let id: String?
        /// What the ticket itself says of entries, for a server that does not list them.
        let used: [TicketRow.Used]
    }

    func pull(progress: @Sendable (Int) -> Void) async throws(BackendError) -> PulledTickets {
        let about = try await describedEvent()
        var rows = PulledRows()
        let drafts = try await drafts(of: about, remarks: &rows, progress: progress)
        if drafts.isEmpty, rows.count(of: .noCode) > 0 {
            throw api.failure(
                .unsupported, "it sends tickets without their codes", hint: "Use the key of the event's owner.")
        }
        // After the tickets, so that the list has every check-in that made a ticket `used`.
        let (tally, hasCheckIns) = try await checkIns()
        for var draft in drafts {
            let known = draft.id.flatMap { tally[$0] }
            draft.row.used = known?.used(until: began) ?? draft.used
            try at("ticket \(draft.id ?? "without an id")") { () throws(RowFault) in try rows.add(draft.row) }
        }
        progress(rows.rows.count)
        let missing =
            hasCheckIns
            ? [] : ["The server does not report check-ins: only tickets that it marks as used count as used."]
        return PulledTickets(
            outline: about.outline, rows: rows.rows, began: began,
            notes: about.notes + rows.notes + missing)
    }

    /// The tickets with exactly this code. What the server says of their entries is what it says in the ticket.
    func find(_ code: String) async throws(BackendError) -> [TicketRow] {
        let about = try await describedEvent()
        var remarks = PulledRows()
        let request = ListRequest(path: "/tickets", event: event, search: code, pageSize: Self.pageSize)
        var rows: [TicketRow] = []
        for ticket in try await request.page(1, from: api).items where ticket["code"].text == code {
            if let other = ticket["event_id"].text, other != event, other != about.id { continue }
            let found = try at("the ticket") { () throws(RowFault) in try draft(ticket, of: about, &remarks) }
            guard let found else { continue }
            var row = found.row
            row.used = found.used
            rows.append(row)
        }
        return rows
    }

    private func describedEvent() async throws(BackendError) -> EventScheduleEvent {
        let object = try await api.object("/events/\(event.asPathComponent)", called: "the event")
        return try at("the event's") { () throws(RowFault) in
            try EventScheduleEvent(object, zone: object["timezone", "time_zone"].text)
        }
    }

    private func drafts(
        of about: EventScheduleEvent, remarks: inout PulledRows, progress: @Sendable (Int) -> Void
    ) async throws(BackendError) -> [Draft] {
        var drafts: [Draft] = []
        let request = ListRequest(path: "/tickets", event: event, pageSize: Self.pageSize)
        try await request.readAll(from: api, bounds: bounds, sleep: sleep) { (page) throws(BackendError) in
            for ticket in page.items {
                let place = "ticket \(ticket["id"].text ?? "without an id")"
                if let other = ticket["event_id"].text, other != event, other != about.id {
                    remarks.remark(.otherEvent)
                } else if let draft = try at(place, { () throws(RowFault) in try draft(ticket, of: about, &remarks) }) {
                    drafts.append(draft)
                } else {
                    remarks.remark(.noCode)
                }
            }
            progress(drafts.count)
        }
        return drafts
    }

    /// `nil` for a ticket without a code.
    private func draft(
        _ ticket: LenientJSON, of about: EventScheduleEvent, _ remarks: inout PulledRows
    ) throws(RowFault) -> Draft? {
        let times = about.times
        guard let code = ticket["code"].text else { return nil }
        let word = ticket["status"].text ?? ""
        let status = TicketStatus(eventSchedule: word)
        if status == nil { remarks.remark(.unknownStatus(String(word.withoutControls.prefix(30)))) }
        let type = ticket["type", "ticket_type", "ticket_type_name", "type_name"]
        let typeID = type["id"].text ?? ticket["ticket_type_id"].text
        let holder = ticket["holder", "holder_name"]
        let places = [ticket["zone"], ticket["seat"]].compactMap { $0.text ?? $0["name"].text }
        let until = try times.read(ticket["valid_until"], as: .end)
        let row = TicketRow(
            code: code, reference: ticket["id"].text,
            type: type.text ?? type["name"].text ?? typeID.map { about.typeNames[$0] ?? $0 },
            holder: holder.text ?? holder["name"].text, seat: places.isEmpty ? nil : places.joined(separator: ", "),
            status: .ticket(status ?? .blocked), admits: try ticket["quantity"].quantity,
            notBefore: try times.read(ticket["valid_from"], as: .start) ?? about.start(ofTicketUntil: until),
            notAfter: until,
            attention: remarks.attention(status: word), notes: ticket["notes"].text)
        return Draft(
            row: try remarks.fitted(row), id: row.reference,
            used: try used(ticket, isUsed: word.lowercased() == "used", admits: row.admits, times))
    }

    /// What a ticket says of itself: `used`, or when it was checked in and out. Counted as fully used, because it does
    /// not say how many people came.
    private func used(
        _ ticket: LenientJSON, isUsed: Bool, admits: Int, _ times: EventScheduleTimes
    ) throws(RowFault) -> [TicketRow.Used] {
        let entered = try times.read(ticket["checked_in_at"], as: .start)
        guard isUsed || entered != nil else { return [] }
        let left = try times.read(ticket["checked_out_at"], as: .end)
        let hasLeft = left.map { $0 >= (entered ?? $0) } ?? false
        return [
            TicketRow.Used(
                list: nil, ins: admits, outs: hasLeft ? admits : 0, firstAt: entered,
                lastAt: hasLeft ? left : entered)
        ]
    }

    /// Entries and exits by ticket; `isKnown` is false when the server has no list of check-ins.
    private func checkIns() async throws(BackendError) -> (tally: [String: CheckInTally], isKnown: Bool) {
        var tally: [String: CheckInTally] = [:]
        do throws(BackendError) {
            let request = ListRequest(path: "/checkins", event: event, pageSize: Self.pageSize)
            try await request.readAll(from: api, bounds: bounds, sleep: sleep) { (page) throws(BackendError) in
                for item in page.items {
                    guard let checkIn = DocumentedCheckIn(item, read: page.date ?? began) else { continue }
                    tally[checkIn.ticket, default: CheckInTally()].add(checkIn)
                }
            }
        } catch {
            guard error.code == .notFound else { throw error }
            return ([:], false)
        }
        return (tally, true)
    }

    /// Adds to a fault which part of the answer cannot be read.
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
