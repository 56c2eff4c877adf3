import Foundation
import Synchronization
import TestSupport
import Testing
import Tickets
import Web

@testable import DoorScreen
@testable import StationAPI

/// What a phone of staff gets to see, and what it may do, by its token and the PIN of whoever holds it.
struct PhonesAPITests {
    private static let token = "bVx7m3Qy0pRk2TnW9sLd4eHf"
    private static let host = "phones.example.org"

    private let station = FakeStation()
    private let time = Clock()
    private let api: PhonesAPI

    private final class Clock: Sendable {
        let now = Mutex(ContinuousClock.now)
    }

    init() {
        let time = time
        api = PhonesAPI(
            station: station.control, settings: RemoteSettings(host: "127.0.0.1", port: 0, hosts: [Self.host]),
            page: PageSettings(),
            signIn: TokenSignIn(
                page: "phones", token: { Self.token }, now: { Timestamp(seconds: 1_795_262_400) },
                tries: TokenTries(pause: .zero)), logger: .quiet, now: { time.now.withLock { $0 } })
    }

    private func ask(
        _ method: String, _ target: String, _ body: String = "", cookies: [String] = [], encrypted: Bool = true
    ) async -> WebResponse {
        var request = WebRequest(method, target, host: Self.host)
        request.headers["origin"] = "https://" + Self.host
        if encrypted { request.headers["x-forwarded-proto"] = "https" }
        if !cookies.isEmpty { request.headers["cookie"] = cookies.joined(separator: "; ") }
        request.body = .bytes(Array(body.utf8))
        return await api.respond(to: request)
    }

    private func text(_ answer: WebResponse) async throws -> String {
        String(decoding: try await answer.body.collected(upTo: 1 << 20), as: UTF8.self)
    }

    private func cookie(_ answer: WebResponse) throws -> String {
        String(try #require(answer.headers["set-cookie"]).prefix { $0 != ";" })
    }

    /// - Returns: the cookies of a phone that has sent the token, with a session of Anne's.
    private func atWork() async throws -> [String] {
        let phone = try cookie(await ask("POST", "/sign-in", #"{"token":"\#(Self.token)"}"#))
        let session = await ask("POST", "/staff/session", #"{"operator":"Anne","pin":"4817263"}"#, cookies: [phone])
        return [phone, try cookie(session)]
    }

    @Test(arguments: PhonesAPI.acts.sorted() + ["POST /staff/scan"])
    func `without the token nothing of the staff is told or done`(act: String) async throws {
        let parts = act.split(separator: " ").map(String.init)
        for cookies in [[], ["usher-phones=guess"], ["usher_staff=guess"]] {
            #expect(await ask(parts[0], parts[1], "{}", cookies: cookies).status == 403)
        }
        #expect(await station.calls.isEmpty)
    }

    @Test func `the cookie of the figures opens no phone`() async throws {
        let figures = TokenGuard(token: Self.token, page: "figures").cookie(now: Timestamp(seconds: 1_795_262_000))
        #expect(await ask("GET", "/staff/operators", cookies: ["usher-phones=\(figures)"]).status == 403)
    }

    @Test func `with the token alone nothing is scanned, searched or decided`() async throws {
        let phone = try cookie(await ask("POST", "/sign-in", #"{"token":"\#(Self.token)"}"#))
        #expect(await ask("GET", "/staff/operators", cookies: [phone]).status == 200)
        #expect(await ask("POST", "/staff/scan", "picture", cookies: [phone]).status == 401)
        #expect(await ask("POST", "/staff/search", #"{"query":"x"}"#, cookies: [phone]).status == 401)
        #expect(await station.calls == ["operators at work"])
    }

    @Test func `a picture gives the verdict of its code, under the name of the session`() async throws {
        let cookies = try await atWork()
        let answer = await ask("POST", "/staff/scan", "picture", cookies: cookies)
        #expect(try await text(answer).hasPrefix(#"{"color":"#))
        #expect(await station.calls.last == "scan 7 bytes by Anne")
        #expect(try await text(await ask("POST", "/staff/scan", cookies: cookies)) == "{}")
    }

    @Test func `pictures without a ticket keep nobody signed in, and a ticket does`() async throws {
        let cookies = try await atWork()
        for isTicket in [true, true, false, false] {
            time.now.withLock { $0 += .seconds(70) }
            let answer = await ask("POST", "/staff/scan", isTicket ? "picture" : "", cookies: cookies)
            #expect(answer.status == 200 || !isTicket)
        }
        #expect(await ask("POST", "/staff/scan", "picture", cookies: cookies).status == 401)
    }

    @Test(arguments: [
        "POST /staff/admit", "POST /staff/checkout", "POST /staff/undo", "POST /staff/confirm", "POST /staff/decline",
        "GET /staff/guests", "PUT /staff/place", "POST /staff/checkout-all", "POST /staff/sales", "GET /state",
        "GET /events", "GET /camera", "GET /report", "GET /figures/state", "GET /index.html", "POST /enrolment/open",
    ])
    func `nothing is done by hand from a phone, and nothing else of the station is told`(act: String) async throws {
        let parts = act.split(separator: " ").map(String.init)
        let cookies = try await atWork()
        let before = await station.calls
        #expect([404, 405].contains(await ask(parts[0], parts[1], "{}", cookies: cookies).status))
        #expect(await station.calls == before)
    }

    @Test func `only this page may use a camera, and its cookies travel encrypted where the proxy says so`()
        async throws
    {
        let page = await ask("GET", "/")
        #expect(page.status == 200)
        #expect(page.headers["permissions-policy"]?.contains("camera=(self)") == true)
        let phone = await ask("POST", "/sign-in", #"{"token":"\#(Self.token)"}"#)
        #expect(phone.headers["set-cookie"]?.contains("; Secure") == true)
        let session = await ask(
            "POST", "/staff/session", #"{"operator":"Anne","pin":"4817263"}"#, cookies: [try cookie(phone)])
        #expect(session.headers["set-cookie"]?.contains("; Secure") == true)
        let plain = await ask("POST", "/sign-in", #"{"token":"\#(Self.token)"}"#, encrypted: false)
        #expect(plain.headers["set-cookie"]?.contains("; Secure") == false)
    }

    @Test func `another site's page is refused`() async {
        var request = WebRequest("POST", "/sign-in", host: Self.host)
        request.headers["origin"] = "https://evil.example"
        #expect(await api.respond(to: request).status == 403)
    }
}
