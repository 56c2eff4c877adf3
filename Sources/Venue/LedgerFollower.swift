internal import Tickets

/// Performs the actions of the ledger's thread, one after the other (see ``LinkStateMachine``).
/// See docs/decisions/095-ledger-updates-five-a-second.md.
struct LedgerFollower: ~Copyable {
    private let ledger: Ledger
    private var session: LedgerSession?
    /// By station, the number of the last stored entry. For this station, only of those that were compared with the
    /// journal: an entry that is being claimed may still fail to come into it.
    private var cursors: [String: Int64] = [:]
    /// In this session.
    private var toldHours: Set<ExitHour> = []
    /// Number of the last refund that was read in this session.
    private var lastRefund: Int64 = 0
    private var nextRefunds = ContinuousClock.now

    /// Entries stored at once: few, so that even a million entries never keep a scan from the journal for long.
    private static let pageLength = 200
    private static let deliveryLength = 50
    /// Shortest time between two requests for updates. With many gates there is always some update, and each request
    /// costs the server time: sixty gates that ask after every claim of each other would cost it more than the claims.
    private static let pollInterval = Duration.milliseconds(200)
    private var nextPoll = ContinuousClock.now
    /// Time limit of one request.
    static let requestTimeout = Duration.seconds(5)

    init(_ ledger: Ledger) {
        self.ledger = ledger
    }

    mutating func perform(_ action: LinkStateMachine.Action) -> LinkStateMachine.Event {
        do {
            switch action {
            case .connect(let pause):
                ledger.closeDoor()
                session = nil
                ledger.wake.wait(until: .now + pause)
                ledger.wake.lower()
                try connect()
            case .catchUp: try catchUp()
            case .deliver: try deliver()
            case .openDoor: try openDoor()
            case .follow:
                try follow()
                if let error = ledger.doorError { return .doorGaveUp(error) }
            }
            return .done
        } catch let error as VenueError {
            return .failed(error)
        } catch {
            return .failed(VenueError(.failed, "follow", "the ledger", "the journal cannot be written: \(error)"))
        }
    }

    private static var deadline: LedgerConnection.Deadline { .now + requestTimeout }

    private mutating func connect() throws {
        let connection = try ledger.connect()
        do {
            var begun = try LedgerSession(startingOn: connection, until: Self.deadline)
            if let startTime = begun.startTime { ledger.journal.noteTime(startTime) }
            try begun.listen(until: Self.deadline)
            session = consume begun
        } catch {
            ledger.tryNextServerFirst()
            throw error
        }
        cursors = try ledger.journal.cursors()
        toldHours = []
        lastRefund = 0
    }

    /// Reads everything that happened, page by page. This station's own entries must be in its journal.
    private mutating func catchUp() throws {
        while !ledger.isEnding {
            let page = try updates(after: cursors)
            guard !page.isEmpty else {
                try tellHours()
                try exchangeRefunds()
                return try noteNotices()
            }
            try settleOwn(page)
            try keep(page)
        }
    }

    /// Withdraws a claim without a commit. A station that died between the two let nobody in with it; there is at most
    /// one such claim, and it has the number of the journal's next entry. Any other own entry that is missing in the
    /// journal was lost: the state folder is new, or an older copy. People entered with those, so they stay, and are
    /// stored like those of other stations.
    private mutating func settleOwn(_ page: [LedgerEntry]) throws {
        let own = page.filter { $0.station == session?.station && $0.seq != nil }
        // In this order: an entry that is not open any more is in the journal, or never will be.
        let open = Set(own.map(\.id).filter(ledger.isOpen))
        let unknown = try own.filter { try !ledger.journal.has($0) }
        guard open.isDisjoint(with: unknown.map(\.id)) else {
            throw VenueError(.failed, "follow", "the ledger", "an entry is still being written to the journal")
        }
        guard unknown.count == 1, let number = unknown[0].seq, try number <= ledger.journal.newestNumber() + 1 else {
            return
        }
        try session?.withdraw(unknown[0].id, until: Self.deadline)
    }

    private mutating func deliver() throws {
        while !ledger.isEnding, case let waiting = try ledger.journal.waiting(limit: Self.deliveryLength),
            !waiting.isEmpty
        {
            do {
                try deliver(waiting)
            } catch let error as VenueError where error.code == .rejected {
                try deliverOneByOne(waiting)
            }
        }
    }

    private mutating func deliver(_ entries: [LedgerEntry]) throws {
        try session?.deliver(entries, until: Self.deadline)
        try ledger.journal.settle(entries.map(\.id))
    }

    /// An entry that the ledger cannot store must not hold up those behind it.
    private mutating func deliverOneByOne(_ entries: [LedgerEntry]) throws {
        for entry in entries {
            do {
                try deliver([entry])
            } catch let error as VenueError where error.code == .rejected {
                try ledger.journal.park(entry.id, because: error)
            }
        }
    }

    private mutating func openDoor() throws {
        guard let number = session?.number, let station = session?.station, let place = session?.place else { return }
        // On the same server: during a takeover, the first that accepts writes may be the old one.
        var door = LedgerSession(try ledger.connectDoor(to: place), number: number, station: station)
        try door.prepareClaims(until: Self.deadline)
        ledger.openDoor(door)
    }

    /// One round, at least once a second: a lost notification costs a second.
    private mutating func follow() throws {
        session?.waitForNotification(or: ledger.wake, until: .now + .seconds(1))
        ledger.wake.wait(until: nextPoll)
        ledger.wake.lower()
        guard ledger.doorError == nil else { return }
        nextPoll = .now + Self.pollInterval
        let isNotified = try session?.takeNotifications() ?? false
        var known = cursors
        if let station = session?.station { known[station] = .max }
        while !ledger.isEnding, case let page = try updates(after: known), !page.isEmpty {
            try keep(page)
            known.merge(cursors) { max($0, $1) }
            // In a rush there is no end of pages, and the control room waits.
            try report()
        }
        try tellHours()
        if nextRefunds <= .now { try exchangeRefunds() }
        if isNotified { try noteNotices() }
        try deliver()
        try report()
    }

    /// Longer than for other requests, because a report is larger: 30 kB at 24 kbit/s. The door does not wait for it: it
    /// has its own connection.
    private static let reportTimeout = Duration.seconds(10)

    /// A report that the ledger does not take is no reason to leave it: the next one comes in seconds.
    private mutating func report() throws(VenueError) {
        guard let report = ledger.takeReport() else { return }
        do throws(VenueError) {
            let orders = try session?.tell(report, until: .now + Self.reportTimeout) ?? []
            if !orders.isEmpty { ledger.journal.take(orders: orders) }
        } catch {
            guard session?.isUsable == true else { throw error }
        }
    }

    private mutating func updates(after known: [String: Int64]) throws(VenueError) -> [LedgerEntry] {
        try session?.updates(after: known, most: Self.pageLength, until: Self.deadline) ?? []
    }

    private mutating func keep(_ page: [LedgerEntry]) throws {
        var moved: [String: Int64] = [:]
        for entry in page {
            guard let station = entry.station, let number = entry.number else { continue }
            moved[station] = max(moved[station] ?? 0, number)
        }
        try ledger.journal.keep(page, cursors: moved)
        cursors.merge(moved) { $1 }
        ledger.note(page)
    }

    /// Tells the ledger the hours that have come, so that its sums are right.
    private mutating func tellHours() throws {
        for hour in try ledger.journal.exitHours() where !toldHours.contains(hour) {
            guard try session?.tell(hour, until: Self.deadline) == true else { continue }
            toldHours.insert(hour)
        }
    }

    /// Once a second, and only where tickets are sold: each request costs the server time.
    private mutating func exchangeRefunds() throws {
        nextRefunds = .now + .seconds(1)
        guard ledger.journal.knowsSales else { return }
        let untold = try ledger.journal.untoldRefunds()
        for refund in untold { _ = try session?.tell(refund, isDone: true, until: Self.deadline) }
        try ledger.journal.settleRefunds(untold)
        while !ledger.isEnding,
            case let page = try session?.refunds(after: lastRefund, most: Self.pageLength, until: Self.deadline),
            let last = page?.last, let page
        {
            try ledger.journal.keepRefunds(page.compactMap(\.refund))
            lastRefund = last.number
        }
    }

    private mutating func noteNotices() throws(VenueError) {
        guard let notices = try session?.notices(until: Self.deadline) else { return }
        ledger.journal.note(notices)
    }
}
