import Synchronization
import TestSupport
import Testing
import Tickets
import Web

@testable import DoorScreen
@testable import StationAPI

/// What the control room tells those who have shown the token.
struct ControlRoomAPITests {
    private static let token = "bVx7m3Qy0pRk2TnW9sLd4eHf"
    private static let host = "control.example.org"

    private func api(
        _ state: @escaping @Sendable () throws -> [UInt8] = { Array("{}".utf8) },
        order: @escaping @Sendable (String) throws -> Void = { _ in }
    ) -> ControlRoomAPI {
        ControlRoomAPI(
            settings: RemoteSettings(host: "127.0.0.1", port: 0, hosts: [Self.host]), page: PageSettings(),
            signIn: TokenSignIn(
                page: "control", token: { Self.token }, now: { Timestamp(seconds: 1_795_262_400) },
                tries: TokenTries(pause: .zero)), logger: .quiet, state: state, order: order,
            heads: { $0 == "kiosk-1" ? ["one", "two"] : [] },
            bundle: { $0 == "kiosk-1" && $1 == "7" ? "STATUS" : nil })
    }

    private func get(_ target: String, cookies: String? = nil, host: String = host) -> WebRequest {
        WebRequest("GET", target, host: host, headers: cookies.map { ["cookie": $0] } ?? [:])
    }

    private func cookie(_ api: ControlRoomAPI, token: String = token) async -> (status: Int, cookie: String?) {
        var question = get("/sign-in")
        question.method = "POST"
        question.headers["origin"] = "https://" + Self.host
        question.body = .bytes(Array(#"{"token":"\#(token)"}"#.utf8))
        let answer = await api.respond(to: question)
        return (answer.status, answer.headers["set-cookie"].map { String($0.prefix { $0 != ";" }) })
    }

    @Test func `whatever the page loads is served with it`() throws {
        for name in ControlRoomAPI.openAssets.union(["signin.html", "control.html"]) where !name.hasSuffix(".svg") {
            let text = String(decoding: try #require(PageAssets.all[name]).bytes, as: UTF8.self)
            for match in text.matches(of: /(?:from "\.\/|href="\/|src="\/)([a-z.\/-]+\.(?:js|css))"/) {
                #expect(ControlRoomAPI.openAssets.contains(String(match.output.1)), "\(name): \(match.output.1)")
            }
        }
    }

    @Test func `without the token there is a page to sign in on, and nothing that says anything`() async {
        #expect(await api().respond(to: get("/")).headers["location"] == "/sign-in")
        #expect(await api().respond(to: get("/sign-in")).status == 200)
        for path in ["/control/state", "/control/heads?station=kiosk-1", "/control/bundle?station=kiosk-1&order=7"] {
            #expect(await api().respond(to: get(path)).status == 401, "\(path)")
        }
        #expect(await cookie(api(), token: "another").status == 401)
    }

    @Test func `an order is passed on for whoever sends the token itself, and for no browser`() async throws {
        let given = Mutex<[String]>([])
        let room = api(order: { line in given.withLock { $0.append(line) } })
        let cookie = try #require(await cookie(room).cookie)
        func post(_ headers: [String: String]) async -> Int {
            var request = WebRequest("POST", "/control/orders", host: Self.host, headers: headers)
            request.body = .bytes(Array(#"{"order":"signed"}"#.utf8))
            return await room.respond(to: request).status
        }
        let origin = ["origin": "https://" + Self.host]
        let bearer = ["authorization": "Bearer " + Self.token]
        #expect(await post(bearer.merging(origin) { $1 }) == 200)
        #expect(given.withLock { $0 } == ["signed"])
        for (headers, status) in [
            (origin, 401), (origin.merging(["cookie": cookie]) { $1 }, 401),
            (origin.merging(["authorization": "Bearer x"]) { $1 }, 401), (bearer, 403),
            (bearer.merging(["origin": "https://evil.example.org"]) { $1 }, 403),
        ] {
            #expect(await post(headers) == status, "\(headers)")
        }
        #expect(given.withLock { $0 } == ["signed"])
    }

    @Test func `the cookie of another page opens nothing`() async throws {
        let value = TokenGuard(token: Self.token, page: "figures").cookie(now: Timestamp(seconds: 1_795_262_400))
        #expect(await api().respond(to: get("/control/state", cookies: "usher-control=\(value)")).status == 401)
    }

    @Test func `with the token it tells the state, and the ends of a journal line by line`() async throws {
        let room = api { Array(#"{"stations":[]}"#.utf8) }
        let cookies = try #require(await cookie(room).cookie)
        let state = await room.respond(to: get("/control/state", cookies: cookies))
        #expect(state.status == 200)
        #expect(state.headers["x-usher-build"] == PageAssets.build)
        let heads = await room.respond(to: get("/control/heads?station=kiosk-1", cookies: cookies))
        guard case .bytes(let text) = heads.body else {
            throw ControlError(.internal, "read", "the answer", "no bytes")
        }
        #expect(String(decoding: text, as: UTF8.self) == "one\ntwo\n")
        let bundle = await room.respond(to: get("/control/bundle?station=kiosk-1&order=7", cookies: cookies))
        guard case .bytes(let json) = bundle.body else {
            throw ControlError(.internal, "read", "the answer", "no bytes")
        }
        #expect(String(decoding: json, as: UTF8.self) == #"{"text":"STATUS"}"#)
        #expect(await room.respond(to: get("/control/bundle?station=kiosk-1&order=8", cookies: cookies)).status == 404)
        #expect(await room.respond(to: get("/control", cookies: cookies)).status == 200)
        for path in ["/state", "/events", "/figures/state", "/report", "/screen.js", "/control.html"] {
            #expect(await room.respond(to: get(path, cookies: cookies)).status == 404, "\(path)")
        }
    }

    @Test func `while the ledger does not answer, old numbers are not told as new ones`() async throws {
        let room = api { throw ControlError(.refused, "read", "the ledger", "it does not answer") }
        let cookies = try #require(await cookie(room).cookie)
        #expect(await room.respond(to: get("/control/state", cookies: cookies)).status != 200)
    }

    @Test func `a page of another site and an unknown name are refused`() async throws {
        let cookies = try #require(await cookie(api()).cookie)
        #expect(
            await api().respond(to: get("/control/state", cookies: cookies, host: "evil.example.org")).status == 421)
        var foreign = get("/control/state", cookies: cookies)
        foreign.headers["sec-fetch-site"] = "cross-site"
        foreign.headers["origin"] = "https://evil.example.org"
        #expect(await api().respond(to: foreign).status == 403)
    }
}
