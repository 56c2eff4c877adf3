public import Tickets

/// The numbers of one event, as far as this station knows.
public struct EventFigures: Codable, Hashable, Sendable {
    /// How often this station refused for one reason.
    public struct Refusal: Codable, Hashable, Sendable {
        /// Why, in the word of the journal.
        public var reason: Reason
        /// Refused presentations: a code that is shown again later counts again.
        public var codes: Int

        public init(reason: Reason, codes: Int) {
            self.reason = reason
            self.codes = codes
        }
    }

    /// Id of the event.
    public var event: String
    /// For people.
    public var name: String
    /// Name of its time zone: `Africa/Kampala`.
    public var timeZone: String
    /// What clocks show there, around its times and ``now``; empty when the station does not know the zone.
    public var utcOffsets: [UTCOffset]
    /// When the doors open.
    public var doorsOpen: Timestamp
    /// When the event starts.
    public var starts: Timestamp
    /// When the event ends.
    public var ends: Timestamp
    /// Its list is a test list.
    public var isTest: Bool
    /// Name of this station.
    public var station: String
    /// When the numbers were added up, by the station's clock.
    public var now: Timestamp
    /// Earlier entries are still being added up, so that the numbers are too low.
    public var isCounting: Bool
    /// The list of this station's gate first.
    public var lists: [ListFigures]
    /// One for each reason, the most frequent first.
    public var refusals: [Refusal]
    /// Check-ins of this station, for any event, that a ticketing server does not have yet.
    public var unsent: Int
    /// Double entries of this event, and check-ins for any event that a ticketing server refused.
    public var conflicts: Int

    public init(
        event: String, name: String, timeZone: String, utcOffsets: [UTCOffset], doorsOpen: Timestamp,
        starts: Timestamp, ends: Timestamp,
        isTest: Bool, station: String, now: Timestamp, isCounting: Bool, lists: [ListFigures], refusals: [Refusal],
        unsent: Int, conflicts: Int
    ) {
        self.event = event
        self.name = name
        self.timeZone = timeZone
        self.utcOffsets = utcOffsets
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

/// The numbers of one admission list. Entries that were undone are not counted.
public struct ListFigures: Codable, Hashable, Sendable {
    /// People of one ticket type.
    public struct TypeFigures: Codable, Hashable, Sendable {
        /// `nil` for tickets that are in no list.
        public var slug: String?
        /// For people; `nil` for tickets that are in no list.
        public var name: String?
        /// `#rrggbb`; `nil` when the type has none.
        public var color: String?
        /// People admitted by this station and other gates.
        public var admitted: Int
        /// People on its valid tickets; 0 for a type that this list does not admit.
        public var tickets: Int64

        public init(slug: String?, name: String?, color: String?, admitted: Int, tickets: Int64) {
            self.slug = slug
            self.name = name
            self.color = color
            self.admitted = admitted
            self.tickets = tickets
        }
    }

    /// People who passed one gate.
    public struct GateFigures: Codable, Hashable, Sendable {
        /// `nil` for a gate that was not reported.
        public var slug: String?
        /// For people; `nil` when the event has no such gate.
        public var name: String?
        /// People admitted by this station.
        public var admitted: Int
        /// People admitted by other stations.
        public var elsewhere: Int
        /// People checked out, by any station.
        public var checkedOut: Int

        public init(slug: String?, name: String?, admitted: Int, elsewhere: Int, checkedOut: Int) {
            self.slug = slug
            self.name = name
            self.admitted = admitted
            self.elsewhere = elsewhere
            self.checkedOut = checkedOut
        }
    }

    /// The minute in which most people entered.
    public struct Peak: Codable, Hashable, Sendable {
        /// The beginning of the minute.
        public var at: Timestamp
        /// How many people entered in it.
        public var people: Int

        public init(at: Timestamp, people: Int) {
            self.at = at
            self.people = people
        }
    }

    /// People who passed over time, at all gates that are known, in consecutive steps of equal length.
    public struct TimeSeries: Codable, Hashable, Sendable {
        /// The beginning of the first step.
        public var start: Timestamp
        /// The length of a step, in minutes.
        public var stepMinutes: Int
        /// People who entered; one element for each step.
        public var entered: [Int]
        /// People who left; one element for each step.
        public var left: [Int]

        public init(start: Timestamp, stepMinutes: Int, entered: [Int], left: [Int]) {
            self.start = start
            self.stepMinutes = stepMinutes
            self.entered = entered
            self.left = left
        }
    }

    /// Slug of the admission list.
    public var slug: String
    /// For people.
    public var name: String
    /// People inside now; see ``isEstimate``.
    public var inside: Int
    /// ``inside`` may be too high: the list does not allow re-entry and nobody was checked out, so exits are not
    /// scanned.
    public var isEstimate: Bool
    /// People admitted by this station.
    public var admitted: Int
    /// People admitted by other gates, as those reported.
    public var elsewhere: Int
    /// People whose entry is known from the ticket list only.
    public var listed: Int
    /// People checked out, by any station.
    public var checkedOut: Int
    /// People on the valid tickets of the list.
    public var tickets: Int64
    /// How many people may be inside at once, over all gates; `nil` for no limit.
    public var capacity: Int?
    /// Who counts the people inside against ``capacity``; `nil` without one.
    public var capacityBasis: CountBasis?
    /// People who entered per minute: the mean of the last five minutes.
    public var perMinute: Double
    /// `nil` when nobody entered.
    public var peak: Peak?
    /// Types of the list, the most tickets first; then other types that were admitted, and tickets that are in no list.
    public var types: [TypeFigures]
    /// Gates of the list; then others at which somebody passed.
    public var gates: [GateFigures]
    /// `nil` when nobody passed.
    public var course: TimeSeries?

    /// People admitted at any gate: by this station, by others, and as the ticket list says.
    public var admittedInAll: Int { admitted + elsewhere + listed }

    public init(
        slug: String, name: String, inside: Int, isEstimate: Bool, admitted: Int, elsewhere: Int, listed: Int,
        checkedOut: Int, tickets: Int64, capacity: Int? = nil, capacityBasis: CountBasis? = nil, perMinute: Double,
        peak: Peak?, types: [TypeFigures],
        gates: [GateFigures], course: TimeSeries?
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
        self.capacityBasis = capacityBasis
        self.perMinute = perMinute
        self.peak = peak
        self.types = types
        self.gates = gates
        self.course = course
    }
}

/// File format of a report. Raw values are used in the API.
public enum ReportFormat: String, Codable, Sendable, CaseIterable {
    /// A table for programs, the same for Excel (docs/SCREEN.md), or a document for people.
    case csv, excel, pdf

    /// With which the name of its file ends.
    public var ending: String { self == .pdf ? "pdf" : "csv" }

    /// For the header `Content-Type`.
    package var contentType: String {
        switch self {
        case .csv, .excel: "text/csv; charset=utf-8"
        case .pdf: "application/pdf"
        }
    }
}
