import Foundation
import ServerDoubles
import Synchronization
import Testing
import Tickets

@testable import Backends

/// Passes requests on to a server that makes no mistakes, and makes one.
final class MistakenServer: ServerDouble {
    private let real: String
    private let mistake: Mistake
    private let tokens: (station: String, organizer: String)
    private let client = HTTPClient()
    private let seen = Mutex<Set<String>>([])

    /// - Parameter real: the server's base, `http://127.0.0.1:8800/v1`.
    init(real: String, mistake: Mistake, tokens: (station: String, organizer: String)) {
        (self.real, self.mistake, self.tokens) = (real, mistake, tokens)
    }

    func answer(_ request: DoubleRequest) async -> DoubleAnswer {
        let key = request.headers["idempotency-key"] ?? UUID().uuidString
        var asked = Mistake.Asked(
            method: request.method, path: String(request.path.dropFirst("/v1".count)), after: request.query["after"],
            token: request.headers["authorization"].map { String($0.dropFirst("Bearer ".count)) }, body: request.body,
            isRepeated: !seen.withLock { $0.insert(key).inserted }, tokens: tokens)
        if let instead = mistake.asked(&asked) { return instead.answer }
        guard var told = await pass(asked) else { return DoubleAnswer(502, json: .null) }
        mistake.told(asked, &told)
        return told.answer
    }

    private func pass(_ asked: Mistake.Asked) async -> Mistake.Told? {
        let after = asked.after?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        var request = HTTPRequest(asked.method, real + asked.path + (after.map { "?after=\($0)" } ?? ""))
        request.headers = asked.token.map { [HTTPHeader("Authorization", "Bearer \($0)")] } ?? []
        if asked.method == "POST" { request.body = .bytes(asked.body) }
        guard let answer = try? await client.send(request, limit: 64 << 20) else { return nil }
        let body = try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
        return Mistake.Told(status: answer.status, body: body ?? [:])
    }
}

/// A mistake that somebody who writes a server could make.
struct Mistake: CustomTestStringConvertible, Sendable {
    /// A request on its way to the server.
    struct Asked {
        let method: String
        /// Behind the base: `/checkins`.
        let path: String
        var after: String?
        var token: String?
        let body: [UInt8]
        /// The same idempotency key has come before.
        let isRepeated: Bool
        let tokens: (station: String, organizer: String)

        var isPost: Bool { method == "POST" }
        var isTickets: Bool { path.hasSuffix("/tickets") }

        func says(_ text: String) -> Bool { String(decoding: body, as: UTF8.self).contains(text) }
    }

    /// The answer on its way back.
    struct Told {
        var status: Int
        var type = "application/json"
        var body: [String: Any] = [:]

        var items: [[String: Any]] {
            get { body["items"] as? [[String: Any]] ?? [] }
            set { body["items"] = newValue }
        }

        var answer: DoubleAnswer {
            let bytes = (try? JSONSerialization.data(withJSONObject: body)).map(Array.init) ?? []
            return DoubleAnswer(status, headers: ["Content-Type": type], body: .bytes(bytes))
        }
    }

    let testDescription: String
    /// The rule that it breaks.
    let breaks: String
    /// What is changed in a request; an answer ends it.
    var asked: @Sendable (inout Asked) -> Told? = { _ in nil }
    /// What is changed in an answer.
    var told: @Sendable (Asked, inout Told) -> Void = { _, _ in }

    private static func refusing(
        _ description: String, breaks rule: String, when isRefused: @escaping @Sendable (Asked) -> Bool
    ) -> Mistake {
        Mistake(
            testDescription: description, breaks: rule,
            asked: { asked in
                asked.isPost && isRefused(asked) ? Told(status: 422, body: ["message": "not supported"]) : nil
            })
    }

    private static func telling(
        _ description: String, breaks rule: String, _ change: @escaping @Sendable (inout [[String: Any]]) -> Void
    ) -> Mistake {
        Mistake(
            testDescription: description, breaks: rule,
            told: { asked, told in if !asked.isPost, asked.path == "/checkins" { change(&told.items) } })
    }

    private static func giving(
        _ description: String, breaks rule: String, _ change: @escaping @Sendable (inout [[String: Any]]) -> Void
    ) -> Mistake {
        Mistake(
            testDescription: description, breaks: rule,
            told: { asked, told in if asked.isTickets { change(&told.items) } })
    }

    static let all = posts + streams + lists

    // MARK: - Check-ins

    private static let batchRule = "A batch is answered with a result for each check-in, by its id."

    private static let statusRule = "The status of a result is one of the contract's words."

    private static let posts = [
        refusing("a check-in that comes again is a conflict", breaks: "The same check-in is taken again.") {
            $0.isRepeated
        },
        Mistake(
            testDescription: "a batch gets one result", breaks: batchRule,
            told: { _, told in
                if let first = (told.body["results"] as? [Any])?.first { told.body["results"] = [first] }
            }),
        Mistake(
            testDescription: "results have no ids", breaks: batchRule,
            told: { _, told in
                let results = told.body["results"] as? [[String: Any]]
                told.body["results"] = results?.map { $0.filter { $0.key != "id" } }
            }),
        refusing(
            "one bad check-in spoils its batch",
            breaks: "A check-in that cannot be read does not keep its batch from being taken."
        ) { asked in
            let batch = try? JSONSerialization.jsonObject(with: Data(asked.body)) as? [String: Any]
            return (batch?["checkins"] as? [[String: Any]])?.contains { $0["at"] == nil } ?? false
        },
        Mistake(
            testDescription: "what cannot be read is accepted",
            breaks: "A check-in that cannot be read is not accepted.",
            told: { asked, told in
                if asked.isPost, told.body["results"] == nil,
                    (400..<500).contains(told.status) || told.body["status"] != nil
                {
                    told = Told(status: 200, body: ["status": "accepted"])
                }
            }),
        Mistake(
            testDescription: "an answer to one is empty", breaks: "The answer to one check-in names it.",
            told: { asked, told in if asked.isPost, told.body["results"] == nil, told.status == 200 { told.body = [:] }
            }),
        Mistake(
            testDescription: "what is rejected has failed", breaks: statusRule,
            told: { _, told in
                let results = told.body["results"] as? [[String: Any]]
                told.body["results"] = results?.map { result in
                    result["status"] as? String == "rejected" ? result.merging(["status": "failed"]) { $1 } : result
                }
            }),
        Mistake(
            testDescription: "a status is a number", breaks: statusRule,
            told: { _, told in
                let results = told.body["results"] as? [[String: Any]]
                told.body["results"] = results?.map { $0.merging(["status": 0]) { $1 } }
            }),
        Mistake(
            testDescription: "an empty batch has no results",
            breaks: "A batch without check-ins is answered with no results.",
            told: { _, told in if (told.body["results"] as? [Any])?.isEmpty == true { told.body = [:] } }),
        refusing("refusals are not wanted", breaks: "A refusal is taken.") { $0.says(#""refused""#) },
        refusing("exits are not known", breaks: "An exit is taken.") { $0.says(#""checkedOut""#) },
        refusing("undos are not known", breaks: "An undo is taken.") { $0.says(#""kind":"undo""#) },
        refusing("what is late is refused", breaks: "A check-in of yesterday is taken.") {
            $0.says(#""at":"\#(EventScheduleFixture.now - .seconds(86_400))""#)
        },
        refusing("only ASCII is taken", breaks: "Texts in any script are taken.") { $0.says("東京") },
        refusing("unknown members are refused", breaks: "Members that are not known are left aside.") {
            $0.says("of_a_later_version")
        },
        refusing("long batches are refused", breaks: "A thousand check-ins in two batches are taken.") {
            $0.body.count > 100_000
        },
        Mistake(
            testDescription: "any token will do", breaks: "A token that is not known is answered with 401.",
            asked: { asked in
                if asked.isPost { asked.token = asked.tokens.station }
                return nil
            }),
        Mistake(
            testDescription: "errors are web pages", breaks: "What is not JSON is answered with 400, in JSON.",
            told: { _, told in if told.status == 400 { told.type = "text/html" } }),
    ]

    // MARK: - What is told

    private static let onceRule = "Every check-in that was taken is told, once."
    private static let membersRule = "Times and other members are those that the station sent."

    private static let streams = [
        telling("each is told twice", breaks: onceRule) { $0 += $0 },
        telling("every hundredth is forgotten", breaks: onceRule) { items in
            items.removeAll { ($0["seq"] as? Int ?? 1) % 100 == 0 }
        },
        telling("the newest comes first", breaks: "They are told in the order in which they came.") { $0.reverse() },
        telling("times are the server's own", breaks: membersRule) { items in
            for index in items.indices { items[index]["at"] = "2026-01-01T00:00:00Z" }
        },
        telling("times have no offset", breaks: membersRule) { items in
            for index in items.indices { items[index]["at"] = "2026-12-05T19:00:00" }
        },
        telling("texts are escaped for a web page", breaks: membersRule) { items in
            for index in items.indices {
                let note = items[index]["note"] as? String
                items[index]["note"] = note?.replacingOccurrences(of: "<", with: "&lt;")
            }
        },
        Mistake(
            testDescription: "everything is told each time",
            breaks: "From a cursor on, only what came after it is told.",
            asked: { asked in
                if asked.path == "/checkins", asked.after?.hasPrefix("not-a") == false { asked.after = nil }
                return nil
            }),
        Mistake(
            testDescription: "any cursor will do",
            breaks: "A cursor that the server did not give is answered with 400.",
            asked: { asked in
                if asked.after?.hasPrefix("not-a") == true { asked.after = nil }
                return nil
            }),
        Mistake(
            testDescription: "everybody is told", breaks: "A token that is not known is told nothing.",
            asked: { asked in
                if asked.path == "/checkins" { asked.token = asked.tokens.station }
                return nil
            }),
        telling("sealed codes are passed on", breaks: "A sealed ticket code is told to nobody.") { items in
            for index in items.indices { items[index]["sealed_code"] = "c2VhbGVk" }
        },
    ]

    // MARK: - Events and tickets

    private static let lists = [
        Mistake(
            testDescription: "events have no names", breaks: "Events are listed with their ids and names.",
            told: { asked, told in
                if asked.path == "/events" { told.items = told.items.map { $0.filter { $0.key != "name" } } }
            }),
        Mistake(
            testDescription: "a list has a name for an id", breaks: "An event can be read.",
            told: { asked, told in
                if asked.path == "/events/gala" { told.body["lists"] = [["id": "Main Hall"]] }
            }),
        Mistake(
            testDescription: "an unknown event is empty",
            breaks: "An event that the server does not have is answered with 404, in JSON.",
            told: { _, told in if told.status == 404 { told = Told(status: 200) } }),
        giving("tickets have no codes", breaks: "Every ticket can be read.") { items in
            items = items.map { $0.filter { $0.key != "code" } }
        },
        giving("a status is not one of the contract's", breaks: "Every ticket can be read.") { items in
            for index in items.indices { items[index]["status"] = "ok" }
        },
        giving("a ticket comes twice", breaks: "Every ticket is given once, and has a code of its own.") {
            $0 += $0.prefix(1)
        },
        giving("a type is not the event's", breaks: "The types of tickets are those of the event.") { items in
            for index in items.indices { items[index]["type"] = "Balcony" }
        },
        Mistake(
            testDescription: "all tickets come each time",
            breaks: "Behind the last ticket there is nothing until something changes.",
            asked: { asked in
                if asked.isTickets, asked.after?.hasPrefix("not-a") == false { asked.after = nil }
                return nil
            }),
        Mistake(
            testDescription: "stations read tickets", breaks: "Only the organizer's token reads tickets.",
            asked: { asked in
                if asked.isTickets { asked.token = asked.tokens.organizer }
                return nil
            }),
        giving("entries are not counted", breaks: "An entry changes its ticket.") { items in
            for index in items.indices { items[index]["used"] = [Any]() }
        },
    ]
}
