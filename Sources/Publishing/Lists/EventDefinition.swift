internal import CheckedYAML
public import Foundation
public import Manifests
public import Tickets

/// What an organizer writes about an event: event.yaml, read and checked (docs/EVENT.md).
/// See docs/decisions/104-renamed-list-keeps-first-id.md.
public struct EventDefinition: Sendable, Hashable {
    /// Its times are instants, computed from the wall times of the file.
    public let event: Event
    /// For people: 1 to 200 bytes of UTF-8.
    public let organizer: String
    /// The zone of the event's place; wall times in tickets.csv are in it, too.
    public var zone: Zone { event.timeZone }
    /// Who can read names in the list.
    public let privacy: Privacy
    /// How old the list may get before stations warn: a minute to ten years.
    public let maxAge: Duration
    /// From then on, no station installs the list; not before the event's end.
    public let expires: Timestamp
    /// 1 to 1,000, in the order of the file.
    public let gates: [Gate]
    /// At most one for each station.
    public let assignments: [Assignment]
    /// Keys whose signed codes are tickets of this event: up to 16.
    public let ticketKeys: [VerificationKey]
    /// Name of the configured backend that gets the check-ins.
    public let backend: String?
    /// Age that guests must have reached whose ticket's type has no limit of its own; `nil` for no limit.
    let age: Int?
    /// Staff must confirm every age before somebody is let in.
    let asksAge: Bool
    /// `nil` when event.yaml declares none: then the types are those of the tickets.
    let declaredTypes: [TicketType]?
    let declaredLists: [DeclaredList]
    /// Where tickets without times of their own have no limit: the server has none, and event.yaml names none.
    public let openEnds: Set<WindowEnd>
    /// What guests are asked at the door.
    let questions: [CheckInQuestion]
    /// The dates of a series, by their numbers; empty for any other event.
    let dates: [Int64: EventDate]
    /// When tickets of a date are let in; `nil`: as those of an event without dates.
    let slots: SlotTolerance?
    /// Wristbands or cards stand for tickets, or are handed out.
    let hasMedia: Bool
    /// Those that may be handed out.
    let spareMedia: [SpareMedium]
    /// What staff find tickets by, of ``SearchTerm/optional``.
    let findBy: Set<SearchTerm>
    /// What may be sold at the door; `nil`: nothing.
    let boxOffice: BoxOffice?
    /// Slug of the admission list on which guests without a ticket are counted; `nil`: nowhere.
    let walkInList: String?
    /// The kinds of codes that cameras read for it; empty: those that are usual.
    let symbologies: Set<Symbology>
    /// The tables that its list has and not every other.
    var bodyParts: Set<BodySchema.Part> {
        var parts: Set<BodySchema.Part> = []
        if declaredLists.contains(where: { $0.rule != nil }) { parts.insert(.entered) }
        if !dates.isEmpty { parts.insert(.dates) }
        if !questions.isEmpty { parts.insert(.answered) }
        if hasMedia { parts.insert(.media) }
        if privacy == .sealed, !findBy.isEmpty { parts.insert(.clues) }
        return parts
    }

    /// An admission list as written. With `nil` for its types, it admits all.
    struct DeclaredList: Hashable, Sendable {
        /// The id that gates in event.yaml use.
        let id: String
        /// The id in signed lists and in records: the id of event.yaml, or the first one that the list ever had
        /// (`replaces`).
        let slug: String
        let name: String
        let reentry: Reentry
        let types: [String]?
        let capacity: Int?
        let rule: EntryRule?
        let asksUnpaid: Bool
        /// A code stands for one line (``AdmissionList/takesOneLine``).
        let takesOneLine: Bool
        /// Number of the only date whose tickets it admits.
        let date: Int64?
        /// When everybody counts as out, each day (``AdmissionList/everyoneOut``).
        let everyoneOut: Int?
    }

    /// - Parameter outline: what a ticketing server knows of the event; used where the file has no value.
    /// - Throws: `YAMLFaults`, with every fault of the file.
    public init(contentsOf file: URL, outline: EventOutline = EventOutline()) throws {
        let folder = file.deletingLastPathComponent()
        self = try CheckedYAML.read(contentsOf: file) { EventDefinition($0, folder: folder, outline: outline) }
    }

    /// - Parameters:
    ///   - name: the name of the text in faults.
    ///   - folder: the folder to which the paths in `ticket_keys` are relative.
    /// - Throws: `YAMLFaults`, with every fault of the text.
    public init(
        yaml text: String, named name: String, folder: URL, outline: EventOutline = EventOutline()
    ) throws {
        self = try CheckedYAML.read(text, file: name) { EventDefinition($0, folder: folder, outline: outline) }
    }

    init(
        event: Event, organizer: String, privacy: Privacy, maxAge: Duration, expires: Timestamp,
        types: [TicketType]?, lists: [DeclaredList], gates: [Gate], assignments: [Assignment],
        ticketKeys: [VerificationKey], backend: String?, age: Int?, asksAge: Bool, openEnds: Set<WindowEnd>,
        questions: [CheckInQuestion], dates: [Int64: EventDate], slots: SlotTolerance?, hasMedia: Bool,
        spareMedia: [SpareMedium], findBy: Set<SearchTerm>, boxOffice: BoxOffice?, walkInList: String?,
        symbologies: Set<Symbology>
    ) {
        self.symbologies = symbologies
        self.boxOffice = boxOffice
        self.walkInList = walkInList
        self.findBy = findBy
        self.hasMedia = hasMedia
        self.spareMedia = spareMedia
        self.questions = questions
        self.dates = dates
        self.slots = slots
        self.event = event
        self.organizer = organizer
        self.privacy = privacy
        self.maxAge = maxAge
        self.expires = expires
        declaredTypes = types
        declaredLists = lists
        self.gates = gates
        self.assignments = assignments
        self.ticketKeys = ticketKeys
        self.backend = backend
        self.age = age
        self.asksAge = asksAge
        self.openEnds = openEnds
    }
}

extension EventDefinition {
    /// Says where tickets without times of their own have no limit, because it must be the organizer's choice.
    var windowNotes: [String] {
        guard slots == nil, !openEnds.isEmpty else { return [] }
        guard dates.isEmpty || openEnds.count < 2 else {
            return [
                "Tickets of a date are let in whenever they come, as the server does; slots limits them in event.yaml."
            ]
        }
        let (times, keys) =
            openEnds.count == 2
            ? ("whenever they come", "doors_open and ends limit")
            : openEnds == [.start]
                ? ("before doors open, too", "doors_open limits") : ("after the event, too", "ends limits")
        return [
            "Tickets without times of their own are let in \(times), as the server does; \(keys) them in event.yaml."
        ]
    }
}

// MARK: - Types

extension EventDefinition {
    /// The type of tickets that name none, when event.yaml declares none either.
    static let standardType = TicketType(id: TicketType.number(of: "standard"), slug: "standard", name: "Standard")

    /// The type a ticket list or a box office means.
    /// - Parameter text: a type's id or name; `nil` when there is only one.
    /// - Throws: ``RowFault``
    public func type(_ text: String?) throws(RowFault) -> TicketType {
        guard let declaredTypes else {
            guard let text, text != Self.standardType.slug else { return Self.standardType }
            // Swift compares both ways to write é as equal; their hashes differ.
            let slug = text.precomposedStringWithCanonicalMapping
            return TicketType(id: TicketType.number(of: slug), slug: slug, name: slug)
        }
        guard let text else {
            guard declaredTypes.count == 1 else { throw RowFault("type is missing") }
            return declaredTypes[0]
        }
        if let found = declaredTypes.first(where: { $0.slug == text })
            ?? declaredTypes.first(where: { $0.name == text })
        {
            return found
        }
        let suggestion = Spelling.suggestion(for: text, among: declaredTypes.map(\.slug))
        throw RowFault("type \(text.quotation)is not in event.yaml\(suggestion)")
    }

    /// The plan of the event's doors.
    /// - Parameters:
    ///   - ticketTypes: the types that tickets have; used only if event.yaml declares none.
    ///   - earlier: the event in the list before, which may have been at another place.
    public func plan(ticketTypes: some Sequence<TicketType>, after earlier: Event? = nil) throws -> EventPlan {
        let types = (declaredTypes ?? typesInUse(ticketTypes)).addingWalkIns(if: walkInList != nil).map { type in
            let age = type.minimumAge ?? age
            // A list says of no type without an age that it is asked: read back, it must be the same type.
            return type.from(age: age, asked: asksAge && age != nil)
        }
        var slugs: [Int64: String] = [:]
        for type in types {
            guard let other = slugs.updateValue(type.slug, forKey: type.id) else { continue }
            throw ManifestError(
                .badDefinition, "build", event.id,
                "the ids of the types \(other.withoutControls) and \(type.slug.withoutControls) give the same internal number",
                hint: "Change one letter in one of these ids.")
        }
        let lists = declaredLists.map {
            AdmissionList(
                slug: $0.slug, name: $0.name, reentry: $0.reentry, types: admitted(on: $0, of: types),
                capacity: $0.capacity, rule: $0.rule, asksUnpaid: $0.asksUnpaid, takesOneLine: $0.takesOneLine,
                date: $0.date, everyoneOut: $0.everyoneOut)
        }
        return EventPlan(
            event: event.at(event.place?.since(earlier?.place)), types: types, lists: lists, gates: gates,
            assignments: assignments, openEnds: openEnds, questions: questions, dates: dates, slots: slots,
            boxOffice: boxOffice, walkInList: walkInList)
    }

    /// Guests without a ticket come in on one list, and where a list names their type.
    private func admitted(on list: DeclaredList, of types: [TicketType]) -> Set<String> {
        var slugs = list.types.map(Set.init) ?? Set(types.map(\.slug))
        guard let walkInList else { return slugs }
        if list.slug == walkInList {
            slugs.insert(TicketType.walkInSlug)
        } else if list.types == nil {
            slugs.remove(TicketType.walkInSlug)
        }
        return slugs
    }

    /// The types of tickets and those that only lists name: codes of them may be sold at the door.
    private func typesInUse(_ ticketTypes: some Sequence<TicketType>) -> [TicketType] {
        var types: [TicketType] = []
        let sold = boxOffice?.offers.map(\.type) ?? []
        let named = (declaredLists.flatMap { $0.types ?? [] } + sold).compactMap { try? type($0) }
        for type in Array(ticketTypes) + named where !types.contains(type) { types.append(type) }
        return types.isEmpty ? [Self.standardType] : types
    }
}

extension [TicketType] {
    /// With the type of guests without a ticket, unless event.yaml declares it.
    fileprivate func addingWalkIns(if areCounted: Bool) -> [TicketType] {
        let slug = TicketType.walkInSlug
        guard areCounted, !contains(where: { $0.slug == slug }) else { return self }
        return self + [TicketType(id: TicketType.number(of: slug), slug: slug, name: "Walk-in")]
    }
}
