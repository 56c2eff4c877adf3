internal import Alerts
internal import Fleet
package import Logging
internal import Messages
internal import StationAPI
internal import Synchronization
package import Tickets

/// What the stations of a relay say about themselves.
package final class RelayFleet: Sendable {
    private let store: RelayStore
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let fleet: Mutex<Fleet>
    /// When the report of each station was written to the disk last.
    private let written = Mutex<[String: Timestamp]>([:])
    /// What was wrong with the last report of each station.
    private let faults = Mutex<[String: String]>([:])
    /// What the control room has ordered, and nobody can do any more when it is over.
    private let orders: Mutex<[(line: String, order: Order)]>
    /// What the page shows, made once a second at most.
    private let shown = Mutex<(bytes: [UInt8], at: Timestamp)?>(nil)

    /// What is on the disk is for the next start only.
    private static let writeInterval = Duration.seconds(30)

    /// As it was when the relay ended. Stations that are not in `stations` any more are left out.
    package init(store: RelayStore, stations: Set<String>, logger: Logger, now: @escaping @Sendable () -> Timestamp)
        throws
    {
        self.store = store
        self.logger = logger
        self.now = now
        var known = Fleet()
        for report in try store.reports() where stations.contains(report.station) {
            guard let signed = try? SignedReport(report.line, from: report.station) else { continue }
            known.take(signed, at: report.received)
        }
        fleet = Mutex(known)
        orders = Mutex(
            try store.orders(at: now()).compactMap { line in
                (try? SignedOrder.unverified(line)).map { (line, $0) }
            })
    }

    /// Passes an order on with the next reports of its stations, until it expires.
    /// - Throws: ``ControlError`` for a line that is no order, or one that is over.
    func post(_ line: String) throws {
        let time = now()
        let order = try SignedOrder.posted(line, at: time)
        try orders.withLock { orders in
            orders.removeAll { $0.order.expires <= time }
            guard !orders.contains(where: { $0.line == line }) else { return }
            try SignedOrder.requireRoom(beside: orders.map(\.line))
            try store.keep(order: line, until: order.expires, at: time)
            orders.append((line, order))
        }
    }

    /// Signed orders for a station.
    func orders(for station: String) -> [String] {
        let time = now()
        return orders.withLock { orders in
            orders.removeAll { $0.order.expires <= time }
            return orders.filter { $0.order.isFor(station) }.map(\.line)
        }
    }

    /// - Parameter station: whose token it came with.
    /// - Returns: why the report is refused; `nil` when it was taken.
    func take(_ line: String, from station: String) -> String? {
        do throws(SignedReport.Fault) {
            let signed = try SignedReport(line, from: station)
            let time = now()
            fleet.withLock { $0.take(signed, at: time) }
            _ = faults.withLock { $0.removeValue(forKey: station) }
            let isDue = written.withLock { written in
                guard written[station].map({ time - $0 >= Self.writeInterval }) ?? true else { return false }
                written[station] = time
                return true
            }
            if isDue { try? store.keep(report: signed.line, head: signed.report.head, of: station, at: time) }
            return nil
        } catch {
            if faults.withLock({ $0.updateValue(error.rawValue, forKey: station) }) != error.rawValue {
                logger.warning("a report is refused", metadata: ["station": "\(station)", "why": "\(error.rawValue)"])
            }
            return error.rawValue
        }
    }

    /// The signed ends of a station's journal that were kept, the oldest first, and the newest that it told.
    func heads(of station: String) throws -> [String] {
        let kept = try store.heads(of: station)
        let newest = fleet.withLock { $0.head(of: station) }
        return kept + [newest].compactMap(\.self).filter { $0 != kept.last }
    }

    /// What a station sent because this order asked for it; `nil` while nothing has come.
    func bundle(of station: String, order: String) -> String? {
        fleet.withLock { $0.bundle(of: station, order: order) }
    }

    /// The sums of events that are over.
    func digests(in messages: Messages) -> [AlertReport<RelayAlertKind>] {
        let overview = fleet.withLock { $0 }.overview(at: now())
        return EventDigest.due(in: overview).map { digest in
            AlertReport(
                key: digest.key,
                alert: RelayAlert(
                    kind: .digest, subject: digest.subject, message: digest.text(in: messages), severity: .notice),
                expires: digest.expires)
        }
    }

    /// The JSON of everything that the control room shows.
    func state() throws -> [UInt8] {
        let time = now()
        return try shown.withLock { shown in
            if let shown, (0..<1000).contains(time.milliseconds - shown.at.milliseconds) { return shown.bytes }
            let known = fleet.withLock { $0 }
            let given = orders.withLock { $0.map(\.order) }
            let bytes = try ControlJSON.encode(known.overview(at: time, orders: given))
            shown = (bytes, time)
            return bytes
        }
    }
}
