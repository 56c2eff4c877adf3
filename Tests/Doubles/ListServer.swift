public import Foundation
internal import Synchronization

/// A web server with a list, which it knows by an ETag and gives in parts (RFC 9110 sections 13 and 14), and whatever is
/// beside it.
public final class ListServer: ServerDouble {
    private struct State {
        var list: Data
        var tag: String
        var answers: [Int] = []
        var requests: [DoubleRequest] = []
        /// The next answer breaks off after so many bytes.
        var breaksAfter: Int?
        /// Whole files, by their paths.
        var others: [String: Data] = [:]
        /// It gives all of a file, whatever part is asked for.
        var ignoresRanges = false
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

    /// Puts a file beside the list.
    public func put(_ file: Data, at path: String) {
        state.withLock { $0.others[path] = file }
    }

    public func ignoreRanges() {
        state.withLock { $0.ignoresRanges = true }
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
        if request.path.hasSuffix(".changes") {
            guard let file = state.others[request.path] else { return DoubleAnswer(404, body: .bytes([])) }
            return DoubleAnswer(body: .bytes(Array(file)))
        }
        if request.headers["if-none-match"] == state.tag { return DoubleAnswer(304, body: .bytes([])) }
        let range = request.headers["range"].map { $0.dropFirst("bytes=".count).split(separator: "-") } ?? []
        if range.count == 2, range[0] == "0", let last = Int(range[1]), !state.ignoresRanges {
            let part = state.list.prefix(last + 1)
            return DoubleAnswer(
                206,
                headers: ["ETag": state.tag, "Content-Range": "bytes 0-\(part.count - 1)/\(state.list.count)"],
                body: .bytes(Array(part)))
        }
        let start = range.count == 1 ? Int(range[0]) ?? 0 : 0
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
