public import Messages
public import StationAPI
public import Tickets

/// Everything that the control room shows: the answer of `GET /control/state`.
public struct FleetOverview: Codable, Hashable, Sendable {
    /// When it was made, by the control room's clock.
    public var now: Timestamp
    /// The next to begin first; those that have ended last, for half a day.
    public var events: [EventOverview]
    /// The worst first.
    public var stations: [StationOverview]
    /// Those that are not over, the newest first.
    public var orders: [OrderOverview]
}

/// How one station is doing.
public struct StationOverview: Codable, Hashable, Sendable {
    /// What is wrong with a station beside its own conditions. Raw values are used in JSON.
    public enum Trouble: String, Codable, Sendable, CaseIterable, Comparable {
        /// Its journal lost entries, or has others than before: `usher journal verify` with a head that was kept.
        case rewritten
        /// It was not heard for a while: it is off, or has no network. It may still let people in.
        case away
        /// Nearly nobody passes any more, while others on the same list run as before.
        case stalled
        /// It signs with another key than before: a new identity, or another machine under its name.
        case newKey = "new_key"
        /// Its clock differs from that of the control room by more than five seconds.
        case clock
        /// Its version is not that of most.
        case version
        /// Another station has a newer list of the same event.
        case list
        /// Another station has a newer roster.
        case roster

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

        /// Somebody has to go there.
        var isBroken: Bool { self == .rewritten || self == .away || self == .stalled }

        /// The worst first.
        public static func < (one: Trouble, other: Trouble) -> Bool { one.rank < other.rank }
    }

    /// `ok`, `warning` or `broken`: the worst of its conditions and troubles.
    public var level: Condition.Level
    /// The worst first.
    public var troubles: [Trouble]
    /// When it was last heard, by the control room's clock.
    public var heard: Timestamp
    /// What it says of itself.
    public var status: StationStatus
    /// People let in per minute: the mean of the last five minutes.
    public var perMinute: Double
    /// People let in by it, over all events.
    public var entered: Int
    /// What the disk of its journal has free, in bytes.
    public var freeBytes: Int64
    /// What was done by hand there, oldest first.
    public var acts: [StationReport.Act]
    /// Who has signed in there, by name.
    public var staff: [StationReport.Person]
}

extension StationOverview {
    private static let clockTolerance = Duration.seconds(5)

    init(_ member: Fleet.Member, usual: UsualStation, isStalled: Bool, at now: Timestamp) {
        let report = member.newest.report
        let isAway = member.isAway(at: now)
        var troubles: [Trouble] = []
        if member.isRewritten { troubles.append(.rewritten) }
        if isAway { troubles.append(.away) }
        if isStalled { troubles.append(.stalled) }
        if member.hasNewKey { troubles.append(.newKey) }
        if abs((report.status.now - member.heard).wholeMilliseconds) > Self.clockTolerance.wholeMilliseconds {
            troubles.append(.clock)
        }
        if report.status.version != usual.version ?? report.status.version { troubles.append(.version) }
        if report.status.serving.contains(where: { $0.listIssued < usual.lists[$0.id] ?? .earliest }) {
            troubles.append(.list)
        }
        if report.roster ?? .earliest < usual.roster ?? .earliest { troubles.append(.roster) }
        let own = report.status.conditions.map(Self.level).max() ?? .ok
        let found: Condition.Level =
            troubles.contains(where: \.isBroken) ? .broken : troubles.isEmpty ? .ok : .warning
        self.init(
            level: max(own, found), troubles: troubles, heard: member.heard, status: report.status,
            perMinute: isAway ? 0 : report.own.reduce(0) { $0 + $1.perMinute },
            entered: report.own.reduce(0) { $0 + $1.entered }, freeBytes: report.freeBytes, acts: report.acts,
            staff: isAway ? [] : report.staff ?? [])
    }
}

extension StationOverview {
    /// How bad a condition is for the control room: what it ordered itself is no news to it.
    private static func level(of condition: Condition) -> Condition.Level {
        switch condition.code {
        case .notice: .ok
        case .gatePaused: .warning
        default: condition.level
        }
    }
}

extension StationOverview: Comparable {
    /// The worse one first, then by name.
    public static func < (one: StationOverview, other: StationOverview) -> Bool {
        if one.level != other.level { return one.level > other.level }
        let (first, second) = (one.troubles.first, other.troubles.first)
        if first != second {
            guard let first, let second else { return first != nil }
            return first < second
        }
        return one.status.station < other.status.station
    }
}

/// What most stations have, which others differ from.
struct UsualStation: Sendable {
    /// Of several, the newest; `nil` without a station.
    var version: String?
    /// By event, when the newest list that some station has was made.
    var lists: [String: Timestamp]
    /// When the newest roster that some station has was made; `nil` without one.
    var roster: Timestamp?
}

extension [StationReport] {
    /// A list or a roster that is made later than this, by the clock of its station, is no measure for others.
    private static let listTolerance = Duration.seconds(3600)

    var usual: UsualStation {
        let version = Dictionary(grouping: self, by: \.status.version).max {
            ($0.value.count, $0.key) < ($1.value.count, $1.key)
        }?.key
        let lists = flatMap { report in
            report.status.serving.filter { $0.listIssued <= report.status.now + Self.listTolerance }
                .map { ($0.id, $0.listIssued) }
        }
        return UsualStation(
            version: version, lists: Dictionary(lists, uniquingKeysWith: { Swift.max($0, $1) }),
            roster: compactMap { report in
                report.roster.flatMap { $0 <= report.status.now + Self.listTolerance ? $0 : nil }
            }.max())
    }
}
