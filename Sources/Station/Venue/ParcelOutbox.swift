internal import Backends
internal import Foundation
internal import Synchronization
internal import Tickets
internal import Venue

/// What all stations of a venue have handed in for one backend, as long as this station is the one that uploads to it.
/// See docs/decisions/090-ledger-as-ticketing-server.md.
final class ParcelOutbox: Outbox {
    private struct Work {
        /// What is being sent, by entry.
        var sending: [String: Sent] = [:]
        var isInTrouble = false
    }

    private struct Sent {
        /// The ledger's.
        let number: Int64
        let token: Data
    }

    private let ledger: any UploadLedger
    private let seal: UploadSeal
    private let surroundings: LinkSurroundings
    private let work = Mutex(Work())
    /// The one that uploads looks more often: stations wait for its answers before they hand in more.
    private static let lookingInterval = Duration.milliseconds(250)
    private static let waitingInterval = Duration.seconds(1)

    init(_ ledger: any UploadLedger, seal: UploadSeal, surroundings: LinkSurroundings) {
        self.ledger = ledger
        self.seal = seal
        self.surroundings = surroundings
    }

    /// Waits until this station uploads and there is something; nothing when the task is cancelled. A ledger that is away
    /// is no trouble with the backend, and says so itself.
    func next(limit: Int) async throws -> [OutgoingCheckIn] {
        while !Task.isCancelled {
            let page = try? await page(limit: limit)
            if let page, !page.isEmpty { return page }
            await surroundings.sleep(page == nil ? Self.waitingInterval : Self.lookingInterval)
        }
        return []
    }

    /// `nil` while another station uploads.
    private func page(limit: Int) async throws -> [OutgoingCheckIn]? {
        guard let parcels = try await ledger.take(for: seal.backend, most: limit) else { return nil }
        var page: [OutgoingCheckIn] = []
        var sending: [String: Sent] = [:]
        var unreadable: [Int64: ParcelAnswer] = [:]
        var tickets: Set<TicketKey> = []
        for parcel in parcels {
            guard let number = parcel.number else { continue }
            guard let content = seal.content(of: parcel) else {
                unreadable[number] = ParcelAnswer(entry: parcel.entry, outcome: .unreadable, words: Data())
                continue
            }
            // What becomes of a ticket's first entry decides about its second.
            let isFirst = content.checkIn.checkIn.key.map { tickets.insert($0).inserted } ?? true
            guard isFirst, sending[parcel.entry] == nil else { break }
            sending[parcel.entry] = Sent(number: number, token: content.token)
            page.append(content.checkIn)
        }
        // One that nobody can read must not keep back those behind it.
        if !unreadable.isEmpty { _ = try await ledger.settle(unreadable, of: seal.backend) }
        work.withLock { [sending] in $0.sending = sending }
        return page
    }

    /// Answers of a station that uploads no more are forgotten: the one that does sends the entries once more.
    func settle(_ answers: [SettledCheckIn]) async throws {
        let (sending, isInTrouble) = work.withLock { work in
            defer { work.isInTrouble = false }
            return (work.sending, work.isInTrouble)
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
        } catch let trouble as VenueError where [.unreachable, .timedOut, .brokenOff].contains(trouble.code) {
            // It has lost the lock with the connection.
        }
        if isInTrouble { await ledger.standDown() }
    }

    /// What is in the way between this station and the backend may not be in another's.
    fileprivate func noteTrouble() { work.withLock { $0.isInTrouble = true } }

    /// The backend, told on behalf of all stations.
    struct Receiver: CheckInReceiver {
        let direct: any CheckInReceiver
        let outbox: ParcelOutbox

        var batchSize: Int { direct.batchSize }
        var pace: Duration { direct.pace }

        func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
            let delivery = await direct.deliver(checkIns)
            if let trouble = delivery.trouble, !trouble.isTheServersOwn { outbox.noteTrouble() }
            return delivery
        }
    }
}

extension BackendTrouble {
    /// Every station would hear the same.
    fileprivate var isTheServersOwn: Bool { [.failing, .busy].contains(code) }
}
