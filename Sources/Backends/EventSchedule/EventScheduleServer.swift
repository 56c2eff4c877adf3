internal import Synchronization
internal import Tickets

/// One configured EventSchedule server of any kind: discovered at the first request and again every hour, because
/// servers are updated while stations run.
final class EventScheduleServer: Sendable {
    private static let rediscoveryInterval = Duration.seconds(3600)

    private let discovery: EventScheduleDiscovery
    private let now: @Sendable () -> Timestamp
    private let found = Mutex<(site: EventScheduleSite, at: Timestamp)?>(nil)

    init(_ server: JSONServer, now: @escaping @Sendable () -> Timestamp) {
        discovery = EventScheduleDiscovery(server)
        self.now = now
    }

    /// The limit of the server as it is known; zero before discovery.
    var pace: Duration {
        found.withLock { $0?.site.pace ?? .zero }
    }

    /// The result of the last discovery; `nil` before the first.
    var known: EventScheduleSite? { found.withLock { $0?.site } }

    func site() async throws(BackendError) -> EventScheduleSite {
        let known = found.withLock { $0 }
        // A clock that was set back must not make a discovery last longer.
        if let known, (.zero..<Self.rediscoveryInterval).contains(now() - known.at) { return known.site }
        let site = try await discovery.find()
        found.withLock { $0 = (site, now()) }
        return site
    }
}
