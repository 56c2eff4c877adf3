internal import Backends
internal import Synchronization
internal import Tickets
internal import Venue

/// Hands check-ins in at the venue's ledger, for the station that uploads, and waits for the backend's answers. When
/// the ledger is away for long, it sends them to the backend itself.
///
/// For the outbox it is a server like any other, so that order, retries and what people see do not change.
/// See docs/decisions/090-ledger-as-ticketing-server.md.
final class SharedReceiver: CheckInReceiver {
    /// How many check-ins of one station are in the ledger at once.
    let batchSize = 100
    private let ledger: any UploadLedger
    private let seal: UploadSeal
    private let direct: any CheckInReceiver
    private let environment: LinkEnvironment
    private let outageLimit: Duration
    private let awaySince = Mutex<ContinuousClock.Instant?>(nil)
    private static let askingInterval = Duration.milliseconds(500)

    /// - Parameters:
    ///   - direct: the backend itself.
    ///   - outageLimit: how long the ledger may be away before this station sends by itself. One server may just be
    ///     taking over from another.
    init(
        ledger: any UploadLedger, seal: UploadSeal, direct: any CheckInReceiver, environment: LinkEnvironment,
        outageLimit: Duration = .seconds(10)
    ) {
        self.ledger = ledger
        self.seal = seal
        self.direct = direct
        self.environment = environment
        self.outageLimit = outageLimit
    }

    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
        do {
            return Delivery(answers: try await deliverToLedger(checkIns))
        } catch {
            return await deliverDirectly(checkIns)
        }
    }

    /// - Returns: the answers once all are there, or when the task is cancelled.
    /// - Throws: ``VenueError`` when the ledger is away
    private func deliverToLedger(_ checkIns: [OutgoingCheckIn]) async throws -> [ServerAnswer] {
        let uploads = try checkIns.map(seal.upload)
        var answers: [String: ServerAnswer] = [:]
        var isSubmitted = false
        while answers.count < checkIns.count, !Task.isCancelled {
            do {
                let open = uploads.filter { answers[$0.entry] == nil }
                if !isSubmitted { try await ledger.submit(open, to: seal.backend) }
                let progress = try await ledger.progress(of: open.map(\.entry), to: seal.backend)
                for answer in progress.answers { answers[answer.entry] = seal.serverAnswer(in: answer) }
                // A ledger that was played back from a backup has lost some.
                isSubmitted = progress.answers.count + progress.waiting == open.count
                awaySince.withLock { $0 = nil }
            } catch {
                guard !error.isLasting, !isAwayForLong() else { throw error }
            }
            if answers.count < checkIns.count { await environment.sleep(Self.askingInterval) }
        }
        return checkIns.prefix { answers[$0.checkIn.id] != nil }.compactMap { answers[$0.checkIn.id] }
    }

    private func isAwayForLong() -> Bool {
        awaySince.withLock { since in
            let began = since ?? .now
            since = began
            return began.duration(to: .now) >= outageLimit
        }
    }

    /// What is in the ledger may be sent from there too: it is the same entry, which a backend takes once.
    private func deliverDirectly(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
        var answers: [ServerAnswer] = []
        while answers.count < checkIns.count, !Task.isCancelled {
            let batch = Array(checkIns.dropFirst(answers.count).prefix(direct.batchSize))
            let delivery = await direct.deliver(batch)
            answers += delivery.answers
            guard delivery.answers.count == batch.count else {
                return Delivery(answers: answers, error: delivery.error)
            }
            if direct.pace > .zero { await environment.sleep(direct.pace) }
        }
        return Delivery(answers: answers)
    }
}

extension Error {
    /// Waiting would not help: the ledger cannot hold it.
    fileprivate var isLasting: Bool { (self as? VenueError)?.code == .rejected }
}
