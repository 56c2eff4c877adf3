public import Tickets

/// Asks a relay, or a server of the open contract (docs/webhook.openapi.yaml, `/lookup`), about one code.
struct WebhookLookup: TicketLookup {
    private let server: JSONServer
    private let relayKey: RelayPublicKey?

    /// - Parameters:
    ///   - server: at the address of its check-ins.
    ///   - relayKey: of a relay, for which the code is encrypted; `nil`: it is sent as it is, over TLS.
    init(_ server: JSONServer, relayKey: RelayPublicKey?) {
        self.server = server.besideCheckIns
        self.relayKey = relayKey
    }

    func tickets(for question: TicketQuestion) async throws(BackendError) -> [TicketRow] {
        let answer = try await server.post("/lookup", try body(question))
        guard answer.isSuccess else {
            throw server.failure(
                answer.status == 404 ? .unsupported : .unexpected,
                "it answers \(answer.status) to a question about a code: \(answer.reason)")
        }
        guard let items = answer.body["tickets"].items else {
            throw server.failure(.unexpected, "its answer about a code has no `tickets`")
        }
        do throws(RowFault) {
            return try TicketRow.rows(webhook: items, code: question.code)
        } catch {
            throw server.failure(.unexpected, "a ticket \(error.problem)")
        }
    }

    func body(_ question: TicketQuestion) throws(BackendError) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("id", .string(question.id)), ("event", .string(question.event)), ("station", .string(question.station)),
            (
                "lists",
                .array(
                    question.lists.map {
                        .object([("id", .string($0.slug)), ("reentry", .string($0.reentry.word))])
                    })
            ),
        ]
        guard let relayKey else {
            members.append(("code", .string(question.code)))
            return .object(members)
        }
        guard
            let sealed = try? relayKey.seal(
                question.code, id: question.id, event: question.event, station: question.station)
        else { throw server.failure(.misconfigured, "nothing can be encrypted for its key") }
        members.append(("sealed_code", .string(sealed)))
        return .object(members)
    }
}

extension TicketRow {
    /// The lines of one code (docs/MANIFEST.md).
    private static let mostLines = 100

    /// The lines of one code.
    /// - Parameter code: that was asked about; an answer need not repeat it.
    /// - Throws: ``RowFault``
    fileprivate static func rows(webhook items: [LenientJSON], code: String) throws(RowFault) -> [TicketRow] {
        var fitting = PulledRows()
        var rows: [TicketRow] = []
        // More lines of one code than a list can hold.
        guard items.count <= mostLines else { throw RowFault("has more than \(mostLines) lines") }
        for item in items where try !item.isRemoved {
            guard item["code"].isNull || item["code"].text == code else { continue }
            var row = try fitting.fitted(TicketRow(webhook: item, code: code))
            // Only a relay of a series has one.
            row.date = item["date"].integer.map(Int64.init)
            rows.append(row)
        }
        return rows
    }
}

extension TicketQuestion {
    /// Reads what a station asks of a relay.
    /// - Parameters:
    ///   - body: as ``WebhookLookup`` writes it, with `sealed_code`.
    ///   - station: whose token came with it.
    ///   - key: the relay's own.
    /// - Returns: `nil` when it cannot be read, or was sealed for another key or another station.
    public init?(relayed body: some Sequence<UInt8>, from station: String, key: RelayKey) {
        guard let value = LenientJSON(parsing: body), let id = value["id"].text, let event = value["event"].text,
            let sealed = value["sealed_code"].text,
            let code = key.open(sealed, id: id, event: event, station: station)
        else { return nil }
        let lists = (value["lists"].items ?? []).compactMap { item -> AdmissionList? in
            guard let slug = item["id"].text, let reentry = item["reentry"].text.flatMap(Reentry.init(word:)) else {
                return nil
            }
            return AdmissionList(slug: slug, name: slug, reentry: reentry, types: [])
        }
        self.init(id: id, code: code, event: event, station: station, lists: lists)
    }
}

extension TicketRow {
    /// As a relay answers with it, without the code and the holder (docs/webhook.openapi.yaml, `Ticket`).
    public var jsonWithoutSecrets: JSONValue {
        .object([
            ("id", .init(reference)), ("type", .init(type)), ("seat", .init(seat)), ("status", .string(status.word)),
            ("admits", .integer(Int64(admits))), ("not_before", .init(notBefore?.description)),
            ("not_after", .init(notAfter?.description)), ("attention", .init(attention)), ("date", .init(date)),
            (
                "used",
                .array(
                    used.map { count in
                        .object([
                            ("list", .init(count.list)), ("ins", .integer(Int64(count.ins))),
                            ("outs", .integer(Int64(count.outs))), ("first_at", .init(count.firstAt?.description)),
                            ("last_at", .init(count.lastAt?.description)),
                        ])
                    })
            ),
        ])
    }
}
