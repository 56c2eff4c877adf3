public import Tickets

/// The numbers of one event, as far as this station knows.
public struct EventFigures: Codable, Hashable, Sendable {
    public struct Refusal: Codable, Hashable, Sendable {
        public var reason: Reason
        /// Codes that this station refused for it.
        public var codes: Int

        public init(reason: Reason, codes: Int) {
            self.reason = reason
            self.codes = codes
        }
    }

    public var event: String
    public var name: String
    /// IANA name of its time zone.
    public var timeZone: String
    public var doorsOpen: Timestamp
    public var starts: Timestamp
    public var ends: Timestamp
    public var isTest: Bool
    public var station: String
    public var now: Timestamp
    /// Earlier entries are still being added up: every figure will grow.
    public var isCounting: Bool
    /// The list of this station's gate first.
    public var lists: [ListFigures]
    public var refusals: [Refusal]
    /// Check-ins of this station, of any event, that a ticketing server has not got.
    public var unsent: Int
    /// Tickets let in at two gates, and check-ins that a ticketing server sees otherwise.
    public var conflicts: Int

    public init(
        event: String, name: String, timeZone: String, doorsOpen: Timestamp, starts: Timestamp, ends: Timestamp,
        isTest: Bool, station: String, now: Timestamp, isCounting: Bool, lists: [ListFigures], refusals: [Refusal],
        unsent: Int, conflicts: Int
    ) {
        self.event = event
        self.name = name
        self.timeZone = timeZone
        self.doorsOpen = doorsOpen
        self.starts = starts
        self.ends = ends
        self.isTest = isTest
        self.station = station
        self.now = now
        self.isCounting = isCounting
        self.lists = lists
        self.refusals = refusals
        self.unsent = unsent
        self.conflicts = conflicts
    }
}

/// The numbers of one admission list. Undone entries do not count.
public struct ListFigures: Codable, Hashable, Sendable {
    public struct TypeFigures: Codable, Hashable, Sendable {
        /// Absent: tickets that are in no list.
        public var slug: String?
        public var name: String?
        /// `#rrggbb`
        public var color: String?
        /// People admitted by this station and other gates.
        public var admitted: Int
        /// People that its valid tickets are for.
        public var tickets: Int64

        public init(slug: String?, name: String?, color: String?, admitted: Int, tickets: Int64) {
            self.slug = slug
            self.name = name
            self.color = color
            self.admitted = admitted
            self.tickets = tickets
        }
    }

    public struct GateFigures: Codable, Hashable, Sendable {
        /// Absent: a gate that was not told.
        public var slug: String?
        public var name: String?
        /// By this station.
        public var admitted: Int
        /// By other stations.
        public var elsewhere: Int
        public var checkedOut: Int

        public init(slug: String?, name: String?, admitted: Int, elsewhere: Int, checkedOut: Int) {
            self.slug = slug
            self.name = name
            self.admitted = admitted
            self.elsewhere = elsewhere
            self.checkedOut = checkedOut
        }
    }

    public struct Peak: Codable, Hashable, Sendable {
        /// The minute's beginning.
        public var at: Timestamp
        public var people: Int

        public init(at: Timestamp, people: Int) {
            self.at = at
            self.people = people
        }
    }

    /// People who passed in each of a row of equal spans, at all gates that are known.
    public struct Course: Codable, Hashable, Sendable {
        public var start: Timestamp
        public var stepMinutes: Int
        public var entered: [Int]
        public var left: [Int]

        public init(start: Timestamp, stepMinutes: Int, entered: [Int], left: [Int]) {
            self.start = start
            self.stepMinutes = stepMinutes
            self.entered = entered
            self.left = left
        }
    }

    public var slug: String
    public var name: String
    public var inside: Int
    /// Nobody is seen leaving: those inside may be fewer.
    public var isEstimate: Bool
    /// People admitted by this station.
    public var admitted: Int
    /// People admitted by other gates, as they told.
    public var elsewhere: Int
    /// People whose entry is known from the ticket list alone.
    public var listed: Int
    public var checkedOut: Int
    /// People that the list's valid tickets are for.
    public var tickets: Int64
    /// The most people at once, over all gates, as the venue's ledger says.
    public var capacity: Int?
    /// People who entered, a minute: the mean of the last five.
    public var perMinute: Double
    /// The minute in which most people entered.
    public var peak: Peak?
    public var types: [TypeFigures]
    public var gates: [GateFigures]
    public var course: Course?

    /// By whatever gate.
    public var admittedInAll: Int { admitted + elsewhere + listed }

    public init(
        slug: String, name: String, inside: Int, isEstimate: Bool, admitted: Int, elsewhere: Int, listed: Int,
        checkedOut: Int, tickets: Int64, capacity: Int? = nil, perMinute: Double, peak: Peak?, types: [TypeFigures],
        gates: [GateFigures], course: Course?
    ) {
        self.slug = slug
        self.name = name
        self.inside = inside
        self.isEstimate = isEstimate
        self.admitted = admitted
        self.elsewhere = elsewhere
        self.listed = listed
        self.checkedOut = checkedOut
        self.tickets = tickets
        self.capacity = capacity
        self.perMinute = perMinute
        self.peak = peak
        self.types = types
        self.gates = gates
        self.course = course
    }
}

/// How a report is written.
public enum ReportFormat: String, Codable, Sendable, CaseIterable {
    case csv, pdf

    package var contentType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8"
        case .pdf: "application/pdf"
        }
    }
}
