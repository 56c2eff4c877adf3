import Devices
import Foundation
import Synchronization
import TestSupport
import Testing
import Tickets

/// Real threads on real pipes; only time is made up.
@Suite(.timeLimit(.minutes(5)))
struct DeviceReadersTests {
    /// What the readers under test do, and what they are told.
    private final class Bench: Sendable {
        private let folder: TemporaryFolder
        let changes = AsyncStream.makeStream(of: DeviceChange.self)
        let reports = AsyncStream.makeStream(of: DeviceReport.self)
        let pauses = Mutex<[Duration]>([])
        let now = Mutex(ContinuousClock.now)
        let stops = Mutex<[WeakStop]>([])

        struct WeakStop { weak var stop: StopSignal? }

        init() throws {
            folder = try TemporaryFolder()
        }

        /// A named pipe stands for a device: it can be waited for and never has anything to read.
        func device(_ name: String, serial: String = "1", kind: Device.Kind = .scanner) throws -> Device {
            let path = folder.file(name).path
            if !FileManager.default.fileExists(atPath: path) {
                try #require(unsafe mkfifo(path, 0o600) == 0)
            }
            return Device(kind: kind, node: path, name: name, serial: serial)
        }

        /// Holds the device until it is to stop.
        func hold(_ device: Device, _ stop: StopSignal, _ opened: () -> Void) throws {
            stops.withLock { $0.append(WeakStop(stop: stop)) }
            let descriptor = try OwnedDescriptor(opening: device.node)
            opened()
            _ = stop.wait(for: descriptor)
        }

        func readers(
            wanted: @escaping @Sendable (Device) -> Bool = { _ in true }, serve: @escaping DeviceReaders.Serve
        ) -> DeviceReaders {
            let time = DeviceReaders.Time(
                now: { self.now.withLock { $0 } },
                pause: { stop, duration in
                    self.pauses.withLock { $0.append(duration) }
                    return stop.wait(timeout: .zero)
                })
            return DeviceReaders(
                changes: changes.stream, wanted: wanted, serve: serve,
                report: { self.reports.continuation.yield($0) }, time: time)
        }

        /// The descriptors of this process that lead to the devices of this bench.
        func openDescriptors() throws -> [String] {
            let all = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            return all.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
                .filter { $0.hasPrefix(folder.path) }
        }
    }

    private func gist(_ report: DeviceReport?) -> String? {
        guard let report else { return nil }
        return switch report.event {
        case .opened: "\(report.device.name) \(report.device.serial ?? "") opened"
        case .failed(let error, let retry):
            "\(report.device.name) failed: \(error.reason)" + (retry.map { ", again in \($0)" } ?? "")
        case .gone: "\(report.device.name) \(report.device.serial ?? "") gone"
        }
    }

    @Test func `a device that fails is opened again after growing pauses, until it works`() async throws {
        let bench = try Bench()
        let device = try bench.device("event5")
        let attempts = Mutex(0)
        let readers = bench.readers { device, stop, opened in
            let attempt = attempts.withLock {
                $0 += 1
                return $0
            }
            if attempt == 3 {
                // It worked for a while, and then the machine was suspended.
                opened()
                bench.now.withLock { $0 += .seconds(60) }
            }
            if attempt < 5 { throw DeviceError("read", device.node, errno: EBUSY) }
            try bench.hold(device, stop, opened)
        }
        let running = Task { await readers.run() }
        bench.changes.continuation.yield(.present(device))
        var reports = bench.reports.stream.makeAsyncIterator()
        let busy = "event5 failed: Device or resource busy, again in "
        for expected in [
            busy + "0.1 seconds", busy + "0.2 seconds", "event5 1 opened", busy + "0.1 seconds", busy + "0.2 seconds",
            "event5 1 opened",
        ] {
            #expect(gist(await reports.next()) == expected)
        }
        running.cancel()
        await running.value
        #expect(gist(await reports.next()) == "event5 1 gone")
        #expect(bench.pauses.withLock { $0 } == [100, 200, 100, 200].map { .milliseconds($0) })
    }

    @Test func `unplugged and plugged in again is a new session, and so is another device at the node`() async throws {
        let bench = try Bench()
        let device = try bench.device("event5")
        let readers = bench.readers { try bench.hold($0, $1, $2) }
        let running = Task { await readers.run() }
        var reports = bench.reports.stream.makeAsyncIterator()
        bench.changes.continuation.yield(.present(device))
        #expect(gist(await reports.next()) == "event5 1 opened")
        bench.changes.continuation.yield(.gone(node: device.node))
        bench.changes.continuation.yield(.present(device))
        #expect(gist(await reports.next()) == "event5 1 gone")
        #expect(gist(await reports.next()) == "event5 1 opened")
        bench.changes.continuation.yield(.present(try bench.device("event5", serial: "2")))
        #expect(gist(await reports.next()) == "event5 1 gone")
        #expect(gist(await reports.next()) == "event5 2 opened")
        bench.changes.continuation.finish()
        await running.value
        #expect(gist(await reports.next()) == "event5 2 gone", "the end of the changes is the end of the readers")
    }

    @Test func `a scanner that is learned is read from then on`() async throws {
        let bench = try Bench()
        let learned = Mutex(false)
        let readers = bench.readers(
            wanted: { device in device.kind == .scanner || learned.withLock { $0 } },
            serve: { try bench.hold($0, $1, $2) })
        let running = Task { await readers.run() }
        var reports = bench.reports.stream.makeAsyncIterator()
        bench.changes.continuation.yield(.present(try bench.device("keyboard", kind: .keyboard)))
        bench.changes.continuation.yield(.present(try bench.device("scanner")))
        #expect(gist(await reports.next()) == "scanner 1 opened", "nobody reads the keyboard")
        learned.withLock { $0 = true }
        readers.reconsider()
        #expect(gist(await reports.next()) == "keyboard 1 opened")
        readers.reconsider { $0.kind == .keyboard }
        #expect(gist(await reports.next()) == "keyboard 1 gone", "it was learned anew")
        #expect(gist(await reports.next()) == "keyboard 1 opened")
        learned.withLock { $0 = false }
        readers.reconsider()
        #expect(gist(await reports.next()) == "keyboard 1 gone")
        running.cancel()
        await running.value
    }

    @Test func `a device in the pause after a failure ends at once`() async throws {
        let device = Device(kind: .scanner, node: "/dev/usher-has-no-such-device", name: "none")
        let (changes, change) = AsyncStream.makeStream(of: DeviceChange.self)
        let reports = AsyncStream.makeStream(of: DeviceReport.self)
        let time = DeviceReaders.Time(pause: { stop, _ in stop.wait(timeout: .seconds(3600)) })
        let readers = DeviceReaders(
            changes: changes, wanted: { _ in true },
            serve: { device, _, _ in throw DeviceError("open", device.node, errno: EBUSY) },
            report: { reports.continuation.yield($0) }, time: time)
        let running = Task { await readers.run() }
        change.yield(.present(device))
        var told = reports.stream.makeAsyncIterator()
        #expect(gist(await told.next())?.hasPrefix("none failed") == true)
        running.cancel()
        await running.value
        #expect(gist(await told.next()) == "none  gone")
    }

    @Test func `an error while the device is unplugged is no failure`() async throws {
        let bench = try Bench()
        let device = try bench.device("event5")
        let readers = bench.readers { device, stop, opened in
            try bench.hold(device, stop, opened)
            throw DeviceError("read", device.node, errno: ENODEV)
        }
        let running = Task { await readers.run() }
        var reports = bench.reports.stream.makeAsyncIterator()
        bench.changes.continuation.yield(.present(device))
        #expect(gist(await reports.next()) == "event5 1 opened")
        bench.changes.continuation.yield(.gone(node: device.node))
        #expect(gist(await reports.next()) == "event5 1 gone")
        running.cancel()
        await running.value
        #expect(bench.pauses.withLock { $0 } == [])
    }

    @Test func `a device that is gone, and stays gone without a word of udev's, is a failure`() async throws {
        let bench = try Bench()
        let device = try bench.device("event5")
        let attempts = Mutex(0)
        let readers = bench.readers { device, stop, opened in
            let attempt = attempts.withLock {
                $0 += 1
                return $0
            }
            if attempt <= 4 { throw DeviceError("open", device.node, errno: ENOENT) }
            try bench.hold(device, stop, opened)
        }
        let running = Task { await readers.run() }
        var reports = bench.reports.stream.makeAsyncIterator()
        bench.changes.continuation.yield(.present(device))
        #expect(gist(await reports.next()) == "event5 failed: No such file or directory, again in 1.0 seconds")
        #expect(gist(await reports.next()) == "event5 1 opened")
        running.cancel()
        await running.value
        #expect(bench.pauses.withLock { $0 } == [100, 200, 500, 1000].map { .milliseconds($0) })
    }

    @Test func `after the end no thread, no device and no stop signal is left`() async throws {
        let bench = try Bench()
        let serving = Mutex(0)
        let readers = bench.readers { device, stop, opened in
            serving.withLock { $0 += 1 }
            defer { serving.withLock { $0 -= 1 } }
            try bench.hold(device, stop, opened)
        }
        let running = Task { await readers.run() }
        var reports = bench.reports.stream.makeAsyncIterator()
        for number in 0..<8 { bench.changes.continuation.yield(.present(try bench.device("event\(number)"))) }
        for _ in 0..<8 { #expect(gist(await reports.next())?.hasSuffix("opened") == true) }
        #expect(try bench.openDescriptors().count == 8)
        running.cancel()
        await running.value
        #expect(serving.withLock { $0 } == 0)
        #expect(try bench.openDescriptors() == [])
        // The last a thread does is to let go of its signal.
        try await waitUntil { bench.stops.withLock { stops in stops.allSatisfy { $0.stop == nil } } }
        #expect(bench.stops.withLock { $0.count } == 8)
    }
}
