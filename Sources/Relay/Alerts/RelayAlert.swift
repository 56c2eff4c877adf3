internal import Tickets

typealias RelayAlert = Alert<RelayAlertKind>

/// What people are told of a relay.
enum RelayAlertKind: String, AlertKind {
    /// A station that worked is not heard any more.
    case stationSilent
    /// A ticketing server takes nothing.
    case serverTakesNothing
    /// An event is over: how many came.
    case digest
}

/// Decides which alerts of a relay are active.
struct RelayWatch {
    /// A station that fetches what others did asks every few seconds. One that is not heard for this long is off, or has
    /// no network.
    static let silence = Duration.seconds(300)
    /// One that was not heard for this long is not expected to work.
    static let day = Duration.seconds(12 * 3600)
    /// A server may take nothing for this long.
    static let patience = Duration.seconds(600)

    /// What is known of a backend.
    struct Backend {
        let name: String
        /// The first entry that waits for it; `nil` when none does.
        let head: Int64?
        let waiting: Int
        /// Whether the relay can deliver to it at all; `nil` while that is not known.
        let isReady: Bool?
    }

    private struct Progress {
        var head: Int64?
        /// When it last took something, or had nothing to take.
        var since: Timestamp
        /// It has not taken anything since this process was started.
        var isFirst = true
    }

    private var progress: [String: Progress] = [:]

    /// - Parameters:
    ///   - heard: when each station last asked what others did, since this process was started.
    ///   - active: the alerts that were reported before. While nothing is known that contradicts them, they stay.
    mutating func alerts(
        heard: [String: Timestamp], backends: [Backend], active: [RelayAlert], now: Timestamp
    ) -> [RelayAlert] {
        let silent = heard.filter { now - $0.value >= Self.silence && now - $0.value < Self.day }
            .sorted { $0.key < $1.key }
            .map { station, last in
                RelayAlert(
                    kind: .stationSilent, subject: station,
                    message:
                        "Station \(station) has not been heard from for \((now - last).components.seconds / 60) minutes: "
                        + "it is off, or has no network.",
                    severity: .broken)
            }
        let unheard = active.filter { $0.kind == .stationSilent && heard[$0.subject] == nil }
        let stuck = backends.filter { backend in
            let before = active.contains { $0.kind == .serverTakesNothing && $0.subject == backend.name }
            return isStuck(backend, wasStuck: before, now: now)
        }
        return silent + unheard + stuck.map(Self.alert)
    }

    private mutating func isStuck(_ backend: Backend, wasStuck: Bool, now: Timestamp) -> Bool {
        var current = progress[backend.name] ?? Progress(head: backend.head, since: now)
        defer { progress[backend.name] = current }
        if current.head != backend.head { current = Progress(head: backend.head, since: now, isFirst: false) }
        if backend.head == nil, backend.isReady != false {
            current.since = now
            // Until it is known whether it takes anything, what was reported stays.
            if backend.isReady == true { current.isFirst = false }
            return wasStuck && current.isFirst
        }
        return now - current.since >= Self.patience || wasStuck && current.isFirst
    }

    private static func alert(of backend: Backend) -> RelayAlert {
        RelayAlert(
            kind: .serverTakesNothing, subject: backend.name,
            message: "\(backend.name) has taken no check-ins for ten minutes; \(backend.waiting) wait at the relay. "
                + "The relay's log says why.",
            severity: .broken)
    }
}
