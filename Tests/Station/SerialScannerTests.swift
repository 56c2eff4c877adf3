import Devices
import Messages
import SerialScanners
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

@Suite(.timeLimit(.minutes(5))) struct SerialScannerTests {
    private static let signals = ScannerSignals(good: Array("good ".utf8), bad: Array("bad ".utf8))

    /// A line on which a scanner is, as udev names it.
    private func device(_ line: PseudoTerminal) -> Device {
        Device(kind: .serial, node: line.path, name: "Vuquest", vendorID: "0c2e", links: ["/dev/serial/by-id/vuquest"])
    }

    private static let named = DeviceChoice<SerialSettings>.listed([
        .init(path: "/dev/serial/by-id/vuquest", settings: SerialSettings(signals: signals))
    ])

    /// Waits until the scanner has received as many bytes.
    private func expect(_ text: String, at line: PseudoTerminal) async throws {
        var received: [UInt8] = []
        try await waitUntil {
            received += line.received()
            return received.count >= text.utf8.count
        }
        #expect(String(decoding: received, as: UTF8.self) == text)
    }

    @Test func `a code gets its verdict, and the scanner hears it`() async throws {
        let fixture = try StationFixture()
        let line = try PseudoTerminal()
        let station = try await fixture.open {
            $0.serialScanners = Self.named
            $0.policy.withoutDisplay = .allow
        }
        try await fixture.install(["\(code("a")),R-1,standard,Ada,valid,1,,"], in: station)
        let (changes, change) = AsyncStream.makeStream(of: DeviceChange.self)
        let service = ReaderService(of: station) { changes }
        try await withThrowingTaskGroup { group in
            var announced = station.resources.announcer.listen().makeAsyncIterator()
            group.addTask { await service.run() }
            change.yield(.present(device(line)))
            try await waitUntil { station.readers.board.readers.first?.state == .reading }
            #expect(station.readers.board.readers.first?.note == "9600 baud, 8N1")

            line.send("]Q1\(code("a"))\r\u{A}")
            let admitted = try #require(await announced.next())
            let report = try #require(admitted.report)
            #expect(report.verdict == .admitted && report.how == .wedge)
            #expect(admitted.reader == "/dev/serial/by-id/vuquest")
            try await expect("good ", at: line)

            line.send("unknown code 1\r")
            try await expect("bad ", at: line)
            line.send("https://example.org/\r")
            try await expect("bad ", at: line)
            group.cancelAll()
        }
    }

    @Test func `a serial line that usher.yaml does not name is never opened`() async throws {
        let fixture = try StationFixture()
        let line = try PseudoTerminal()
        do {
            let station = try await fixture.open()
            #expect(!station.readers.wants(device(line)))
        }
        let station = try await fixture.open { $0.serialScanners = Self.named }
        #expect(station.readers.wants(device(line)))
        #expect(!station.readers.wants(Device(kind: .serial, node: "/dev/ttyACM9", name: "a modem")))
        station.readers.board.activate()
        #expect(try await station.codes().contains(.readerMissing))
    }

    @Test func `a scanner that takes no signals is told of once`() throws {
        let line = try PseudoTerminal()
        let device = device(line)
        let signals = ScannerSignals(good: [], bad: [UInt8](repeating: 7, count: 64))
        let port = try SerialPort(opening: line.path, SerialSettings(signals: signals))
        let scanners = SignalledScanners()
        scanners.add(port, of: device)
        let hint = ScanHint(.wifi, gate: nil, at: StationFixture.evening, how: .wedge)
        let displayEvent = DisplayEvent(.hint(hint), reader: device.persistentName)
        // A line holds fewer bytes.
        let told = (0..<50_000).compactMap { _ in scanners.signal(displayEvent) }
        #expect(told == [device])
        scanners.remove(port, of: device)
        #expect(scanners.signal(displayEvent) == nil)
        #expect(scanners.signal(DisplayEvent(.hint(hint), reader: nil)) == nil)
    }
}

extension DisplayEvent {
    fileprivate var report: VerdictReport? {
        guard case .verdict(let report) = announcement else { return nil }
        return report
    }
}
