internal import Foundation
internal import Tickets

/// Since when the door stands still while the station is started again: `stopped` in the state folder, which a station writes
/// when it is stopped and the next one takes away. A station that was killed leaves none.
struct Standstill {
    /// A longer one was no restart.
    private static let longest = Duration.seconds(3600)

    private let file: URL

    init(of folder: StateFolder) {
        file = folder.url.appending(path: "stopped")
    }

    /// On a full disk it is not known afterwards; that keeps nothing from stopping.
    func begin(at now: Timestamp) {
        try? Data("\(now.milliseconds)".utf8).write(to: file)
    }

    /// When the station before was stopped; `nil` when that is not known, and after that for the next one.
    func takeBegin() -> Timestamp? {
        defer { try? FileManager.default.removeItem(at: file) }
        return (try? String(contentsOf: file, encoding: .utf8)).flatMap { Int64($0) }
            .map(Timestamp.init(milliseconds:))
    }

    /// Whole seconds from a stop until now; `nil` for what a clock says that was set meanwhile.
    static func seconds(since stop: Timestamp?, at now: Timestamp) -> Int? {
        guard let stop, stop <= now, now - stop < longest else { return nil }
        return Int((now - stop).components.seconds)
    }
}
