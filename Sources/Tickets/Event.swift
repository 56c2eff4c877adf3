/// Something that people hold tickets for, with everything its doors need to know besides the tickets.
public struct Event: Hashable, Sendable {
    /// The organizer's word for it. When cancelled, nobody is let in; when postponed, nobody is let in yet.
    public enum Status: String, Codable, Sendable {
        case on, cancelled, postponed
    }

    /// The organizer's id, also used in file names: `gala-2026` (``Event/isValidID(_:)``).
    public let id: String
    /// For people: 1 to 500 bytes of UTF-8.
    public let name: String
    /// Where it takes place, for texts, rules and the hour at which everyone is out: every time below is an instant.
    public private(set) var timeZone: Zone
    /// Tickets without a start of their own are valid from then on.
    public let doorsOpen: Timestamp
    /// For people and reports; no ticket depends on it.
    public let starts: Timestamp
    /// Tickets without an end of their own are valid until then, plus the station's grace.
    public let ends: Timestamp
    /// `on` unless the organizer says otherwise.
    public let status: Status
    /// Where it takes place; `nil` when nobody said.
    public let place: EventPlace?

    public init(
        id: String, name: String, timeZone: Zone, doorsOpen: Timestamp, starts: Timestamp, ends: Timestamp,
        status: Status = .on, place: EventPlace? = nil
    ) {
        self.id = id
        self.name = name
        self.timeZone = timeZone
        self.doorsOpen = doorsOpen
        self.starts = starts
        self.ends = ends
        self.status = status
        self.place = place
    }

    /// 1 to 100 ASCII letters, digits, `.`, `_` or `-`, not beginning with `.` or `-`: it is used in file names and
    /// URLs. Also the rule for slugs of lists and gates.
    public static func isValidID(_ id: String) -> Bool {
        guard (1...100).contains(id.utf8.count), let first = id.utf8.first, first != UInt8(ascii: "."),
            first != UInt8(ascii: "-")
        else { return false }
        return id.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": true
            default: false
            }
        }
    }

    /// The same event; of its zone, other rules are known now.
    public func inZone(_ zone: Zone) -> Event {
        var event = self
        event.timeZone = zone
        return event
    }
}

/// A kind of ticket: VIP, standard, crew.
public struct TicketType: Hashable, Sendable {
    /// The number in the manifest. A signed code names it, see ``EventPlan/type(of:)``.
    public let id: Int64
    /// The type's id in event.yaml, 1 to 100 bytes: `vip`. Unlike other slugs it may hold any character that can be
    /// seen. The same in every list of the event.
    public let slug: String
    /// For people: 1 to 200 bytes of UTF-8.
    public let name: String
    /// `#rrggbb`.
    public let color: String?
    /// What a steward must do for every ticket of this type: "Hand out a lanyard".
    public let attention: String?
    /// Age in years that a guest must have reached, within ``ages``; `nil` for no limit.
    public let minimumAge: Int?
    /// Staff must confirm that the guest has reached that age before anybody is let in.
    public let asksAge: Bool

    /// What ``minimumAge`` can be.
    public static let ages = 1...120

    public init(
        id: Int64, slug: String, name: String, color: String? = nil, attention: String? = nil, minimumAge: Int? = nil,
        asksAge: Bool = false
    ) {
        self.id = id
        self.slug = slug
        self.name = name
        self.color = color
        self.attention = attention
        self.minimumAge = minimumAge
        self.asksAge = asksAge
    }

    /// The same type with another age.
    public func from(age: Int?, asked isAsked: Bool = false) -> TicketType {
        TicketType(
            id: id, slug: slug, name: name, color: color, attention: attention, minimumAge: age, asksAge: isAsked)
    }
}

extension TicketType {
    /// The type number of one variation of a product, or of the product itself (variation 0), in lists from a server
    /// that numbers both.
    public static func number(item: Int64, variation: Int64) -> Int64 {
        item &+ variation &<< 32
    }

    /// The numbers of product and variation in ``id``; without meaning where it was made of the slug.
    var productAndVariation: (product: Int64, variation: Int64?) {
        // Add-ons have negative numbers: see PretixProducts.
        let number = id < 0 ? Int64(id.magnitude >> 2) : id
        let variation = number >> 32
        return (number & 0xFFFF_FFFF, variation == 0 ? nil : variation)
    }
}

/// When a line may enter again. The raw value is the number in the manifest's `list.reentry`.
public enum Reentry: Int, Sendable, CaseIterable {
    /// Never: a line enters `admits` times in all.
    case none = 0
    /// After its people have been checked out.
    case afterExit = 1
    /// As often as it is shown.
    case unlimited = 2

    /// The word in event.yaml.
    public var word: String {
        switch self {
        case .none: "none"
        case .afterExit: "after_exit"
        case .unlimited: "unlimited"
        }
    }

    /// Reads the word in event.yaml; `nil` for any other.
    public init?(word: String) {
        guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = found
    }
}

/// Gates that share their records: "already scanned" is decided for each list. It says which types may enter, and
/// whether they may enter again.
public struct AdmissionList: Hashable, Sendable {
    /// The slug of the only list, in an event that names none.
    public static let onlySlug = "main"

    /// A valid id (``Event/isValidID(_:)``), the same in every list of the event: entries are recorded under it.
    public let slug: String
    /// For people: up to 200 bytes of UTF-8.
    public let name: String
    /// Whether a line may enter again on this list.
    public let reentry: Reentry
    /// Slugs of the ticket types it admits.
    public let types: Set<String>
    /// How many people may be inside at once: within ``capacities``; `nil` for no limit.
    public let capacity: Int?

    /// What a capacity may be.
    public static let capacities = 1...10_000_000
    /// What else must be met to enter; `nil` for nothing.
    public let rule: EntryRule?
    /// Staff may let in unpaid tickets: they are asked.
    public let asksUnpaid: Bool
    /// A code stands for one line here: one with several lines on this list lets in on none of them.
    public let takesOneLine: Bool
    /// Number of the only date whose tickets it admits (``EventDate/id``); `nil` for all.
    public let date: Int64?
    /// When everybody counts as out, each day: minutes since midnight on the event's wall clock, within
    /// ``DailyExit/minutes``; `nil` for never.
    public let everyoneOut: Int?

    public init(
        slug: String, name: String, reentry: Reentry, types: Set<String>, capacity: Int? = nil, rule: EntryRule? = nil,
        asksUnpaid: Bool = false, takesOneLine: Bool = false, date: Int64? = nil, everyoneOut: Int? = nil
    ) {
        self.takesOneLine = takesOneLine
        self.everyoneOut = everyoneOut
        self.date = date
        self.slug = slug
        self.name = name
        self.reentry = reentry
        self.types = types
        self.capacity = capacity
        self.rule = rule
        self.asksUnpaid = asksUnpaid
    }
}

extension AdmissionList {
    /// Whether it is for the ticket's type and date.
    public func admits(_ line: TicketLine) -> Bool {
        types.contains(line.type.slug) && (date == nil || date == line.date?.id)
    }
}

/// A door or lane.
public struct Gate: Hashable, Sendable {
    /// A valid id (``Event/isValidID(_:)``): `north-2`.
    public let slug: String
    /// For people: up to 200 bytes of UTF-8.
    public let name: String
    /// Slug of the admission list it belongs to.
    public let list: String
    /// What the ticketing server calls it, which a rule can ask for; `nil`: no gate of the server.
    public let number: Int64?

    public init(slug: String, name: String, list: String, number: Int64? = nil) {
        self.slug = slug
        self.name = name
        self.list = list
        self.number = number
    }

    /// `North gate (north)`: for people who have to type the id.
    public var nameAndSlug: String { name == slug ? slug : "\(name) (\(slug))" }
}

extension EventPlan {
    /// The first gates, for people who have to type the id of one: `North gate (north), South gate (south), … (50)`.
    public var someGates: String {
        let shown = gates.prefix(6).map(\.nameAndSlug)
        return (shown + (gates.count > shown.count ? ["… (\(gates.count))"] : [])).joined(separator: ", ")
    }
}

/// Which way people pass a station.
public enum Direction: String, Codable, Sendable, CaseIterable {
    case `in`, out
    /// Shows the verdict an entry would get and records nothing.
    case look
}

/// The gate that the organizer gives a station in the signed list. The station's own configuration comes before it.
public struct Assignment: Hashable, Sendable {
    /// Name of the station.
    public let station: String
    /// Slug of the gate.
    public let gate: String
    /// Which way people pass there, unless the station says otherwise.
    public let direction: Direction

    public init(station: String, gate: String, direction: Direction) {
        self.station = station
        self.gate = gate
        self.direction = direction
    }
}

/// An end of the time in which tickets without times of their own admit.
public enum WindowEnd: String, Sendable, CaseIterable {
    /// Before doors open.
    case start
    /// After the event.
    case end
}

/// An event with its types, lists, gates and assignments: a manifest without its tickets.
public struct EventPlan: Hashable, Sendable {
    /// Its id, name, times and status.
    public private(set) var event: Event
    /// Up to 1,000; no two have the same number or slug.
    public let types: [TicketType]
    /// 1 to 100.
    public let lists: [AdmissionList]
    /// 1 to 1,000. In an installed list they are in the order of their slugs.
    public let gates: [Gate]
    /// At most one for each station.
    public let assignments: [Assignment]
    /// Where tickets without times of their own have no limit either, as on servers that do not check when an event is.
    public let openEnds: Set<WindowEnd>
    /// What guests are asked at the door, in this order.
    public let questions: [CheckInQuestion]
    /// By their numbers, up to ``EventDate/maximumCount``; empty unless the event is a series.
    public let dates: [Int64: EventDate]
    /// When tickets of a date are let in; `nil`: as those of an event without dates.
    public let slots: SlotTolerance?
    /// What may be sold at the door; `nil`: nothing.
    public let boxOffice: BoxOffice?
    /// Slug of the admission list on which guests without a ticket are counted; `nil`: nowhere.
    public let walkInList: String?

    public init(
        event: Event, types: [TicketType], lists: [AdmissionList], gates: [Gate], assignments: [Assignment] = [],
        openEnds: Set<WindowEnd> = [], questions: [CheckInQuestion] = [], dates: [Int64: EventDate] = [:],
        slots: SlotTolerance? = nil, boxOffice: BoxOffice? = nil, walkInList: String? = nil
    ) {
        self.boxOffice = boxOffice
        self.walkInList = walkInList
        self.questions = questions
        self.dates = dates
        self.slots = slots
        self.openEnds = openEnds
        self.event = event
        self.types = types
        self.lists = lists
        self.gates = gates
        self.assignments = assignments
    }

    /// The same plan; of the event's zone, other rules are known now.
    public func inZone(_ zone: Zone) -> EventPlan {
        var plan = self
        plan.event = event.inZone(zone)
        return plan
    }

    /// Whether a ticket of this date can be one of the event; where it has no dates, any can.
    public func knows(date: Int64?) -> Bool {
        dates.isEmpty || date.map { dates[$0] != nil } ?? false
    }

    /// From when tickets without a start of their own admit.
    /// - Parameter date: that of the ticket, if it has one.
    public func opens(_ date: EventDate?) -> Timestamp {
        date.flatMap { slots?.opens($0) } ?? event.opens(openEnds)
    }

    /// Until when tickets without an end of their own admit.
    /// - Parameter date: that of the ticket, if it has one.
    public func closes(_ date: EventDate?) -> Timestamp {
        date.flatMap { slots?.closes($0) } ?? event.closes(openEnds)
    }

    /// `nil` when the event has no such gate.
    public func gate(_ slug: String) -> Gate? {
        gates.first { $0.slug == slug }
    }

    /// `nil` when the event has no such admission list.
    public func list(_ slug: String) -> AdmissionList? {
        lists.first { $0.slug == slug }
    }

    /// When everybody on a list, given by its slug, counts as out; `nil` for never.
    public func dailyExit(of list: String) -> DailyExit? {
        self.list(list)?.everyoneOut.map { DailyExit(minute: $0, timeZone: event.timeZone) }
    }

    /// `nil` when the event has no type of that number.
    public func type(id: Int64) -> TicketType? {
        types.first { $0.id == id }
    }

    /// The type of a signed code: that of its variation, or else that of its product. `nil` when the event has neither.
    public func type(of code: SignedCode) -> TicketType? {
        type(id: TicketType.number(item: code.item, variation: code.variation)) ?? type(id: code.item)
    }

    /// The first gate whose list admits the ticket's type and date.
    public func gate(admitting line: TicketLine) -> Gate? {
        gates.first { list($0.list)?.admits(line) ?? false }
    }
}

extension Event {
    /// What clocks show there around the event and a time.
    public func utcOffsets(at time: Timestamp) -> [UTCOffset] { timeZone.offsets(around: time, doorsOpen, ends) }

    /// From when tickets without a start of their own admit.
    public func opens(_ openEnds: Set<WindowEnd>) -> Timestamp {
        openEnds.contains(.start) ? .earliest : doorsOpen
    }

    /// Until when tickets without an end of their own admit.
    public func closes(_ openEnds: Set<WindowEnd>) -> Timestamp {
        openEnds.contains(.end) ? .latest : ends
    }

    /// Pairs of events that are open at the same time, each pair once, the event that starts first in front.
    public static func overlaps(among events: [Event], now: Timestamp, grace: Duration) -> [(Event, Event)] {
        let coming = events.filter { now < $0.ends + grace }.sorted { ($0.starts, $0.id) < ($1.starts, $1.id) }
        return coming.indices.flatMap { index in
            coming[(index + 1)...].filter { $0.doorsOpen < coming[index].ends }.map { (coming[index], $0) }
        }
    }
}
