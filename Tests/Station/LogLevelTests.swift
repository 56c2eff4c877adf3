import Logging
import StationAPI
import Synchronization
import Testing

@testable import Station

/// The log's level, changed while the station runs.
@Suite struct LogLevelTests {
    /// Takes every line down.
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private struct Recorder: LogHandler {
        let lines: Lines
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]
        var metadataProvider: Logger.MetadataProvider?

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.add("\(event.message) \(metadata["key"].map { "\($0)" } ?? "")")
        }
    }

    @Test func `copies that were made before follow the switch, and those with a level of their own do not`() {
        let (levels, lines) = (LogLevelSwitch(.notice), Lines())
        var logger = Logger(label: "test") { _ in SwitchedLogHandler(Recorder(lines: lines), levels: levels) }
        var quiet = logger
        quiet.logLevel = .warning
        logger[metadataKey: "key"] = "x"
        logger.debug("one")
        levels.level = .debug
        logger.debug("two")
        quiet.debug("three")
        levels.level = .error
        logger.notice("four")
        #expect(lines.all == ["two x"])
    }

    @Test func `a station takes a level that there is, and no other`() async throws {
        let fixture = try StationFixture()
        let station = try await fixture.open { $0.logLevel = .warning }
        #expect(await station.monitor.logLevel().level == "warning")
        try await station.monitor.setLogLevel(LogLevel(level: "trace"))
        #expect(await station.monitor.logLevel().level == "trace")
        await #expect(throws: StationError.self) { try await station.monitor.setLogLevel(LogLevel(level: "loud")) }
        #expect(await station.monitor.logLevel().level == "trace")
    }
}
