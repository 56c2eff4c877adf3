internal import Logging

/// Log lines for the system's journal, with a field for each thing that they name: `journalctl USHER_GATE=B`.
///
/// The fields are PRIORITY, MESSAGE and SYSLOG_IDENTIFIER (systemd.journal-fields(7)), those of ``StationLogFields``,
/// and for each piece of metadata `USHER_` with its name in capitals. The message holds the metadata too, so that a
/// plain `journalctl` shows as much as a terminal.
struct JournalLogHandler: LogHandler {
    let label: String
    let station: StationLogFields
    let send: @Sendable ([SystemJournal.Field]) -> Void
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    init(label: String, station: StationLogFields, send: @escaping @Sendable ([SystemJournal.Field]) -> Void) {
        self.label = label
        self.station = station
        self.send = send
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let named = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
            .sorted { $0.key < $1.key }
        let message = (["\(event.message)"] + named.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
        let own = named.map { SystemJournal.Field(name: Self.fieldName($0.key), value: "\($0.value)") }
        let names = Set(own.map(\.name))
        send(
            [
                .init(name: "MESSAGE", value: message),
                .init(name: "PRIORITY", value: "\(Self.priority(event.level))"),
                .init(name: "SYSLOG_IDENTIFIER", value: label),
            ] + own + station.all.filter { !names.contains($0.name) })
    }

    /// The levels of syslog(3).
    static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    /// Field names are capitals, digits and underscores, 64 at most (sd_journal_print(3)).
    static func fieldName(_ key: String) -> String {
        let name = key.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return "USHER_" + String(name.prefix(58)).uppercased()
    }
}
