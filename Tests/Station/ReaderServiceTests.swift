import Cameras
import Devices
import Foundation
import Messages
import ServiceLifecycle
import StationAPI
import TestSupport
import Testing
import Tickets
import Wedges

@testable import Station

@Suite(.timeLimit(.minutes(5))) struct ReaderServiceTests {
    private let missing = Device(kind: .scanner, node: "/dev/usher-has-no-such-device", name: "Symbol")

    /// Runs the readers of a station while `body` does.
    private func whileReading(
        _ station: Station, _ changes: AsyncStream<DeviceChange>, _ body: () async throws -> Void
    ) async throws {
        let service = ReaderService(of: station) { changes }
        try await withThrowingTaskGroup { group in
            group.addTask { await service.run() }
            try await body()
            group.cancelAll()
        }
    }

    private func readers(_ station: Station, until isRight: ([StationStatus.Reader]) -> Bool) async throws {
        try await waitUntil { isRight(station.readers.board.readers) }
    }

    @Test func `says why a device cannot be read for as long as it is there`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open()
        let (changes, change) = AsyncStream.makeStream(of: DeviceChange.self)
        try await whileReading(station, changes) {
            change.yield(.present(missing))
            try await readers(station) { $0.first?.state == .waiting }
            let codes = try await station.codes()
            #expect(codes.contains(.deviceGone) && codes.contains(.noDisplay), "\(codes)")
            change.yield(.gone(node: missing.node))
            try await readers(station) { $0.isEmpty }
        }
    }

    @Test func `begins to read a keyboard once it was learned`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open()
        var keyboard = missing
        keyboard.kind = .keyboard
        let (changes, change) = AsyncStream.makeStream(of: DeviceChange.self)
        try await whileReading(station, changes) {
            change.yield(.present(keyboard))
            #expect(station.readers.board.readers == [])
            try await station.readers.learn(ScannerEntry(.init(), of: keyboard))
            try await readers(station) { $0.count == 1 }
        }
    }

    @Test func `a machine whose devices cannot be watched has a station that says so`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open()
        let error = DeviceError(.failed, "listen to", "udev", "no such protocol")
        let service = ReaderService(of: station) { throw error }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await service.run() }
            try await waitUntil { !station.readers.board.conditions(expected: []).isEmpty }
            let faults = try await station.monitor.status().faults
            #expect(faults.contains { $0.contains("no such protocol") })
            group.cancelAll()
        }
    }

    @Test func `reads what the configuration says`() async throws {
        let fixture = try StationFixture()
        let camera = Device(kind: .camera, node: "/dev/video0", name: "C920", links: ["/dev/usher/camera-1"])
        var keyboard = missing
        keyboard.kind = .keyboard
        do {
            let station = try await fixture.open()
            #expect(station.readers.wants(camera) && station.readers.wants(missing) && !station.readers.wants(keyboard))
        }
        do {
            let station = try await fixture.open {
                $0.cameras = .off
                $0.scanners = .listed([.init(path: keyboard.node, settings: .init())])
            }
            #expect(!station.readers.wants(camera) && station.readers.wants(keyboard))
        }
        let station = try await fixture.open {
            $0.cameras = .listed([.init(path: "/dev/usher/camera-1", settings: .init())])
        }
        #expect(station.readers.wants(camera))
    }
}

extension ReaderService {
    /// As usherd starts it, but for the devices.
    init(of station: Station, watch: @escaping @Sendable () throws -> AsyncStream<DeviceChange>) {
        self.init(
            readers: station.readers, router: station.router,
            withoutDisplay: station.resources.configuration.policy.withoutDisplay, venue: station.resources.venue,
            watch: watch)
    }
}
