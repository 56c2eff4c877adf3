import Devices
import Glibc
import Synchronization
import TestSupport
import Testing
import Tickets

@testable import SerialScanners

/// Real threads on real lines, which are pseudo-terminals.
@Suite(.timeLimit(.minutes(5)))
struct SerialPortTests {
    /// What a reader reports, and its line.
    private final class Bench: Sendable {
        let texts = Mutex<[String]>([])
        let port = Mutex<SerialPort?>(nil)

        func waitFor(_ expected: [String]) async throws {
            try await waitUntil { texts.withLock { $0.count >= expected.count } }
            #expect(texts.withLock { $0 } == expected)
        }
    }

    /// Reads the line on a thread of its own while `body` runs.
    private func whileReading(
        _ line: PseudoTerminal, _ settings: SerialSettings = SerialSettings(), _ body: (Bench) async throws -> Void
    ) async throws {
        let bench = Bench()
        let (changes, change) = AsyncStream.makeStream(of: DeviceChange.self)
        let readers = DeviceReaders(
            changes: changes, wanted: { _ in true },
            serve: { device, stop, opened in
                let port = try SerialPort(opening: device.node, settings)
                bench.port.withLock { $0 = port }
                opened()
                try port.read(until: stop) { event in bench.texts.withLock { $0.append(event.text) } }
            }, report: { _ in })
        change.yield(.present(Device(kind: .serial, node: line.path, name: "scanner")))
        async let running: Void = readers.run()
        try await body(bench)
        change.finish()
        await running
    }

    @Test func `reads what comes after it was opened, and nothing from before`() async throws {
        let line = try PseudoTerminal()
        line.send("old\rhalf")
        try await whileReading(line) { bench in
            try await bench.waitFor(["<started>"])
            line.send("new\r")
            try await bench.waitFor(["<started>", "new"])
        }
    }

    @Test func `a code without an end is dropped by the time alone`() async throws {
        let line = try PseudoTerminal()
        try await whileReading(line) { bench in
            try await bench.waitFor(["<started>"])
            line.send("half")
            try await bench.waitFor(["<started>", "<noTerminator>"])
        }
    }

    @Test func `a scanner gets its signals`() async throws {
        let line = try PseudoTerminal()
        try await whileReading(line, SerialSettings(signals: .honeywell)) { bench in
            try await bench.waitFor(["<started>"])
            let port = try #require(bench.port.withLock { $0 })
            #expect(port.send(.good) && port.send(.bad))
            let expected = ScannerSignals.honeywell.good + ScannerSignals.honeywell.bad
            var received: [UInt8] = []
            try await waitUntil {
                received += line.received()
                return received.count >= expected.count
            }
            #expect(received == expected)
        }
    }

    @Test func `a scanner without signals gets nothing`() throws {
        let line = try PseudoTerminal()
        let port = try SerialPort(opening: line.path, SerialSettings())
        #expect(port.send(.good) && port.send(.bad))
        #expect(line.received() == [])
    }

    @Test func `a signal that does not fit is dropped without waiting, with all that waits before it`() throws {
        let line = try PseudoTerminal()
        let signals = ScannerSignals(good: [UInt8](repeating: 1, count: 64), bad: [2])
        let port = try SerialPort(opening: line.path, SerialSettings(signals: signals))
        let sent = (0..<100_000).prefix { _ in port.send(.good) }
        #expect(!sent.isEmpty && sent.count < 100_000)
        #expect(port.send(.bad))
    }

    @Test func `a line whose other end is gone is a device that is gone`() throws {
        var line: PseudoTerminal? = try PseudoTerminal()
        let port = try SerialPort(opening: try #require(line).path, SerialSettings())
        line = nil
        let stop = try StopSignal()
        #expect {
            try port.read(until: stop) { _ in }
        } throws: { error in
            (error as? DeviceError)?.code == .gone
        }
    }

    @Test(arguments: [
        ("/dev/usher-has-no-such-device", DeviceFailure.gone), ("/dev/null", .unsuitable),
    ])
    func `a device that is no serial line is refused with a reason`(node: String, code: DeviceFailure) {
        #expect {
            _ = try SerialPort(opening: node, SerialSettings())
        } throws: { error in
            (error as? DeviceError)?.code == code
        }
    }

    @Test func `every setting of a line is set`() {
        let plain = tcflag_t(CREAD | CLOCAL)
        #expect(SerialSettings().controlFlags == plain | tcflag_t(CS8))
        #expect(SerialSettings(parity: .even).controlFlags == plain | tcflag_t(CS8 | PARENB))
        let other = SerialSettings(parity: .odd, dataBits: 7, stopBits: 2, flowControl: .rtsCts)
        #expect(other.controlFlags == plain | tcflag_t(CS7 | PARENB | PARODD | CSTOPB) | tcflag_t(CRTSCTS))
        #expect("\(other)" == "9600 baud, 7O2")
        #expect(SerialSettings.speeds.contains(SerialSettings().speed) && SerialSettings.speeds.first == 300)
    }
}
