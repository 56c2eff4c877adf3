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

    static let uid = "uid:\(getuid())"

    static let outboxItem =
        #"{"at":"2026-11-21T12:00:00.000Z","backend":"box-office","id":"e-1","kind":"scan","ref":"r-1","seq":1,"state":"refused","#
        + #""verdict":"admitted","words":"unknown ticket"}"#

    static let scanner =
        #"{"caps_lock":false,"identity":"05e0:1200:S1","layout":"de","name":"Symbol","prefix":"~","suffix":"!","terminator":"key"}"#

    static let enrolment =
        #"{"current":{"ends":"2026-11-21T12:00:00.000Z","event":"gala","event_name":"Winter Gala","#
        + #""fingerprint":"0123456789abcdef","organizer":"Gala Ltd","servers":["https://tickets.example.org"],"until":"2026-11-21T12:00:00.000Z"},"#
        + #""is_new":true,"open_for_ms":900000,"pending":{"event":"gala","event_name":"Winter Gala","fingerprint":"0123456789abcdef","#
        + #""gate":"B","organizer":"Gala Ltd","servers":["https://tickets.example.org"],"short_code":"AB12CD34"},"station_key":"c3RhdGlvbg=="}"#

    static let examples: [Example] = [
        Example(
            ControlRequest("GET", "status"), calls: "status",
            answers: #"{"backends":[{"clock_offset_ms":1500,"kind":"pretix","last_contact":"2026-11-21T12:00:00.000Z","#
                + #""name":"box","trouble":"cannot ask box: busy"}],"#
                + #""clock":"synchronised","conditions":[{"area":"list","code":"listExpired","key":"listExpired","#
                + #""level":"broken","next":"Have the organizer publish a new list (usher publish).","#
                + #""says":"The list of Winter Gala has expired.","subject":"gala","values":{"event":"Winter Gala"}}],"#
                + #""console":"drawn","direction":"in","faults":["The list of Winter Gala has expired."],"#
                + #""installed":["gala"],"is_disk_low":false,"#
                + #""journal":{"entries":14,"last_entry_at":"2026-11-21T12:00:00.000Z","#
                + #""parked":1,"refused":0,"waiting":3},"#
                + #""not_recorded":{"is_on":true,"operator":"Grace","since":"2026-11-21T12:00:00.000Z","waiting":2},"#
                + #""now":"2026-11-21T12:00:00.000Z","#
                + #""readers":[{"device":"/dev/usher/camera-1","kind":"camera","#
                + #""name":"C920","note":"it was unplugged","state":"waiting"}],"serving":[{"admitted":12,"#
                + #""doors_open":"2026-11-21T12:00:00.000Z","gate":"A","id":"gala","inside":11,"is_list_old":false,"#
                + #""is_test":false,"list":"main","list_issued":"2026-11-21T12:00:00.000Z","list_warnings":[],"#
                + #""name":"Winter Gala","place":"Hall 2","#
                + #""tickets":500,"time_zone":"Africa/Kampala"}],"station":"kiosk-3","venue":{"condition":"alone","#
                + #""parked":1,"since":"2026-11-21T12:00:00.000Z","trouble":"cannot ask the ledger: too late","waiting":2},"#
                + #""version":"1.0.0"}"#),
        Example(
            ControlRequest("GET", "metrics"), calls: "metrics", answers: "usher_build_info{version=\"1.0.0\"} 1\n"),
        Example(ControlRequest("GET", "log-level"), calls: "logLevel", answers: #"{"level":"notice"}"#),
        Example(
            ControlRequest("PUT", "log-level", json: #"{"level":"debug"}"#),
            calls: #"setLogLevel {"level":"debug"}"#, answers: "{}"),
        Example(
            ControlRequest(
                "POST", "check",
                json: #"{"code":"c","gate":"A","direction":"out","at":"2026-11-21T12:00:00Z","explain":true,"#
                    + #""history":[{"at":"2026-11-21T11:00:00Z","direction":"in"}]}"#),
            calls: #"check {"at":"2026-11-21T12:00:00.000Z","code":"c","direction":"out","explain":true,"gate":"A","#
                + #""history":[{"at":"2026-11-21T11:00:00.000Z","direction":"in"}]}"#,
            answers: VerdictReport.sampleText),
        Example(
            ControlRequest("POST", "search", json: #"{"query":"r-1","event":null}"#),
            calls: #"search by \#(uid) {"query":"r-1"}"#,
            answers: #"{"hits":[{"admits":1,"entries":0,"event":"gala","holder":"Ada","inside":0,"line":0,"#
                + #""passages":[{"at":"2026-11-21T12:00:00.000Z","count":1,"entry":"e-1","gate":"A","#
                + #""operator":"Anne","seq":8,"station":"kiosk-1","verdict":"admitted"}],"ref":"r-1","#
                + #""seat":"A1","status":"valid","ticket":"00","type":"VIP"}],"is_cut":true,"note":"names are sealed"}"#
        ),
        Example(
            ControlRequest(
                "POST", "admit", json: #"{"reference":"r-1","count":4,"is_override":true,"operator":"Anne"}"#),
            calls: #"admit by Anne {"count":4,"is_override":true,"operator":"Anne","reference":"r-1"}"#,
            answers: VerdictReport.sampleText),
        Example(
            ControlRequest("POST", "confirm", json: #"{"ask":7,"note":"passport"}"#),
            calls: #"confirm {"ask":7,"note":"passport","operator":"\#(uid)"}"#, answers: VerdictReport.sampleText),
        Example(
            ControlRequest("POST", "checkout", json: #"{"reference":"r-1","note":"left\u202e early"}"#),
            calls: #"checkOut by \#(uid) {"note":"left early","operator":"\#(uid)","reference":"r-1"}"#,
            answers: VerdictReport.sampleText),
        Example(
            ControlRequest("GET", "place"), calls: "place by \(uid)",
            answers: #"{"direction":"in","gate":"A","gates":[{"name":"Gate A","slug":"A"}]}"#),
        Example(
            ControlRequest("PUT", "place", json: #"{"gate":"L","operator":"Anne"}"#),
            calls: #"move by Anne {"gate":"L","operator":"Anne"}"#,
            answers: #"{"direction":"in","gate":"A","gates":[{"name":"Gate A","slug":"A"}]}"#),
        Example(
            ControlRequest("POST", "checkout-all", json: #"{"list":"main"}"#),
            calls: #"checkOutAll by \#(uid) {"list":"main","operator":"\#(uid)"}"#,
            answers: #"{"entries":11,"people":12}"#),
        Example(
            ControlRequest("POST", "undo"), calls: #"undo by \#(uid) {"operator":"\#(uid)"}"#,
            answers: #"{"at":"2026-11-21T12:00:00.000Z","entry":"e-1","ref":"r-1","seq":9,"undone":8,"#
                + #""verdict":"admitted"}"#),
        Example(
            ControlRequest("POST", "not-recorded", json: #"{"is_on":true,"operator":"Grace"}"#),
            calls: #"setNotRecorded by Grace {"is_on":true,"operator":"Grace"}"#, answers: "{}"),
        Example(
            ControlRequest("GET", "doctor"), calls: "examine",
            answers: #"{"items":[{"area":"disk","code":"diskNearlyFull","key":"diskNearlyFull","level":"broken","#
                + #""next":"Make room now: when nothing is left, nobody is let in.","#
                + #""says":"The disk is nearly full: 3 MiB are free, and the reserve is used up.","values":{"free":"3"}}]}"#
        ),
        Example(
            ControlRequest("GET", "backends", "box", "check"), calls: "checkBackend box",
            answers: #"{"items":[{"area":"backend","code":"backendTakesCheckIns","key":"backendTakesCheckIns","#
                + #""level":"ok","says":"box takes check-ins.","subject":"box","values":{"backend":"box"}}]}"#),
        Example(
            ControlRequest("GET", "backends", "box", "events"), calls: "backendEvents box",
            answers: #"{"items":[{"id":"7","name":"Winter Gala","starts":"2026-11-21T12:00:00.000Z"}]}"#),
        Example(
            ControlRequest("POST", "alerts", "test"), calls: "testAlerts all",
            answers: #"{"items":[{"receiver":"office"},{"receiver":"phone","trouble":"it is away"}]}"#),
        Example(
            ControlRequest("POST", "alerts", "manager", "test"), calls: "testAlerts manager",
            answers: #"{"items":[{"receiver":"manager"},{"receiver":"phone","trouble":"it is away"}]}"#),
        Example(ControlRequest("GET", "enrolment"), calls: "enrolmentState", answers: enrolment),
        Example(ControlRequest("POST", "enrolment", "open"), calls: "openEnrolment", answers: enrolment),
        Example(
            ControlRequest("POST", "enrolment", "accept", json: #"{"fingerprint":"01 23"}"#),
            calls: #"acceptPairing by \#(uid) {"fingerprint":"01 23","operator":"\#(uid)"}"#, answers: enrolment),
        Example(ControlRequest("POST", "enrolment", "refuse"), calls: "refusePairing", answers: "{}"),
        Example(
            ControlRequest("POST", "enrolment", "leave", json: #"{"is_forced":true}"#),
            calls: #"leave {"is_forced":true,"operator":"\#(uid)"}"#, answers: "{}"),
        Example(
            ControlRequest("GET", "journal"), calls: "journalEntries after 0 limit 100",
            answers: "{\"seq\":1,\"id\":\"a\"}\n"),
        Example(
            ControlRequest("GET", "journal", query: ["after": "12", "limit": "1000"]),
            calls: "journalEntries after 12 limit 1000", answers: "{\"seq\":1,\"id\":\"a\"}\n"),
        Example(ControlRequest("GET", "journal", "export"), calls: "exportJournal jsonl", answers: "one\ntwo\n"),
        Example(
            ControlRequest("GET", "journal", "export", query: ["format": "csv"]), calls: "exportJournal csv",
            answers: "one\ntwo\n"),
        Example(
            ControlRequest("GET", "cameras", "picture"), calls: "cameraPicture only", answers: "a picture"),
        Example(
            ControlRequest("GET", "cameras", "picture", query: ["camera": "/dev/video0"]),
            calls: "cameraPicture /dev/video0", answers: "a picture"),
        Example(ControlRequest("GET", "scanners"), calls: "learnedScanners", answers: #"{"items":[\#(scanner)]}"#),
        Example(ControlRequest("PUT", "scanners", json: scanner), calls: "learnScanner \(scanner)", answers: "{}"),
        Example(ControlRequest("GET", "journal", "head"), calls: "journalHead", answers: #"{"head":"a.b.c"}"#),
        Example(
            ControlRequest("POST", "journal", "verify", json: #"{"head":"a.b.c"}"#),
            calls: #"verifyJournal {"head":"a.b.c"}"#,
            answers: #"{"entries":14,"fault":"entry 3 was changed","is_whole":false,"note":"no head given"}"#),
        Example(
            ControlRequest("POST", "journal", "purge"), calls: "purgeJournal",
            answers: #"{"events":["gala"],"kept":["ball: 2 entries wait"],"removed":14}"#),
        Example(
            ControlRequest("GET", "offers"), calls: "listOffers",
            answers: #"{"items":[{"event":"gala","fault":"old","file":"sda1/gala.usher","#
                + #""issued":"2026-11-21T12:00:00.000Z","name":"Winter Gala","seq":7,"tickets":500}]}"#),
        Example(
            ControlRequest("POST", "offers", "accept", json: #"{"file":"sda1/gala.usher"}"#),
            calls: #"acceptList {"file":"sda1/gala.usher"}"#, answers: manifest),
        Example(
            ControlRequest("GET", "outbox", "conflicts"), calls: "conflicts",
            answers: #"{"double_entries":[{"event":"gala","line":0,"list":"main","passages":[{"#
                + #""at":"2026-11-21T12:00:00.000Z","count":1,"gate":"A","id":"e-1","is_surplus":true,"#
                + #""operator":"ada","station":"kiosk-1","verdict":"admitted"}],"ref":"r-1"}],"#
                + #""refused":[\#(outboxItem)]}"#),
        Example(
            ControlRequest("GET", "outbox", query: ["state": "parked"]),
            calls: #"outbox {"state":"parked"}"#,
            answers: #"{"items":[\#(outboxItem)]}"#),
        Example(
            ControlRequest("POST", "outbox", "retry", json: #"{"ids":["e-1"]}"#),
            calls: #"retryOutbox {"ids":["e-1"]}"#, answers: #"{"entries":2}"#),
        Example(
            ControlRequest("GET", "manifests"), calls: "manifests", answers: #"{"items":[\#(manifest)]}"#),
        Example(
            ControlRequest("PUT", "manifests", json: "a manifest"), calls: "installManifest", answers: manifest),
        Example(ControlRequest("DELETE", "manifests", "gala"), calls: "removeManifest gala", answers: "{}"),
        Example(
            ControlRequest("GET", "figures", query: ["event": "gala"]), calls: "figures gala",
            answers: String(decoding: (try? ControlJSON.encode(Items([EventFigures.sample]))) ?? [], as: UTF8.self)),
        Example(
            ControlRequest("GET", "report", query: ["format": "pdf"]), calls: "report served pdf", answers: "a report"),
        Example(ControlRequest("GET", "keys"), calls: "trustedKeys", answers: #"{"items":[\#(key)]}"#),
        Example(ControlRequest("POST", "keys", json: "# Gala\nAAAA\n"), calls: "trustKey # Gala\nAAAA\n", answers: key),
        Example(ControlRequest("DELETE", "keys", "0011"), calls: "removeKey 0011", answers: #"{"events":["gala"]}"#),
        Example(
            ControlRequest("GET", "operators"), calls: "operators",
            answers: #"{"items":[{"name":"Anne","role":"steward"}]}"#),
        Example(
            ControlRequest("POST", "operators", json: #"{"name":"Anne","role":"steward","pin":"123456"}"#),
            calls: #"addOperator {"name":"Anne","pin":"123456","role":"steward"}"#, answers: "{}"),
        Example(
            ControlRequest("DELETE", "operators", "Zo\u{EB} A/B %"), calls: "removeOperator Zo\u{EB} A/B %",
            answers: "{}"),
    ]

    private static let manifest =
        #"{"event":"gala","expires":"2026-11-21T12:00:00.000Z","is_served":true,"is_test":false,"#
        + #""issued":"2026-11-21T12:00:00.000Z","kid":"0011223344556677","name":"Winter Gala","#
        + #""organizer":"Gala Ltd","seq":7,"tickets":500}"#
    private static let key = #"{"file":"gala.pub","kid":"0011223344556677"}"#

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
