internal import Foundation
internal import Tickets

/// What the rules of one run share: the check-ins that were sent, and what the server told of them.
struct ContractTrial {
    /// No real server has more pages than are read here.
    private static let mostPages = 10_000

    let server: ContractServer
    let now: @Sendable () -> Timestamp
    private let makeID: @Sendable () -> String
    /// The server's id of the event.
    private(set) var event: String?
    private var sequence: Int64 = 0
    /// What the server has taken, in the order in which it was sent.
    private(set) var taken: [CheckIn] = []
    /// Where the server's stream stood before the first check-in; `nil` when it tells nothing.
    private(set) var beginning: String?
    /// The check-ins since then as the server told them.
    private var told: [LenientJSON]?
    /// The tickets of the event, and the cursor behind them.
    private var given: (items: [LenientJSON], cursor: String?)?

    init(
        server: ContractServer, event: String?, now: @escaping @Sendable () -> Timestamp,
        makeID: @escaping @Sendable () -> String
    ) {
        self.server = server
        self.event = event
        self.now = now
        self.makeID = makeID
    }

    // MARK: - Check-ins

    /// A check-in that nobody made.
    mutating func entry(
        _ verdict: Verdict = .admitted, direction: Direction = .in, kind: CheckIn.Kind = .scan, undoing: CheckIn? = nil,
        reference: String? = nil, before now: Duration = .zero, note: String? = nil
    ) -> CheckIn {
        sequence += 1
        return CheckIn(
            id: makeID(), station: server.station, sequence: sequence, event: event ?? "conformance",
            list: AdmissionList.onlySlug, gate: "main", reference: reference ?? "conformance-\(sequence)",
            direction: direction, verdict: verdict, kind: kind, undoes: undoing?.id,
            count: undoing == nil && verdict.reason == nil ? 1 : 0, how: undoing == nil ? .camera : .manual,
            at: self.now() - now, note: note)
    }

    /// Posts one check-in alone, or several as a batch.
    func post(_ messages: [JSONValue], id: String?) async throws -> ContractServer.Answer {
        let body = messages.count == 1 ? messages[0] : .object([("checkins", .array(messages))])
        return try await server.ask(
            "POST", "/checkins", token: server.stationToken, body: Array(body.text.utf8), id: id)
    }

    /// Posts check-ins that the server must take.
    mutating func take(_ checkIns: [CheckIn], _ change: ([JSONValue]) -> [JSONValue] = { $0 }) async throws {
        let answer = try await post(change(checkIns.map { CheckInMessage($0).json }), id: checkIns.first?.id)
        guard answer.isSuccess else { throw ContractFlaw.broken("it answers \(answer.status)") }
        if checkIns.count == 1 {
            try Self.check(answer.body, of: checkIns[0])
        } else {
            for checkIn in checkIns { try Self.check(try Self.result(of: checkIn, in: answer), of: checkIn) }
        }
        taken += checkIns.filter { checkIn in !taken.contains { $0.id == checkIn.id } }
    }

    static func result(of checkIn: CheckIn, in answer: ContractServer.Answer) throws -> LenientJSON {
        guard let found = answer.body["results"].items?.first(where: { $0["id"].text == checkIn.id }) else {
            throw ContractFlaw.broken("`results` has no result with the id of a check-in that was sent")
        }
        return found
    }

    /// - Throws: ``ContractFlaw`` for what the contract does not know
    static func opinion(_ result: LenientJSON) throws -> ServerAnswer {
        do throws(WebhookResult.Misunderstood) {
            return try WebhookResult.opinion(result)
        } catch {
            throw ContractFlaw.broken("it \(error.reason)")
        }
    }

    private static func check(_ result: LenientJSON, of checkIn: CheckIn) throws {
        guard try opinion(result) == .accepted else {
            let status = (result["status"].text ?? "").shown
            throw ContractFlaw.broken("it answers \(status): \((result["message"].text ?? "no reason").shown)")
        }
    }

    // MARK: - What is told

    /// Finds out where the stream stands.
    mutating func noteBeginning() async throws {
        if let pages = try? await pages(of: "/checkins", token: server.stationToken) { beginning = pages.cursor }
    }

    /// What the server tells of the check-ins of this run.
    mutating func toldCheckIns() async throws -> [LenientJSON] {
        if let told { return told }
        guard try await server.ask("GET", "/checkins", token: server.stationToken).status != 404 else {
            throw ContractFlaw.untried("it does not tell what other stations did")
        }
        let all = try await pages(of: "/checkins", after: beginning, token: server.stationToken).items
        let ids = Set(taken.map(\.id))
        let own = all.filter { ids.contains($0["id"].text ?? "") }
        told = own
        return own
    }

    // MARK: - Events and tickets

    /// The token for events and tickets.
    func organizerToken() throws -> String {
        guard let token = server.organizerToken else { throw ContractFlaw.untried("no token for tickets was given") }
        return token
    }

    /// The id of the event that is read.
    mutating func eventID() async throws -> String {
        if let event { return event }
        let events = try await pages(of: "/events", token: organizerToken()).items
        guard let first = events.first?["id"].text else { throw ContractFlaw.untried("it has no event") }
        event = first
        return first
    }

    func eventPath() throws -> String {
        _ = try organizerToken()
        guard let event else { throw ContractFlaw.untried("it has no event") }
        return "/events/\(event.asPathComponent)"
    }

    /// The tickets of the event, and the cursor behind the last.
    mutating func tickets() async throws -> (items: [LenientJSON], cursor: String?) {
        if let given { return given }
        let tickets = try await pages(of: try eventPath() + "/tickets", token: organizerToken())
        given = tickets
        return tickets
    }

    // MARK: - Pages

    /// All items from a cursor on, and the cursor behind them.
    func pages(
        of path: String, after cursor: String? = nil, token: String
    ) async throws -> (items: [LenientJSON], cursor: String?) {
        var items: [LenientJSON] = []
        var cursor = cursor
        for _ in 0..<Self.mostPages {
            let answer = try await server.ask("GET", path, after: cursor, token: token)
            guard answer.isSuccess else { throw ContractFlaw.broken("\(path) is answered with \(answer.status)") }
            guard answer.isJSON, let page = answer.body["items"].items, let next = answer.body["cursor"].text,
                let isMore = answer.body["more"].flag
            else { throw ContractFlaw.broken("a page of \(path) is not JSON with items, cursor and more") }
            guard page.count <= 1000 else { throw ContractFlaw.broken("a page of \(path) has \(page.count) items") }
            items += page
            guard isMore else { return (items, next) }
            guard next != cursor else { throw ContractFlaw.broken("\(path) has more pages behind the same cursor") }
            cursor = next
        }
        throw ContractFlaw.broken("\(path) has more than \(Self.mostPages) pages")
    }

    /// Asks with a cursor that no server gave.
    func checkUnknownCursor(of path: String, token: String) async throws {
        let answer = try await server.ask("GET", path, after: "not-a-cursor-of-yours", token: token)
        guard answer.status == 400 else { throw ContractFlaw.broken("it answers \(answer.status)") }
    }
}

extension String {
    /// For a line of the report: short and without control characters.
    var shown: String { String(withoutControls.prefix(120)) }
}
