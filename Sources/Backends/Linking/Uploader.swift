internal import Tickets

/// What waits to be told to one backend.
public protocol Outbox: Sendable {
    /// The entries that are next, in journal order, no two of one ticket.
    func next(limit: Int) async throws -> [OutgoingCheckIn]
    /// Keeps what became of entries, in one step.
    func settle(_ answers: [SettledCheckIn]) async throws
}

public struct SettledCheckIn: Hashable, Sendable {
    /// Of the entry.
    public let id: String
    public let answer: ServerAnswer

    public init(id: String, answer: ServerAnswer) {
        self.id = id
        self.answer = answer
    }
}

/// Tells one backend of every check-in, in order, for as long as it runs. Whatever the network does, an entry that is
/// not settled is sent again.
public final class Uploader: Sendable {
    /// Entries that are read from the outbox at once.
    private static let readingLimit = 100
    /// What was answered is kept at least this often.
    private static let settlingInterval = Duration.milliseconds(250)
    /// The outbox is looked at this often when nobody says that there is something in it.
    private static let idlePause = Duration.seconds(10)
    public static let revocationDoubt = Duration.seconds(60)

    private let receiver: any CheckInReceiver
    private let outbox: any Outbox
    private let report: LinkReport
    private let surroundings: LinkSurroundings
    private let doubt: Duration
    private let wake = Wake()

    /// - Parameter doubt: how long after a first word of revocation the server is asked once more.
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

    /// There is something in the outbox.
    public func nudge() {
        wake.wake()
    }

    /// Returns when the calling task is cancelled, or when the server has taken this station's access away.
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
                // One word could be a slip, or somebody else's: it must still be so after a while.
                if let firstWord, firstWord.duration(to: .now) >= doubt { return report.noteRevocation() }
                firstWord = firstWord ?? .now
                pause = doubt
            }
            await surroundings.sleep(pause)
        }
    }

    /// Uploads what waits now, for whoever has to know when that is done.
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
            // Also before leaving: not every server takes the same entry twice.
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
