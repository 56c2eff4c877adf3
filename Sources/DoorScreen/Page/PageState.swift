internal import Messages
internal import StationAPI
internal import Tickets

/// What the page shows besides verdicts: the answer of `GET /state`, and the event `state`.
struct PageState: Codable, Hashable, Sendable {
    var build: String
    var station: StationStatus
    var badges: [PageBadge]
    var enrolment: PageEnrolment

    init(_ station: StationStatus, _ enrolment: EnrolmentState, _ branding: Branding? = nil) {
        build = PageAssets.build(with: branding)
        self.station = station
        self.enrolment = PageEnrolment(enrolment)
        badges = PageBadge.all(of: station)
    }

    static func current(of station: StationControl) async throws -> PageState {
        PageState(
            try await station.monitor.status(), try await station.enrolment.state(), await station.monitor.branding())
    }

    /// Whether nothing but the time differs.
    func hasSameContent(as other: PageState) -> Bool {
        var other = other
        other.station.now = station.now
        return other == self
    }
}

/// An icon of the page, and how much attention it needs.
struct PageBadge: Codable, Hashable, Sendable {
    enum Topic: String, Codable, Sendable, CaseIterable {
        /// Check-ins that a ticketing server does not have yet.
        case queue
        /// The link to the ticketing servers.
        case network
        /// The ledger that the gates of the venue share.
        case venue
        case clock, readers, list, disk
    }

    enum Level: String, Codable, Sendable, Comparable {
        case quiet, notice, loud

        static func < (one: Level, other: Level) -> Bool { one != other && (one == .quiet || other == .loud) }
    }

    var topic: Topic
    var level: Level
    /// How many check-ins or readers; `nil` for the other icons.
    var count: Int?

    static func all(of status: StationStatus) -> [PageBadge] {
        let (figures, readers) = (status.journal, status.readers)
        func badge(_ topic: Topic, _ areas: Condition.Area..., count: Int? = nil) -> PageBadge {
            let worst = status.conditions.filter { areas.contains($0.area) }.map(\.level).max() ?? .ok
            return PageBadge(topic: topic, level: Level(worst), count: count)
        }
        var badges = [badge(.clock, .clock), badge(.list, .list, .enrolment), badge(.disk, .disk, .journal)]
        if !readers.isEmpty {
            badges.insert(badge(.readers, .readers, count: readers.count { $0.state == .reading }), at: 0)
        }
        if status.venue != nil { badges.insert(badge(.venue, .venue), at: 0) }
        if !status.backends.isEmpty {
            var queue = badge(.queue, .uploads, count: figures.waiting + figures.refused + figures.parked)
            // What is on its way is no condition, and yet worth a look.
            if figures.waiting > 0 { queue.level = max(queue.level, .notice) }
            badges.insert(contentsOf: [queue, badge(.network, .backend, .network)], at: 0)
        }
        return badges
    }
}

extension PageBadge.Level {
    init(_ level: Condition.Level) {
        self =
            switch level {
            case .ok: .quiet
            case .warning: .notice
            case .broken: .loud
            }
    }
}
