import Backends
import Foundation
import Messages
import ServiceLifecycle
import TestSupport
import Testing
import Tickets
import Web

@testable import DoorScreen
@testable import StationAPI

@Suite(.timeLimit(.minutes(5)))
struct PageServerTests {
    /// Runs a server at any free port while the body runs.
    private func withPage<Result: Sendable>(
        _ station: FakeStation = FakeStation(), settings: PageSettings = PageSettings(), logo: [UInt8]? = nil,
        _ body: (_ url: String, _ services: ServiceGroup) async throws -> Result
    ) async throws -> Result {
        var settings = settings
        settings.port = 0
        let (reports, signal) = AsyncStream<ListenerReport>.makeStream()
        var server = PageServer(station: station.control, settings: settings, logo: logo, logger: .quiet) {
            signal.yield($0)
        }
        // A busy machine may need longer than a station waits before it cuts a connection off.
        server.rules = .unhurried
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)],
                logger: .quiet))
        return try await withThrowingTaskGroup { group in
            group.addTask { try await services.run() }
            guard case .listening(let url)? = await reports.first(where: { _ in true }) else {
                throw CancellationError()
            }
            let result: Result
            do {
                result = try await body(url, services)
            } catch {
                await services.triggerGracefulShutdown()
                throw error
            }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
            return result
        }
    }

    @Test func `a port that is taken is told with its cause`() async throws {
        try await withPage { url, _ in
            let taken = try #require(URL(string: url)?.port)
            var settings = PageSettings()
            settings.port = taken
            let (reports, signal) = AsyncStream<ListenerReport>.makeStream()
            let second = PageServer(station: FakeStation().control, settings: settings, logo: nil, logger: .quiet) {
                signal.yield($0)
            }
            let run = Task { try await second.run() }
            let report = await reports.first { _ in true }
            run.cancel()
            try? await run.value
            guard case .failed(let error)? = report else {
                Issue.record("it listens there, too")
                return
            }
            #expect(error.headline == "cannot listen at 127.0.0.1:\(taken): another program listens there")
            #expect(error.hint?.contains("ss -ltnp") == true)
        }
    }

    @Test func `every file of the page is served with its type, and once only`() async throws {
        try await withPage { url, _ in
            for (name, asset) in PageAssets.all {
                let answer = try await HTTPClient().send(HTTPRequest("GET", url + name))
                #expect(answer.status == 200, "\(name)")
                #expect(answer.body == asset.bytes, "\(name)")
                #expect(answer.headers.first("content-type") == asset.contentType)
                #expect(answer.headers.first("x-content-type-options") == "nosniff")
                let tag = try #require(answer.headers.first("etag"))
                var again = HTTPRequest("GET", url + name)
                again.headers.append(HTTPHeader("if-none-match", tag))
                let second = try await HTTPClient().send(again)
                #expect(second.status == 304, "\(name)")
                #expect(second.body.isEmpty)
            }
        }
    }

    @Test func `the page needs nothing from elsewhere and holds no script or style of its own`() throws {
        for (name, asset) in PageAssets.all {
            let text = String(decoding: asset.bytes, as: UTF8.self)
            let addresses = text.matches(of: #/https?:\/\/[\w.]+/#).map { String($0.output) }
            #expect(Set(addresses).subtracting(["http://www.w3.org"]) == [], "\(name)")
        }
        let page = String(decoding: try #require(PageAssets.all["index.html"]).bytes, as: UTF8.self)
        #expect(page.contains(#"<script type="module" src="/screen.js"></script>"#))
        #expect(page.matches(of: /<script/).count == 1)
        #expect(!page.contains("<style") && !page.contains(" style=") && !page.contains(" onclick="))
    }

    @Test func `an organizer's branding is shown, and what the venue wrote down wins`() async throws {
        let station = FakeStation()
        await station.dress(
            Branding(color: "#123456", legalFooter: "Gala Ltd", logo: Data([1, 2]), logoType: "image/png"))
        var settings = PageSettings()
        settings.brand.color = "#abcdef"
        try await withPage(station, settings: settings) { url, _ in
            let told = try await HTTPClient().send(HTTPRequest("GET", url + "settings"))
            let text = String(decoding: told.body, as: UTF8.self)
            #expect(text.contains(##""brand_color":"#abcdef""##) && text.contains(#""legal_footer":"Gala Ltd""#))
            #expect(text.contains(#""has_logo":true"#))
            let logo = try await HTTPClient().send(HTTPRequest("GET", url + "logo"))
            #expect(logo.body == [1, 2])
            #expect(logo.headers.first("content-type") == "image/png")
            let state = try await HTTPClient().send(HTTPRequest("GET", url + "state"))
            let build = PageAssets.build(with: await station.branding())
            #expect(build != PageAssets.build)
            #expect(String(decoding: state.body, as: UTF8.self).contains(build) && text.contains(build))
        }
    }

    private func texts(_ language: String) throws -> Set<String> {
        let asset = try #require(PageAssets.all["messages/\(language).json"])
        return Set(Self.paths(of: try JSONSerialization.jsonObject(with: Data(asset.bytes)), at: ""))
    }

    @Test func `every language has every text of the English one`() throws {
        let english = try texts("en")
        for language in MessageFile.languages {
            let own = try texts(language)
            #expect(own == english, "\(language)")
        }
        let part = { (name: String) in english.filter { $0.hasPrefix(".\(name).") } }
        let verdicts = ["admitted", "valid", "checkedOut"] + Reason.allCases.map(\.rawValue)
        #expect(part("words") == Set(verdicts.map { ".words.\($0)" }))
        #expect(part("hints") == Set(ScanHint.Kind.allCases.map { ".hints.\($0.rawValue)" }))
        #expect(part("badges") == Set(PageBadge.Topic.allCases.map { ".badges.\($0.rawValue)" }))
    }

    /// Of every text, with the names of what is filled in: a translation must not lose a gate.
    private static func paths(of value: Any, at path: String) -> [String] {
        if let object = value as? [String: Any] {
            return object.flatMap { paths(of: $0.value, at: "\(path).\($0.key)") }
        }
        let names = (value as? String)?.matches(of: /\{\w+\}/).map { String($0.output) }.sorted() ?? []
        return ["\(path)\(names.joined())"]
    }

    @Test func `answers no other address and no other method`() async throws {
        try await withPage { url, _ in
            #expect(try await HTTPClient().send(HTTPRequest("GET", url + "v1/status")).status == 404)
            #expect(try await HTTPClient().send(HTTPRequest("GET", url + "../screen.js%00")).status == 404)
            #expect(try await HTTPClient().send(HTTPRequest("POST", url + "state")).status == 403)
            var own = HTTPRequest("POST", url + "state")
            own.headers.append(HTTPHeader("origin", String(url.dropLast())))
            let answer = try await HTTPClient().send(own)
            #expect(answer.status == 405)
            #expect(answer.headers.first("allow") == "GET")
        }
    }

    @Test func `reads a body in pieces, and no more of it than it may have`() async throws {
        let station = FakeStation()
        await station.employ([OperatorSummary(name: "Anne", role: "steward")])
        try await withPage(station) { url, _ in
            func post(_ pieces: [[UInt8]]) async throws -> HTTPResponse {
                var request = HTTPRequest("POST", url + "staff/session", body: .pieces(pieces.asThrowingStream))
                request.headers.append(HTTPHeader("origin", String(url.dropLast())))
                return try await HTTPClient().send(request)
            }
            let right = try await post([Array(#"{"operator":"Anne","#.utf8), Array(#""pin":"4817263"}"#.utf8)])
            #expect(right.status == 200)
            let cookie = try #require(right.headers.first("set-cookie"))
            #expect(cookie.hasSuffix("; Path=/staff; HttpOnly; SameSite=Strict"))
            var own = HTTPRequest("GET", url + "staff/session")
            own.headers.append(HTTPHeader("cookie", String(cookie.prefix { $0 != ";" })))
            #expect(try await HTTPClient().send(own).status == 200)
            let large = try await post(Array(repeating: Array(repeating: UInt8(ascii: " "), count: 8192), count: 9))
            #expect(large.status == 413)
            #expect(await station.calls.count { $0.hasPrefix("checkPIN") } == 1)
        }
    }

    @Test func `tells the state on connecting, then verdicts with their reader`() async throws {
        let station = FakeStation()
        let report = try VerdictReport.sample
        let events = try await withPage(station) { url, services in
            let stream = try await HTTPClient().open(HTTPRequest("GET", url + "events"))
            #expect(stream.headers.first("content-type") == "text/event-stream")
            var parser = ServerSentEvents()
            var events: [ServerSentEvent] = []
            for try await piece in stream.pieces {
                // Beats come as time passes.
                let new = parser.receive(piece).filter { $0.name != "beat" }
                guard !new.isEmpty else { continue }
                events += new
                if events.count == 1 {
                    await station.announce(.verdict(report), reader: "/dev/usher/camera-1")
                    await station.announce(.hint(.sample))
                } else if events.count == 3 {
                    await services.triggerGracefulShutdown()
                }
            }
            return events
        }
        #expect(events.map(\.name) == ["state", "verdict", "hint"])
        #expect(
            events[1].data == #"{"reader":"/dev/usher/camera-1","color":"green","verdict":"#
                + VerdictReport.sampleText + "}")
    }

    @Test func `a page that has gone is no face any more`() async throws {
        let station = FakeStation()
        try await withPage(station) { url, _ in
            do { _ = try await HTTPClient().open(HTTPRequest("GET", url + "events")) }
            let wentByItself = await station.listenerGone.first { _ in true }
            #expect(wentByItself == true)
        }
    }

    @Test func `has room for a few screens of one reader, and again when one has gone`() async throws {
        let events = PageEvents(station: FakeStation().control)
        let reader = PageReader(address: nil, port: nil)
        var streams: [WebResponse] = []
        for _ in 0..<PageEvents.mostOfOneReader { streams.append(try #require(try await events.stream(for: reader))) }
        #expect(try await events.stream(for: reader)?.status == nil)
        streams.removeLast()
        streams.append(try #require(try await events.stream(for: reader)))
        #expect(try await events.stream(for: reader)?.status == nil)
    }

    @Test func `the kiosk's own screen gets a stream, whatever others hold open`() async throws {
        let events = PageEvents(station: FakeStation().control)
        let others = ["127.0.0.2", "127.0.0.3"].map { PageReader(address: $0, port: nil) }
        var streams: [WebResponse] = []
        for other in others {
            for _ in 0..<PageEvents.mostOfOneReader {
                streams.append(try #require(try await events.stream(for: other)))
            }
        }
        let own = PageReader(address: "127.0.0.1", port: nil)
        let screen = try #require(try await events.stream(for: own))
        // The oldest of those who hold the most gives way, and is told so.
        for try await _ in streams[0].body.pieces {}
        #expect(try await events.stream(for: others[1])?.status == nil)
        #expect(try await events.stream(for: own) == nil)
        withExtendedLifetime((streams, screen)) {}
    }

    @Test func `tells the readers of this machine apart by their user`() {
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:2212 00000000:0000 0A 00000000:00000000 00:00000000 00000000   998        0 16 1
               1: 0100007F:A0B1 0100007F:2212 01 00000000:00000000 00:00000000 00000000   997        0 17 1
               2: 0200007F:A0B1 0100007F:2212 01 00000000:00000000 00:00000000 00000000  1000        0 18 1
            """
        #expect(PageReader.uid(of: "127.0.0.1", port: 0xA0B1, in: table) == 997)
        #expect(PageReader.uid(of: "127.0.0.2", port: 0xA0B1, in: table) == 1000)
        #expect(PageReader.uid(of: "127.0.0.1", port: 0xA0B2, in: table) == nil)
        let six = """
              sl  local_address                         remote_address                        st
               0: 00000000000000000000000001000000:A0B1 00000000000000000000000001000000:2212 01 0:0 0:0 0 997 0
            """
        #expect(PageReader.uid(of: "::1", port: 0xA0B1, in: six) == 997)
    }

    @Test func `knows the user at the other end of a connection`() async throws {
        try await withPage { url, _ in
            let port = try #require(URL(string: url)?.port)
            // Of the server itself, which is a socket of this user.
            #expect(PageReader(address: "127.0.0.1", port: port).uid == getuid())
        }
    }

    @Test func `shows the organizer's logo, and says when there is none`() async throws {
        let picture = Array("<svg/>".utf8)
        var branded = PageSettings()
        branded.brand.logo = "/etc/usher/logo.svg"
        try await withPage(settings: branded, logo: picture) { url, _ in
            let answer = try await HTTPClient().send(HTTPRequest("GET", url + "logo"))
            #expect(answer.body == picture)
            #expect(answer.headers.first("content-type") == "image/svg+xml")
        }
        try await withPage { url, _ in
            let answer = try await HTTPClient().send(HTTPRequest("GET", url + "logo"))
            #expect(answer.status == 404)
        }
    }
}
