internal import Tickets

/// Pulls from a server with the documented interface: the event, its tickets, and who has entered already.
struct DocumentedTickets {
    private static let pageSize = 500

    let api: JSONServer
    let event: String
    let began: Timestamp
    let bounds: ReadingBounds

    /// A ticket before its check-ins are known.
    private struct Draft {
        var row: TicketRow
        let id: String?
        let isUsed: Bool
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
            // Used, but no check-in was found: counted as fully used, because nobody says how much.
            draft.row.used =
                known?.used(until: began) ?? (draft.isUsed ? [.init(list: nil, ins: draft.row.admits)] : [])
            try at("ticket \(draft.id ?? "without an id")") { () throws(RowFault) in try rows.add(draft.row) }
        }
        progress(rows.rows.count)
        let missing =
            hasCheckIns
            ? [] : ["The server does not report check-ins: only tickets that it marks as used count as used."]
        return PulledTickets(outline: about.outline, rows: rows.rows, began: began, notes: rows.notes + missing)
    }

    private func describedEvent() async throws(BackendError) -> EventScheduleEvent {
        let object = try await api.object("/events/\(event.asPathComponent)", called: "the event")
        return try at("the event's") { () throws(RowFault) in
            try EventScheduleEvent(object, zone: object["timezone"].text)
        }
    }

    private func drafts(
        of about: EventScheduleEvent, remarks: inout PulledRows, progress: @Sendable (Int) -> Void
    ) async throws(BackendError) -> [Draft] {
        var drafts: [Draft] = []
        let request = ListRequest(path: "/tickets", event: event, pageSize: Self.pageSize)
        try await request.readAll(from: api, bounds: bounds) { (page) throws(BackendError) in
            for ticket in page.items {
                let place = "ticket \(ticket["id"].text ?? "without an id")"
                if let other = ticket["event_id"].text, other != event, other != about.id {
                    remarks.remark(.otherEvent)
                } else if let draft = try at(place, { () throws(RowFault) in try draft(ticket, about.times, &remarks) })
                {
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
        _ ticket: LenientJSON, _ times: EventScheduleTimes, _ remarks: inout PulledRows
    ) throws(RowFault) -> Draft? {
        guard let code = ticket["code"].text else { return nil }
        let word = ticket["status"].text ?? ""
        let status = TicketStatus(eventSchedule: word)
        if status == nil { remarks.remark(.unknownStatus(String(word.withoutControls.prefix(30)))) }
        let type = ticket["type", "ticket_type"]
        let holder = ticket["holder", "holder_name"]
        let row = TicketRow(
            code: code, reference: ticket["id"].text, type: type.text ?? type["name", "id"].text,
            holder: holder.text ?? holder["name"].text, seat: ticket["seat"].text, status: .ticket(status ?? .blocked),
            admits: try ticket["quantity"].quantity, notBefore: try times.read(ticket["valid_from"], as: .start),
            notAfter: try times.read(ticket["valid_until"], as: .end))
        return Draft(row: try remarks.fitted(row), id: row.reference, isUsed: word.lowercased() == "used")
    }

    /// Entries and exits by ticket; `isKnown` is false when the server has no list of check-ins.
    private func checkIns() async throws(BackendError) -> (tally: [String: CheckInTally], isKnown: Bool) {
        var tally: [String: CheckInTally] = [:]
        do throws(BackendError) {
            let request = ListRequest(path: "/checkins", event: event, pageSize: Self.pageSize)
            try await request.readAll(from: api, bounds: bounds) { (page) throws(BackendError) in
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
