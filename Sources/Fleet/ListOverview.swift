public import StationAPI
public import Tickets

/// One admission list, as all stations together know it.
///
/// Where stations tell each other what they did, each knows of everybody, and the one that knows of the most people is
/// believed. What it cannot know of, because others were cut off or nobody passes anything on, is what those say that
/// they did themselves.
public struct ListOverview: Codable, Hashable, Sendable {
    /// One gate of the list.
    public struct Gate: Codable, Hashable, Sendable {
        /// Slug.
        public var slug: String?
        /// For people; `nil` when the event has no such gate.
        public var name: String?
        /// People let in.
        public var admitted: Int
        /// People let out.
        public var checkedOut: Int
        /// People let in per minute by the stations that are there now and are heard: the mean of the last five minutes.
        public var perMinute: Double
        /// Names of the stations that are there now, as far as is known.
        public var stations: [String]
    }

    /// How it goes on until the event starts, at the rate of the last five minutes.
    public struct Forecast: Codable, Hashable, Sendable {
        /// People with a ticket who are still outside when the event starts.
        public var outside: Int
        /// When nobody would be outside any more.
        public var done: Timestamp
        /// Name of a gate of the list that has no station; `nil` when every gate has one.
        public var closedGate: String?
    }

    /// Slug of the admission list.
    public var slug: String
    /// For people.
    public var name: String
    /// People inside now; see ``isEstimate``.
    public var inside: Int
    /// Exits are not scanned, so that ``inside`` may be too high.
    public var isEstimate: Bool
    /// People admitted.
    public var admitted: Int
    /// People checked out.
    public var checkedOut: Int
    /// People on the valid tickets of the list.
    public var tickets: Int64
    /// People on tickets who were not let in: of each type, as many as its tickets are more than those let in.
    public var notCome: Int64
    /// How many people may be inside at once; `nil` for no limit.
    public var capacity: Int?
    /// People let in per minute: the mean of the last five minutes.
    public var perMinute: Double
    /// Types of the list, the most tickets first.
    public var types: [ListFigures.TypeFigures]
    /// As in the organizer's list; then others at which somebody passed.
    public var gates: [Gate]
    /// `nil` when nobody passed.
    public var course: ListFigures.TimeSeries?
    /// `nil` when the event has started, when everybody is in, and while nobody comes.
    public var forecast: Forecast?
}

extension ListOverview {
    /// - Parameters:
    ///   - newest: as the newest list of the event has it; `nil` when that has no such list.
    ///   - starts: when the event does.
    /// - Returns: `nil` when no station has the list.
    init?(_ slug: String, of parts: [ReportedEvent], newest: ListFigures?, starts: Timestamp, at now: Timestamp) {
        func said(_ parts: [ReportedEvent]) -> [(figures: ListFigures, at: Timestamp)] {
            parts.compactMap { part in
                part.figures.lists.first { $0.slug == slug }.map { ($0, part.figures.now) }
            }
        }
        let figures = said(parts).map(\.figures)
        let own = parts.compactMap { $0.own(slug) }
        let heard = said(parts.filter { !$0.isAway })
        // Where two know of as many passages, the newer report counts: the hour at which everyone counts as out may lie
        // between them.
        let best = (heard.isEmpty ? said(parts) : heard).max {
            ($0.figures.knownPassages, $0.at) < ($1.figures.knownPassages, $1.at)
        }?.figures
        guard let best else { return nil }
        let listed = figures.map(\.listed).max() ?? 0
        let admitted = max(best.admittedInAll, own.reduce(listed) { $0 + $1.entered })
        let checkedOut = max(best.checkedOut, own.reduce(0) { $0 + $1.left })
        // What the best informed station does not know of.
        let unknown = (admitted - best.admittedInAll) - (checkedOut - best.checkedOut)
        let here = parts.filter { !$0.isAway }
        let perMinute = here.reduce(0) { $0 + ($1.own(slug)?.perMinute ?? 0) }
        let gates = Self.gates(figures, of: parts, slug)
        let types = Self.types(figures)
        let courses = own.compactMap(\.course)
        self.init(
            slug: slug, name: best.name, inside: max(0, best.inside + unknown),
            isEstimate: best.isEstimate && checkedOut == 0,
            admitted: admitted, checkedOut: checkedOut, tickets: (newest ?? best).tickets,
            notCome: types.reduce(0) { $0 + max(0, $1.tickets - Int64($1.admitted)) },
            capacity: best.capacity, perMinute: perMinute,
            types: types, gates: gates,
            course: own.reduce(0) { $0 + $1.entered } > best.admitted + best.elsewhere
                ? ListFigures.TimeSeries(sum: courses) : best.course,
            forecast: nil)
        forecast = forecast(perMinute: perMinute, starts: starts, now: now)
    }

    private func forecast(perMinute: Double, starts: Timestamp, now: Timestamp) -> Forecast? {
        let expected = Int(notCome)
        guard now < starts, expected > 0, perMinute > 0 else { return nil }
        let minutes = Double((starts - now).wholeMilliseconds) / 60_000
        let outside = max(0, expected - Int(min(perMinute * minutes, Double(expected))))
        let done = now + .milliseconds(Int64(min(Double(expected) / perMinute, 100_000) * 60_000))
        return Forecast(
            outside: outside, done: done, closedGate: gates.first { $0.stations.isEmpty && $0.name != nil }?.name)
    }

    /// People by type: what the station says that knows of the most of them.
    private static func types(_ figures: [ListFigures]) -> [ListFigures.TypeFigures] {
        var best: [String?: ListFigures.TypeFigures] = [:]
        for type in figures.flatMap(\.types) where type.admitted >= best[type.slug]?.admitted ?? -1 {
            best[type.slug] = type
        }
        return best.values.sorted { ($1.tickets, $0.slug ?? "~") < ($0.tickets, $1.slug ?? "~") }
    }

    private static func gates(_ figures: [ListFigures], of parts: [ReportedEvent], _ list: String) -> [Gate] {
        var (own, there): ([String?: Int], [String?: [ReportedEvent]]) = ([:], [:])
        for gate in figures.flatMap(\.gates) { own[gate.slug, default: 0] += gate.admitted }
        for part in parts { there[part.gate, default: []].append(part) }
        var order: [String?] = []
        var gates: [String?: Gate] = [:]
        for gate in figures.flatMap(\.gates) {
            if gates[gate.slug] == nil { order.append(gate.slug) }
            var known =
                gates[gate.slug]
                ?? Gate(
                    slug: gate.slug, name: gate.name, admitted: 0, checkedOut: 0, perMinute: 0, stations: [])
            known.admitted = max(known.admitted, gate.admitted + gate.elsewhere)
            known.checkedOut = max(known.checkedOut, gate.checkedOut)
            gates[gate.slug] = known
        }
        return order.compactMap { slug in
            guard var gate = gates[slug] else { return nil }
            // Of stations that are cut off, nobody else knows.
            gate.admitted = max(gate.admitted, own[slug] ?? 0)
            let there = there[slug] ?? []
            gate.checkedOut = max(gate.checkedOut, there.reduce(0) { $0 + ($1.own(list)?.left ?? 0) })
            gate.stations = there.map(\.report.status.station).sorted()
            gate.perMinute = there.reduce(0) { $1.isAway ? $0 : $0 + ($1.own(list)?.perMinute ?? 0) }
            return gate
        }
    }
}

extension ListFigures {
    /// How many passages a station has heard of.
    fileprivate var knownPassages: Int { admittedInAll + checkedOut }
}

extension ListFigures.TimeSeries {
    /// The most steps of a sum. A curve that begins further away than this, because a clock was wrong, is left out.
    private static let mostSteps = 2000

    /// Adds up several curves, in steps as long as the longest of theirs. `nil` without a curve.
    init?(sum courses: [ListFigures.TimeSeries]) {
        let span = Int64(courses.map(\.stepMinutes).max() ?? 1) * 60_000 * Int64(Self.mostSteps) / 2
        let starts = courses.map(\.start.milliseconds).sorted()
        let middle = starts.isEmpty ? 0 : starts[starts.count / 2]
        let courses = courses.filter { abs($0.start.milliseconds - middle) <= span }
        guard let step = courses.map(\.stepMinutes).max(), let first = courses.map(\.start).min() else { return nil }
        let length = Int64(step) * 60_000
        let start = first.milliseconds.flooredDivision(by: length).quotient
        var (entered, left): ([Int], [Int]) = ([], [])
        for course in courses {
            for (place, people) in course.entered.enumerated() {
                let at = course.start.milliseconds + Int64(place * course.stepMinutes) * 60_000
                let index = Int(at.flooredDivision(by: length).quotient - start)
                let missing = index + 1 - entered.count
                if missing > 0 {
                    entered += Array(repeating: 0, count: missing)
                    left += Array(repeating: 0, count: missing)
                }
                entered[index] += people
                left[index] += course.left[place]
            }
        }
        self.init(start: Timestamp(milliseconds: start * length), stepMinutes: step, entered: entered, left: left)
    }
}
