import Devices
import Messages
import StationAPI
import Testing
import Tickets

@testable import Station

@Suite(.timeLimit(.minutes(5))) struct CameraSymbologiesTests {
    private static func yaml(_ id: String, _ symbologies: String) -> String {
        StationFixture.yaml(id: id) + "\nsymbologies: \(symbologies)\n"
    }

    private func install(_ yaml: String, _ fixture: StationFixture, in station: Station) async throws {
        try await fixture.install(["\(code(yaml)),R-1,standard,Ada,valid,1,,"], in: station, yaml: yaml)
    }

    @Test func `cameras read what the lists in force name, and QR codes for lists that name nothing`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open()
        let symbologies = station.readers.symbologies
        #expect(symbologies.now == [.qr])
        try await install(Self.yaml("concert", "[code128]"), fixture, in: station)
        #expect(symbologies.now == [.code128])
        try await install(Self.yaml("fair", "[code39, code128]"), fixture, in: station)
        #expect(symbologies.now == [.code39, .code128])
        try await install(StationFixture.galaYAML, fixture, in: station)
        #expect(symbologies.now == [.code39, .code128, .qr])
        try await station.lists.remove(event: "fair")
        try await station.lists.remove(event: "concert")
        #expect(symbologies.now == [.qr])
    }

    @Test func `what usher.yaml names is read whatever lists name`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open { $0.symbologies = [.qr] }
        try await install(Self.yaml("concert", "[code128]"), fixture, in: station)
        #expect(station.readers.symbologies.now == [.qr])
    }

    @Test func `says what tickets carry and its cameras do not read`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open { $0.symbologies = [.qr, .aztec] }
        try await install(Self.yaml("concert", "[qr, code128, datamatrix]"), fixture, in: station)
        let symbologies = station.readers.symbologies
        #expect(
            symbologies.conditions { _ in [] }.map(\.says) == [
                "Tickets carry codes (code128, datamatrix) that usher.yaml does not let the cameras read."
            ])
        #expect(
            symbologies.conditions { $0.intersection([.aztec]) }.map(\.code) == [
                .symbologyNotChosen, .symbologyUnreadable,
            ])
        try await station.lists.remove(event: "concert")
        #expect(symbologies.conditions { _ in [] }.isEmpty)
    }

    @Test func `says it only where there is a camera`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open { $0.symbologies = [.code39] }
        #expect(try await !station.codes().contains(.symbologyNotChosen))
        station.readers.board.note(Device(kind: .camera, node: "/dev/video0", name: "C920"), is: .reading)
        #expect(try await station.codes().contains(.symbologyNotChosen))
    }

    @Test func `says at the lists in force that something may have changed`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open()
        var changes = station.readers.symbologies.changes.makeAsyncIterator()
        try await install(Self.yaml("concert", "[code128]"), fixture, in: station)
        await #expect(changes.next() != nil)
        try await station.lists.remove(event: "concert")
        await #expect(changes.next() != nil)
    }
}
