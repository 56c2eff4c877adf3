internal import CSystemd
internal import Files
internal import Glibc
internal import Logging

/// systemd's journal: whether this process logs to it, and how lines with fields get there.
/// See docs/decisions/068-log-fields.md.
enum SystemJournal {
    struct Field: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// Writes lines with fields when standard error goes to the journal, and plain lines to a terminal or a file.
    static func logger(
        _ label: String, station: StationLogFields, levels: LogLevelSwitch, environment: [String: String]
    ) -> Logger {
        guard isStream(environment["JOURNAL_STREAM"], STDERR_FILENO) else {
            return Logger(label: label) {
                SwitchedLogHandler(StreamLogHandler.standardError(label: $0), levels: levels)
            }
        }
        return Logger(label: label) {
            SwitchedLogHandler(JournalLogHandler(label: $0, station: station, send: send), levels: levels)
        }
    }

    /// Whether a descriptor is the file that JOURNAL_STREAM names by device and inode: if not, somebody redirected it
    /// (systemd.exec(5)).
    static func isStream(_ name: String?, _ descriptor: Int32) -> Bool {
        guard let name, let file = FileIdentity(descriptor: descriptor) else { return false }
        return name == "\(file.device):\(file.inode)"
    }

    /// A line that the journal does not take is lost: there is no other place to report it.
    private static func send(_ fields: [Field]) {
        let texts = fields.map { Array("\($0.name)=\($0.value)".utf8) }
        var bytes = texts.flatMap(\.self)
        unsafe bytes.withUnsafeMutableBytes { buffer in
            var offset = 0
            let vectors = unsafe texts.map { text in
                defer { offset += text.count }
                return unsafe iovec(iov_base: buffer.baseAddress.map { unsafe $0 + offset }, iov_len: text.count)
            }
            _ = unsafe sd_journal_sendv(vectors, Int32(vectors.count))
        }
    }
}
