public import Tickets

/// The check-ins that wait for one backend.
/// See docs/decisions/044-outbox-up-to-second-entry.md.
public protocol Outbox: Sendable {
    /// The next entries in the order of the journal, at most one per ticket.
    func next(limit: Int) async throws -> [OutgoingCheckIn]
    /// Stores the results of entries, in one transaction.
    func settle(_ answers: [SettledCheckIn]) async throws
}

/// Sends every check-in to one backend, in order, for as long as it runs. Whatever the network does, an entry without
/// an answer is sent again.
/// See docs/decisions/049-revoked-station-keeps-lists.md.
public final class Uploader: Sendable {
    /// How many entries are read from the outbox at once.
    private static let readingLimit = 100
    /// Answers are stored at least this often.
    private static let settlingInterval = Duration.milliseconds(250)
    /// How often the outbox is checked when nobody calls ``nudge()``.
    private static let idlePause = Duration.seconds(10)
    /// Usual time between the first answer that access was removed and the check that confirms it.
    public static let revocationDoubt = Duration.seconds(60)

    private let receiver: any CheckInReceiver
    private let outbox: any Outbox
    private let report: LinkReport
    private let surroundings: LinkSurroundings
    private let doubt: Duration
    private let wake = Wake()

    /// - Parameter doubt: confirmation delay: how long after the first answer that access was removed the server is
    ///   asked once more.
    public init(
        to receiver: any CheckInReceiver, from outbox: any Outbox, report: LinkReport, surroundings: LinkSurroundings,
        doubt: Duration = Uploader.revocationDoubt
    ) {
        self.receiver = receiver
        self.outbox = outbox
        self.report = report
        self.surroundings = surroundings
        self.doubt = doubt
    }

    /// Call when there is something in the outbox. May be called from any thread.
    public func nudge() {
        wake.wake()
    }

    /// Returns when the calling task is cancelled, or when the server has confirmed that it removed this station's
    /// access.
    public func run() async {
        var pauses = RetryPauses()
        var firstWord: ContinuousClock.Instant?
        while !Task.isCancelled {
            let trouble = await uploadAll {
                pauses.reset()
                firstWord = nil
            }
            guard let trouble else {
                await wake.wait(atMost: Self.idlePause, surroundings)
                continue
            }
            guard !Task.isCancelled else { return }
            if report.note(trouble, with: .uploads) { surroundings.tell(trouble) }
            var pause = pauses.next(after: trouble, random: surroundings.random())
            if trouble.code == .revoked {
                // A single answer could be a mistake, or not from the server: it must be the same after a while.
                if let firstWord, firstWord.duration(to: .now) >= doubt { return report.noteRevocation() }
                firstWord = firstWord ?? .now
                pause = doubt
            }
            await surroundings.sleep(pause)
        }
    }

    /// Uploads everything that waits now, for a caller that needs to know when that is done.
    /// - Returns: what stopped it; `nil` when the outbox is empty.
    package func uploadOnce() async -> BackendTrouble? { await uploadAll {} }

    /// - Returns: what stopped it; `nil` when the outbox is empty.
    private func uploadAll(onSuccess: () -> Void) async -> BackendTrouble? {
        while !Task.isCancelled {
            do {
                let entries = try await outbox.next(limit: Self.readingLimit)
                guard !entries.isEmpty else { return nil }
                if let trouble = try await upload(entries, onSuccess: onSuccess) { return trouble }
            } catch is CancellationError {
                return nil
            } catch {
                return BackendTrouble(.failing, "upload", "check-ins", "the outbox cannot be used: \(error)")
            }
        }
        return nil
    }

    private func upload(_ entries: [OutgoingCheckIn], onSuccess: () -> Void) async throws -> BackendTrouble? {
        var settled: [SettledCheckIn] = []
        var lastKept = ContinuousClock.now
        var rest = entries[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(receiver.batchSize))
            let delivery = await receiver.deliver(batch)
            settled += zip(batch, delivery.answers).map { SettledCheckIn(id: $0.checkIn.id, answer: $1) }
            rest = rest.dropFirst(delivery.answers.count)
            if !delivery.answers.isEmpty {
                onSuccess()
                if report.noteSuccess(of: .uploads, at: surroundings.now()) { surroundings.tell(nil) }
            }
            let hasStalled = delivery.answers.count < batch.count
            // Also before returning: not every server accepts the same entry twice.
            if hasStalled || rest.isEmpty || Task.isCancelled
                || lastKept.duration(to: .now) > Self.settlingInterval
            {
                try await outbox.settle(settled)
                settled = []
                lastKept = .now
            }
            if hasStalled {
                return delivery.trouble
                    ?? BackendTrouble(.unexpected, "upload", "check-ins", "the server did not answer for all of them")
            }
            if receiver.pace > .zero { await surroundings.sleep(receiver.pace) }
            try Task.checkCancellation()
        }
        return nil
    }
}
