internal import Tickets

/// Any server that takes check-ins by the webhook schema: `usher relay`, or a program of the organizer's own.
struct Webhook: CheckInReceiver, CheckInStream {
    let batchSize: Int
    private let poster: WebhookPoster

    init(_ poster: WebhookPoster, batchSize: Int) {
        self.poster = poster
        self.batchSize = batchSize
    }

    private var server: JSONServer { poster.server }

    // MARK: - Check-ins out

    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
        guard let first = checkIns.first else { return Delivery(answers: []) }
        let messages = checkIns.map { CheckInMessage($0.checkIn, clockOffset: $0.clockOffset).json }
        let body = batchSize == 1 ? messages[0] : .object([("checkins", .array(messages))])
        do {
            let answer = try await poster.ask(body, id: first.checkIn.id)
            return batchSize == 1
                ? Delivery(answers: [Self.answer(to: answer)]) : Self.answers(to: answer, count: checkIns.count, server)
        } catch {
            return Delivery(answers: [], trouble: error)
        }
    }

    private static func answer(to answer: JSONServer.Answer) -> ServerAnswer {
        guard answer.isSuccess else {
            return answer.status == 409 ? .contradicted(words: answer.words) : .rejected(words: answer.words)
        }
        return opinion(answer.body)
    }

    /// `status` is `accepted` unless it says something else.
    private static func opinion(_ body: LooseJSON) -> ServerAnswer {
        let words = body["message", "reason", "error"].text ?? "no reason given"
        return switch body["status"].text {
        case "contradicted": .contradicted(words: words)
        case "rejected": .rejected(words: words)
        default: .accepted
        }
    }

    /// A batch that is refused as a whole says nothing of its entries: they are tried again, and a person sees why.
    private static func answers(to answer: JSONServer.Answer, count: Int, _ server: JSONServer) -> Delivery {
        guard answer.isSuccess else {
            return Delivery(
                answers: [], trouble: server.trouble(.unexpected, "it refuses a batch: \(answer.words)"))
        }
        let results = answer.body["results"].items
        guard let results else { return Delivery(answers: Array(repeating: .accepted, count: count)) }
        return Delivery(answers: results.prefix(count).map(opinion))
    }

    // MARK: - Other gates' check-ins in

    func page(after cursor: String?) async throws(BackendTrouble) -> CheckInPage {
        let answer = try await server.get("", query: ["after": cursor])
        guard answer.isSuccess else {
            throw server.trouble(.unexpected, "it answers \(answer.status): \(answer.words)")
        }
        guard let items = answer.body["items"].items else { throw server.trouble(.unexpected, "it sends no items") }
        var checkIns: [ForeignCheckIn] = []
        for item in items {
            do throws(CheckInMessage.Fault) {
                if let known = ForeignCheckIn(try CheckInMessage(item).checkIn) { checkIns.append(known) }
            } catch {
                throw server.trouble(.unexpected, "a check-in cannot be read: \(error.problem)")
            }
        }
        return CheckInPage(
            checkIns: checkIns, cursor: answer.body["cursor"].text ?? cursor, isMore: answer.body["more"].flag ?? false)
    }
}
