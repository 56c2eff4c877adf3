internal import Tickets

/// What the page shows beside verdicts: the answer of `GET /state`, and the event `state`.
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

    /// Nothing differs but the time of day.
    func says(theSameAs other: PageState) -> Bool {
        var other = other
        other.station.now = station.now
        return other == self
    }
}

/// An icon of the page: quiet while all is well, loud when it matters.
struct PageBadge: Codable, Hashable, Sendable {
    enum Topic: String, Codable, Sendable, CaseIterable {
        /// Check-ins that the ticketing server has not got.
        case queue
        /// Ticketing servers.
        case network
        /// The ledger of the venue's gates.
        case venue
        case clock, readers, list, disk
    }

    enum Level: String, Codable, Sendable, Comparable {
        case quiet, notice, loud

        static func < (one: Level, other: Level) -> Bool { one != other && (one == .quiet || other == .loud) }
    }

    var topic: Topic
    var level: Level
    /// How many, where that says something.
    var count: Int?

    /// A server may be away for this long before anybody at a door should care: verdicts need none.
    static let patience = Duration.seconds(15 * 60)
    /// A clock that is wrong by more turns people away who are in time.
    static let clockTolerance = Duration.seconds(60)

    static func all(of status: StationStatus) -> [PageBadge] {
        var badges = [clock(status), list(status), disk(status)]
        if !status.readers.isEmpty { badges.insert(readers(status), at: 0) }
        if let venue = status.venue { badges.insert(Self.venue(venue), at: 0) }
        if !status.backends.isEmpty { badges.insert(contentsOf: [queue(status), network(status)], at: 0) }
        return badges
    }

    private static func queue(_ status: StationStatus) -> PageBadge {
        let figures = status.journal
        let stuck = figures.refused + figures.parked
        let isLate = network(status).level == .loud && figures.waiting > 0
        let level: Level = stuck > 0 || isLate ? .loud : figures.waiting > 0 ? .notice : .quiet
        return PageBadge(topic: .queue, level: level, count: figures.waiting + stuck)
    }

    private static func network(_ status: StationStatus) -> PageBadge {
        let levels = status.backends.map { backend -> Level in
            guard backend.trouble != nil else { return .quiet }
            guard let contact = backend.lastContact, status.now - contact < patience else { return .loud }
            return .notice
        }
        return PageBadge(topic: .network, level: levels.max() ?? .quiet)
    }

    private static func venue(_ venue: StationStatus.Venue) -> PageBadge {
        let level: Level =
            switch venue.condition {
            case .connected: venue.parked > 0 ? .notice : .quiet
            case .healing: .notice
            case .alone: .loud
            }
        return PageBadge(topic: .venue, level: level)
    }

    private static func clock(_ status: StationStatus) -> PageBadge {
        let offset = status.backends.compactMap(\.clockOffsetMs).map(\.magnitude).max() ?? 0
        let isWrong = Duration.milliseconds(Int64(clamping: offset)) > clockTolerance
        return PageBadge(
            topic: .clock, level: isWrong ? .loud : status.clock == .synchronised ? .quiet : .notice)
    }

    private static func readers(_ status: StationStatus) -> PageBadge {
        let reading = status.readers.count { $0.state == .reading }
        let isPaused = status.readers.contains { $0.state == .paused }
        let level: Level = isPaused || reading == 0 ? .loud : reading < status.readers.count ? .notice : .quiet
        return PageBadge(topic: .readers, level: level, count: reading)
    }

    private static func list(_ status: StationStatus) -> PageBadge {
        let isOld = status.serving.contains(where: \.isListOld)
        let isLoud = status.serving.isEmpty || status.serving.contains { !$0.listWarnings.isEmpty }
        return PageBadge(topic: .list, level: isLoud ? .loud : isOld ? .notice : .quiet)
    }

    private static func disk(_ status: StationStatus) -> PageBadge {
        PageBadge(topic: .disk, level: status.isDiskLow || status.notRecorded != nil ? .loud : .quiet)
    }
}
