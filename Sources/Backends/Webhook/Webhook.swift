internal import Tickets

/// Any server that takes check-ins in the webhook's format: `usher relay`, or an organizer's own program.
struct Webhook: CheckInReceiver, CheckInStream {
    let batchSize: Int
    private let poster: WebhookPoster
    private let relayKey: RelayPublicKey?
    private let results: ResultWords

    /// - Parameters:
    ///   - relayKey: of a relay, which gets ticket codes encrypted with it; `nil`: no codes are sent.
    ///   - results: the words of `result`.
    init(_ poster: WebhookPoster, batchSize: Int, relayKey: RelayPublicKey? = nil, results: ResultWords = .guide) {
        self.results = results
        self.poster = poster
        self.batchSize = batchSize
        self.relayKey = relayKey
    }

    private var server: JSONServer { poster.server }

    // MARK: - Check-ins out

    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
        guard let first = checkIns.first else { return Delivery(answers: []) }
        let messages = checkIns.map(message)
        let body = batchSize == 1 ? messages[0] : .object([("checkins", .array(messages))])
        do {
            let answer = try await poster.ask(body, id: first.checkIn.id, takingPlainText: batchSize == 1)
            if batchSize == 1 { return Delivery(answers: [disputing(Self.answer(to: answer), of: first)]) }
            if !answer.isSuccess, checkIns.count > 1 {
                // A refusal of the whole batch says nothing about each check-in: sent alone, the first one gets its own
                // answer.
                return await deliver([first])
            }
            return answer.isSuccess
                ? Delivery(answers: zip(Self.answers(to: answer, of: checkIns), checkIns).map(disputing))
                : Delivery(answers: [Self.answer(to: answer)])
        } catch {
            return Delivery(answers: [], error: error)
        }
    }

    private func message(of outgoing: OutgoingCheckIn) -> JSONValue {
        let sealed = outgoing.code.flatMap { code in try? relayKey?.seal(code, of: outgoing.checkIn) }
        let answers = outgoing.answers.isEmpty ? nil : try? relayKey?.seal(outgoing.answers, of: outgoing.checkIn)
        return CheckInMessage(
            outgoing.checkIn, type: outgoing.type, clockOffset: outgoing.clockOffset, sealedCode: sealed,
            sealedAnswers: answers
        ).jsonWithCode(results: results)
    }

    /// Answers of a guest go only to a relay, which can read what nobody else may.
    private func disputing(_ answer: ServerAnswer, of checkIn: OutgoingCheckIn) -> ServerAnswer {
        guard answer == .accepted, relayKey == nil, checkIn.answers.contains(where: { !$0.value.isEmpty }) else {
            return answer
        }
        return .disputed(reason: "what the guest answered is not sent to a webhook without relay_key")
    }

    private static func answer(to answer: JSONServer.Answer) -> ServerAnswer {
        guard answer.isSuccess else {
            return answer.status == 409 ? .contradicted(reason: answer.reason) : .rejected(reason: answer.reason)
        }
        return opinion(answer.body)
    }

    /// Accepted unless `status` says otherwise.
    private static func opinion(_ body: LenientJSON) -> ServerAnswer {
        let reason = JSONServer.reason(of: body, status: 200)
        return switch body["status"].text {
        case "contradicted": .contradicted(reason: reason)
        case "rejected": .rejected(reason: reason)
        default: .accepted
        }
    }

    /// In the order of the batch, up to the first without a result.
    private static func answers(to answer: JSONServer.Answer, of checkIns: [OutgoingCheckIn]) -> [ServerAnswer] {
        let results = answer.body["results"].items ?? []
        let named = Dictionary(results.compactMap { result in result["id"].text.map { ($0, result) } }) { first, _ in
            first
        }
        var answers: [ServerAnswer] = []
        for (place, checkIn) in checkIns.enumerated() {
            // By id; if the results have none, by position.
            let result = named[checkIn.checkIn.id] ?? (named.isEmpty && place < results.count ? results[place] : nil)
            guard let result else { break }
            answers.append(opinion(result))
        }
        return answers
    }

    // MARK: - Other gates' check-ins in

    /// In bytes: it is sent back in an address.
    private static let longestCursor = 1000

    func page(after cursor: String?) async throws(BackendError) -> CheckInPage {
        // An earlier version kept any.
        let cursor = cursor.flatMap { $0.utf8.count <= Self.longestCursor ? $0 : nil }
        let answer = try await server.get("", query: ["after": cursor])
        // A server that was set up again does not know it: what it has is read from the beginning, and counts once.
        if answer.status == 400, cursor != nil { return try await page(after: nil) }
        guard answer.isSuccess else {
            throw server.failure(.unexpected, "it answers \(answer.status): \(answer.reason)")
        }
        guard let items = answer.body["items"].items else { throw server.failure(.unexpected, "it sends no items") }
        var checkIns: [ForeignCheckIn] = []
        var faults: [String] = []
        for item in items {
            do throws(CheckInMessage.Fault) {
                if let known = ForeignCheckIn(try CheckInMessage(item).checkIn) { checkIns.append(known) }
            } catch {
                faults.append(error.problem)
            }
        }
        var tickets: [ReportedTicket] = []
        for item in answer.body["tickets"].items ?? [] {
            do throws(RowFault) {
                tickets.append(try ReportedTicket(webhook: item))
            } catch {
                faults.append("a ticket \(error.problem)")
            }
        }
        let next = answer.body["cursor"].text ?? cursor
        guard (next ?? "").utf8.count <= Self.longestCursor else {
            throw server.failure(.unexpected, "its cursor is longer than \(Self.longestCursor) bytes")
        }
        var page = CheckInPage(checkIns: checkIns, cursor: next, isMore: answer.body["more"].flag ?? false)
        page.tickets = tickets
        page.faults = faults
        return page
    }
}
