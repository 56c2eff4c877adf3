internal import Fleet
package import Logging
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

    /// The signed ends of a station's journal that were kept, the oldest first.
    func heads(of station: String) throws -> [String] { try store.heads(of: station) }

    /// The JSON of everything that the control room shows.
    func state() throws -> [UInt8] {
        let time = now()
        return try shown.withLock { shown in
            if let shown, (0..<1000).contains(time.milliseconds - shown.at.milliseconds) { return shown.bytes }
            let known = fleet.withLock { $0 }
            let bytes = try ControlJSON.encode(known.overview(at: time))
            shown = (bytes, time)
            return bytes
        }
    }
}
