import TestSupport
import Testing
import Web

@testable import DoorScreen
@testable import StationAPI

/// What the command of usher-screen.service asks before it starts the browser, and the page that it may open then.
struct PageConsoleTests {
    private func ask(
        _ path: String, _ console: ConsoleSettings = ConsoleSettings()
    ) async throws -> (answer: WebResponse, text: String) {
        var settings = PageSettings()
        settings.console = console
        let page = PageAPI(station: FakeStation().control, settings: settings, logo: nil, logger: .quiet)
        let answer = await page.respond(to: .ofPage("GET", path, nil))
        return (answer, String(decoding: try await answer.body.collected(upTo: 1 << 20), as: UTF8.self))
    }

    @Test func `the settings of the console`() async throws {
        #expect(try await ask("/console").text == #"{"rotation":0,"scale":100}"#)
        var console = ConsoleSettings()
        console.rotation = 270
        console.scale = 150
        console.output = "HDMI-A-1"
        #expect(try await ask("/console", console).text == #"{"output":"HDMI-A-1","rotation":270,"scale":150}"#)
    }

    @Test func `a turned page may frame the door's page, and no other site may`() async throws {
        for path in ["/turned", "/"] {
            let answer = try await ask(path).answer
            #expect(answer.status == 200)
            let policy = try #require(answer.headers["content-security-policy"])
            #expect(policy.hasSuffix("frame-src 'self'; frame-ancestors 'self'"))
        }
    }
}
