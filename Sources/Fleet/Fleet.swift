internal import StationAPI
public import Tickets

/// All stations that report to one place, by name.
public struct Fleet: Sendable {
    /// A station from which nothing came for longer than this counts as away. Each one reports at least every ten seconds.
    public static let patience = Duration.seconds(25)
    /// A station from which nothing came for longer than this is not shown any more.
    static let memory = Duration.seconds(24 * 3600)
    /// More stations than any event has.
    static let mostStations = 2000

    /// What is known of one station.
    struct Member: Sendable {
        var newest: SignedReport
        /// When the newest report came, by the control room's clock.
        var heard: Timestamp
        var pace = Pace()
        /// Its journal has lost entries, or has other ones than before.
        var isRewritten = false
        /// It signs with another key than before.
        var hasNewKey = false
        /// The newest that it was asked for.
        var bundle: StationReport.Bundle?

        func isAway(at now: Timestamp) -> Bool { now - heard > Fleet.patience }
    }

    private(set) var members: [String: Member] = [:]

    /// Nobody has reported yet.
    public init() {}

    /// Takes a report that was checked.
    ///
    /// A journal only grows, under the same key: one whose end is an earlier entry, or the same entry with another hash,
    /// was rewritten or put back from a copy.
    public mutating func take(_ signed: SignedReport, at now: Timestamp) {
        let name = signed.report.status.station
        var member = members[name] ?? Member(newest: signed, heard: now)
        // A ledger is read again from a little earlier each time.
        guard members[name] == nil || member.newest.line != signed.line else { return }
        if member.newest.key != signed.key {
            member.hasNewKey = true
        } else if signed.end.sequence < member.newest.end.sequence
            || (signed.end.sequence == member.newest.end.sequence && signed.end.hash != member.newest.end.hash)
        {
            member.isRewritten = true
        }
        member.bundle = signed.report.bundle ?? member.bundle
        member.newest = signed
        member.heard = now
        member.pace.note(signed.report.judged, at: now)
        guard members[name] != nil || members.count < Self.mostStations else { return }
        members[name] = member
    }

    /// Forgets all other stations: they are not part of the venue any more.
    public mutating func keep(_ stations: Set<String>) { members = members.filter { stations.contains($0.key) } }

    /// The signed end of a station's journal, as it said last; `nil` while it was not heard.
    public func head(of station: String) -> String? { members[station]?.newest.report.head }

    /// What a station sent because this order asked for it; `nil` while nothing has come.
    public func bundle(of station: String, order: String) -> String? {
        members[station]?.bundle.flatMap { $0.order == order ? $0.text : nil }
    }

    /// The whole event now.
    /// - Parameter orders: those that were given; what is over is left out.
    public func overview(at now: Timestamp, orders: [Order] = []) -> FleetOverview {
        let stalled = stalled(at: now)
        let members = members.values.filter { now - $0.heard <= Self.memory }
        let usual = members.filter { !$0.isAway(at: now) }.map(\.newest.report).usual
        return FleetOverview(
            now: now,
            events: EventOverview.all(of: members.map { ($0.newest.report, $0.isAway(at: now)) }, at: now),
            stations: members.map {
                StationOverview(
                    $0, usual: usual, isStalled: stalled.contains($0.newest.report.status.station), at: now)
            }.sorted(),
            orders: orders.filter { $0.expires > now }.sorted { $0.issued > $1.issued }.map { order in
                OrderOverview(order, members.map(\.newest.report))
            })
    }

    /// Stations where nearly nobody passes any more, while others on the same list run as before.
    private func stalled(at now: Timestamp) -> Set<String> {
        let here = members.values.filter { !$0.isAway(at: now) }
        return Set(
            here.filter { member in
                guard let rates = member.pace.rates(now: now), rates.before >= Pace.leastPerMinute,
                    rates.recent <= rates.before / 5
                else { return false }
                return here.contains { other in
                    guard other.newest.report.status.station != member.newest.report.status.station,
                        other.newest.report.works(with: member.newest.report),
                        let others = other.pace.rates(now: now)
                    else { return false }
                    return others.recent >= max(Pace.leastPerMinute, others.before / 2)
                }
            }.map(\.newest.report.status.station))
    }
}

extension StationReport {
    /// How many codes this station has judged, as far as figures count them.
    var judged: Int {
        own.reduce(0) { $0 + $1.entered + $1.left } + figures.flatMap(\.refusals).reduce(0) { $0 + $1.codes }
    }

    /// The same list of the same event in the same direction.
    func works(with other: StationReport) -> Bool {
        status.direction == other.status.direction
            && status.serving.contains { mine in
                other.status.serving.contains { $0.id == mine.id && $0.list == mine.list }
            }
    }
}
