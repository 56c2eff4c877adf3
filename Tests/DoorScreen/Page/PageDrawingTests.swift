import TestSupport
import Testing
import Tickets
import Web

@testable import DoorScreen
@testable import StationAPI

/// What pages confirm, without a socket.
struct PageDrawingTests {
    private let station = FakeStation()

    private func ask(_ method: String, _ body: String? = nil) async throws -> (status: Int, text: String) {
        let page = PageAPI(station: station.control, settings: PageSettings(), logo: nil, logger: .quiet)
        let answer = await page.respond(to: .ofPage(method, "/drawn", body))
        return (answer.status, String(decoding: try await answer.body.collected(upTo: 1 << 20), as: UTF8.self))
    }

    @Test func `the station hears what a page has drawn`() async throws {
        let reply = try await ask("POST", #"{"page":"door","is_console":true,"page_age_ms":20,"verdict":7}"#)
        #expect(reply.status == 200)
        #expect(await station.calls == [#"drawn {"is_console":true,"page":"door","page_age_ms":20,"verdict":7}"#])
    }

    @Test(arguments: ["", "{}", #"{"page":"cellar","is_console":true,"page_age_ms":1}"#])
    func `what is no drawing is refused`(body: String) async throws {
        #expect(try await ask("POST", body).status == 400)
        #expect(await station.calls.isEmpty)
    }

    @Test func `the screen's service learns for how long its page was not drawn`() async throws {
        let reply = try await ask("GET")
        #expect(reply.status == 200)
        #expect(reply.text == #"{"has_drawn":true,"undrawn_ms":1234}"#)
    }
}
