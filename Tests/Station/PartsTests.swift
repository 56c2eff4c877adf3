import Foundation
import Glibc
import Logging
import Testing
import Tickets

@testable import Station

@Suite struct PresentationFilterTests {
    private let outcome = Outcome.hint(
        ScanHint(.webAddress, gate: nil, at: StationFixture.evening, how: .camera))
    private let start = ContinuousClock.now

    private func sight(
        _ text: String, _ how: CheckIn.How, after milliseconds: Int, source: String = "one"
    ) -> Presentation {
        Presentation(bytes: Array(text.utf8), how: how, source: source, arrived: start + .milliseconds(milliseconds))
    }

    @Test func `holds a code in view for one presentation until it was away for a second and a half`() {
        var filter = PresentationFilter()
        filter.remember(outcome, of: sight("a", .camera, after: 0))
        for time in stride(from: 100, through: 6000, by: 1400) {
            #expect(filter.earlierOutcome(of: sight("a", .camera, after: time)) != nil)
        }
        #expect(filter.earlierOutcome(of: sight("a", .camera, after: 5700 + 1500)) == nil)
    }

    @Test func `keeps two codes in one view apart`() {
        var filter = PresentationFilter()
        filter.remember(outcome, of: sight("a", .camera, after: 0))
        #expect(filter.earlierOutcome(of: sight("b", .camera, after: 10)) == nil)
        filter.remember(outcome, of: sight("b", .camera, after: 10))
        #expect(filter.earlierOutcome(of: sight("a", .camera, after: 20)) != nil)
    }

    @Test func `takes a trigger pull that comes twice within seven tenths of a second for one`() {
        var filter = PresentationFilter()
        filter.remember(outcome, of: sight("a", .wedge, after: 0))
        #expect(filter.earlierOutcome(of: sight("a", .wedge, after: 600)) != nil)
        #expect(filter.earlierOutcome(of: sight("a", .wedge, after: 700)) == nil)
    }

    @Test func `never confuses two readers`() {
        var filter = PresentationFilter()
        filter.remember(outcome, of: sight("a", .camera, after: 0))
        #expect(filter.earlierOutcome(of: sight("a", .camera, after: 1, source: "two")) == nil)
    }

    @Test(arguments: [CheckIn.How.stdin, .image, .manual])
    func `takes every line, picture and act for a presentation of its own`(how: CheckIn.How) {
        var filter = PresentationFilter()
        filter.remember(outcome, of: sight("a", how, after: 0))
        #expect(filter.earlierOutcome(of: sight("a", how, after: 0)) == nil)
    }
}

@Suite struct ServedEventsTests {
    private func event(_ id: String, open: Int64, end: Int64) -> Event {
        Event(
            id: id, name: id, timeZone: "UTC", doorsOpen: Timestamp(seconds: open),
            starts: Timestamp(seconds: open + 10),
            ends: Timestamp(seconds: end))
    }

    private var three: [Event] {
        [event("c", open: 500, end: 600), event("a", open: 100, end: 200), event("b", open: 150, end: 250)]
    }

    @Test(
        arguments: [
            (120, ["a"]), (160, ["a", "b"]), (205, ["a", "b"]), (230, ["b"]), (300, ["c"]), (50, ["a"]), (900, ["c"]),
        ] as [(Int64, [String])]) func `serves what is open, else the next, else the last`(
            now: Int64, expected: [String]
        )
    {
        let served = ServedEvents.select(
            from: three, configured: [], now: Timestamp(seconds: now), grace: .seconds(10))
        #expect(served.map(\.id) == expected)
    }

    @Test func `serves the configured ones whatever the time is`() {
        let served = ServedEvents.select(
            from: three, configured: ["c", "gone"], now: Timestamp(seconds: 120), grace: .zero)
        #expect(served.map(\.id) == ["c"])
    }
}

@Suite struct LineReaderTests {
    /// A pipe with `text` in it, read to its end.
    private func lines(_ bytes: [UInt8], limit: Int = 100) async throws -> [[UInt8]] {
        let pipe = Pipe()
        let writing = Task.detached {
            try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
            try pipe.fileHandleForWriting.close()
        }
        let reader = try LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
        var lines: [[UInt8]] = []
        while let line = try await reader.next(limit: limit) { lines.append(line) }
        try await writing.value
        return lines
    }

    @Test func `gives lines one by one, the last without its end too`() async throws {
        let read = try await lines(Array("one\ntwo\n\nthree".utf8))
        #expect(read == ["one", "two", "", "three"].map { Array($0.utf8) })
    }

    @Test func `cuts a line of ten megabytes and goes on with the next`() async throws {
        let long = [UInt8](repeating: 120, count: 10 << 20)
        let read = try await lines(long + Array("\nnext\n".utf8), limit: 2000)
        #expect(read.map(\.count) == [2000, 4])
    }

    @Test func `gives nothing more once it is stopped, neither what it has read nor half a line`() async throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("one\ntwo\nthr".utf8))
        let reader = try LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
        #expect(try await reader.next(limit: 10) == Array("one".utf8))
        reader.stop()
        #expect(try await reader.next(limit: 10) == nil)
        try pipe.fileHandleForWriting.close()
    }

    @Test func `ends when it is stopped while it waits`() async throws {
        let pipe = Pipe()
        let reader = try LineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
        async let line = reader.next(limit: 10)
        reader.stop()
        #expect(try await line == nil)
        try pipe.fileHandleForWriting.close()
    }
}

@Suite struct ConfigurationTests {
    private func read(_ yaml: String, environment: [String: String] = [:]) throws -> Configuration {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).yaml")
        try Data(yaml.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try Configuration.read(file: file.path, environment: environment)
    }

    @Test func `reads every key`() throws {
        let configuration = try read(
            """
            station: kiosk-3
            gate: B
            direction: out
            events: [gala, ball]
            manifests: {keep_after_end: 3d}
            policy: {after_expiry: refuse, clock_untrusted: refuse, grace_after_end: 30m}
            log: debug
            """)
        #expect(configuration.station == "kiosk-3")
        #expect(configuration.gate == "B")
        #expect(configuration.direction == .out)
        #expect(configuration.events == ["gala", "ball"])
        #expect(configuration.keepLists == .seconds(3 * 86_400))
        #expect(
            configuration.policy == Policy(afterExpiry: .refuse, clockUntrusted: .refuse, graceAfterEnd: .seconds(1800))
        )
        #expect(configuration.logLevel == .debug)
    }

    @Test func `lists every fault at once, misspelt keys too`() throws {
        let error = #expect(throws: (any Error).self) {
            try self.read("gaet: B\ndirection: sideways\npolicy: {grace_after_end: soon, after_expiry: maybe}\n")
        }
        let text = String(describing: try #require(error))
        for word in ["gaet", "gate", "sideways", "soon", "maybe"] { #expect(text.contains(word), "\(text)") }
    }

    @Test func `lets the environment win over the file`() throws {
        let configuration = try read(
            "gate: B\ndirection: in\n",
            environment: ["USHER_GATE": "C", "USHER_DIRECTION": "out", "USHER_EVENTS": "a,b"])
        #expect(configuration.gate == "C")
        #expect(configuration.direction == .out)
        #expect(configuration.events == ["a", "b"])
    }

    @Test func `names a misspelt variable`() throws {
        let error = #expect(throws: StationError.self) { try self.read("{}", environment: ["USHER_GATES": "A"]) }
        #expect(error?.description.contains("USHER_GATES") == true)
    }

    @Test func `names a variable that makes no sense`() throws {
        let error = #expect(throws: StationError.self) { try self.read("{}", environment: ["USHER_DIRECTION": "up"]) }
        #expect(error?.description.contains("USHER_DIRECTION") == true)
    }

    @Test func `the example in systemd says what the defaults are`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let example = try Configuration.read(
            file: root.appending(path: "systemd/usher.yaml").path, environment: ["USHER_STATION": "here"])
        var defaults = Configuration(station: "here")
        defaults.direction = .in
        #expect(example == defaults)
    }
}

@Suite struct StateFolderTests {
    private let folder = StateFolder(
        FileManager.default.temporaryDirectory.appending(path: "state-\(UUID())"))

    @Test func `has one owner at a time`() async throws {
        let lock = try await folder.lock(socket: nil)
        let error = await #expect(throws: StationError.self) {
            try await folder.lock(socket: nil, patience: .zero)
        }
        #expect(error?.code == .stateInUse)
        #expect(error?.reason.contains("\(getpid())") == true)
        withExtendedLifetime(lock) {}
    }

    @Test func `a lock that is held for a moment is not taken for the daemon before`() async throws {
        _ = try await folder.lock(socket: nil)
        let lock = try #require(try StateLock(path: folder.url.appending(path: "lock").path))
        try lock.write(JSONEncoder().encode(StateFolder.Owner(pid: .max, socket: "/run/gone.sock")))
        let error = await #expect(throws: StationError.self) {
            try await folder.lock(socket: nil, patience: .zero)
        }
        #expect(error?.reason.contains("unknown") == true)
        withExtendedLifetime(lock) {}
    }

    @Test func `is free again when its owner is gone`() async throws {
        _ = try await folder.lock(socket: "/run/usher.sock")
        _ = try await folder.lock(socket: nil, patience: .zero)
    }

    @Test func `waits for an owner that the lock file takes for a daemon and that answers nobody`() async throws {
        var first: StateLock? = try await folder.lock(socket: folder.url.appending(path: "gone.sock").path)
        async let second = folder.lock(socket: nil)
        await Task.yield()
        withExtendedLifetime(first) {}
        first = nil
        _ = try await second
    }
}
