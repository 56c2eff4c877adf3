package import Tickets

/// What the numbers of an event are made of.
package struct EventSums: Sendable {
    package let tally: EventTally
    /// People for whom the valid tickets of a type are, by its slug.
    package let ticketHolders: [String: Int64]
    /// Earlier entries are not counted yet.
    package let isCounting: Bool

    /// - Parameters:
    ///   - ticketHolders: people for whom the valid tickets of a type are, by its slug.
    ///   - isCounting: earlier entries are not counted yet.
    package init(_ tally: EventTally, ticketHolders: [String: Int64], isCounting: Bool = false) {
        self.tally = tally
        self.ticketHolders = ticketHolders
        self.isCounting = isCounting
    }

    /// People for whom the valid tickets of these types are.
    package func holders(of types: some Sequence<String>) -> Int64 {
        types.reduce(0) { $0 + (ticketHolders[$1] ?? 0) }
    }
}

extension EventFigures {
    /// How far a curve may reach before the doors open and after the end, when a clock was wrong.
    private static let margin = Duration.seconds(6 * 3600)

    /// Where the curves of an event may be.
    package static func span(of event: Event) -> ClosedRange<Timestamp> {
        event.doorsOpen - margin...max(event.doorsOpen, event.ends) + margin
    }

    /// - Parameters:
    ///   - first: slug of the list that comes first.
    ///   - unsent: check-ins that a ticketing server does not have yet.
    ///   - capacity: how many people may be inside on a list, and who counts them; `nil` for no limit.
    package init(
        _ sums: EventSums, plan: EventPlan, isTest: Bool, station: String, now: Timestamp, first: String?,
        unsent: Int, conflicts: Int, capacity: (_ list: AdmissionList) -> (people: Int, basis: CountBasis)?
    ) {
        let event = plan.event
        let span = Self.span(of: event)
        let refusals = Dictionary(sums.tally.refusals.map { ($0.key.reason, $0.value) }, uniquingKeysWith: +)
        let lists = plan.lists.sorted { $0.slug == first && $1.slug != first }
        self.init(
            event: event.id, name: event.name, timeZone: event.timeZone.name, utcOffsets: event.utcOffsets(at: now),
            doorsOpen: event.doorsOpen, starts: event.starts, ends: event.ends, isTest: isTest, station: station,
            now: now,
            isCounting: sums.isCounting,
            lists: lists.map { list in
                var figures = ListFigures(sums, list: list, plan: plan, now: now, span: span)
                let limit = capacity(list)
                (figures.capacity, figures.capacityBasis) = (limit?.people, limit?.basis)
                return figures
            },
            refusals: refusals.map { Refusal(reason: $0.key, codes: $0.value) }.sorted {
                ($1.codes, $0.reason.rawValue) < ($0.codes, $1.reason.rawValue)
            }, unsent: unsent, conflicts: conflicts)
    }
}

extension ListFigures {
    init(
        _ sums: EventSums, list: AdmissionList, plan: EventPlan, now: Timestamp, span: ClosedRange<Timestamp>
    ) {
        let tally = sums.tally
        let groups = tally.groups.filter { $0.key.list == list.slug }
        func people(_ origin: TallyEntry.Origin) -> PeopleCount {
            groups.reduce(into: PeopleCount()) { if $1.key.origin == origin { $0 += $1.value } }
        }
        let (here, elsewhere, listed) = (people(.here), people(.elsewhere), tally.listed(list.slug))
        let left = here.left + elsewhere.left + listed.left
        let types = Self.types(sums, list: list, plan: plan)
        self.init(
            slug: list.slug, name: list.name, inside: tally.inside(list.slug),
            isEstimate: list.reentry == .none && left == 0, admitted: here.entered, elsewhere: elsewhere.entered,
            listed: listed.entered, checkedOut: left, tickets: types.reduce(0) { $0 + $1.tickets },
            perMinute: tally.perMinute(list.slug, now: now),
            peak: tally.peak(list.slug).map { Peak(at: $0.at, people: $0.people) }, types: types,
            gates: Self.gates(tally, list: list, plan: plan),
            course: tally.curve(list.slug, within: span).map(TimeSeries.init))
    }

    /// Types of the list, the most tickets first; then other types and tickets that were admitted against the rules.
    private static func types(_ sums: EventSums, list: AdmissionList, plan: EventPlan) -> [TypeFigures] {
        var admitted: [String?: Int] = [:]
        for (group, people) in sums.tally.groups where group.list == list.slug {
            admitted[group.type, default: 0] += people.entered
        }
        var figures = plan.types.compactMap { type -> TypeFigures? in
            let people = admitted[type.slug] ?? 0
            let isOnList = list.types.contains(type.slug)
            guard isOnList || people > 0 else { return nil }
            return TypeFigures(
                slug: type.slug, name: type.name, color: type.color, admitted: people,
                tickets: isOnList ? sums.ticketHolders[type.slug] ?? 0 : 0)
        }
        figures.sort { ($1.tickets, $0.slug ?? "") < ($0.tickets, $1.slug ?? "") }
        if let people = admitted[nil], people > 0 {
            figures.append(TypeFigures(slug: nil, name: nil, color: nil, admitted: people, tickets: 0))
        }
        return figures
    }

    private static func gates(_ tally: EventTally, list: AdmissionList, plan: EventPlan) -> [GateFigures] {
        func figures(_ slug: String?, _ name: String?) -> GateFigures {
            var gate = GateFigures(slug: slug, name: name, admitted: 0, elsewhere: 0, checkedOut: 0)
            for (group, people) in tally.groups where group.list == list.slug && group.gate == slug {
                switch group.origin {
                case .here: gate.admitted += people.entered
                case .elsewhere: gate.elsewhere += people.entered
                }
                gate.checkedOut += people.left
            }
            return gate
        }
        let planned = plan.gates.filter { $0.list == list.slug }
        let seen = Set(tally.groups.keys.filter { $0.list == list.slug }.map(\.gate))
        let others = seen.subtracting(planned.map(\.slug)).sorted { ($0 ?? "~") < ($1 ?? "~") }
        return planned.map { figures($0.slug, $0.name) }
            + others.map { slug in figures(slug, slug.flatMap { plan.gate($0)?.name }) }
            .filter { $0.admitted + $0.elsewhere + $0.checkedOut > 0 }
    }
}

extension ListFigures.TimeSeries {
    /// People who passed, in each step.
    package init(_ curve: Curve) {
        self.init(
            start: curve.start, stepMinutes: curve.stepMinutes, entered: curve.people.map(\.entered),
            left: curve.people.map(\.left))
    }
}
