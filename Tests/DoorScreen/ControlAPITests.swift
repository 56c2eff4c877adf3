import Foundation
import Logging
import Synchronization
import TestSupport
import Testing
import Tickets
import Web

@testable import DoorScreen
@testable import StationAPI

@Suite(.timeLimit(.minutes(5)))
struct ControlAPITests {
    struct Example: Sendable, CustomTestStringConvertible {
        let request: ControlRequest
        let call: String
        let answer: String

        init(_ request: ControlRequest, calls call: String, answers answer: String) {
            self.request = request
            self.call = call
            self.answer = answer
        }

        var testDescription: String { "\(request.method) \(request.target)" }
    }

    static let manifest =
        #"{"event":"gala","expires":"2026-11-21T12:00:00.000Z","is_served":true,"is_test":false,"#
        + #""issued":"2026-11-21T12:00:00.000Z","kid":"0011223344556677","name":"Winter Gala","#
        + #""organizer":"Gala Ltd","seq":7,"tickets":500}"#
    static let key = #"{"file":"gala.pub","kid":"0011223344556677"}"#

    @Test(arguments: examples, Way.allCases)
    func `asks the station and gives its answer`(_ example: Example, _ way: Way) async throws {
        let station = FakeStation()
        let answer = try await way.ask(example.request, station)
        #expect(answer.status == 200)
        #expect(await station.calls == [example.call])
        #expect(answer.text == example.answer)
    }

    @Test func `has an example of every route`() {
        let covered = Self.examples.map { example -> String? in
            let path = ["v1"] + example.request.path
            guard case .route(let route, _) = RouteMatch(example.request.method, path, in: ControlRoutes.all) else {
                return String?.none
            }
            return route.path
        }
        let routes = ControlRoutes.all.map { "\($0.method) \($0.path)" }.filter { $0 != "GET /v1/verdicts" }
        let examples = zip(Self.examples, covered).map { "\($0.request.method) \($1 ?? "?")" }
        #expect(Set(examples) == Set(routes))
    }

    @Test(arguments: [("jsonl", "application/jsonl"), ("csv", "text/csv; charset=utf-8")])
    func `says what kind of export it is`(format: String, contentType: String) async throws {
        for way in Way.allCases {
            let answer = try await way.ask(ControlRequest("GET", "journal", "export", query: ["format": format]))
            #expect(answer.contentType == contentType)
        }
    }

    // MARK: - What it refuses

    static let refusals: [(ControlRequest, status: Int, reason: String)] = [
        (ControlRequest("GET", "nowhere"), 404, "the API has no such address"),
        (ControlRequest("GET", "status", "more"), 404, "the API has no such address"),
        (ControlRequest("DELETE", "keys", ""), 404, "the API has no such address"),
        (ControlRequest("POST", "status"), 405, "this address does not know the method"),
        (ControlRequest("PUT", "keys", "0011"), 405, "this address does not know the method"),
        (ControlRequest("GET", "status", query: ["verbose": "1"]), 400, "`verbose` is not one of its names"),
        (ControlRequest("GET", "journal", query: ["limit": "0"]), 400, "`limit` must be a whole number from 1 to 1000"),
        (
            ControlRequest("GET", "journal", query: ["limit": "1001"]), 400,
            "`limit` must be a whole number from 1 to 1000"
        ),
        (
            ControlRequest("GET", "journal", "export", query: ["format": "pdf"]), 400,
            "`format` must be one of jsonl, csv"
        ),
        (ControlRequest("POST", "check", json: "{"), 400, "it is not a JSON object"),
        (ControlRequest("POST", "check", json: "[1]"), 400, "it is not a JSON object"),
        (ControlRequest("POST", "check", json: "\u{FEFF}nonsense"), 400, "it is not a JSON object"),
        (ControlRequest("POST", "check"), 400, "`code` is missing"),
        (ControlRequest("POST", "check", json: #"{"code":null}"#), 400, "`code` must not be null"),
        (ControlRequest("POST", "check", json: #"{"code":12345}"#), 400, "`code` has the wrong type"),
        (
            ControlRequest("POST", "check", json: #"{"code":"c","at":"yesterday"}"#), 400,
            "`at` has a value that is not allowed"
        ),
        (
            ControlRequest("POST", "check", json: #"{"code":"c","direction":"up"}"#), 400,
            "`direction` has a value that is not allowed"
        ),
        (ControlRequest("POST", "admit", json: #"{"is_override":"yes"}"#), 400, "`is_override` has the wrong type"),
        (ControlRequest("POST", "admit", json: #"{"cuont":4}"#), 400, "`cuont` is not one of its keys"),
        (ControlRequest("POST", "outbox", "retry", json: #"{"ids":["a",1]}"#), 400, "`ids.1` has the wrong type"),
        (
            ControlRequest("POST", "keys", body: .bytes([0xFF, 0xFE])), 400, "it is not text in UTF-8"
        ),
        (
            ControlRequest("POST", "search", json: #"{"query":""# + String(repeating: "x", count: 65_536) + #""}"#),
            413,
            "it is larger than 65536 bytes"
        ),
        (
            ControlRequest("POST", "keys", body: .bytes(Array(repeating: 65, count: 4097))), 413,
            "it is larger than 4096 bytes"
        ),
    ]

    @Test(arguments: refusals.indices, Way.allCases)
    func `refuses what it cannot read, and never asks the station`(index: Int, way: Way) async throws {
        let (request, status, reason) = Self.refusals[index]
        let station = FakeStation()
        let answer = try await way.ask(request, station)
        #expect(answer.status == status)
        #expect(answer.contentType == "application/json")
        let error = try ControlJSON.decode(ControlJSON.Failure.self, from: Array(answer.text.utf8)).error
        #expect(error.reason == reason)
        #expect(error.status == status)
        #expect(await station.calls == [])
    }

    @Test func `takes bodies up to the limit`() async throws {
        let code = String(repeating: "x", count: 65_536 - #"{"code":""}"#.utf8.count)
        let answer = try await Way.socket.ask(ControlRequest("POST", "check", json: #"{"code":"\#(code)"}"#))
        #expect(answer.status == 200)
    }

    // MARK: - What the station refuses

    struct Refusal: ExplainedError {
        var operation = "install"
        var subject = "gala"
        var reason = "seq 7 is not above 9"
        var hint: String? = "Publish the list again."
    }

    @Test(arguments: Way.allCases)
    func `passes on why the station refuses`(_ way: Way) async throws {
        let station = FakeStation()
        await station.fail(with: Refusal())
        let answer = try await way.ask(ControlRequest("PUT", "manifests", json: "x"), station)
        #expect(answer.status == 422)
        let expected =
            #"{"error":{"code":"refused","hint":"Publish the list again.","operation":"install","#
            + #""reason":"seq 7 is not above 9","subject":"gala"}}"#
        #expect(answer.text == expected)
        let error = #expect(throws: ControlError.self) {
            try ControlJSON.value(ManifestSummary.self, status: answer.status, body: Array(answer.text.utf8))
        }
        #expect(error?.description == Refusal().description)
    }

    struct Secret: Error {
        let code = "wk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl"
    }

    @Test func `keeps the text of a fault of the program to itself`() async throws {
        let station = FakeStation()
        await station.fail(with: Secret())
        let log = KeptLog()
        let api = ControlAPI(station: station.control, logger: Logger(label: "test") { _ in log })
        let response = await api.respond(to: ControlRequest("GET", "status"))
        #expect(response.status == 500)
        let text = String(decoding: try await response.body.collected(upTo: 1000), as: UTF8.self)
        #expect(!text.contains("Secret") && !text.contains("wk8"))
        #expect(log.lines.withLock { $0 }.count == 1)
        #expect(log.lines.withLock { $0 }.contains { $0.contains("/v1/status") && $0.contains("Secret") })
        #expect(!log.lines.withLock { $0 }.contains { $0.contains("wk8") })
    }

    @Test func `never logs what was asked`() async throws {
        let log = KeptLog()
        let api = ControlAPI(station: FakeStation().control, logger: Logger(label: "test") { _ in log })
        _ = await api.respond(to: ControlRequest("POST", "check", json: #"{"code":"wk8wfyzj"}"#))
        _ = await api.respond(to: ControlRequest("DELETE", "operators", "Anne"))
        let lines = log.lines.withLock { $0 }
        #expect(lines.count == 2)
        #expect(!lines.contains { $0.contains("wk8wfyzj") || $0.contains("Anne") })
    }

    @Test func `names the methods an address knows`() async throws {
        let api = ControlAPI(station: FakeStation().control, logger: .quiet)
        #expect(await api.respond(to: ControlRequest("PATCH", "keys")).headers["allow"] == "GET, POST")
        #expect(await api.respond(to: ControlRequest("PATCH", "nowhere")).headers["allow"] == nil)
    }
}

/// A log that a test can read.
struct KeptLog: LogHandler {
    final class Lines: Sendable {
        private let lines = Mutex<[String]>([])

        func withLock<Result>(_ body: (inout sending [String]) -> sending Result) -> Result {
            lines.withLock(body)
        }
    }

    let lines = Lines()
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
    }
}
