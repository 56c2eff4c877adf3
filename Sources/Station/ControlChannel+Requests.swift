internal import Backends
internal import Foundation
public import StationAPI
public import Tickets
internal import Web

extension ControlChannel {
    /// In bytes; no answer about one state folder is larger.
    private static let answerLimit = 64 << 20

    /// Sends a request and reads its answer.
    ///
    /// - Returns: the answer, and its JSON text as it came.
    /// - Throws: the error that the station answers with, or why there is no answer
    public func send<Answer: Decodable>(
        _ request: ControlRequest, as type: Answer.Type
    ) async throws -> (answer: Answer, json: String) {
        let (status, body) = try await whole(request)
        let answer = try ControlJSON.value(type, status: status, body: body)
        return (answer, String(decoding: body, as: UTF8.self))
    }

    /// Sends a request whose answer only says that it is done.
    public func send(_ request: ControlRequest) async throws {
        _ = try await send(request, as: EmptyBody.self)
    }

    private struct EmptyBody: Decodable {}

    /// The lines of an answer that has one JSON object in each line.
    public func lines(_ request: ControlRequest) async throws -> [String] {
        try await bytes(request).split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The whole body of an answer of any type.
    public func bytes(_ request: ControlRequest) async throws -> [UInt8] {
        let (status, body) = try await whole(request)
        guard status == 200 else { throw try failure(status: status, body: body) }
        return body
    }

    /// The body of an answer of any type, piece by piece as it comes.
    public func pieces(_ request: ControlRequest) async throws -> ByteStream {
        let (status, pieces) = try await open(request)
        guard status == 200 else {
            let body = try await WebBody.stream(pieces).collected(upTo: Self.answerLimit)
            throw try failure(status: status, body: body)
        }
        return pieces
    }

    /// Verdicts and hints from now on, each as one JSON object.
    public func announcements() async throws -> EventTexts {
        EventTexts(pieces: try await pieces(ControlRequest("GET", "verdicts")))
    }

    // MARK: - The two ways

    private func whole(_ request: ControlRequest) async throws -> (status: Int, body: [UInt8]) {
        switch self {
        case .daemon(let socket):
            let response = try await HTTPClient().send(httpRequest(request, socket: socket), limit: Self.answerLimit)
            return (response.status, response.body)
        case .here(_, let api):
            let response = await api.respond(to: request)
            return (response.status, try await response.body.collected(upTo: Self.answerLimit))
        }
    }

    private func open(
        _ request: ControlRequest
    ) async throws -> (status: Int, pieces: ByteStream) {
        switch self {
        case .daemon(let socket):
            let stream = try await HTTPClient().open(httpRequest(request, socket: socket))
            return (stream.status, stream.pieces)
        case .here(_, let api):
            let response = await api.respond(to: request)
            return (response.status, response.body.pieces)
        }
    }

    private func httpRequest(_ request: ControlRequest, socket: String) -> HTTPRequest {
        let body: HTTPRequest.Body =
            switch request.body {
            case .bytes(let bytes): bytes.isEmpty ? .none : .bytes(bytes)
            case .stream(let pieces): .pieces(pieces)
            }
        // These answer when their work is done; every other answer is there at once, or the daemon is stuck.
        let isLong = request.method == "PUT" || ["journal", "report"].contains(request.path.first)
        return HTTPRequest(
            request.method, "http://station" + request.target, body: body, unixSocket: socket,
            timeouts: HTTPRequest.Timeouts(firstByte: isLong ? nil : .seconds(30)))
    }

    private func failure(status: Int, body: [UInt8]) throws -> any Error {
        do {
            _ = try ControlJSON.value(EmptyBody.self, status: status, body: body)
        } catch {
            return error
        }
        return StationError(
            .unavailable, "ask", "the station", "it answers with status \(status)",
            hint: "Its log says more: journalctl -u usherd.")
    }
}

/// The data of the events in an answer, each as it comes.
public struct EventTexts: AsyncSequence, Sendable {
    let pieces: ByteStream

    /// Takes the events out of the pieces, when they are asked for.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var pieces: any AsyncIteratorProtocol<[UInt8], any Error>
        private var events = ServerSentEvents()
        private var waiting: ArraySlice<String> = []

        fileprivate init(_ pieces: any AsyncIteratorProtocol<[UInt8], any Error>) {
            self.pieces = pieces
        }

        /// The next one; `nil` when the station ends the stream.
        public mutating func next() async throws -> String? {
            while waiting.isEmpty {
                guard let piece = try await pieces.next(isolation: #isolation) else { return nil }
                waiting = events.receive(piece).map(\.data)[...]
            }
            return waiting.popFirst()
        }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(pieces.makeAsyncIterator())
    }
}
