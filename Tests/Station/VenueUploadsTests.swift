import Foundation
import Synchronization
import Testing
import Tickets

@testable import Backends
@testable import Station
@testable import Venue

/// One station uploads for all, and what each of them makes of it.
@Suite(.timeLimit(.minutes(1)))
struct VenueUploadsTests {
    private let seal = UploadSeal(key: UploadsKey(text: UploadsKey.makeText())!, backend: "box-office")
    private let ledger = UploadLedgerDouble()

    private static let ids = (1...3).map { "00000000-0000-7000-8000-00000000000\($0)" }

    private static func checkIn(_ number: Int, ticket: Int? = nil) -> OutgoingCheckIn {
        OutgoingCheckIn(
            CheckIn(
                id: ids[number - 1], station: "kiosk-\(number)", sequence: Int64(number), event: "gala", list: "main",
                gate: "A", key: TicketKey(hex: String(format: "%032x", ticket ?? number)), line: 0,
                reference: "R\(number)", verdict: .admitted, count: 1, how: .camera,
                at: Timestamp(seconds: 1_700_000_000), note: "a \"note\""),
            code: "secret-\(number)", serverEvent: "gala-7", clockOffset: .milliseconds(-250), undoneCount: 2)
    }

    /// Without any pause, which are given to the task instead.
    private func environment(_ paused: @escaping @Sendable () -> Void = {}) -> LinkEnvironment {
        LinkEnvironment(
            now: { Timestamp(seconds: 0) },
            sleep: { _ in
                paused()
                await Task.yield()
            })
    }

    @Test func `a parcel holds all that a server needs, and shows none of it`() throws {
        let checkIn = Self.checkIn(1)
        let upload = try seal.upload(of: checkIn)
        for secret in ["secret-1", "R1", "gala"] { #expect(upload.sealed.firstRange(of: Data(secret.utf8)) == nil) }
        let content = try #require(seal.content(of: upload))
        let opened = content.checkIn
        #expect(SealedUpload(entry: upload.entry, sealed: upload.sealed, token: content.token) == upload)
        #expect(try seal.upload(of: checkIn).tokenHash != upload.tokenHash)
        #expect(opened.checkIn == checkIn.checkIn)
        #expect(opened.code == checkIn.code)
        #expect(opened.serverEvent == checkIn.serverEvent)
        #expect(opened.clockOffset == checkIn.clockOffset)
        #expect(opened.undoneCount == checkIn.undoneCount)
        #expect(seal.content(of: SealedUpload(entry: Self.ids[1], sealed: upload.sealed)) == nil)
    }

    @Test(arguments: [
        ServerAnswer.accepted, .contradicted(reason: "used by Amina"), .rejected(reason: "unknown field"),
    ])
    func `an answer is readable for stations of the venue alone, and cannot be made another`(answer: ServerAnswer)
        throws
    {
        let sealed = try seal.answer(answer, to: Self.ids[0], token: Data())
        #expect(sealed.reason.firstRange(of: Data("Amina".utf8)) == nil)
        #expect(seal.serverAnswer(in: sealed) == answer)
        let forged = SealedUploadAnswer(
            entry: sealed.entry, outcome: sealed.outcome == .accepted ? .refused : .accepted, reason: sealed.reason)
        guard case .rejected = seal.serverAnswer(in: forged) else {
            Issue.record("a forged answer is believed")
            return
        }
    }

    @Test func `each answer comes back to its entry, and the backend is not spoken to`() async {
        let direct = ReceiverDouble()
        let checkIns = [Self.checkIn(1), Self.checkIn(2)]
        let receiver = SharedReceiver(
            ledger: ledger, seal: seal, direct: direct,
            environment: environment { [ledger, seal] in
                ledger.settleAll {
                    try seal.answer($0 == Self.ids[0] ? .accepted : .contradicted(reason: "no"), to: $0, token: Data())
                }
            })
        let delivery = await receiver.deliver(checkIns)
        #expect(delivery.answers == [.accepted, .contradicted(reason: "no")])
        #expect(delivery.error == nil)
        #expect(direct.seen.isEmpty)
    }

    @Test func `what a ledger has lost is handed in again`() async {
        let isFirst = Mutex(true)
        let receiver = SharedReceiver(
            ledger: ledger, seal: seal, direct: ReceiverDouble(),
            environment: environment { [ledger, seal] in
                let loses = isFirst.withLock { first in
                    defer { first = false }
                    return first
                }
                if loses {
                    ledger.loseAll()
                } else {
                    ledger.settleAll { try seal.answer(.accepted, to: $0, token: Data()) }
                }
            })
        #expect(await receiver.deliver([Self.checkIn(1)]).answers == [.accepted])
        #expect(ledger.handedIn == 2)
    }

    @Test func `a ledger that is away for a moment is waited for`() async {
        ledger.setGone(true)
        let direct = ReceiverDouble()
        let receiver = SharedReceiver(
            ledger: ledger, seal: seal, direct: direct,
            environment: environment { [ledger, seal] in
                ledger.setGone(false)
                ledger.settleAll { try seal.answer(.accepted, to: $0, token: Data()) }
            }, outageLimit: .seconds(600))
        #expect(await receiver.deliver([Self.checkIn(1)]).answers == [.accepted])
        #expect(direct.seen.isEmpty)
    }

    @Test func `without the ledger the station speaks to the backend itself`() async {
        ledger.setGone(true)
        let direct = ReceiverDouble(batchSize: 2)
        let receiver = SharedReceiver(
            ledger: ledger, seal: seal, direct: direct, environment: environment(), outageLimit: .zero)
        let delivery = await receiver.deliver((1...3).map { Self.checkIn($0) })
        #expect(delivery.answers == [.accepted, .accepted, .accepted])
        #expect(direct.batches == [2, 1])
        direct.setTrouble(BackendError(.unreachable, "reach", "box-office", "no network"))
        let failed = await receiver.deliver([Self.checkIn(1)])
        #expect(failed.answers.isEmpty)
        #expect(failed.error?.code == .unreachable)
    }

    @Test func `the one that uploads sends what all have handed in, once each, and answers it`() async throws {
        try await ledger.submit((1...3).map { try seal.upload(of: Self.checkIn($0)) }, to: seal.backend)
        let direct = ReceiverDouble()
        await upload(to: direct) { [ledger] in ledger.open == 0 }
        #expect(direct.seen == Self.ids)
        let progress = try await ledger.progress(of: Self.ids, to: seal.backend)
        #expect(progress.answers.map(seal.serverAnswer) == [.accepted, .accepted, .accepted])
    }

    @Test func `a ticket's second entry is not sent beside its first`() async throws {
        let both = [Self.checkIn(1, ticket: 7), Self.checkIn(2, ticket: 7)]
        try await ledger.submit(both.map { try seal.upload(of: $0) }, to: seal.backend)
        let direct = ReceiverDouble(batchSize: 10)
        await upload(to: direct) { [ledger] in ledger.open == 0 }
        #expect(direct.batches == [1, 1])
    }

    @Test func `what cannot be read goes back to its station, and keeps nothing back`() async throws {
        let stranger = SealedUpload(entry: Self.ids[0], sealed: Data("nonsense".utf8))
        try await ledger.submit([stranger, try seal.upload(of: Self.checkIn(2))], to: seal.backend)
        let direct = ReceiverDouble()
        await upload(to: direct) { [ledger] in ledger.open == 0 }
        #expect(direct.seen == [Self.ids[1]])
        let progress = try await ledger.progress(of: [Self.ids[0]], to: seal.backend)
        #expect(progress.answers.map(\.outcome) == [.unreadable])
        guard case .rejected = seal.serverAnswer(in: progress.answers[0]) else {
            Issue.record("nobody could read it, and it counts as sent")
            return
        }
    }

    @Test(arguments: [(BackendError.Code.unreachable, 1), (.unauthorised, 1), (.failing, 0), (.busy, 0)])
    func `a station that cannot reach the backend lets another try, unless it is the backend's own trouble`(
        code: BackendError.Code, standDowns: Int
    ) async throws {
        try await ledger.submit([try seal.upload(of: Self.checkIn(1))], to: seal.backend)
        let direct = ReceiverDouble()
        direct.setTrouble(BackendError(code, "reach", "box-office", "not now"))
        let outbox = SealedUploadOutbox(ledger, seal: seal, environment: environment())
        let page = try await outbox.next(limit: 10)
        _ = await SealedUploadOutbox.Receiver(direct: direct, outbox: outbox).deliver(page)
        try await outbox.settle([])
        #expect(ledger.standDowns == standDowns)
        try await outbox.settle([])
        #expect(ledger.standDowns == standDowns)
    }

    @Test func `a station that uploads no more leaves its answers to the next`() async throws {
        try await ledger.submit([try seal.upload(of: Self.checkIn(1))], to: seal.backend)
        let outbox = SealedUploadOutbox(ledger, seal: seal, environment: environment())
        let page = try await outbox.next(limit: 10)
        ledger.setGone(true)
        try await outbox.settle([SettledCheckIn(id: page[0].checkIn.id, answer: .accepted)])
        ledger.setGone(false)
        #expect(ledger.open == 1)
    }

    /// Uploads as the station that does until it is done.
    private func upload(to direct: ReceiverDouble, until isDone: @escaping @Sendable () -> Bool) async {
        let environment = environment { if isDone() { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } } }
        let outbox = SealedUploadOutbox(ledger, seal: seal, environment: environment)
        let uploader = Uploader(
            to: SealedUploadOutbox.Receiver(direct: direct, outbox: outbox), from: outbox, report: LinkReport(),
            environment: environment)
        await Task { await uploader.run() }.value
    }
}

/// A backend that accepts everything, unless there is trouble.
private final class ReceiverDouble: CheckInReceiver {
    private struct State {
        var seen: [String] = []
        var batches: [Int] = []
        var error: BackendError?
    }

    let batchSize: Int
    private let state = Mutex(State())

    init(batchSize: Int = 1) { self.batchSize = batchSize }

    var seen: [String] { state.withLock { $0.seen } }
    var batches: [Int] { state.withLock { $0.batches } }

    func setTrouble(_ error: BackendError) { state.withLock { $0.error = error } }

    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
        state.withLock { state in
            if let error = state.error { return Delivery(answers: [], error: error) }
            state.seen += checkIns.map(\.checkIn.id)
            state.batches.append(checkIns.count)
            return Delivery(answers: checkIns.map { _ in .accepted })
        }
    }
}

/// The parcels of a ledger in memory, of one backend and one station.
private final class UploadLedgerDouble: UploadLedger {
    private struct State {
        var parcels: [SealedUpload] = []
        var answers: [String: SealedUploadAnswer] = [:]
        var isGone = false
        var handedIn = 0
        var standDowns = 0
    }

    private let state = Mutex(State())

    var handedIn: Int { state.withLock { $0.handedIn } }
    var standDowns: Int { state.withLock { $0.standDowns } }
    /// Parcels that nobody has answered.
    var open: Int { state.withLock { state in state.parcels.count { state.answers[$0.entry] == nil } } }

    func setGone(_ isGone: Bool) { state.withLock { $0.isGone = isGone } }

    func loseAll() { state.withLock { $0.parcels = [] } }

    func settleAll(_ answer: (_ entry: String) throws -> SealedUploadAnswer) {
        state.withLock { state in
            for upload in state.parcels { state.answers[upload.entry] = try? answer(upload.entry) }
        }
    }

    private func reach<Answer>(_ body: (inout State) -> Answer) throws -> Answer {
        try state.withLock { state in
            if state.isGone { throw VenueError(.brokenOff, "ask", "the ledger", "it is gone") }
            return body(&state)
        }
    }

    func submit(_ parcels: [SealedUpload], to backend: String) async throws {
        try reach { state in
            state.handedIn += parcels.count
            for upload in parcels where !state.parcels.contains(where: { $0.entry == upload.entry }) {
                state.parcels.append(
                    SealedUpload(entry: upload.entry, sealed: upload.sealed, number: Int64(state.parcels.count + 1)))
            }
        }
    }

    func progress(of entries: [String], to backend: String) async throws -> SealedUploadProgress {
        try reach { state in
            SealedUploadProgress(
                answers: entries.compactMap { state.answers[$0] },
                waiting: state.parcels.count { entries.contains($0.entry) && state.answers[$0.entry] == nil })
        }
    }

    func take(for backend: String, most: Int) async throws -> [SealedUpload]? {
        try reach { state in Array(state.parcels.filter { state.answers[$0.entry] == nil }.prefix(most)) }
    }

    func settle(_ answers: [Int64: SealedUploadAnswer], of backend: String) async throws -> Bool {
        try reach { state in
            for answer in answers.values { state.answers[answer.entry] = answer }
            return true
        }
    }

    func releaseLock() async { state.withLock { $0.standDowns += 1 } }
}
