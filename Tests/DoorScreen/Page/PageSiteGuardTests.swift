import Testing
import Web

@testable import DoorScreen
@testable import StationAPI

struct PageSiteGuardTests {
    private func refusal(_ change: (inout WebRequest) -> Void) -> SiteGuard.Refusal? {
        var request = WebRequest("GET", "/", host: "127.0.0.1:8722")
        change(&request)
        return PageAPI.siteGuard(port: 8722).refusal(of: request)
    }

    @Test(arguments: ["127.0.0.1:8722", "localhost:8722", "LOCALHOST:8722", "[::1]:8722"])
    func `answers under this machine's own names`(host: String) {
        #expect(refusal { $0.host = host } == nil)
    }

    @Test(
        "refuses every other name, whatever it leads to",
        arguments: [nil, "", "evil.example:8722", "127.0.0.1", "127.0.0.1:80", "localhost.evil.example:8722", "0:8722"])
    func otherNames(host: String?) {
        #expect(refusal { $0.host = host } == .host)
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "anything"])
    func `takes what changes something from its own page only`(method: String) {
        for (origin, expected) in [
            ("http://127.0.0.1:8722", nil), (nil, .origin), ("null", .origin), ("http://localhost:8722", .origin),
            ("https://127.0.0.1:8722", .origin), ("http://127.0.0.1:8723", .origin), ("http://evil.example", .origin),
        ] as [(String?, SiteGuard.Refusal?)] {
            let found = refusal {
                $0.method = method
                $0.headers["origin"] = origin
            }
            #expect(found == expected, "\(origin ?? "none")")
        }
    }

    @Test func `lets other pages neither read nor count as a display, but lead here`() {
        #expect(refusal { $0.headers["origin"] = "http://evil.example" } == .origin)
        for site in ["cross-site", "same-site"] {
            let loading = refusal {
                $0.headers["sec-fetch-site"] = site
                $0.headers["sec-fetch-mode"] = "no-cors"
            }
            #expect(loading == .origin)
            let following = refusal {
                $0.headers["sec-fetch-site"] = site
                $0.headers["sec-fetch-mode"] = "navigate"
            }
            #expect(following == nil)
        }
        #expect(refusal { $0.headers["sec-fetch-site"] = "same-origin" } == nil)
        #expect(refusal { $0.headers["sec-fetch-site"] = "none" } == nil)
    }

    @Test func `takes no long address and no large body`() {
        #expect(refusal { $0.target = "/" + String(repeating: "x", count: 2047) } == nil)
        #expect(refusal { $0.target = "/" + String(repeating: "x", count: 2048) } == .length)
        #expect(refusal { $0.headers["content-length"] = "65536" } == nil)
        #expect(refusal { $0.headers["content-length"] = "65537" } == .length)
    }

    @Test func `runs nothing that is written into the page`() throws {
        let policy = try #require(SiteGuard.headers["content-security-policy"])
        #expect(!policy.contains("unsafe"))
        #expect(policy.hasPrefix("default-src 'none'"))
        #expect(policy.contains("frame-ancestors 'none'"))
        let framing = try #require(SiteGuard.framingHeaders["content-security-policy"])
        #expect(framing.replacing("frame-src 'self'; frame-ancestors 'self'", with: "frame-ancestors 'none'") == policy)
    }
}
