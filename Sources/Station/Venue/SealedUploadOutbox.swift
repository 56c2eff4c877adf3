internal import Backends
internal import Foundation
internal import Synchronization
internal import Tickets
internal import Venue

/// The check-ins that all stations of a venue have handed in for one backend, while this station is the one that
/// uploads.
/// See docs/decisions/090-ledger-as-ticketing-server.md.
final class SealedUploadOutbox: Outbox {
    private struct Work {
        /// What is being sent, by entry.
        var sending: [String: Sent] = [:]
        var hasFailed = false
    }

    private struct Sent {
        /// The number that the ledger gave it.
        let number: Int64
        let token: Data
    }

    private let ledger: any UploadLedger
    private let seal: UploadSeal
    private let environment: LinkEnvironment
    private let work = Mutex(Work())
    /// The station that uploads looks more often, because others wait for its answers before they hand in more.
    private static let lookingInterval = Duration.milliseconds(250)
    private static let waitingInterval = Duration.seconds(1)

    init(_ ledger: any UploadLedger, seal: UploadSeal, environment: LinkEnvironment) {
        self.ledger = ledger
        self.seal = seal
        self.environment = environment
    }

    /// Waits until this station uploads and there is something to send; empty when the task is cancelled. A ledger that
    /// cannot be reached is no fault of the backend, and is reported elsewhere.
    func next(limit: Int) async throws -> [OutgoingCheckIn] {
        while !Task.isCancelled {
            let page = try? await page(limit: limit)
            if let page, !page.isEmpty { return page }
            await environment.sleep(page == nil ? Self.waitingInterval : Self.lookingInterval)
        }
        return []
    }

    /// `nil` while another station uploads.
    private func page(limit: Int) async throws -> [OutgoingCheckIn]? {
        guard let uploads = try await ledger.take(for: seal.backend, most: limit) else { return nil }
        var page: [OutgoingCheckIn] = []
        var sending: [String: Sent] = [:]
        var unreadable: [Int64: SealedUploadAnswer] = [:]
        var tickets: Set<TicketKey> = []
        for upload in uploads {
            guard let number = upload.number else { continue }
            guard let content = seal.content(of: upload) else {
                unreadable[number] = SealedUploadAnswer(entry: upload.entry, outcome: .unreadable, reason: Data())
                continue
            }
            // What becomes of a ticket's first entry decides about its second.
            let isFirst = content.checkIn.checkIn.key.map { tickets.insert($0).inserted } ?? true
            guard isFirst, sending[upload.entry] == nil else { break }
            sending[upload.entry] = Sent(number: number, token: content.token)
            page.append(content.checkIn)
        }
        // One that nobody can read must not keep back those behind it.
        if !unreadable.isEmpty { _ = try await ledger.settle(unreadable, of: seal.backend) }
        work.withLock { [sending] in $0.sending = sending }
        return page
    }

    /// Answers are dropped when this station no longer uploads: the station that does sends the entries again.
    func settle(_ answers: [SettledCheckIn]) async throws {
        let (sending, hasFailed) = work.withLock { work in
            defer { work.hasFailed = false }
            return (work.sending, work.hasFailed)
        }
        do {
            let settled = try answers.compactMap { answer in
                try sending[answer.id].map {
                    ($0.number, try seal.answer(answer.answer, to: answer.id, token: $0.token))
                }
            }
            if !settled.isEmpty {
                _ = try await ledger.settle(Dictionary(settled) { first, _ in first }, of: seal.backend)
            }
        } catch let error as VenueError where [.unreachable, .timedOut, .brokenOff].contains(error.code) {
            // It has lost the lock with the connection.
        }
        if hasFailed { await ledger.releaseLock() }
    }

    /// This station cannot reach the backend; another one may.
    fileprivate func noteError() { work.withLock { $0.hasFailed = true } }

    /// The backend, which gets check-ins of all stations.
    struct Receiver: CheckInReceiver {
        let direct: any CheckInReceiver
        let outbox: SealedUploadOutbox

        var batchSize: Int { direct.batchSize }
        var pace: Duration { direct.pace }

        func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
            let delivery = await direct.deliver(checkIns)
            if let error = delivery.error, !error.isTheServersOwn { outbox.noteError() }
            return delivery
        }
    }
}

extension BackendError {
    /// Every station would get the same answer.
    fileprivate var isTheServersOwn: Bool { [.failing, .busy].contains(code) }
}
