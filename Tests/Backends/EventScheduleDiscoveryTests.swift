import ServerDoubles
import Synchronization
import Testing
import Tickets

@testable import Backends

@Suite(.timeLimit(.minutes(5)))
struct EventScheduleDiscoveryTests {
    @Test(arguments: zip(EventScheduleDouble.Dialect.allCases, EventScheduleSite.Dialect.allCases))
    func `each server is recognised`(_ kind: EventScheduleDouble.Dialect, as dialect: EventScheduleSite.Dialect)
        async throws
    {
        let fixture = EventScheduleFixture(kind)
        let site = try await fixture.double.serve { try await fixture.server($0).site() }
        #expect(site.dialect == dialect)
        #expect((site.refusal?.code == .unsupported) == (dialect == .upstream))
        #expect(site.pace == (dialect == .planify ? .seconds(1) : .zero))
    }

    @Test func `the fork is recognised under the documented name too`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { state in
            state.announcements = [
                "api_base_url": .null, "apiBaseURL": "/api", "features": .array(["branding"]),
            ]
        }
        let site = try await fixture.double.serve { try await fixture.server($0).site() }
        #expect(site.dialect == .planify)
    }

    @Test func `an address with the interface's path is as good`() async throws {
        let fixture = EventScheduleFixture()
        let site = try await fixture.double.serve { try await fixture.server($0 + "/api/").site() }
        #expect(site.dialect == .documented)
    }

    @Test func `announced limits set the pace`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { state in
            state.announcements = ["rate_limits": .object([("checkins", .integer(1000))])]
        }
        let pace = try await fixture.double.serve { address in
            let link = fixture.link(address)
            #expect(link.pace == .zero)
            _ = await link.deliver([])
            return link.pace
        }
        #expect(pace == .milliseconds(60))
    }

    @Test(arguments: ["0.9", "soon", "99.0.0"])
    func `min_app_version is about the phone app, and stops nothing`(_ version: String) async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.announcements = ["min_app_version": .string(version)] }
        let delivery = try await fixture.deliver([.entry()])
        #expect(delivery.error == nil)
        #expect(fixture.double.now.checkIns.count == 1)
    }

    @Test func `an interface on a host of its own needs no page that announces it`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { state in
            state.announcements = ["api_base_url": .null, "apiBaseURL": .null, "features": .null]
        }
        let site = try await fixture.double.serve { try await fixture.server($0).site() }
        #expect(site.dialect == .documented)
        #expect(site.api.base.hasSuffix("/api"))
    }

    @Test(arguments: ["/api", "/tickets/api", "https://venue.example/tickets/api"])
    func `a server in a folder may announce paths with it or without it`(_ announced: String) throws {
        let discovery = EventScheduleDiscovery(
            JSONServer(client: HTTPClient(), base: "https://venue.example/tickets"))
        let branding = announced.replacing("/api", with: "/api/meta/branding")
        let page = LenientJSON.object(["api_base_url": .string(announced), "branding_endpoint": .string(branding)])
        let site = try discovery.site(announcedIn: page)
        #expect(site?.api.base == "https://venue.example/tickets/api")
        #expect(
            site.map { $0.root.base + ($0.brandingPath ?? "") } == "https://venue.example/tickets/api/meta/branding")
    }

    @Test func `a server without scanning gets no check-ins and says so`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.announcements = ["features": .object([("scanning", .bool(false))])] }
        let delivery = try await fixture.deliver([.entry()])
        #expect(delivery.answers.isEmpty)
        #expect(delivery.error?.code == .unsupported)
    }

    @Test func `an interface that is announced on another host never gets the key`() async throws {
        let (fixture, other) = (EventScheduleFixture(), EventScheduleDouble())
        let trouble = try await other.serve { elsewhere in
            try await fixture.double.serve { address in
                fixture.double.change { $0.announcements = ["api_base_url": .string(elsewhere + "/api")] }
                return await endOf { try await fixture.server(address).site() }
            }
        }
        #expect(trouble?.code == .unexpected)
        #expect(other.now.requests.isEmpty)
    }

    @Test func `a server behind a proxy may believe that it is reached without TLS`() throws {
        let discovery = EventScheduleDiscovery(
            JSONServer(client: HTTPClient(), base: "https://tickets.example"))
        let page = LenientJSON.object(["api_base_url": .string("http://tickets.example/v1/api")])
        #expect(try discovery.site(announcedIn: page)?.api.base == "https://tickets.example/v1/api")
    }

    @Test func `what was found holds for an hour`() async throws {
        let clock = Mutex(EventScheduleFixture.now)
        let double = EventScheduleDouble()
        var fixture = EventScheduleFixture()
        fixture.clock = { clock.withLock { $0 } }
        _ = try await double.serve { [fixture] address in
            let server = fixture.server(address)
            for (pause, questions) in [(0, 1), (3599, 1), (1, 2), (-7200, 3)] {
                clock.withLock { $0 = $0 + .seconds(pause) }
                _ = try await server.site()
                #expect(double.now.requests.count == questions)
            }
        }
    }

    @Test func `an address with nothing of the kind is told apart from one that is down`() async throws {
        let fixture = EventScheduleFixture()
        let codes = try await fixture.double.serve { address in
            [
                await endOf { try await fixture.server(address + "/elsewhere").site() },
                await endOf { try await fixture.server("http://127.0.0.1:1").site() },
            ].map { $0?.code }
        }
        #expect(codes == [.notFound, .unreachable])
    }
}
