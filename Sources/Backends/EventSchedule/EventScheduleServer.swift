internal import Synchronization
internal import Tickets

/// One configured EventSchedule server, whichever it is: discovered at the first question and again every hour, since
/// servers get newer while stations run.
final class EventScheduleServer: Sendable {
    private static let rediscoveryInterval = Duration.seconds(3600)

    private let discovery: EventScheduleDiscovery
    private let now: @Sendable () -> Timestamp
    private let found = Mutex<(site: EventScheduleSite, at: Timestamp)?>(nil)

    init(_ server: JSONServer, now: @escaping @Sendable () -> Timestamp) {
        discovery = EventScheduleDiscovery(server)
        self.now = now
    }

    /// Of the server as it is known; none before it was found.
    var pace: Duration {
        found.withLock { $0?.site.pace ?? .zero }
    }

    /// As it was found last.
    var known: EventScheduleSite? { found.withLock { $0?.site } }

    func site() async throws(BackendTrouble) -> EventScheduleSite {
        let known = found.withLock { $0 }
        // A clock that was put back makes no discovery last longer.
        if let known, (.zero..<Self.rediscoveryInterval).contains(now() - known.at) { return known.site }
        let site = try await discovery.find()
        found.withLock { $0 = (site, now()) }
        return site
    }
}
