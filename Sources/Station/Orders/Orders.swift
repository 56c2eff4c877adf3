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
    let notes: StationNotes
    let clock: StationClock
    let logger: Logger
    private let refused = RefusedLines()

    init(
        key: VerificationKey?, station: String, book: OrderBook, door: Door, places: Places, enrolments: Enrolments,
        notes: StationNotes, clock: StationClock, logger: Logger
    ) {
        self.key = key
        self.station = station
        self.book = book
        self.door = door
        self.places = places
        self.enrolments = enrolments
        self.notes = notes
        self.clock = clock
        self.logger = logger
    }

    /// More orders at once than anybody gives.
    private static let mostLines = 200
    /// How far the clock of whoever gives an order may be ahead.
    private static let tolerance = Duration.seconds(300)

    /// Orders as a relay or the ledger passes them on; the same may come any number of times.
    func take(_ lines: [String]) async {
        guard let key else { return }
        for line in lines.prefix(Self.mostLines) where !refused.contains(line) {
            do throws(SignedOrder.Fault) {
                let order = try SignedOrder(line, key: key).order
                guard order.isFor(station), await isInTime(order) else { continue }
                await take(order)
            } catch {
                refused.insert(line)
                logger.warning("an order is refused", metadata: ["why": "\(error.rawValue)"])
            }
        }
    }

    /// A clock that is behind makes no order last longer: nothing that the journal has was later than now.
    private func isInTime(_ order: Order) async -> Bool {
        let newest = await notes.newest()
        let now = max(clock.now(), newest ?? .earliest)
        return order.expires > now && order.issued < now + Self.tolerance
    }

    private func take(_ order: Order) async {
        do {
            guard try book.begin(order) else { return }
            let result = await perform(order)
            try await record(order, result)
            try book.end(result)
            logger.notice(
                "an order of the control room",
                metadata: [
                    "order": "\(order.summary)", "by": "\(order.by)", "outcome": "\(result.outcome.rawValue)",
                    "why": "\(result.why ?? "")",
                ])
            await finish(order, result)
        } catch {
            logger.error("an order is not done", metadata: ["order": "\(order.summary)", "why": "\(error)"])
        }
    }

    private func perform(_ order: Order) async -> OrderResult {
        guard !book.isOvertaken(order) else {
            return OrderResult(id: order.id, outcome: .overtaken, at: clock.now())
        }
        do {
            if order.act == .place {
                try await places.move(PlaceRequest(gate: order.gate, direction: order.direction), by: order.by)
            }
            if order.act == .leave { try await enrolments.requireLeavable(LeaveRequest(operator: order.by)) }
            return OrderResult(id: order.id, outcome: .done, at: clock.now())
        } catch {
            return OrderResult(id: order.id, outcome: .failed, why: "\(error)", at: clock.now())
        }
    }

    /// What ends this station, at least until it is opened again, comes when everything else is on the disk.
    private func finish(_ order: Order, _ result: OrderResult) async {
        guard result.outcome == .done else { return }
        switch order.act {
        case .place, .notice, .pause, .resume: break
        case .restart: enrolments.restart()
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
    private static let most = 100
    private let lines = Mutex<[String]>([])

    func contains(_ line: String) -> Bool { lines.withLock { $0.contains(line) } }

    func insert(_ line: String) { lines.withLock { $0 = Array(($0 + [line]).suffix(Self.most)) } }
}
