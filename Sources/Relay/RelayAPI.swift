internal import Backends
internal import Crypto
internal import Foundation
internal import Tickets

/// What stations ask of the relay, without the connection it comes on.
struct RelayAPI: Sendable {
    static let path = "/v1/checkins"
    static let largestBody = 1 << 20
    private static let mostMessages = 500
    private static let pageLength = 500

    struct Request: Sendable {
        var method: String
        var path: String
        var query: [String: String]
        /// Value of the header `Authorization`.
        var authorization: String?
        var body: [UInt8]
    }

    struct Response: Hashable, Sendable {
        let status: Int
        let body: JSONValue

        static func error(_ status: Int, _ words: String) -> Response {
            Response(status: status, body: .object([("error", .string(words))]))
        }
    }

    let store: RelayStore
    /// SHA-256 of the token, by station: tokens of any length take the same time to compare.
    private let tokens: [(station: String, digest: SHA256.Digest)]
    /// Names of backends by event.
    private let events: [String: String]
    private let onReceived: @Sendable () -> Void

    /// - Parameters:
    ///   - tokens: of the stations, by their names.
    ///   - onReceived: something waits for a backend.
    init(
        store: RelayStore, tokens: [String: String], events: [String: String],
        onReceived: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.tokens = tokens.map { (station: $0.key, digest: SHA256.hash(data: Data($0.value.utf8))) }
        self.events = events
        self.onReceived = onReceived
    }

    static let unknown = Response.error(401, "the token is missing or of no station")

    func respond(to request: Request) -> Response {
        guard let station = station(of: request.authorization) else { return Self.unknown }
        do {
            switch (request.method, request.path) {
            case ("POST", Self.path): return try take(request.body, from: station)
            case ("GET", Self.path): return try tell(station, after: request.query["after"])
            case (_, Self.path): return .error(405, "only GET and POST")
            default: return .error(404, "there is only \(Self.path)")
            }
        } catch {
            // A station sends it again, so nothing is lost.
            return .error(503, "the relay cannot use its disk")
        }
    }

    /// The station whose token it is.
    func station(of authorization: String?) -> String? {
        guard let authorization, authorization.hasPrefix("Bearer ") else { return nil }
        let digest = SHA256.hash(data: Data(authorization.dropFirst("Bearer ".count).utf8))
        return tokens.first { $0.digest == digest }?.station
    }

    // MARK: - Check-ins in

    private func take(_ body: [UInt8], from station: String) throws -> Response {
        let messages: [Result<CheckInMessage, CheckInMessage.Fault>]
        do throws(CheckInMessage.Fault) {
            messages = try CheckInMessage.messages(in: body)
        } catch {
            return .error(400, error.problem)
        }
        guard messages.count <= Self.mostMessages else {
            return .error(400, "more than \(Self.mostMessages) check-ins")
        }
        let faults = messages.map { fault(in: $0, from: station) }
        try store.receive(
            zip(messages, faults).compactMap { $1 == nil ? try? $0.get() : nil }, backend: { events[$0] })
        onReceived()
        let results = zip(messages, faults).map { message, fault in
            JSONValue.object([
                ("id", .init(try? message.get().checkIn.id)),
                ("status", .string(fault == nil ? "accepted" : "rejected")),
                ("message", .init(fault)),
            ])
        }
        return Response(status: 200, body: .object([("results", .array(results))]))
    }

    /// A station speaks for itself only.
    private func fault(in message: Result<CheckInMessage, CheckInMessage.Fault>, from station: String) -> String? {
        let checkIn: CheckIn
        switch message {
        case .failure(let fault): return fault.problem
        case .success(let message): checkIn = message.checkIn
        }
        guard checkIn.station == station else { return "the token is not that station's" }
        guard let event = checkIn.event, events[event] != nil else {
            return "this relay does not serve its event"
        }
        return nil
    }

    // MARK: - Others' check-ins out

    private func tell(_ station: String, after cursor: String?) throws -> Response {
        guard let after = Int64(cursor ?? "0"), after >= 0 else {
            return .error(400, "after is no cursor of this relay")
        }
        let page = try store.page(for: station, after: after, limit: Self.pageLength)
        return Response(
            status: 200,
            body: .object([
                ("items", .array(page.messages.map(\.json))),
                ("cursor", .string(String(page.end ?? after))),
                ("more", .bool(page.isFull)),
            ]))
    }
}
