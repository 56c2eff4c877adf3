public import Tickets

extension EventReport {
    /// People on one admission list who have tickets.
    public struct Attendance: Sendable {
        /// Different people who came, as far as their tickets tell.
        public var came = 0
        /// People on valid tickets who did not come.
        public var notCome = 0
        /// Entries on tickets beyond ``came``: people who came again, and whom staff let in once more.
        public var again = 0

        public init() {}
    }

    /// A ticket with which somebody did not come.
    public struct NotCome: Sendable {
        /// Slug of the admission list.
        public let list: String
        /// Slug of the ticket type.
        public let type: String
        /// The server's own id of the ticket.
        public let reference: String?
        /// How many of the people it is for.
        public let people: Int

        public init(list: String, type: String, reference: String?, people: Int) {
            self.list = list
            self.type = type
            self.reference = reference
            self.people = people
        }
    }

    /// The journal of one station.
    public struct JournalLine: Sendable {
        let station: String
        let key: String
        let entries: Int
        let first: Timestamp?
        let last: Timestamp?
        let isWhole: Bool

        /// - Parameters:
        ///   - station: its name.
        ///   - key: id of the key that signed its end.
        ///   - entries: how many it has of the event.
        ///   - first: when the first of them was made; `nil` without entries.
        ///   - isWhole: it was verified, and nothing speaks against it.
        public init(
            station: String, key: String, entries: Int, first: Timestamp?, last: Timestamp?, isWhole: Bool
        ) {
            self.station = station
            self.key = key
            self.entries = entries
            self.first = first
            self.last = last
            self.isWhole = isWhole
        }
    }

    /// What only the journals of all stations tell.
    public struct Joined: Sendable {
        let journals: [JournalLine]
        let attendance: [String: Attendance]
        let notCome: [NotCome]
        let doubts: [String]
        let earlier: [EventSummary]

        /// - Parameters:
        ///   - attendance: by the slug of the admission list.
        ///   - notCome: in the order in which they are listed.
        ///   - doubts: why the numbers may be wrong, one English sentence each.
        ///   - earlier: events that this one is compared with.
        public init(
            journals: [JournalLine], attendance: [String: Attendance], notCome: [NotCome], doubts: [String],
            earlier: [EventSummary]
        ) {
            self.journals = journals
            self.attendance = attendance
            self.notCome = notCome
            self.doubts = doubts
            self.earlier = earlier
        }
    }
}
