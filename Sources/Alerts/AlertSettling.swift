public import Tickets

/// Which alerts are to be active, so that what comes or goes for a moment tells nobody anything: a page that is loaded
/// again, a camera that is plugged in again, a station that starts.
public struct AlertSettling<Kind: AlertKind>: Sendable {
    /// What stands this long has begun.
    private static var beginning: Duration { .seconds(10) }
    /// What is gone this long has ended.
    private static var ending: Duration { .seconds(30) }
    /// After a start it takes a while until everything is known that was known before.
    private static var starting: Duration { .seconds(180) }

    private let started: Timestamp
    private var seen: [Alert<Kind>.Name: Timestamp] = [:]
    private var gone: [Alert<Kind>.Name: Timestamp] = [:]

    /// - Parameter started: when the program that looks was started.
    public init(started: Timestamp) {
        self.started = started
    }

    /// - Parameters:
    ///   - found: what is the case now.
    ///   - active: what was reported so far.
    /// - Returns: what is to be active now.
    public mutating func settle(_ found: [Alert<Kind>], active: [Alert<Kind>], now: Timestamp) -> [Alert<Kind>] {
        let names = Set(found.map(\.name))
        let known = Set(active.map(\.name))
        seen = seen.filter { names.contains($0.key) }
        gone = gone.filter { !names.contains($0.key) }
        for name in names where seen[name] == nil { seen[name] = now }
        for name in known where !names.contains(name) && gone[name] == nil { gone[name] = now }
        let kept = active.filter { alert in
            gone[alert.name].map { now - $0 < Self.ending || now - started < Self.starting } ?? false
        }
        let standing = found.filter { alert in
            known.contains(alert.name) || seen[alert.name].map { now - $0 >= Self.beginning } ?? false
        }
        return kept + standing
    }
}
