import ServerDoubles
import Synchronization
import Tickets

/// Answers with one text after the other for each path, the last one again and again.
final class PathServer: ServerDouble {
    private let answers: Mutex<[String: [String]]>
    let requests = Mutex<[String]>([])

    init(_ answers: [String: [String]]) {
        self.answers = Mutex(answers)
    }

    func answer(_ request: DoubleRequest) async -> DoubleAnswer {
        requests.withLock { $0.append(request.path + (request.query["after"].map { "?after=\($0)" } ?? "")) }
        let text = answers.withLock { answers -> String? in
            guard let first = answers[request.path]?.first else { return nil }
            if (answers[request.path]?.count ?? 0) > 1 { answers[request.path]?.removeFirst() }
            return first
        }
        guard let text else { return DoubleAnswer(404, json: .object([("error", .string("not found"))])) }
        return DoubleAnswer(headers: ["Content-Type": "application/json"], body: .bytes(Array(text.utf8)))
    }
}
