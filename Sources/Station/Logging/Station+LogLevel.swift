public import DoorScreen
internal import Logging

extension Station {
    public func logLevel() async -> LogLevel {
        LogLevel(level: logLevels.level.rawValue)
    }

    public func setLogLevel(_ request: LogLevel) async throws {
        guard let level = Logger.Level(rawValue: request.level) else {
            throw StationError(
                .configuration, operation: "set", subject: "the log's level",
                reason: "it must be \(Logger.Level.expectation)")
        }
        logLevels.level = level
        logger.notice("log level is changed", metadata: ["level": "\(level.rawValue)"])
    }
}
