package import Backends
internal import Crypto
internal import Foundation
package import Logging
internal import Tickets
package import Web

/// What stations ask of the relay, without the connection it comes on.
package struct RelayAPI: WebResponder {
    static let path = "/v1/checkins"
    static let aboutPath = "/v1/relay"
    static let lookupPath = "/v1/lookup"
    static let reportPath = "/v1/report"
    static let largestBody = 1 << 20
    private static let mostMessages = 500
    private static let pageLength = 500

    let store: RelayStore
    private let fleet: RelayFleet
    /// SHA-256 of the token, by station: tokens of any length take the same time to compare.
    private let tokens: [(station: String, digest: SHA256.Digest)]
    /// Backends by event.
    private let events: [String: RelayBackend]
    /// Events of which no server is told.
    private let eventsWithoutServer: Set<String>
    private let key: RelayKey
    private let lookups: RelayLookups
    private let allowsSupervisorUndo: Bool
    private let logger: Logger
    private let onReceived: @Sendable () -> Void
    private let onAsked: @Sendable (_ station: String) -> Void

    /// - Parameters:
    ///   - tokens: of the stations, by their names.
    ///   - key: that stations seal ticket codes to.
    ///   - onAsked: a station has asked what the others did, as it does every few seconds.
    ///   - onReceived: something waits for a backend.
    package init(
        store: RelayStore, fleet: RelayFleet, tokens: [String: String], events: [String: RelayBackend],
        eventsWithoutServer: Set<String> = [], key: RelayKey, allowsSupervisorUndo: Bool, logger: Logger,
        onAsked: @escaping @Sendable (_ station: String) -> Void = { _ in },
        onReceived: @escaping @Sendable () -> Void
    ) {
        self.onAsked = onAsked
        self.store = store
        self.fleet = fleet
        self.key = key
        self.allowsSupervisorUndo = allowsSupervisorUndo
        self.logger = logger
        self.tokens = tokens.map { (station: $0.key, digest: SHA256.hash(data: Data($0.value.utf8))) }
        self.events = events
        self.eventsWithoutServer = eventsWithoutServer
        lookups = RelayLookups(events: events, key: key)
        self.onReceived = onReceived
    }

    package func respond(to request: WebRequest) async -> WebResponse {
        // Before its body is read: strangers get no more of the relay's time than this.
        guard let station = station(of: request) else { return Self.unknown }
        do {
            let body = try await request.body.collected(upTo: Self.largestBody)
            guard request.path == Self.lookupPath, request.method == "POST" else {
                return answer(to: request, body: body)
            }
            return await lookups.answer(to: body, from: station)
        } catch {
            return .error(413, "the request is larger than \(Self.largestBody) bytes, or incomplete")
        }
    }

    private static var unknown: WebResponse { .error(401, "the token is missing, or is not that of a station") }

    /// - Parameter body: of the request, whole.
    package func answer(to request: WebRequest, body: [UInt8]) -> WebResponse {
        guard let station = station(of: request) else { return Self.unknown }
        do {
            switch (request.method, request.path) {
            case ("POST", Self.path): return try take(body, from: station)
            case ("GET", Self.path):
                onAsked(station)
                return try checkIns(after: Target(request.target).query["after"])
            case ("GET", Self.aboutPath): return about
            case ("POST", Self.reportPath): return takeReport(body, from: station)
            case (_, Self.path): return .error(405, "only GET and POST")
            case (_, Self.aboutPath): return .error(405, "only GET")
            case (_, Self.lookupPath), (_, Self.reportPath): return .error(405, "only POST")
            default:
                return .error(
                    404, "there are only \(Self.path), \(Self.lookupPath), \(Self.reportPath) and \(Self.aboutPath)")
            }
        } catch let error as WebError {
            return .error(400, error.reason)
        } catch {
            // A station sends it again, so nothing is lost.
            logger.error("a request could not be answered", metadata: ["station": "\(station)", "why": "\(error)"])
            return .error(503, "the relay cannot use its disk")
        }
    }

    /// The station whose token it is.
    private func station(of request: WebRequest) -> String? {
        guard let authorization = request.headers["authorization"], authorization.hasPrefix("Bearer ") else {
            return nil
        }
        let digest = SHA256.hash(data: Data(authorization.dropFirst("Bearer ".count).utf8))
        return tokens.first { $0.digest == digest }?.station
    }

    // MARK: - Check-ins in

    private func take(_ body: [UInt8], from station: String) throws -> WebResponse {
        let messages: [Result<CheckInMessage, CheckInMessage.Fault>]
        do throws(CheckInMessage.Fault) {
            messages = try CheckInMessage.messages(in: body)
        } catch {
            return .error(400, error.problem)
        }
        guard messages.count <= Self.mostMessages else {
            return .error(400, "more than \(Self.mostMessages) check-ins")
        }
        let assessed = messages.map { assess($0, from: station) }
        let incoming = assessed.compactMap(\.incoming)
        var receipts = try store.receive(incoming, allowsSupervisorUndo: allowsSupervisorUndo)[...]
        onReceived()
        var results: [JSONValue] = []
        var error: BackendError?
        for assessed in assessed {
            var answer = assessed.answer
            if assessed.incoming != nil, let receipt = receipts.popFirst() {
                note(receipt, of: assessed.incoming?.message.checkIn)
                if case .refused(let fault) = receipt { answer = .rejected(reason: fault) }
            }
            error = error ?? assessed.error
            results.append(Self.result(answer, of: assessed.id))
        }
        // Whether it can be delivered is not known yet: the station keeps it, and sends it again.
        if let error { return .error(503, "\(error)") }
        return .json(status: 200, .object([("results", .array(results))]))
    }

    /// A message, and what is said of it.
    private struct AssessedMessage {
        var id: String?
        /// What is kept of it.
        var incoming: RelayStore.Incoming?
        var answer = ServerAnswer.accepted
        var error: BackendError?
    }

    /// A station speaks for itself only, and hears at once what its server cannot be told.
    private func assess(
        _ item: Result<CheckInMessage, CheckInMessage.Fault>, from station: String
    ) -> AssessedMessage {
        let message: CheckInMessage
        switch item {
        case .failure(let fault): return AssessedMessage(id: fault.id, answer: .rejected(reason: fault.problem))
        case .success(let readable): message = readable
        }
        let checkIn = message.checkIn
        guard checkIn.station == station else {
            return AssessedMessage(id: checkIn.id, answer: .rejected(reason: "the token is not that station's"))
        }
        guard CheckIn.isID(checkIn.id) else {
            return AssessedMessage(id: checkIn.id, answer: .rejected(reason: "its id is not that of a station's entry"))
        }
        // Six times as long in JSON, so that a page of them could be longer than a station reads; no station sends any.
        let texts = [checkIn.list, checkIn.gate, checkIn.reference, checkIn.operator, checkIn.note, message.type]
            .compactMap { $0 }
        guard texts.allSatisfy({ $0 == $0.withoutControls }) else {
            return AssessedMessage(id: checkIn.id, answer: .rejected(reason: "it has control characters"))
        }
        let backend = checkIn.event.flatMap { events[$0] }
        guard let event = checkIn.event, backend != nil || eventsWithoutServer.contains(event) else {
            return AssessedMessage(id: checkIn.id, answer: .rejected(reason: "this relay does not serve its event"))
        }
        var assessed = AssessedMessage(id: checkIn.id)
        let code = message.sealedCode.flatMap { key.open($0, of: checkIn) }
        let answers = message.sealedAnswers.map { key.openAnswers($0, of: checkIn) != nil } ?? true
        if !answers || message.sealedCode != nil && code == nil {
            assessed.answer = .rejected(
                reason: "its code or answers are sealed to another key: compare relay_key with usher relay --key")
        } else if let backend {
            do throws(BackendError) {
                assessed.answer = try backend.answerWithoutSending(to: message, code: code) ?? .accepted
            } catch {
                assessed.error = error
            }
        }
        let isDeliverable = assessed.answer == .accepted && assessed.error == nil
        assessed.incoming = RelayStore.Incoming(
            message: message, event: event, backend: isDeliverable ? backend?.settings.name : nil)
        return assessed
    }

    private static func result(_ answer: ServerAnswer, of id: String?) -> JSONValue {
        let (status, reason): (String, String?) =
            switch answer {
            case .accepted: ("accepted", nil)
            case .disputed(let reason): ("accepted", reason)
            case .contradicted(let reason): ("contradicted", reason)
            case .rejected(let reason): ("rejected", reason)
            }
        return .object([("id", .init(id)), ("status", .string(status)), ("message", .init(reason))])
    }

    /// The organizer reads this log.
    private func note(_ receipt: RelayStore.Receipt, of checkIn: CheckIn?) {
        switch receipt {
        case .kept: break
        case .keptSupervisorUndo(let other):
            logger.warning(
                "a supervisor took back what another station recorded",
                metadata: [
                    "id": "\(checkIn?.id ?? "")", "station": "\(checkIn?.station ?? "")",
                    "recorded by": "\(other ?? "a server")",
                ])
        case .refused(let fault):
            logger.warning(
                "a check-in was refused",
                metadata: [
                    "id": "\(checkIn?.id ?? "")", "station": "\(checkIn?.station ?? "")", "why": "\(fault)",
                ])
        }
    }

    private func takeReport(_ body: [UInt8], from station: String) -> WebResponse {
        guard let request = try? JSONDecoder().decode([String: String].self, from: Data(body)),
            let line = request["report"]
        else { return .error(400, "it has no `report`") }
        if let fault = fleet.take(line, from: station) { return .error(400, fault) }
        let orders = fleet.orders(for: station).map(JSONValue.string)
        return .json(.object([("taken", .bool(true)), ("orders", .array(orders))]))
    }

    /// For whoever compares it with a station's configuration: a station believes only that.
    private var about: WebResponse {
        WebResponse.json(
            .object([
                ("relay_key", .string(key.publicKey.text)),
                ("events", .array(eventsWithoutServer.union(events.keys).sorted().map(JSONValue.string))),
            ]))
    }

    // MARK: - All check-ins out

    private func checkIns(after cursor: String?) throws -> WebResponse {
        guard let after = try store.place(of: cursor) else {
            return .error(400, "after is not a cursor of this relay")
        }
        let page = try store.page(after: after.checkIn, limit: Self.pageLength)
        let (tickets, lastTicket) = try store.tickets(after: after.ticket, limit: Self.pageLength)
        let end = RelayStore.Place(checkIn: page.end ?? after.checkIn, ticket: lastTicket ?? after.ticket)
        return WebResponse.json(
            .object([
                ("items", .array(page.messages.map(\.json))),
                ("tickets", .array(tickets.map(\.json))),
                ("cursor", .string(store.cursor(at: end))),
                ("more", .bool(page.isFull || tickets.count == Self.pageLength)),
            ]))
    }
}

extension WebResponse {
    static func json(status: Int = 200, _ value: JSONValue) -> WebResponse {
        WebResponse(status: status, contentType: "application/json", body: .bytes(Array(value.text.utf8)))
    }

    static func error(_ status: Int, _ reason: String) -> WebResponse {
        .json(status: status, .object([("error", .string(reason))]))
    }
}
