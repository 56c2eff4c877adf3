import Foundation
import StationAPI
import TestSupport
import Testing

@testable import Station

@Suite struct BrandingTests {
    private let red = Branding(color: "#ff0000")
    private let blue = Branding(color: "#0000ff")

    @Test func `the look of each backend is kept by itself, and is there after a restart`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "branding.json")
        let cache = BrandingCache(file: file)
        cache.keep(red, of: "hall")
        #expect(cache.only == red)
        cache.keep(blue, of: "club")
        #expect(cache.only == nil)
        let reopened = BrandingCache(file: file)
        #expect(reopened.branding(of: "hall") == red)
        #expect(reopened.branding(of: "club") == blue)
        #expect(reopened.branding(of: "bar") == nil)
    }

    @Test func `a file of another form is no branding`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "branding.json")
        try Data(##"{"color":"#ff0000"}"##.utf8).write(to: file)
        #expect(BrandingCache(file: file).only == nil)
    }

    @Test func `the screen looks like the event that is served`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open()
        station.resources.brandingCache.keep(red, of: "hall")
        #expect(await station.monitor.branding() == red, "before there is a list, the only one")
        station.resources.brandingCache.keep(blue, of: "club")
        let yaml = StationFixture.galaYAML + "\nbackend: club\n"
        try await fixture.install(["\(code("ada")),R-1,standard,Ada,valid,1,,"], in: station, yaml: yaml)
        #expect(await station.monitor.branding() == blue)
    }
}
