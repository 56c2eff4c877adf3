internal import Tickets

/// The REST API of one organizer's account at a pretix server, asked as a device
/// (https://docs.pretix.eu/dev/api/deviceauth.html).
struct PretixServer: Sendable {
    /// The `detail` of a 401 when somebody has removed the device's access.
    static let revocation = "Device access has been revoked."
    /// The longest accepted `next` link, in bytes.
    private static let longestLink = 2048

    private let server: JSONServer
    private let organizer: String
    /// Of the device, from its initialisation; another one when the device was replaced.
    let token: @Sendable () throws(BackendError) -> String
    private let sleep: @Sendable (Duration) async -> Void
    /// Limits of one reading of a list.
    let bounds: ReadingBounds

    /// - Parameters:
    ///   - base: address of the server, with or without `/api/v1`.
    ///   - token: of the device; asked for before every request.
    init(
        client: HTTPClient, base: String, organizer: String,
        token: @escaping @Sendable () throws(BackendError) -> String, clock: ServerClock? = nil,
        bounds: ReadingBounds = ReadingBounds(),
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        server = JSONServer(
            client: client, base: Self.api(base),
            headers: { () throws(BackendError) in [HTTPHeader("Authorization", "Device \(try token())")] },
            clock: clock, revocation: Self.revocation)
        self.token = token
        self.organizer = organizer
        self.bounds = bounds
        self.sleep = sleep
    }

    /// Where the API begins, also when the settings include `/api/v1`.
    static func api(_ base: String) -> String {
        base.hasSuffix("/api/v1") ? base : base + "/api/v1"
    }

    /// - Parameter path: relative to the organizer, or to the API when it begins with a slash.
    func post(_ path: String, _ body: JSONValue) async throws(BackendError) -> JSONServer.Answer {
        try await explained(path) { () throws(BackendError) in try await server.post(whole(path), body) }
    }

    /// pretix answers 403 for an event that it does not have, as for one that the device may not see.
    private func explained(
        _ path: String, _ ask: () async throws(BackendError) -> JSONServer.Answer
    ) async throws(BackendError) -> JSONServer.Answer {
        do throws(BackendError) {
            return try await ask()
        } catch {
            guard error.code == .unauthorised, error.reason.hasPrefix("it answers 403"),
                let event = path.wholeMatch(of: #/events\/([^\/]+)\/.*/#)?.output.1
            else { throw error }
            throw server.failure(
                error.code, error.reason,
                hint:
                    "Is \"\(event)\" the event's short form, as in its address in pretix? It says the same of events that "
                    + "do not exist. If it is, check which events the device may see, and its security profile.")
        }
    }

    /// - Parameter path: relative to the organizer, to the API when it begins with a slash, or a `next` link.
    func get(
        _ path: String, query: KeyValuePairs<String, String?> = [:]
    ) async throws(BackendError) -> JSONServer.Answer {
        let answer = try await explained(path) { () throws(BackendError) in
            try await server.get(whole(path), query: query)
        }
        guard answer.isSuccess else {
            throw server.failure(
                answer.status == 404 ? .notFound : .unexpected,
                "it answers \(answer.status) for \(String(whole(path).prefix(200))): \(answer.reason)",
                hint: answer.status == 404
                    ? "Check the organizer, the event and the events that the device may see." : nil)
        }
        return answer
    }

    /// Reads every page of a list, in order. A page that fails temporarily is requested again, so that a list of
    /// thousands of pages can be read to its end.
    ///
    /// pretix says with each page how many items there are now. Fewer are an error, because the rest would be missing
    /// without a word; and a list that goes on far beyond has no end.
    func pages(
        of path: String, query: KeyValuePairs<String, String?> = [:], take: ([LenientJSON]) throws(BackendError) -> Void
    ) async throws(BackendError) {
        var visited: Set<String> = []
        var next: String? = nil
        var bounds = bounds
        var count: Int?
        repeat {
            let answer =
                if let next { try await patiently(next) } else { try await patiently(path, query: query) }
            let items = try items(of: answer, within: &bounds)
            count = answer.body["count"].integer
            try bounds.compare(items: items.count, with: count, mostWithout: Self.mostUncounted, from: server)
            try take(items)
            next = try nextLink(of: answer)
            if let next, !visited.insert(next).inserted {
                throw server.failure(.unexpected, "its pages repeat without end")
            }
        } while next != nil
        try bounds.checkEnd(Self.named(path), total: count, from: server)
    }

    /// pretix says with every page how many items there are.
    private static let mostUncounted = 20_000

    /// `orders`: the last part of a path.
    private static func named(_ path: String) -> String {
        path.split(separator: "/").last.map { String($0.prefix(40)).withoutControls } ?? "a list"
    }

    /// Address of the next page; `nil` at the last.
    func nextLink(of answer: JSONServer.Answer) throws(BackendError) -> String? {
        guard let next = answer.body["next"].text else { return nil }
        guard next.utf8.count <= Self.longestLink else {
            throw server.failure(.unexpected, "its link to the next page is longer than \(Self.longestLink) bytes")
        }
        return next
    }

    /// The items of one page of a list, subtracted from `bounds`.
    func items(
        of answer: JSONServer.Answer, within bounds: inout ReadingBounds
    ) throws(BackendError) -> [LenientJSON] {
        guard let items = answer.body["results"].items else {
            throw server.failure(.unexpected, "it does not send the requested list")
        }
        try bounds.take(items: items.count, bytes: answer.byteCount, from: server)
        return items
    }

    func failure(_ code: BackendError.Code, _ reason: String, hint: String? = nil) -> BackendError {
        server.failure(code, reason, hint: hint)
    }

    private func patiently(
        _ path: String, query: KeyValuePairs<String, String?> = [:]
    ) async throws(BackendError) -> JSONServer.Answer {
        try await RetryPauses.patiently(sleep) { () throws(BackendError) in try await get(path, query: query) }
    }

    private func whole(_ path: String) -> String {
        path.hasPrefix("/") || path.hasPrefix("https://") || path.hasPrefix("http://")
            ? path : "/organizers/\(organizer)/\(path)"
    }
}
