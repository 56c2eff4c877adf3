import Foundation
import ServerDoubles
import Synchronization
import Tickets

/// Takes messages as https://docs.ntfy.sh/publish/#publish-as-json says: a POST to the root, with the topic in the JSON.
final class NtfyDouble: ServerDouble {
    struct Message: Decodable, Hashable {
        var topic: String
        var title: String
        var message: String
        var priority: Int
        var tags: [String]
    }

    private let taken = Mutex<[Message]>([])
    private let token: String?

    /// - Parameter token: without it nothing is taken.
    init(token: String? = nil) {
        self.token = token
    }

    var messages: [Message] { taken.withLock { $0 } }

    func answer(_ request: DoubleRequest) async -> DoubleAnswer {
        func refusal(_ status: Int, _ code: Int64, _ error: String) -> DoubleAnswer {
            DoubleAnswer(
                status,
                json: .object([
                    ("code", .integer(code)), ("http", .integer(Int64(status))), ("error", .string(error)),
                ]))
        }
        guard request.method == "POST", request.path == "/" else { return refusal(404, 40401, "page not found") }
        if let token, request.headers["authorization"] != "Bearer \(token)" { return refusal(403, 40301, "forbidden") }
        guard let message = try? JSONDecoder().decode(Message.self, from: Data(request.body)),
            (1...5).contains(message.priority)
        else { return refusal(400, 40024, "invalid request: request body must be valid JSON") }
        taken.withLock { $0.append(message) }
        return DoubleAnswer(
            json: .object([
                ("id", .string("sPs71M8A2T")), ("event", .string("message")), ("topic", .string(message.topic)),
            ]))
    }
}
