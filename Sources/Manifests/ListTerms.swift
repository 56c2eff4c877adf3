public import Tickets

/// What the signed line says of ticket types, admission lists and gates beside the tables of the body: all that a station
/// of an earlier version must not leave out, because it would let in what this forbids. It refuses such a list instead.
public struct ListTerms: Hashable, Sendable {
    /// How many people may be inside at once, by the slug of the admission list, within ``AdmissionList/capacities``.
    /// Lists without a limit are not in it.
    public private(set) var capacities: [String: Int] = [:]
    /// Age that a guest must have reached, by the slug of the ticket type, within ``TicketType/ages``. Types without a
    /// limit are not in it.
    public private(set) var ages: [String: Int] = [:]
    /// Slugs of the ticket types whose age staff must confirm; each of them has a limit.
    public private(set) var asksAge: Set<String> = []
    /// Slugs of the admission lists on which staff may let in unpaid tickets.
    public private(set) var asksUnpaid: Set<String> = []
    /// Slugs of the admission lists on which a code stands for one line.
    public private(set) var takesOneLine: Set<String> = []
    /// What else must be met to enter, by the slug of the admission list. Lists without a rule are not in it.
    public private(set) var rules: [String: EntryRule] = [:]
    /// What the ticketing server calls a gate, by its slug: rules can ask for it.
    public private(set) var gateNumbers: [String: Int64] = [:]
    /// Where tickets without times of their own have no limit. Those in the body have times; signed codes may have none.
    public private(set) var openEnds: Set<WindowEnd> = []
    /// What guests are asked at the door, in this order: each is asked of the ticket types that it names.
    public private(set) var questions: [CheckInQuestion] = []
    /// When everybody counts as out, each day, by the slug of the admission list: minutes since midnight, within
    /// ``DailyExit/minutes``. Lists without such an hour are not in it.
    public private(set) var everyoneOut: [String: Int] = [:]
    /// Only of a series, and always: then the body has its dates.
    public private(set) var dates: DateTerms?
    /// What staff find tickets by, of ``SearchTerm/optional``.
    public private(set) var findBy: Set<SearchTerm> = []

    /// The kinds of codes that cameras read; empty: those that are usual.
    public private(set) var symbologies: Set<Symbology> = []
    /// What may be sold at the door; `nil`: nothing.
    public private(set) var boxOffice: BoxOffice?
    /// Slug of the admission list on which guests without a ticket are counted; `nil`: nowhere.
    public private(set) var walkInList: String?

    /// What the line says of the dates of a series.
    public struct DateTerms: Hashable, Sendable {
        /// Numbers of dates, by the slugs of the admission lists that are for one of them only.
        public let lists: [String: Int64]
        /// When tickets of a date are let in; `nil`: as those of an event without dates.
        public let slots: SlotTolerance?
    }

    /// - Parameter findBy: of ``SearchTerm/optional``.
    package init(_ plan: EventPlan, findBy: Set<SearchTerm> = [], symbologies: Set<Symbology> = []) {
        self.findBy = findBy
        self.symbologies = symbologies
        for list in plan.lists {
            capacities[list.slug] = list.capacity
            rules[list.slug] = list.rule
            everyoneOut[list.slug] = list.everyoneOut
            if list.asksUnpaid { asksUnpaid.insert(list.slug) }
            if list.takesOneLine { takesOneLine.insert(list.slug) }
        }
        for type in plan.types {
            ages[type.slug] = type.minimumAge
            if type.asksAge, type.minimumAge != nil { asksAge.insert(type.slug) }
        }
        openEnds = plan.openEnds
        boxOffice = plan.boxOffice
        walkInList = plan.walkInList
        questions = plan.questions
        for gate in plan.gates { gateNumbers[gate.slug] = gate.number }
        guard !plan.dates.isEmpty else { return }
        let lists = plan.lists.compactMap { list in list.date.map { (list.slug, $0) } }
        dates = DateTerms(lists: Dictionary(lists) { first, _ in first }, slots: plan.slots)
    }

    /// What one event may ask: the line has 64 KiB.
    package static let maximumQuestionCount = 100

    func applied(to type: TicketType) -> TicketType {
        type.from(age: ages[type.slug], asked: asksAge.contains(type.slug))
    }

    func applied(to list: AdmissionList) -> AdmissionList {
        AdmissionList(
            slug: list.slug, name: list.name, reentry: list.reentry, types: list.types, capacity: capacities[list.slug],
            rule: rules[list.slug], asksUnpaid: asksUnpaid.contains(list.slug),
            takesOneLine: takesOneLine.contains(list.slug), date: dates?.lists[list.slug],
            everyoneOut: everyoneOut[list.slug])
    }

    func applied(to gate: Gate) -> Gate {
        Gate(slug: gate.slug, name: gate.name, list: gate.list, number: gateNumbers[gate.slug])
    }
}

// MARK: - In the line

extension ListTerms {
    /// The claims, in their order; what says nothing is left out.
    var members: [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = []
        if !capacities.isEmpty { members.append(("capacity", Self.numbers(capacities))) }
        if !ages.isEmpty { members.append(("age", Self.numbers(ages))) }
        if !asksAge.isEmpty { members.append(("ask_age", Self.slugs(asksAge))) }
        if !asksUnpaid.isEmpty { members.append(("ask_unpaid", Self.slugs(asksUnpaid))) }
        if !takesOneLine.isEmpty { members.append(("one_line", Self.slugs(takesOneLine))) }
        if !rules.isEmpty {
            let sorted = rules.sorted { $0.key < $1.key }
            members.append(("rules", .object(sorted.map { (name: $0.key, value: $0.value.json.value) })))
        }
        if !gateNumbers.isEmpty { members.append(("gate_numbers", Self.numbers(gateNumbers))) }
        if !openEnds.isEmpty { members.append(("open_ends", Self.slugs(Set(openEnds.map(\.rawValue))))) }
        if !questions.isEmpty { members.append(("questions", .array(questions.map(\.json)))) }
        if !everyoneOut.isEmpty { members.append(("everyone_out", Self.numbers(everyoneOut))) }
        if let dates { members.append(("dates", dates.json)) }
        if !findBy.isEmpty { members.append(("find_by", Self.slugs(Set(findBy.map(\.rawValue))))) }
        if !symbologies.isEmpty { members.append(("symbologies", Self.slugs(Set(symbologies.map(\.rawValue))))) }
        if let boxOffice { members.append(("box_office", boxOffice.json)) }
        if let walkInList { members.append(("walk_ins", .string(walkInList))) }
        return members
    }

    fileprivate static func numbers(_ numbers: [String: some BinaryInteger]) -> JSONValue {
        .object(numbers.sorted { $0.key < $1.key }.map { (name: $0.key, value: JSONValue.integer(Int64($0.value))) })
    }

    private static func slugs(_ slugs: Set<String>) -> JSONValue {
        .array(slugs.sorted().map(JSONValue.string))
    }

    /// The claims as they are in the line.
    struct Wire: Decodable {
        private let capacity: [String: Int64]?
        private let age: [String: Int64]?
        private let askAge: [String]?
        private let askUnpaid: [String]?
        private let oneLine: [String]?
        private let rules: [String: RuleJSON]?
        private let gateNumbers: [String: Int64]?
        private let openEnds: [String]?
        private let questions: [CheckInQuestion]?
        private let everyoneOut: [String: Int64]?
        private let dates: DateTerms.Wire?
        private let findBy: [String]?
        private let symbologies: [String]?
        private let boxOffice: BoxOffice.Wire?
        private let walkIns: String?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case capacity, age, rules, questions, dates, symbologies
            case askAge = "ask_age"
            case askUnpaid = "ask_unpaid"
            case oneLine = "one_line"
            case gateNumbers = "gate_numbers"
            case openEnds = "open_ends"
            case everyoneOut = "everyone_out"
            case findBy = "find_by"
            case boxOffice = "box_office"
            case walkIns = "walk_ins"
        }

        /// - Throws: ``WireFault`` for a claim outside its limits
        func checked() throws -> ListTerms {
            try ListTerms(
                capacities: WireFault.numbers("capacity", capacity, of: .lists, in: AdmissionList.capacities),
                ages: WireFault.numbers("age", age, of: .types, in: TicketType.ages),
                asksAge: checkedSlugs("ask_age", askAge, isKnown: { age?[$0] != nil }),
                asksUnpaid: checkedSlugs("ask_unpaid", askUnpaid, isKnown: Event.isValidID),
                takesOneLine: checkedSlugs("one_line", oneLine, isKnown: Event.isValidID),
                rules: checkedRules(),
                gateNumbers: WireFault.numbers("gate_numbers", gateNumbers, of: .gates, in: Int64.min...Int64.max),
                openEnds: Set(
                    checkedSlugs("open_ends", openEnds, isKnown: { WindowEnd(rawValue: $0) != nil })
                        .compactMap(WindowEnd.init)), questions: checkedQuestions(),
                everyoneOut: WireFault.numbers("everyone_out", everyoneOut, of: .lists, in: DailyExit.minutes),
                dates: dates?.checked(),
                findBy: Set(
                    checkedSlugs("find_by", findBy, isKnown: SearchTerm.optional.map(\.rawValue).contains)
                        .compactMap(SearchTerm.init)),
                symbologies: Set(
                    checkedSlugs("symbologies", symbologies, isKnown: { Symbology(rawValue: $0) != nil })
                        .compactMap(Symbology.init)), boxOffice: boxOffice?.checked(),
                walkInList: checkedWalkIns())
        }

        private func checkedWalkIns() throws -> String? {
            try WireFault.names("walk_ins", [walkIns].compactMap(\.self), of: .lists)
            return walkIns
        }

        private func checkedQuestions() throws -> [CheckInQuestion] {
            let questions = questions ?? []
            let ids = questions.map(\.id)
            guard questions.count <= ListTerms.maximumQuestionCount, Set(ids).count == ids.count else {
                throw WireFault("its claim questions has too many, or one id twice")
            }
            return questions
        }

        private func checkedSlugs(
            _ name: String, _ slugs: [String]?, isKnown: (String) -> Bool
        ) throws -> Set<String> {
            let slugs = slugs ?? []
            guard slugs.allSatisfy(isKnown), Set(slugs).count == slugs.count else {
                throw WireFault("its claim \(name) names something that is not there, or one thing twice")
            }
            return Set(slugs)
        }

        private func checkedRules() throws -> [String: EntryRule] {
            let rules = rules ?? [:]
            try WireFault.names("rules", rules.keys, of: .lists)
            return try rules.mapValues { json in
                do {
                    return try WireFault.value("rules", try EntryRule(json))
                } catch let fault as RuleFault {
                    throw WireFault("its claim rules has a rule that cannot be used: \(fault.problem)")
                }
            }
        }
    }

    private init(
        capacities: [String: Int], ages: [String: Int], asksAge: Set<String>, asksUnpaid: Set<String>,
        takesOneLine: Set<String>, rules: [String: EntryRule], gateNumbers: [String: Int64], openEnds: Set<WindowEnd>,
        questions: [CheckInQuestion], everyoneOut: [String: Int], dates: DateTerms?, findBy: Set<SearchTerm>,
        symbologies: Set<Symbology>, boxOffice: BoxOffice?, walkInList: String?
    ) {
        self.symbologies = symbologies
        self.boxOffice = boxOffice
        self.walkInList = walkInList
        self.everyoneOut = everyoneOut
        self.findBy = findBy
        self.questions = questions
        self.dates = dates
        self.openEnds = openEnds
        self.capacities = capacities
        self.ages = ages
        self.asksAge = asksAge
        self.asksUnpaid = asksUnpaid
        self.takesOneLine = takesOneLine
        self.rules = rules
        self.gateNumbers = gateNumbers
    }
}

extension ListTerms.DateTerms {
    fileprivate var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = []
        if !lists.isEmpty { members.append(("lists", ListTerms.numbers(lists))) }
        if let slots {
            members.append(("early", .integer(slots.early.components.seconds)))
            members.append(("late", .integer(slots.late.components.seconds)))
        }
        return .object(members)
    }

    /// As they are in the line.
    struct Wire: Decodable {
        private let lists: [String: Int64]?
        private let early: Int64?
        private let late: Int64?

        enum CodingKeys: CodingKey, CaseIterable {
            case lists, early, late
        }

        /// - Throws: ``WireFault`` for a value outside its limits
        fileprivate func checked() throws -> ListTerms.DateTerms {
            let lists = try WireFault.numbers("dates.lists", lists, of: .lists, in: Int64.min...Int64.max)
            guard early != nil || late != nil else { return ListTerms.DateTerms(lists: lists, slots: nil) }
            return ListTerms.DateTerms(
                lists: lists,
                slots: SlotTolerance(
                    early: try Self.span("dates.early", early, in: SlotTolerance.earliness),
                    late: try Self.span("dates.late", late, in: SlotTolerance.lateness)))
        }

        private static func span(
            _ name: String, _ seconds: Int64?, in range: ClosedRange<Duration>
        ) throws -> Duration {
            try WireFault.value(name, seconds.map(Duration.seconds).flatMap { range.contains($0) ? $0 : nil })
        }
    }
}

extension WireFault {
    /// What a claim names.
    enum Things: String {
        case lists = "admission lists"
        case types = "ticket types"
        case gates
    }

    static func names(_ name: String, _ slugs: some Collection<String>, of things: Things) throws {
        let (limit, isName): (Int, (String) -> Bool) =
            switch things {
            case .lists: (BodySchema.maximumListCount, Event.isValidID)
            case .gates: (BodySchema.maximumGateCount, Event.isValidID)
            case .types: (BodySchema.maximumTypeCount, { (1...100).contains($0.utf8.count) })
            }
        guard slugs.count <= limit, slugs.allSatisfy(isName) else {
            throw WireFault("its claim \(name) names something other than \(things.rawValue)")
        }
    }

    static func numbers<Number: FixedWidthInteger>(
        _ name: String, _ numbers: [String: Int64]?, of things: Things, in range: ClosedRange<Number>
    ) throws -> [String: Number] {
        try names(name, (numbers ?? [:]).keys, of: things)
        return try (numbers ?? [:]).mapValues { number in
            try value(name, Number(exactly: number).flatMap { range.contains($0) ? $0 : nil })
        }
    }
}
