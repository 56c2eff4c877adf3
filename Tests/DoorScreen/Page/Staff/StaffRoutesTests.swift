import Foundation
import Synchronization
import TestSupport
import Testing
import Tickets
import Web

@testable import DoorScreen
@testable import StationAPI

/// The staff's addresses, without a socket.
struct StaffRoutesTests {
    private let station = FakeStation()
    private let page: PageAPI

    init() {
        page = PageAPI(station: station.control, settings: PageSettings(), logo: nil, logger: .quiet)
    }

    private struct Reply {
        let status: Int
        let text: String
        let cookie: String?
    }

    private func ask(
        _ method: String, _ target: String, _ body: String? = nil, cookies: String? = nil
    ) async throws -> Reply {
        let answer = await page.respond(to: .ofPage(method, target, body, cookies: cookies))
        let text = String(decoding: try await answer.body.collected(upTo: 1 << 20), as: UTF8.self)
        return Reply(status: answer.status, text: text, cookie: answer.headers["set-cookie"])
    }

    /// - Returns: what the browser would send from now on.
    private func signIn(_ name: String) async throws -> String {
        let reply = try await ask("POST", "/staff/session", #"{"operator":"\#(name)","pin":"4817263"}"#)
        #expect(reply.status == 200)
        return try #require(reply.cookie?.split(separator: ";").first.map(String.init))
    }

    @Test func `a right PIN gives a cookie that no script and no other site can read`() async throws {
        let reply = try await ask("POST", "/staff/session", #"{"operator":"Anne","pin":"4817263"}"#)
        #expect(
            reply.text
                == #"{"acts":["look_up","admit","check_out","undo_own","sell"],"find_by":["code"],"idle_ms":120000,"operator":"Anne","#
                + #""permissions":["scan","basic_attendee","manual_check_in"],"role":"steward"}"#)
        let parts = try #require(reply.cookie).split(separator: ";").map { $0.trimmingPrefix { $0 == " " } }
        #expect(parts.dropFirst() == ["Path=/staff", "HttpOnly", "SameSite=Strict"])
        let value = try #require(parts.first?.split(separator: "=", maxSplits: 1).last)
        #expect(Data(base64Encoded: String(value))?.count == 32)
        #expect(!reply.text.contains(value))
    }

    @Test func `a wrong PIN says when the next try is possible`() async throws {
        let reply = try await ask("POST", "/staff/session", #"{"operator":"Anne","pin":"0000000"}"#)
        #expect(reply.status == 403)
        #expect(reply.cookie == nil)
        #expect(reply.text.contains(#""retry_after_ms":4000"#))
        #expect(!reply.text.contains("0000000"))
    }

    @Test func `an enrolled station takes no pairing from its screen without a session`() async throws {
        let reply = try await ask(
            "POST", "/enrolment/accept", #"{"fingerprint":"0481726389abcdef","short_code":"AB12CD34"}"#)
        #expect(reply.status == 401)
        #expect(await !station.calls.contains { $0.hasPrefix("acceptPairing") })
        await station.employ([OperatorSummary(name: "Sue", role: "supervisor")])
        let cookie = try await signIn("Sue")
        let seen = #"{"fingerprint":"0481726389abcdef","short_code":"AB12CD34"}"#
        let accepted = try await ask("POST", "/staff/enrolment", seen, cookies: cookie)
        #expect(accepted.status == 200)
        #expect(
            await station.calls.last
                == #"acceptPairing by Sue {"fingerprint":"0481726389abcdef","operator":"Sue","short_code":"AB12CD34"}"#)
        let brought = try await ask(
            "POST", "/staff/enrolment", #"{"fingerprint":"","short_code":"","pairing":"usher-pairing:x"}"#,
            cookies: cookie)
        #expect(brought.status == 400)
    }

    @Test func `anybody at the screen confirms what a verdict asks; in a session, with the name`() async throws {
        let asked = try await ask("POST", "/staff/confirm", #"{"ask":7,"operator":"Bob","note":"saw it"}"#)
        #expect(asked.status == 200)
        #expect(await station.calls == [#"confirm {"ask":7}"#])
        let cookie = try await signIn("Anne")
        _ = try await ask("POST", "/staff/confirm", #"{"ask":8}"#, cookies: cookie)
        #expect(await station.calls.last == #"confirm {"ask":8,"operator":"Anne"}"#)
    }

    @Test func `anybody at the screen lets in more of a group; in a session, with the name`() async throws {
        let asked = try await ask("POST", "/staff/more", #"{"count":2,"operator":"Bob","seq":7}"#)
        #expect(asked.status == 200)
        #expect(await station.calls == [#"admitMore {"count":2,"seq":7}"#])
        let cookie = try await signIn("Anne")
        _ = try await ask("POST", "/staff/more", #"{"count":1,"seq":8}"#, cookies: cookie)
        #expect(await station.calls.last == #"admitMore {"count":1,"operator":"Anne","seq":8}"#)
    }

    @Test func `anybody at the screen says that somebody is not let in`() async throws {
        let asked = try await ask("POST", "/staff/decline", #"{"ask":7}"#)
        #expect(asked.status == 200)
        #expect(await station.calls == [#"decline {"ask":7}"#])
    }

    @Test func `names the people for the tiles, and nothing else of them`() async throws {
        let reply = try await ask("GET", "/staff/operators")
        #expect(reply.text == #"{"items":[{"name":"Anne","role":"steward"}]}"#)
    }

    /// Every address of staff but those that begin a session.
    static let closed = PageRoutes.all.filter {
        $0.path.hasPrefix("/staff/") && $0.path != "/staff/operators" && $0.path != "/staff/session"
            && $0.path != "/staff/confirm" && $0.path != "/staff/decline"
            && $0.path != "/staff/more"
    }

    @Test(arguments: closed.indices, [nil, "usher_staff=", "usher_staff=guess", "other=1; usher_staff"])
    func `does nothing for a stranger`(index: Int, cookies: String?) async throws {
        let route = Self.closed[index]
        let reply = try await ask(route.method, route.path, "{}", cookies: cookies)
        #expect(reply.status == 401)
        #expect(reply.text.contains("no_session"))
        #expect(await station.calls.isEmpty)
    }

    @Test func `acts under the name of the session, whatever the page says`() async throws {
        let valid = try await signIn("Anne")
        let reply = try await ask(
            "POST", "/staff/admit", #"{"reference":"r-1","note":"knows\u0007 the code","operator":"Bob"}"#,
            cookies: "theme=dark; " + valid)
        #expect(reply.status == 200)
        #expect(reply.text.hasPrefix(#"{"color":"green","verdict":{"seq":1,"#))
        #expect(
            await station.calls.last
                == #"admit by Anne {"note":"knows the code","operator":"Anne","reference":"r-1"}"#)
    }

    @Test func `a person's language is kept with the person, and is one that the page speaks`() async throws {
        let cookies = try await signIn("Anne")
        #expect(try await ask("GET", "/staff/session", cookies: cookies).text.contains("language") == false)
        let chosen = try await ask("PUT", "/staff/session", #"{"language":"de"}"#, cookies: cookies)
        #expect(chosen.status == 200 && chosen.text.contains(#""language":"de""#))
        let unknown = try await ask("PUT", "/staff/session", #"{"language":"xx"}"#, cookies: cookies)
        #expect(unknown.status == 400 && unknown.text.contains("`language` must be one of en, "))
        _ = try await ask("DELETE", "/staff/session", cookies: cookies)
        let later = try await signIn("Anne")
        #expect(try await ask("GET", "/staff/session", cookies: later).text.contains(#""language":"de""#))
    }

    @Test func `the guest list is of the session, from a place, in the language of the page`() async throws {
        await station.employ([OperatorSummary(name: "Sue", role: "supervisor")])
        let cookie = try await signIn("Sue")
        #expect(try await ask("GET", "/staff/guests?from=12", cookies: cookie).text.contains(#""letters":[{"at":0"#))
        #expect(await station.calls.last == "guests by Sue from 12 in en")
        _ = try await ask("GET", "/staff/guests?language=de", cookies: cookie)
        #expect(await station.calls.last == "guests by Sue from 0 in de")
        _ = try await ask("GET", "/staff/guests?language=../de", cookies: cookie)
        #expect(await station.calls.last == "guests by Sue from 0 in en")
        for wrong in ["-1", "x", "2001"] {
            #expect(try await ask("GET", "/staff/guests?from=\(wrong)", cookies: cookie).status == 400)
        }
    }

    /// A request of the browser that got this answer.
    private func using(_ answer: WebResponse) -> WebRequest {
        .ofPage("GET", "/staff/session", cookies: answer.headers["set-cookie"])
    }

    @Test func `a session ends with its idle time, and when somebody leaves`() async throws {
        await station.employ([OperatorSummary(name: "Sue", role: "supervisor")])
        let time = Mutex(ContinuousClock.now)
        let authentication = StaffAuthentication(
            station: station.control, page: "screen", idle: .seconds(60), logger: .quiet
        ) {
            time.withLock { $0 }
        }
        let begun = try await authentication.begin(
            SessionRequest(operator: "Sue", pin: "4817263"), on: .ofPage("POST", "/staff/session"))
        #expect(try await authentication.staff(using(begun)) == Staff(name: "Sue", role: .supervisor))
        time.withLock { $0 += .seconds(61) }
        await #expect(throws: ControlError.self) { try await authentication.staff(using(begun)) }
        let again = try await authentication.begin(
            SessionRequest(operator: "Sue", pin: "4817263"), on: .ofPage("POST", "/staff/session"))
        await station.employ([])
        await #expect(throws: ControlError.self) { try await authentication.staff(using(again)) }
        await station.employ([OperatorSummary(name: "Sue", role: "supervisor")])
        await #expect(throws: ControlError.self) { try await authentication.staff(using(again)) }
    }

    @Test func `no session begins for somebody whose role changes while their PIN is checked`() async throws {
        await station.employ([OperatorSummary(name: "Sue", role: "steward")])
        let reply = try await ask("POST", "/staff/session", #"{"operator":"Sue","pin":"4817263"}"#)
        #expect(reply.status == 401 && reply.cookie == nil)
    }

    @Test func `no session begins by the PIN of somebody who is replaced under the same name meanwhile`() async throws {
        await station.employ([OperatorSummary(name: "Sue", role: "supervisor")])
        await station.replaceWhilePINIsChecked()
        let reply = try await ask("POST", "/staff/session", #"{"operator":"Sue","pin":"4817263"}"#)
        #expect(reply.status == 401 && reply.cookie == nil)
    }

    @Test func `a session does not outlive its owner's employment, even if they are back at the next request`()
        async throws
    {
        await station.employ([OperatorSummary(name: "Sue", role: "supervisor")])
        let cookies = try await signIn("Sue")
        await station.employ([])
        await station.employ([OperatorSummary(name: "Sue", role: "supervisor")])
        #expect(try await ask("GET", "/staff/session", cookies: cookies).status == 401)
    }

    @Test func `a new session of the same browser replaces the old one`() async throws {
        await station.employ([OperatorSummary(name: "Sue", role: "supervisor")])
        let old = try await signIn("Sue")
        let question = #"{"operator":"Sue","pin":"4817263"}"#
        let reply = try await ask("POST", "/staff/session", question, cookies: old)
        #expect(try await ask("GET", "/staff/session", cookies: old).status == 401)
        let new = try #require(reply.cookie?.split(separator: ";").first.map(String.init))
        #expect(try await ask("GET", "/staff/session", cookies: new).status == 200)
        #expect(try await ask("DELETE", "/staff/session", cookies: new).status == 200)
        #expect(try await ask("GET", "/staff/session", cookies: new).status == 401)
    }

    @Test(arguments: [
        ("", 400), ("nonsense", 400), (#"{"operator":"Anne"}"#, 400),
        (#"{"operator":"Anne","pin":"1","pim":"2"}"#, 400), (String(repeating: " ", count: 65_537), 413),
    ]) func `reads a body with care`(body: String, status: Int) async throws {
        let reply = try await ask("POST", "/staff/session", body)
        #expect(reply.status == status)
        #expect(await station.calls.isEmpty)
    }
}
