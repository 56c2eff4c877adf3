internal import Logging
internal import Synchronization

/// The level of all log lines of this process. It can be changed while the process runs.
final class LogLevelSwitch: Sendable {
    private let chosen: Mutex<Logger.Level>

    init(_ level: Logger.Level) {
        chosen = Mutex(level)
    }

    var level: Logger.Level {
        get { chosen.withLock { $0 } }
        set { chosen.withLock { $0 = newValue } }
    }
}

/// Logs what the switch lets through. A logger with a level of its own keeps that: some libraries log too much.
struct SwitchedLogHandler<Base: LogHandler>: LogHandler {
    private var base: Base
    private let levels: LogLevelSwitch
    private var own: Logger.Level?

    init(_ base: Base, levels: LogLevelSwitch) {
        self.base = base
        self.levels = levels
        // The base lets everything through: what is too much has been left out by then.
        self.base.logLevel = .trace
    }

    var logLevel: Logger.Level {
        get { own ?? levels.level }
        set { own = newValue }
    }

    var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { base.metadataProvider }
        set { base.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        base.log(event: event)
    }
}
