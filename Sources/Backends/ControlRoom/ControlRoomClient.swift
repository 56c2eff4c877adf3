internal import Foundation
public import Tickets

/// Sends orders for stations to a control room.
public struct ControlRoomClient: Sendable {
    private let server: JSONServer

    /// - Parameters:
    ///   - url: of the page, without a path: `https://control.example.org`.
    ///   - token: the one that opens the page.
    public init(url: ServerAddress, token: String, network: NetworkSettings) {
        // A page is told from a program's request by this: both are refused when it is another site's.
        let headers = [HTTPHeader("Authorization", "Bearer \(token)"), HTTPHeader("Origin", url.origin)]
        server = JSONServer(client: HTTPClient(network), base: url.whole, headers: { headers })
    }

    /// Has a signed order passed on to stations.
    public func post(order line: String) async throws(BackendError) {
        try check(
            try await server.post("/control/orders", .object([("order", .string(line))]), taking: Self.explained))
    }

    /// What stations made of an order.
    public struct Answers: Sendable {
        /// A station's answer.
        public struct Answer: Sendable {
            public let station: String
            /// `done`, `failed` or `overtaken`.
            public let outcome: String
            /// Why it failed.
            public let why: String?
        }

        /// In the order of their names.
        public let answers: [Answer]
        /// Names of those that have not answered.
        public let waiting: [String]
        /// Names of all stations that the control room knows.
        public let known: Set<String>
    }

    /// - Parameter order: its id.
    public func answers(to order: String) async throws(BackendError) -> Answers {
        let answer = try await get("/control/state")
        try check(answer)
        let given = (answer.body["orders"].items ?? []).first { $0["order"]["id"].text == order }
        return Answers(
            answers: (given?["answers"].items ?? []).compactMap { item in
                guard let station = item["station"].text, let outcome = item["outcome"].text else { return nil }
                return Answers.Answer(station: station, outcome: outcome, why: item["why"].text)
            }, waiting: (given?["waiting"].items ?? []).compactMap(\.text), known: Self.stations(in: answer))
    }

    /// What a station sent because this order asked for it; `nil` while nothing has come.
    public func bundle(of station: String, order: String) async throws(BackendError) -> String? {
        let answer = try await get("/control/bundle", query: ["station": station, "order": order])
        guard answer.status != 404 else { return nil }
        try check(answer)
        return answer.body["text"].text
    }

    /// Names of all stations that the control room knows.
    public func stations() async throws(BackendError) -> Set<String> {
        let answer = try await get("/control/state")
        try check(answer)
        return Self.stations(in: answer)
    }

    private static func stations(in state: JSONServer.Answer) -> Set<String> {
        Set((state.body["stations"].items ?? []).compactMap { $0["status"]["station"].text })
    }

    private func get(
        _ path: String, query: KeyValuePairs<String, String?> = [:]
    ) async throws(BackendError) -> JSONServer.Answer {
        try await server.ask("GET", path, query: query, limit: 64 << 20, taking: Self.explained)
    }

    /// Answers with a reason of the control room's own: the token, the name it is reached by, the order.
    private static let explained: Set<Int> = [400, 401, 403, 421, 422]

    private func check(_ answer: JSONServer.Answer) throws(BackendError) {
        guard !answer.isSuccess else { return }
        let error = answer.body["error"]
        throw server.failure(
            answer.status == 401 ? .unauthorised : .unexpected,
            error["reason"].text?.withoutControls ?? "it answers \(answer.status)", hint: error["hint"].text)
    }
}
