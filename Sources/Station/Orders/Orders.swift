internal import Fleet
internal import Logging
internal import StationAPI
internal import Synchronization
internal import Tickets

/// Does what the control room orders: each order that is signed by its key, for this station and not over, once.
struct Orders: Sendable {
    /// `nil`: nobody's orders are taken.
    let key: VerificationKey?
    let station: String
    let book: OrderBook
    let door: Door
    let places: Places
    let enrolments: Enrolments
    let trials: SettingsTrials
    let bundles: SupportBundles
    let notes: StationNotes
    let clock: StationClock
    let witness: ClockWitness
    let logger: Logger
    private let refused = RefusedLines()

    init(
        key: VerificationKey?, station: String, book: OrderBook, door: Door, places: Places, enrolments: Enrolments,
        trials: SettingsTrials, bundles: SupportBundles, notes: StationNotes, clock: StationClock,
        witness: ClockWitness,
        logger: Logger
    ) {
        self.key = key
        self.station = station
        self.book = book
        self.door = door
        self.places = places
        self.enrolments = enrolments
        self.trials = trials
        self.bundles = bundles
        self.notes = notes
        self.clock = clock
        self.witness = witness
        self.logger = logger
    }

    /// Orders as a relay or the ledger passes them on; the same may come any number of times.
    func take(_ lines: [String]) async {
        guard let key else { return }
        var faults: [SignedOrder.Fault] = []
        for line in lines where !refused.contains(line) {
            do throws(SignedOrder.Fault) {
                let order = try SignedOrder(line, key: key).order
                guard order.isFor(station), await isInTime(order) else { continue }
                await take(order)
            } catch {
                refused.insert(line)
                faults.append(error)
            }
        }
        if let first = faults.first {
            logger.warning("orders are refused", metadata: ["count": "\(faults.count)", "why": "\(first.rawValue)"])
        }
    }

    /// A clock that nobody vouches for makes no order last longer: nothing that the journal has was later than now. It
    /// cannot say either that an order comes from the future.
    private func isInTime(_ order: Order) async -> Bool {
        guard !clock.isSynchronised() else {
            let now = clock.now()
            return order.expires > now && order.issued <= now + SignedOrder.tolerance
        }
        return order.expires > max(clock.now(), await notes.newest() ?? .earliest)
    }

    private func take(_ order: Order) async {
        do {
            let evidence = try? witness.evidence()
            let now = evidence.flatMap { $0.doubt == nil ? $0.now : nil }
            guard try book.begin(order, now: now) else { return }
        } catch {
            return logger.error("an order is not taken", metadata: ["order": "\(order.summary)", "why": "\(error)"])
        }
        var result = await prepare(order)
        do {
            // It is on record before it is done.
            try await record(order, result)
            if result.outcome == .done { try await perform(order) }
        } catch {
            result = OrderResult(id: order.id, outcome: .failed, why: "\(error)", at: clock.now())
        }
        // Of settings, the trial tells what came of them.
        let isOnTrial = order.act == .settings && result.outcome == .done
        if !isOnTrial {
            do { try book.end(result) } catch { result.outcome = .failed }
        }
        logger.notice(
            "an order of the control room",
            metadata: [
                "order": "\(order.summary)", "by": "\(order.by)",
                "outcome": "\(isOnTrial ? "on trial" : result.outcome.rawValue)",
                "why": "\(result.why ?? "")",
            ])
        await finish(order, result)
    }

    /// What will come of it, before anything is done.
    private func prepare(_ order: Order) async -> OrderResult {
        guard !book.isOvertaken(order) else {
            return OrderResult(id: order.id, outcome: .overtaken, at: clock.now())
        }
        do {
            switch order.act {
            case .settings: try trials.require(order)
            case .place: _ = try await places.events(movedBy: Self.move(order))
            case .restart: try await door.requireRecorded("restart")
            case .leave: try await enrolments.requireLeavable(LeaveRequest(operator: order.by))
            case .notice, .pause, .resume, .bundle: break
            }
            return OrderResult(id: order.id, outcome: .done, at: clock.now())
        } catch {
            return OrderResult(id: order.id, outcome: .failed, why: "\(error)", at: clock.now())
        }
    }

    private func perform(_ order: Order) async throws {
        switch order.act {
        case .place: try await places.move(Self.move(order), by: order.by)
        case .settings: try await trials.begin(order)
        case .bundle: try await bundles.make(for: order)
        case .notice, .pause, .resume, .restart, .leave: break
        }
    }

    private static func move(_ order: Order) -> PlaceRequest {
        PlaceRequest(gate: order.gate, direction: order.direction)
    }

    /// What ends this station, at least until it is opened again, comes when everything else is on the disk.
    private func finish(_ order: Order, _ result: OrderResult) async {
        guard result.outcome == .done else { return }
        switch order.act {
        case .place, .notice, .pause, .resume, .bundle: break
        case .restart, .settings: enrolments.restart()
        case .leave:
            do {
                try await enrolments.leave(LeaveRequest(operator: order.by))
            } catch {
                try? book.end(OrderResult(id: order.id, outcome: .failed, why: "\(error)", at: clock.now()))
            }
        }
    }

    private func record(_ order: Order, _ result: OrderResult) async throws {
        let outcome = result.outcome == .done ? "" : " (\(result.outcome.rawValue))"
        try await notes.add(.order, by: order.by, order.summary + outcome)
    }
}

/// Lines that were refused, so that each is told of once.
private final class RefusedLines: Sendable {
    private static let most = 500
    private let lines = Mutex<[String]>([])

    func contains(_ line: String) -> Bool { lines.withLock { $0.contains(line) } }

    func insert(_ line: String) { lines.withLock { $0 = Array(($0 + [line]).suffix(Self.most)) } }
}
