import Foundation
import ServerDoubles
import Testing
import Tickets

@testable import Backends

@Suite(.timeLimit(.minutes(5)))
struct EventScheduleBrandingTests {
    private func branding(
        _ members: EventScheduleDouble.Object, logo: (type: String, bytes: [UInt8])? = nil
    ) async throws -> ServerBranding? {
        let fixture = EventScheduleFixture()
        fixture.double.change { state in
            state.branding = members
            state.logo = logo
        }
        let found = try await fixture.double.serve { address in
            try await EventScheduleBranding(site: fixture.server(address).site()).fetch()
        }
        let asked = fixture.double.now.requests.filter { $0.path == "/logo.png" }
        #expect(asked.allSatisfy { $0.headers["x-api-key"] == nil }, "the key is not for pictures")
        return found
    }

    @Test func `reads colour, footer and logo`() async throws {
        let found = try await branding(
            ["primary_hex": "#007AFF", "legal_footer": "Gala Ltd, 1 Hall Street", "logo_url": "/logo.png"],
            logo: ("image/png; charset=binary", [1, 2, 3]))
        let expected = ServerBranding(
            color: "#007aff", legalFooter: "Gala Ltd, 1 Hall Street",
            logo: .init(contentType: "image/png", bytes: Data([1, 2, 3])))
        #expect(found == expected)
    }

    @Test func `reads the fork's spelling`() async throws {
        let colors = JSONValue.object([("primary", "#123456")])
        #expect(try await branding(["colors": colors])?.color == "#123456")
    }

    @Test func `leaves out what is no colour, no picture or too long`() async throws {
        let found = try #require(
            try await branding(
                [
                    "primary_hex": "red; background: url(x)", "logo_url": "/logo.png",
                    "legal_footer": .string(String(repeating: "a\u{202E}", count: 500)),
                ], logo: ("text/html", [60])))
        #expect(found.color == nil)
        #expect(found.logo == nil)
        #expect(found.legalFooter == String(repeating: "a", count: 300))
    }

    @Test func `a server that announces none has none`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.announcements = ["branding_endpoint": .null] }
        let found = try await fixture.double.serve { address in
            try await EventScheduleBranding(site: fixture.server(address).site()).fetch()
        }
        #expect(found == nil)
    }
}
