internal import StationAPI
public import Tickets

/// One event, as all its stations together know it.
public struct EventOverview: Codable, Hashable, Sendable {
    /// How often codes were refused for one reason, at the stations of one gate.
    public struct Refusals: Codable, Hashable, Sendable {
        /// Why, in the word of the journal.
        public var reason: Reason
        /// Name of the gate where the station is now; `nil` where it has none.
        public var gate: String?
        /// Refused presentations: a code that is shown again later counts again.
        public var codes: Int
    }

    /// Id of the event.
    public var event: String
    /// For people.
    public var name: String
    /// Name of its time zone: `Africa/Kampala`.
    public var timeZone: String
    /// What clocks show there, around its times, as its newest list has it at a station.
    public var utcOffsets: [UTCOffset]
    /// When the doors open.
    public var doorsOpen: Timestamp
    /// When the event starts.
    public var starts: Timestamp
    /// When the event ends.
    public var ends: Timestamp
    /// Its list is a test list.
    public var isTest: Bool
    /// How many stations serve it.
    public var stations: Int
    /// How many of these are away, so that the numbers may be too low.
    public var away: Int
    /// Some station still adds up earlier entries, so that the numbers are too low.
    public var isCounting: Bool
    /// As in the organizer's list.
    public var lists: [ListOverview]
    /// The most frequent first.
    public var refusals: [Refusals]
    /// Check-ins that no ticketing server has yet, for any event.
    public var unsent: Int
    /// The most double entries and refused check-ins that one station knows of.
    public var conflicts: Int
}

extension EventOverview {
    var zone: Zone { Zone(name: timeZone, offsets: utcOffsets) }

    /// - Parameter reports: the last report of each station; `isAway` when the station has not reported for a while.
    static func all(of reports: [(report: StationReport, isAway: Bool)], at now: Timestamp) -> [EventOverview] {
        let events = Set(reports.flatMap { $0.report.figures.map(\.event) })
        return events.compactMap { EventOverview($0, reports, at: now) }.filter { $0.ends + grace > now }
            .sorted { one, other in
                (one.ends < now) == (other.ends < now)
                    ? (one.starts, one.event) < (other.starts, other.event) : other.ends < now
            }
    }

    /// For so long after its end an event is shown.
    private static let grace = Duration.seconds(12 * 3600)

    /// `nil` when no station serves it.
    private init?(_ event: String, _ reports: [(report: StationReport, isAway: Bool)], at now: Timestamp) {
        let parts = reports.compactMap { each in
            each.report.figures.first { $0.event == event }.map {
                ReportedEvent(figures: $0, report: each.report, isAway: each.isAway)
            }
        }
        // Names and times are those of the newest list that some station has. One from the future is a mistake.
        let plausible = parts.filter { $0.listIssued <= now + .seconds(3600) }
        guard let newest = (plausible.isEmpty ? parts : plausible).max(by: { $0.listIssued < $1.listIssued })?.figures
        else { return nil }
        let others = parts.flatMap(\.figures.lists).map(\.slug)
        let slugs = (newest.lists.map(\.slug) + others).reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        let gates = Dictionary(grouping: parts, by: \.gateName)
        let refusals = gates.flatMap { gate, parts in
            Dictionary(parts.flatMap(\.figures.refusals).map { ($0.reason, $0.codes) }, uniquingKeysWith: +)
                .map { Refusals(reason: $0.key, gate: gate, codes: $0.value) }
        }
        self.init(
            event: event, name: newest.name, timeZone: newest.timeZone, utcOffsets: newest.utcOffsets,
            doorsOpen: newest.doorsOpen, starts: newest.starts, ends: newest.ends, isTest: newest.isTest,
            stations: parts.count,
            away: parts.count(where: \.isAway), isCounting: parts.contains(where: \.figures.isCounting),
            lists: slugs.compactMap { slug in
                ListOverview(
                    slug, of: parts, newest: newest.lists.first { $0.slug == slug }, starts: newest.starts, at: now)
            },
            refusals: refusals.sorted {
                ($1.codes, $0.reason.rawValue, $0.gate ?? "") < ($0.codes, $1.reason.rawValue, $1.gate ?? "")
            },
            unsent: parts.reduce(0) { $0 + $1.figures.unsent }, conflicts: parts.map(\.figures.conflicts).max() ?? 0)
    }
}

/// What one station says of one event.
struct ReportedEvent {
    let figures: EventFigures
    let report: StationReport
    let isAway: Bool

    private var serving: StationStatus.ServedEvent? { report.status.serving.first { $0.id == figures.event } }

    var listIssued: Timestamp { serving?.listIssued ?? .earliest }
    /// Slug of the gate where the station is.
    var gate: String? { serving?.gate }
    var gateName: String? { serving?.gateName ?? serving?.gate }

    func own(_ list: String) -> StationReport.OwnPassages? {
        report.own.first { $0.event == figures.event && $0.list == list }
    }
}
