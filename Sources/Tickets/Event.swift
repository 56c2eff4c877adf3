/// Something people hold tickets for, with everything its doors need to know beside the tickets.
public struct Event: Hashable, Sendable {
    public enum Status: String, Codable, Sendable {
        case on, cancelled, postponed
    }

    /// The organizer's id; also a file name (``Event/isValidID(_:)``).
    public let id: String
    public let name: String
    /// IANA time zone identifier, for display only: every time below is an instant.
    public let timeZone: String
    public let doorsOpen: Timestamp
    public let starts: Timestamp
    public let ends: Timestamp
    public let status: Status

    public init(
        id: String, name: String, timeZone: String, doorsOpen: Timestamp, starts: Timestamp, ends: Timestamp,
        status: Status = .on
    ) {
        self.id = id
        self.name = name
        self.timeZone = timeZone
        self.doorsOpen = doorsOpen
        self.starts = starts
        self.ends = ends
        self.status = status
    }

    /// 1 to 100 letters, digits, `.`, `_` or `-`, not beginning with `.` or `-`: it names files and stands in URLs.
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
}

/// A kind of ticket: VIP, standard, crew.
public struct TicketType: Hashable, Sendable {
    /// The number in the manifest. A signed code names it, see ``EventPlan/type(of:)``.
    public let id: Int64
    public let slug: String
    public let name: String
    /// `#rrggbb`.
    public let color: String?
    /// What a steward must do for every ticket of this type: "Hand out a lanyard".
    public let attention: String?

    public init(id: Int64, slug: String, name: String, color: String? = nil, attention: String? = nil) {
        self.id = id
        self.slug = slug
        self.name = name
        self.color = color
        self.attention = attention
    }
}

extension TicketType {
    /// The number of the type that stands for one variation of a product, or for the product itself (variation 0).
    public static func number(item: Int64, variation: Int64) -> Int64 {
        item &+ variation &<< 32
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

    public init?(word: String) {
        guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = found
    }
}

/// What "already scanned" counts against: which ticket types, and which re-entry rule.
public struct AdmissionList: Hashable, Sendable {
    public let slug: String
    public let name: String
    public let reentry: Reentry
    /// Slugs of the ticket types it admits.
    public let types: Set<String>

    public init(slug: String, name: String, reentry: Reentry, types: Set<String>) {
        self.slug = slug
        self.name = name
        self.reentry = reentry
        self.types = types
    }
}

/// A door or lane.
public struct Gate: Hashable, Sendable {
    public let slug: String
    public let name: String
    /// Slug of the admission list it belongs to.
    public let list: String

    public init(slug: String, name: String, list: String) {
        self.slug = slug
        self.name = name
        self.list = list
    }
}

/// Which way people pass a station.
public enum Direction: String, Codable, Sendable, CaseIterable {
    case `in`, out
    /// Shows the verdict an entry would get and records nothing.
    case look
}

/// Where the organizer wants a station to stand.
public struct Assignment: Hashable, Sendable {
    public let station: String
    public let gate: String
    public let direction: Direction

    public init(station: String, gate: String, direction: Direction) {
        self.station = station
        self.gate = gate
        self.direction = direction
    }
}

/// An event with its types, lists, gates and assignments: a manifest without its tickets.
public struct EventPlan: Hashable, Sendable {
    public let event: Event
    public let types: [TicketType]
    public let lists: [AdmissionList]
    public let gates: [Gate]
    public let assignments: [Assignment]

    public init(
        event: Event, types: [TicketType], lists: [AdmissionList], gates: [Gate], assignments: [Assignment] = []
    ) {
        self.event = event
        self.types = types
        self.lists = lists
        self.gates = gates
        self.assignments = assignments
    }

    public func gate(_ slug: String) -> Gate? {
        gates.first { $0.slug == slug }
    }

    public func list(_ slug: String) -> AdmissionList? {
        lists.first { $0.slug == slug }
    }

    public func type(id: Int64) -> TicketType? {
        types.first { $0.id == id }
    }

    /// The type a signed code is of: the one of its variation, else the product's own.
    public func type(of code: SignedCode) -> TicketType? {
        type(id: TicketType.number(item: code.item, variation: code.variation)) ?? type(id: code.item)
    }

    /// The first gate whose list admits tickets of this type.
    public func gate(admitting type: TicketType) -> Gate? {
        gates.first { list($0.list)?.types.contains(type.slug) ?? false }
    }
}

extension Event {
    /// Events that are open at once, at the doors of one station.
    public static func overlaps(among events: [Event], now: Timestamp, grace: Duration) -> [(Event, Event)] {
        let coming = events.filter { now < $0.ends + grace }.sorted { ($0.starts, $0.id) < ($1.starts, $1.id) }
        return coming.indices.flatMap { index in
            coming[(index + 1)...].filter { $0.doorsOpen < coming[index].ends }.map { (coming[index], $0) }
        }
    }
}
