// Fleet: what all stations of an event say about themselves, and what it adds up to.

public import StationAPI
public import Tickets

/// What a station tells the control room about itself, every few seconds. docs/CONTROL.md describes the JSON.
public struct StationReport: Codable, Hashable, Sendable {
    /// Somebody of the staff.
    public struct Person: Codable, Hashable, Sendable {
        public var name: String
        public var role: StaffRole

        public init(name: String, role: StaffRole) {
            self.name = name
            self.role = role
        }
    }

    /// People whom this station itself let pass on one admission list.
    public struct OwnPassages: Codable, Hashable, Sendable {
        /// Id of the event.
        public var event: String
        /// Slug of the admission list.
        public var list: String
        /// People let in; entries that were undone are not counted.
        public var entered: Int
        /// People let out.
        public var left: Int
        /// People let in per minute: the mean of the last five minutes.
        public var perMinute: Double
        /// `nil` when nobody passed.
        public var course: ListFigures.TimeSeries?

        public init(
            event: String, list: String, entered: Int, left: Int, perMinute: Double, course: ListFigures.TimeSeries?
        ) {
            self.event = event
            self.list = list
            self.entered = entered
            self.left = left
            self.perMinute = perMinute
            self.course = course
        }
    }

    /// What somebody did by hand.
    public struct Act: Codable, Hashable, Sendable {
        /// What it was: any kind but `scan`.
        public var kind: CheckIn.Kind
        /// When it was recorded, by the station's clock.
        public var at: Timestamp
        /// Slug of the gate.
        public var gate: String?
        /// Name of the person.
        public var `operator`: String?
        /// How many people it let in or out; of an undo, how many the undone entry had.
        public var people: Int

        public init(kind: CheckIn.Kind, at: Timestamp, gate: String?, operator: String?, people: Int) {
            self.kind = kind
            self.at = at
            self.gate = gate
            self.operator = `operator`
            self.people = people
        }
    }

    /// What `usher support-bundle` said at the station.
    public struct Bundle: Codable, Hashable, Sendable {
        /// Id of the order that asked for it.
        public var order: String
        /// ``longest`` bytes at most.
        public var text: String

        /// In bytes of UTF-8: a report has to fit beside it.
        public static let longest = 120 << 10

        public init(order: String, text: String) {
            self.order = order
            self.text = text
        }
    }

    /// The most acts in a report.
    public static let mostActs = 20

    /// As `usher status` has it.
    public var status: StationStatus
    /// Of the events that are served: as the pages of figures have them, with what other gates reported.
    public var figures: [EventFigures]
    /// One for each list on which this station let somebody pass.
    public var own: [OwnPassages]
    /// The newest, oldest first; ``mostActs`` at most.
    public var acts: [Act]
    /// The signed end of the journal (docs/JOURNAL.md): kept elsewhere, it shows later that nothing was changed.
    public var head: String
    /// What the disk of the journal has free, in bytes.
    public var freeBytes: Int64
    /// Who has signed in, by name; `nil`: it does not say.
    public var staff: [Person]?
    /// What became of the newest orders, oldest first; `nil`: it knows no orders.
    public var orders: [OrderResult]?
    /// When the roster that is in force was made; `nil`: it has none.
    public var roster: Timestamp?
    /// For a minute after it was ordered; otherwise `nil`.
    public var bundle: Bundle?

    public init(
        status: StationStatus, figures: [EventFigures], own: [OwnPassages], acts: [Act], head: String,
        freeBytes: Int64, orders: [OrderResult]? = nil,
        staff: [Person]? = nil, roster: Timestamp? = nil, bundle: Bundle? = nil
    ) {
        self.status = status
        self.figures = figures
        self.own = own
        self.acts = acts
        self.head = head
        self.freeBytes = freeBytes
        self.orders = orders
        self.staff = staff
        self.roster = roster
        self.bundle = bundle
    }
}
