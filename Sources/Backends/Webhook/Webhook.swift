internal import Tickets

/// Any server that takes check-ins in the webhook's format: `usher relay`, or an organizer's own program.
struct Webhook: CheckInReceiver, CheckInStream {
    let batchSize: Int
    private let poster: WebhookPoster
    private let relayKey: RelayPublicKey?
    private let results: ResultWords

    /// The server answers check-ins with results: an answer without one is none.
    private let promisesResults: Bool

    /// - Parameters:
    ///   - relayKey: of a relay, which gets ticket codes encrypted with it; `nil`: no codes are sent.
    ///   - results: the words of `result`.
    ///   - promisesResults: an answer without a result is not the server's (``BackendSettings/promisesResults``).
    init(
        _ poster: WebhookPoster, batchSize: Int, relayKey: RelayPublicKey? = nil, results: ResultWords = .guide,
        promisesResults: Bool = false
    ) {
        self.results = results
        self.poster = poster
        self.batchSize = batchSize
        self.relayKey = relayKey
        self.promisesResults = promisesResults
    }

    private var server: JSONServer { poster.server }

    // MARK: - Check-ins out

    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
        guard let first = checkIns.first else { return Delivery(answers: []) }
        let messages = checkIns.map(message)
        let body = batchSize == 1 ? messages[0] : .object([("checkins", .array(messages))])
        do throws(BackendError) {
            let answer = try await poster.ask(body, id: first.checkIn.id, takingPlainText: !promisesResults)
            guard answer.isSuccess else {
                // A refusal of the whole batch says nothing about each check-in: sent alone, the first one gets its own
                // answer.
                return checkIns.count > 1 ? await deliver([first]) : Delivery(answers: [Self.refusal(answer)])
            }
            return delivery(of: checkIns, answer.body)
        } catch {
            return checkIns.count > 1 && error.mayConcernOneCheckIn
                ? await deliver([first]) : Delivery(answers: [], error: error)
        }
    }

    private static func refusal(_ answer: JSONServer.Answer) -> ServerAnswer {
        answer.status == 409 ? .contradicted(reason: answer.reason) : .rejected(reason: answer.reason)
    }

    /// What a successful answer says of each, up to the first of which it says nothing that the contract knows.
    private func delivery(of checkIns: [OutgoingCheckIn], _ body: LenientJSON) -> Delivery {
        var answers: [ServerAnswer] = []
        for checkIn in checkIns {
            do throws(WebhookResult.Misunderstood) {
                let id = checkIn.checkIn.id
                let answer =
                    batchSize > 1
                    ? try WebhookResult.opinion(on: id, in: body)
                    : try WebhookResult.opinion(onOnly: id, in: body, isPromised: promisesResults)
                answers.append(disputing(answer, of: checkIn))
            } catch {
                return Delivery(
                    answers: answers,
                    error: server.failure(
                        .unexpected, "it \(error.reason)",
                        hint:
                            "Try the server with usher backend conformance; docs/webhook.openapi.yaml is the contract.")
                )
            }
        }
        return Delivery(answers: answers)
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
                if let known = ForeignCheckIn(try CheckInMessage(item)) { checkIns.append(known) }
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
