internal import Crypto
internal import Foundation
internal import Tickets

/// Pulls the tickets of an event from a server of the open contract (docs/webhook.openapi.yaml).
struct WebhookTickets: TicketServer {
    /// At the base of its addresses.
    let server: JSONServer
    /// The server's id of the event.
    let event: String
    let now: @Sendable () -> Timestamp
    var bounds = ReadingBounds()
    /// Waits before a page is asked for again.
    var sleep: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }

    private var path: String { "/events/\(event.asPathComponent)" }

    func pull(progress: @Sendable (Int) -> Void) async throws -> PulledTickets {
        let began = now()
        let about = try await about()
        let outline = try at("the event:") { () throws(RowFault) in try WebhookEvent(about).outline }
        let (tickets, cursor) = try await tickets(progress: progress)
        var rows = PulledRows()
        for (id, ticket) in tickets {
            try at("ticket \(id)") { () throws(RowFault) in
                let row = try row(ticket, remarks: &rows)
                try rows.add(try rows.fitted(row))
            }
        }
        progress(rows.rows.count)
        return PulledTickets(
            outline: outline, rows: rows.rows, began: began, notes: rows.notes,
            mark: cursor.map { Self.mark(of: about, cursor: $0) })
    }

    /// Two small requests: the event, and the tickets after the cursor of the last page.
    func hasChanged(since mark: String) async throws -> Bool {
        guard let space = mark.firstIndex(of: " ") else { return true }
        let cursor = String(mark[mark.index(after: space)...])
        guard try await Self.mark(of: about(), cursor: cursor) == mark else { return true }
        let page = try await pages.page(after: cursor)
        return !page.items.isEmpty || page.isMore
    }

    /// A hash of the event, and the cursor.
    private static func mark(of event: LenientJSON, cursor: String) -> String {
        "\(Data(SHA256.hash(data: Data(event.canonicalText.utf8))).hex) \(cursor)"
    }

    private func about() async throws(BackendError) -> LenientJSON {
        try await server.object(path, called: "the event")
    }

    private var pages: CursorPages { CursorPages(server: server, path: path + "/tickets", name: "the tickets") }

    /// Each ticket as it came last, without those that are gone, and the cursor of the last page.
    private func tickets(
        progress: @Sendable (Int) -> Void
    ) async throws(BackendError) -> (tickets: [(String, LenientJSON)], cursor: String?) {
        var tickets: [LenientJSON] = []
        var places: [String: Int] = [:]
        let cursor = try await pages.readAll(bounds: bounds, sleep: sleep) { (items) throws(BackendError) in
            for item in items {
                guard let id = item["id"].text else { throw server.failure(.unexpected, "a ticket has no id") }
                if let place = places[id] {
                    tickets[place] = item
                } else {
                    places[id] = tickets.count
                    tickets.append(item)
                }
            }
            progress(tickets.count)
        }
        var present: [(String, LenientJSON)] = []
        for ticket in tickets {
            let id = ticket["id"].text ?? ""
            if try !at("ticket \(id)", { () throws(RowFault) in try ticket.isRemoved }) { present.append((id, ticket)) }
        }
        return (present, cursor)
    }

    private func row(_ ticket: LenientJSON, remarks: inout PulledRows) throws(RowFault) -> TicketRow {
        let row = try TicketRow(webhook: ticket)
        if let word = ticket["status"].text, TicketRow.Status(word: word) == nil {
            remarks.remark(.unknownStatus(String(word.withoutControls.prefix(30))))
        }
        return row
    }

    /// Adds to a fault which part of the answer cannot be read.
    private func at<Value>(_ place: String, _ read: () throws(RowFault) -> Value) throws(BackendError) -> Value {
        do throws(RowFault) {
            return try read()
        } catch {
            throw server.failure(.unexpected, "\(place.withoutControls.prefix(80)) \(error.problem)", hint: error.hint)
        }
    }
}

extension TicketRow {
    /// Reads one ticket (docs/webhook.openapi.yaml, `Ticket`). A status that is not known blocks it.
    /// - Parameter known: its code, where the answer need not repeat it.
    /// - Throws: ``RowFault``
    init(webhook ticket: LenientJSON, code known: String? = nil) throws(RowFault) {
        guard let code = known ?? ticket["code"].text else { throw RowFault("has no code") }
        for name in ["status", "type"] where !ticket[name].isNull && ticket[name].text == nil {
            throw RowFault("has a \(name) that is not a text")
        }
        let word = ticket["status"].text ?? TicketStatus.valid.word
        self.init(
            code: code, reference: ticket["id"].text, type: ticket["type"].text, holder: ticket["holder"].text,
            seat: ticket["seat"].text, status: Status(word: word) ?? .ticket(.blocked),
            admits: try ticket["admits"].quantity, notBefore: try ticket.instant("not_before"),
            notAfter: try ticket.instant("not_after"), attention: ticket["attention"].text,
            notes: ticket["notes"].text, used: try Self.used(ticket["used"]))
    }

    private static func used(_ counts: LenientJSON) throws(RowFault) -> [Used] {
        guard !counts.isNull else { return [] }
        guard let items = counts.items else { throw RowFault("has `used` that is not a list") }
        var used: [Used] = []
        for item in items {
            guard let ins = item["ins"].integer(in: 0...1_000_000) else {
                throw RowFault("has `used` without a number of people let in")
            }
            used.append(
                Used(
                    list: item["list"].text, ins: ins, outs: item["outs"].integer(in: 0...1_000_000) ?? 0,
                    firstAt: try item.instant("first_at"), lastAt: try item.instant("last_at")))
        }
        return used
    }
}

extension LenientJSON {
    /// Whether the server says that this ticket is gone.
    /// - Throws: ``RowFault`` for a word that could mean either.
    var isRemoved: Bool {
        get throws(RowFault) {
            guard !self["removed"].isNull else { return false }
            guard let flag = self["removed"].flag else {
                throw RowFault("has `removed` that is neither true nor false")
            }
            return flag
        }
    }
}
