internal import Synchronization
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
/// an answer is sent again. One that the server does not answer properly while it answers others (a web page, a word that no
/// contract has) is tried some times, then kept for a person: it holds up no other ticket.
/// See docs/decisions/049-revoked-station-keeps-lists.md and docs/decisions/113-revoked-station-asks-on.md.
public final class Uploader: Sendable {
    /// How many entries are read from the outbox at once.
    private static let readingLimit = 100
    /// Answers are stored at least this often.
    private static let settlingInterval = Duration.milliseconds(250)
    /// How often the outbox is checked when nobody calls ``nudge()``.
    private static let idlePause = Duration.seconds(10)
    /// Usual time between the first answer that access was removed and the check that confirms it, and from then on
    /// between two checks whether there is access again.
    public static let revocationDelay = Duration.seconds(60)

    private let receiver: any CheckInReceiver
    private let outbox: any Outbox
    private let report: LinkReport
    private let environment: LinkEnvironment
    private let revocationDelay: Duration
    private let wake = Wake()
    private let stalled = Mutex(StalledCheckIns())

    /// - Parameter revocationDelay: how long after an answer that access was removed the server is asked once more.
    public init(
        to receiver: any CheckInReceiver, from outbox: any Outbox, report: LinkReport, environment: LinkEnvironment,
        revocationDelay: Duration = Uploader.revocationDelay
    ) {
        self.receiver = receiver
        self.outbox = outbox
        self.report = report
        self.environment = environment
        self.revocationDelay = revocationDelay
    }

    /// Call when there is something in the outbox. May be called from any thread.
    public func nudge() {
        wake.wake()
    }

    /// Returns when the calling task is cancelled.
    public func run() async {
        var pauses = RetryPauses()
        var firstRevocation: ContinuousClock.Instant?
        while !Task.isCancelled {
            let error = await uploadAll {
                pauses.reset()
                if firstRevocation != nil { report.noteRevocation(false) }
                firstRevocation = nil
            }
            guard let error else {
                await wake.wait(atMost: Self.idlePause, environment)
                continue
            }
            guard !Task.isCancelled else { return }
            if report.note(error, with: .uploads) { environment.notify(error) }
            var pause = pauses.next(after: error, random: environment.random())
            if error.code == .revoked {
                // A single answer could be a mistake, or not from the server: it must be the same after a while. Then
                // it is asked on, as rarely, because somebody may put another credential in the place of this one.
                if let firstRevocation, firstRevocation.duration(to: .now) >= revocationDelay {
                    report.noteRevocation(true)
                }
                firstRevocation = firstRevocation ?? .now
                pause = revocationDelay
            }
            await environment.sleep(pause)
        }
    }

    /// Uploads everything that waits now, for a caller that needs to know when that is done.
    /// - Returns: what stopped it; `nil` when the outbox is empty.
    package func uploadOnce() async -> BackendError? { await uploadAll {} }

    /// - Returns: what stopped it; `nil` when the outbox is empty.
    private func uploadAll(onSuccess: () -> Void) async -> BackendError? {
        while !Task.isCancelled {
            do {
                let entries = try await outbox.next(limit: Self.readingLimit)
                guard !entries.isEmpty else { return nil }
                if let error = try await upload(entries, onSuccess: onSuccess) { return error }
            } catch is CancellationError {
                return nil
            } catch {
                return BackendError(.failing, "upload", "check-ins", "the outbox cannot be used: \(error)")
            }
        }
        return nil
    }

    private func upload(_ entries: [OutgoingCheckIn], onSuccess: () -> Void) async throws -> BackendError? {
        let (first, last) = stalled.withLock { $0.split(entries) }
        if let error = try await uploadInOrder(first, onSuccess: onSuccess) { return error }
        return try await uploadSingly(last, othersAreAnswered: !first.isEmpty, onSuccess: onSuccess)
    }

    /// Up to the first without an answer.
    private func uploadInOrder(
        _ entries: [OutgoingCheckIn], onSuccess: () -> Void
    ) async throws -> BackendError? {
        var settled: [SettledCheckIn] = []
        var lastKept = ContinuousClock.now
        var rest = entries[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(receiver.batchSize))
            let delivery = await receiver.deliver(batch)
            settled += zip(batch, delivery.answers).map { SettledCheckIn(id: $0.checkIn.id, answer: $1) }
            rest = rest.dropFirst(delivery.answers.count)
            noteAnswers(to: batch.prefix(delivery.answers.count), onSuccess: onSuccess)
            let hasStalled = delivery.answers.count < batch.count
            // Also before returning: not every server accepts the same entry twice.
            if hasStalled || rest.isEmpty || Task.isCancelled
                || lastKept.duration(to: .now) > Self.settlingInterval
            {
                try await outbox.settle(settled)
                settled = []
                lastKept = .now
            }
            if hasStalled, let entry = rest.first {
                let error = delivery.error ?? Self.noAnswer
                _ = stalled.withLock { $0.note(entry.checkIn.id, error, othersAreAnswered: false) }
                return error
            }
            if receiver.pace > .zero { await environment.sleep(receiver.pace) }
            try Task.checkCancellation()
        }
        return nil
    }

    /// Those that had no answer before, each alone. One whose tries are over is settled as one that the server cannot take.
    /// - Returns: why one of them waits on.
    private func uploadSingly(
        _ entries: [OutgoingCheckIn], othersAreAnswered: Bool, onSuccess: () -> Void
    ) async throws -> BackendError? {
        var trouble: BackendError?
        for entry in entries {
            let delivery = await receiver.deliver([entry])
            try Task.checkCancellation()
            var answer = delivery.answers.first
            if answer == nil {
                let error = delivery.error ?? Self.noAnswer
                let isOver = stalled.withLock {
                    $0.note(entry.checkIn.id, error, othersAreAnswered: othersAreAnswered)
                }
                guard error.mayConcernOneCheckIn else { return error }
                if isOver { answer = .rejected(reason: error.reason) } else { trouble = error }
            }
            if let answer {
                try await outbox.settle([SettledCheckIn(id: entry.checkIn.id, answer: answer)])
                noteAnswers(to: [entry], onSuccess: onSuccess)
            }
            if receiver.pace > .zero { await environment.sleep(receiver.pace) }
        }
        return trouble
    }

    private static let noAnswer = BackendError(
        .unexpected, "upload", "check-ins", "the server did not answer for all of them")

    /// While one waits on, the trouble with it stays in the report.
    private func noteAnswers(to entries: some Collection<OutgoingCheckIn>, onSuccess: () -> Void) {
        guard !entries.isEmpty else { return }
        let isClean = stalled.withLock { stalled in
            stalled.forget(entries.map(\.checkIn.id))
            return stalled.isEmpty
        }
        guard isClean else { return report.noteContact(at: environment.now()) }
        onSuccess()
        if report.noteSuccess(of: .uploads, at: environment.now()) { environment.notify(nil) }
    }
}
