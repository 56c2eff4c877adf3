public import Foundation
internal import Synchronization

/// A web server with one file, which it knows by an ETag and gives in parts (RFC 9110 sections 13 and 14).
public final class ListServer: ServerDouble {
    private struct State {
        var list: Data
        var tag: String
        var answers: [Int] = []
        var requests: [DoubleRequest] = []
        /// The next answer breaks off after so many bytes.
        var breaksAfter: Int?
    }

    private let state: Mutex<State>

    public init(list: Data, tag: String) {
        state = Mutex(State(list: list, tag: tag))
    }

    /// The status of each answer.
    public var answers: [Int] { state.withLock { $0.answers } }
    public var requests: [DoubleRequest] { state.withLock { $0.requests } }

    public func replace(_ list: Data, tag: String) {
        state.withLock { ($0.list, $0.tag) = (list, tag) }
    }

    public func breakNext(after count: Int) {
        state.withLock { $0.breaksAfter = count }
    }

    public func answer(_ request: DoubleRequest) async -> DoubleAnswer {
        state.withLock { state in
            state.requests.append(request)
            let answer = Self.answer(request, &state)
            state.answers.append(answer.status)
            return answer
        }
    }

    private static func answer(_ request: DoubleRequest, _ state: inout State) -> DoubleAnswer {
        if request.headers["if-none-match"] == state.tag { return DoubleAnswer(304, body: .bytes([])) }
        let start = request.headers["range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) } ?? 0
        let isPart = start > 0 && request.headers["if-range"] == state.tag
        guard start < state.list.count || !isPart else { return DoubleAnswer(416, body: .bytes([])) }
        var headers = ["ETag": state.tag, "Content-Type": "application/octet-stream"]
        if isPart { headers["Content-Range"] = "bytes \(start)-\(state.list.count - 1)/\(state.list.count)" }
        let bytes = Array(isPart ? state.list.dropFirst(start) : state.list)
        let body: DoubleAnswer.Body
        if let count = state.breaksAfter {
            body = .brokenOff(bytes, after: count)
            state.breaksAfter = nil
        } else {
            body = .bytes(bytes)
        }
        return DoubleAnswer(isPart ? 206 : 200, headers: headers, body: body)
    }
}
