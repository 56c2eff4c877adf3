import Foundation
import TestSupport
import Testing
import Tickets
import Web

@testable import DoorScreen
@testable import StationAPI

/// What other machines get to see of a station: its figures, after showing the token.
struct FiguresAPITests {
    private static let token = "bVx7m3Qy0pRk2TnW9sLd4eHf"
    private static let host = "figures.example.org"
    private static let noon = Timestamp(seconds: 1_795_262_400)

    private func api(_ station: FakeStation = FakeStation(), token: String? = token, now: Timestamp = noon)
        -> FiguresAPI
    {
        FiguresAPI(
            station: station.control, settings: RemoteSettings(host: "127.0.0.1", port: 0, hosts: [Self.host]),
            page: PageSettings(), logo: nil,
            signIn: TokenSignIn(page: "figures", token: { token }, now: { now }, tries: TokenTries(pause: .zero)),
            logger: .quiet)
    }

    private func get(_ target: String, cookies: String? = nil) -> WebRequest {
        WebRequest("GET", target, host: Self.host, headers: cookies.map { ["cookie": $0] } ?? [:])
    }

    private func signIn(_ api: FiguresAPI, token: String, secure: Bool = true) async -> WebResponse {
        var question = get("/sign-in")
        question.method = "POST"
        question.headers["origin"] = "https://" + Self.host
        question.headers["x-forwarded-proto"] = secure ? "https" : "http"
        question.body = .bytes(Array(#"{"token":"\#(token)"}"#.utf8))
        return await api.respond(to: question)
    }

    private func cookie(_ answer: WebResponse) throws -> String {
        let header = try #require(answer.headers["set-cookie"])
        return String(header.prefix { $0 != ";" })
    }

    @Test func `without the token there is a page to sign in on, and nothing that says anything`() async {
        let station = FakeStation()
        let first = await api(station).respond(to: get("/"))
        #expect(first.status == 303)
        #expect(first.headers["location"] == "/sign-in")
        #expect(await api().respond(to: get("/sign-in")).status == 200)
        for path in ["/figures/state", "/report", "/report?format=pdf"] {
            #expect(await api(station).respond(to: get(path)).status == 401, "\(path)")
        }
        #expect(await station.calls.isEmpty)
    }

    @Test(arguments: [FiguresAPI.openAssets, PhonesAPI.openAssets])
    func `whatever the files of a page load is served with them`(open: Set<String>) throws {
        for name in open.union(["signin.html", "figures.html"]) where !name.hasSuffix(".svg") {
            let text = String(decoding: try #require(PageAssets.all[name]).bytes, as: UTF8.self)
            let folder = name.split(separator: "/").dropLast().map { $0 + "/" }.joined()
            for match in text.matches(of: /(?:from "|href="\/|src="\/)([a-z.\/-]+\.(?:js|css))"/) {
                let path = String(match.output.1)
                let resolved = URL(filePath: "/" + (path.hasPrefix(".") ? folder : "") + path).standardized.path
                #expect(open.contains(String(resolved.dropFirst())) || !open.contains(name), "\(name): \(path)")
            }
        }
    }

    @Test(arguments: ["/state", "/events", "/index.html", "/screen.js", "/v1/status", "/figures.html", "/nothing"])
    func `nothing else of the station is served, signed in or not`(path: String) async throws {
        let cookies = try cookie(await signIn(api(), token: Self.token))
        #expect(await api().respond(to: get(path)).status == 404)
        #expect(await api().respond(to: get(path, cookies: cookies)).status == 404)
    }

    @Test func `the token gives a cookie that no script reads and no other site sends`() async throws {
        let answer = await signIn(api(), token: Self.token)
        #expect(answer.status == 200)
        let header = try #require(answer.headers["set-cookie"])
        for part in ["; HttpOnly", "; SameSite=Strict", "; Secure", "; Path=/", "; Max-Age=604800"] {
            #expect(header.contains(part))
        }
        #expect(!header.contains(Self.token))
        let plain = await signIn(api(), token: Self.token, secure: false)
        #expect(plain.headers["set-cookie"]?.contains("Secure") == false)
        let cookies = "theme=dark; " + (try cookie(answer))
        #expect(await api().respond(to: get("/", cookies: cookies)).status == 200)
        #expect(await api().respond(to: get("/figures/state", cookies: cookies)).status == 200)
    }

    @Test func `a cookie ends after a week, with another token, and when anything in it is changed`() async throws {
        let value = try cookie(await signIn(api(), token: Self.token))
        let week = TokenGuard.validity
        #expect(await api(now: Self.noon + week - .seconds(1)).respond(to: get("/", cookies: value)).status == 200)
        #expect(await api(now: Self.noon + week).respond(to: get("/", cookies: value)).status == 303)
        #expect(
            await api(token: "another-token-of-that-length").respond(to: get("/", cookies: value)).status == 303)
        #expect(await api(token: nil).respond(to: get("/", cookies: value)).status == 303)
        let longer = value.replacing("=1", with: "=2", maxReplacements: 1)
        for forged in [longer, value + "0", String(value.dropLast(2)), "usher-figures=", "usher-figures=9999999999."] {
            #expect(forged != value)
            #expect(await api().respond(to: get("/", cookies: forged)).status == 303, "\(forged)")
        }
    }

    @Test(arguments: ["", "x", token.lowercased(), token + " ", String(token.dropLast())])
    func `a wrong token opens nothing`(token: String) async {
        let answer = await signIn(api(), token: token)
        #expect(answer.status == 401)
        #expect(answer.headers["set-cookie"] == nil)
    }

    @Test func `without a token on the station nobody signs in`() async {
        #expect(await signIn(api(token: nil), token: "").status == 401)
    }

    @Test func `few wrong tokens wait at a time, and the right one never does`() async throws {
        let tries = TokenTries(pause: .seconds(3600))
        let waiting = (0..<TokenTries.mostWaiting).map { _ in Task { await tries.waitAfterWrongOne() } }
        try await waitUntil { await tries.waiting == TokenTries.mostWaiting }
        #expect(await tries.waitAfterWrongOne() == false)
        for task in waiting { task.cancel() }
        for task in waiting { #expect(await task.value) }
    }

    @Test(arguments: [nil, "", "figures.example.org:81", "127.0.0.1:8723", "evil.example", "xfigures.example.org"])
    func `is known by its own names only`(host: String?) async {
        var question = get("/sign-in")
        question.host = host
        #expect(await api().respond(to: question).status == 421)
    }

    @Test(arguments: [nil, "null", "https://evil.example", "http://figures.example.org:8080"])
    func `nobody acts from another page`(origin: String?) async {
        for path in ["/sign-in", "/sign-out"] {
            var question = get(path)
            question.method = "POST"
            question.headers["origin"] = origin
            #expect(await api().respond(to: question).status == 403)
        }
    }

    @Test func `takes no large body and no other method`() async {
        var question = get("/sign-in")
        question.method = "POST"
        question.headers["origin"] = "https://" + Self.host
        question.headers["content-length"] = "100000"
        #expect(await api().respond(to: question).status == 413)
        question.headers["content-length"] = nil
        question.method = "PUT"
        #expect(await api().respond(to: question).status == 405)
        question.method = "POST"
        question.body = .bytes(Array(repeating: 32, count: 5000))
        #expect(await api().respond(to: question).status == 413)
        question.body = .bytes(Array("[]".utf8))
        #expect(await api().respond(to: question).status == 400)
    }

    @Test func `a report comes as a file`() async throws {
        let station = FakeStation()
        let cookies = try cookie(await signIn(api(), token: Self.token))
        let answer = await api(station).respond(to: get("/report?format=pdf&event=gala%202026", cookies: cookies))
        #expect(answer.contentType == "application/pdf")
        #expect(
            answer.headers["content-disposition"] == #"attachment; filename="report-2026-11-21.pdf""#)
        #expect(await station.calls == ["report gala 2026 pdf"])
    }

    @Test func `says on a tablet that there are reports, and on the kiosk that there are none`() async throws {
        let cookies = try cookie(await signIn(api(), token: Self.token))
        let tablet = await api().respond(to: get("/figures/state", cookies: cookies))
        #expect(
            String(decoding: try await tablet.body.collected(upTo: 1 << 20), as: UTF8.self).contains(
                #""has_reports":true"#))
        let page = PageAPI(station: FakeStation().control, settings: PageSettings(), logo: nil, logger: .quiet)
        func ask(_ target: String) async -> WebResponse { await page.respond(to: .ofPage("GET", target)) }
        let kiosk = await ask("/figures/state")
        #expect(
            String(decoding: try await kiosk.body.collected(upTo: 1 << 20), as: UTF8.self).contains(
                #""has_reports":false"#))
        #expect(await ask("/figures").status == 200)
        #expect(await ask("/report?format=pdf").status == 404)
    }
}
