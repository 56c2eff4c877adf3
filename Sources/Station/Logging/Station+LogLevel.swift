public import DoorScreen
internal import Logging
internal import Tickets

extension Station {
    public func logLevel() async -> LogLevel {
        LogLevel(level: logLevels.level.rawValue)
    }

    public func setLogLevel(_ request: LogLevel) async throws {
        guard let level = Logger.Level(rawValue: request.level) else {
            throw StationError(
                .configuration, "set", "the log's level",
                "it must be \(Logger.Level.expectation)")
        }
        logLevels.level = level
        logger.notice("log level is changed", metadata: ["level": "\(level.rawValue)"])
    }
}
