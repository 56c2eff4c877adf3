import Synchronization
import Testing
import Tickets

@testable import Backends

@Suite(.timeLimit(.minutes(5)))
struct UploaderTests {
    @Test func `sends everything in order and settles each entry with its answer`() async {
        let outbox = ShelfOutbox(count: 5)
        let server = ScriptedServer(batchSize: 2) { entry in
            switch entry.checkIn.sequence {
            case 2: .contradicted(reason: "used at gate B")
            case 4: .rejected(reason: "unknown field")
            default: .accepted
            }
        }
        await upload(from: outbox, to: server)
        #expect(server.seen == [1, 2, 3, 4, 5])
        #expect(
            outbox.settled == [
                1: .accepted, 2: .contradicted(reason: "used at gate B"), 3: .accepted,
                4: .rejected(reason: "unknown field"), 5: .accepted,
            ])
    }

    @Test func `keeps what was answered before the trouble, and sends the rest again later`() async {
        let outbox = ShelfOutbox(count: 4)
        let failures = Mutex(2)
        let server = ScriptedServer(batchSize: 3) { entry in
            guard entry.checkIn.sequence == 3,
                failures.withLock({
                    $0 -= 1
                    return $0 >= 0
                })
            else { return .accepted }
            return nil
        }
        let pauses = await upload(from: outbox, to: server)
        #expect(server.seen == [1, 2, 3, 3, 3, 4])
        #expect(outbox.settled.count == 4)
        #expect(outbox.mostSettlements == 1)
        // The second failure in a row waits longer.
        #expect(pauses.prefix(2) == [.seconds(1), .seconds(2)])
    }

    @Test func `keeps what was answered when it is stopped in between`() async {
        let outbox = ShelfOutbox(count: 3)
        let server = ScriptedServer { entry in
            if entry.checkIn.sequence == 2 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
            return .accepted
        }
        let environment = LinkEnvironment(now: { Timestamp(seconds: 0) }, sleep: { _ in })
        await Task {
            await Uploader(to: server, from: outbox, report: LinkReport(), environment: environment).run()
        }.value
        #expect(server.seen == [1, 2])
        #expect(outbox.settled == [1: .accepted, 2: .accepted])
    }

    @Test func `waits as long as the server asks`() async {
        let outbox = ShelfOutbox(count: 1)
        let isFirst = Mutex(true)
        let server = ScriptedServer(retryAfter: .seconds(300)) { _ in
            isFirst.withLock { first in
                defer { first = false }
                return first ? nil : .accepted
            }
        }
        #expect(await upload(from: outbox, to: server).first == .seconds(300))
    }

    @Test func `believes only the second word that access was taken away, and asks on until there is access again`()
        async
    {
        let outbox = ShelfOutbox(count: 2)
        let report = LinkReport()
        let believed = Mutex<[Bool]>([])
        let server = ScriptedServer(code: .revoked) { _ in
            believed.withLock { believed in
                believed.append(report.isRevoked)
                return believed.count > 3 ? .accepted : nil
            }
        }
        await upload(from: outbox, to: server, report: report, revocationDelay: .zero)
        #expect(believed.withLock { $0 } == [false, false, true, true, false])
        #expect(server.seen == [1, 1, 1, 1, 2])
        #expect(!report.isRevoked)
        #expect(outbox.settled == [1: .accepted, 2: .accepted])
    }

    @Test func `goes on after a single word of revocation`() async {
        let outbox = ShelfOutbox(count: 1)
        let isFirst = Mutex(true)
        let server = ScriptedServer(code: .revoked) { _ in
            isFirst.withLock { first in
                defer { first = false }
                return first ? nil : .accepted
            }
        }
        let report = LinkReport()
        let pauses = await upload(from: outbox, to: server, report: report)
        #expect(pauses.first == Uploader.revocationDelay)
        #expect(!report.isRevoked)
        #expect(outbox.settled == [1: .accepted])
    }

    @Test(arguments: [BackendError.Code.unexpected, .unauthorised, .notFound, .failing, .tooLarge])
    func `an entry that alone gets no proper answer holds up no other, and is given up after some tries`(
        code: BackendError.Code
    ) async {
        let outbox = ShelfOutbox(count: 5)
        let server = ScriptedServer(batchSize: 2, code: code) {
            [2, 3].contains($0.checkIn.sequence) ? nil : .accepted
        }
        let told = Mutex<[Bool]>([])
        await upload(from: outbox, to: server, notify: { error in told.withLock { $0.append(error != nil) } })
        let lost = ServerAnswer.rejected(reason: "it is in trouble")
        #expect(outbox.settled == [1: .accepted, 2: lost, 3: lost, 4: .accepted, 5: .accepted])
        #expect(server.seen.filter { $0 == 2 }.count == StalledCheckIns.most(code))
        #expect(Array(server.seen.prefix(7)) == [1, 2, 2, 2, 3, 3, 3], "in order at first")
        #expect(told.withLock { $0 } == [true, false], "it stays in trouble until the last is given up")
    }

    @Test(arguments: [(BackendError.Code.unexpected, 40), (.unreachable, 12), (.busy, 12), (.untrusted, 12)])
    func `while all get no answer, none is given up`(code: BackendError.Code, tries: Int) async {
        let outbox = ShelfOutbox(count: 4)
        let left = Mutex(tries)
        let server = ScriptedServer(code: code) { _ in
            left.withLock {
                $0 -= 1
                return $0 >= 0
            } ? nil : .accepted
        }
        await upload(from: outbox, to: server)
        #expect(Set(outbox.settled.values) == [.accepted] && outbox.settled.count == 4)
    }

    @Test func `tells of trouble once, and once of its end`() async {
        let outbox = ShelfOutbox(count: 1)
        let failures = Mutex(3)
        let server = ScriptedServer { _ in
            failures.withLock {
                $0 -= 1
                return $0 >= 0
            } ? nil : .accepted
        }
        let told = Mutex<[Bool]>([])
        _ = await upload(from: outbox, to: server, notify: { error in told.withLock { $0.append(error != nil) } })
        #expect(told.withLock { $0 } == [true, false])
    }

    @Test func `keeps to the pace of a server`() async {
        let outbox = ShelfOutbox(count: 3)
        let server = ScriptedServer(pace: .seconds(1)) { _ in .accepted }
        let pauses = await upload(from: outbox, to: server)
        #expect(pauses.filter { $0 == .seconds(1) }.count == 3)
    }

    /// Runs an uploader until its outbox is empty.
    /// - Returns: how long it slept, without the waiting for something to do.
    @discardableResult
    private func upload(
        from outbox: ShelfOutbox, to server: ScriptedServer, report: LinkReport = LinkReport(),
        revocationDelay: Duration = Uploader.revocationDelay,
        notify: @escaping @Sendable (BackendError?) -> Void = { _ in }
    ) async -> [Duration] {
        let pauses = Mutex<[Duration]>([])
        let (emptied, signal) = AsyncStream<Void>.makeStream()
        let environment = LinkEnvironment(
            now: { Timestamp(seconds: 0) }, random: { 1 },
            sleep: { pause in
                guard outbox.isEmpty else { return pauses.withLock { $0.append(pause) } }
                if pause == server.pace { pauses.withLock { $0.append(pause) } }
                signal.finish()
            }, notify: notify)
        let uploader = Uploader(
            to: server, from: outbox, report: report, environment: environment, revocationDelay: revocationDelay)
        let task = Task { await uploader.run() }
        for await _ in emptied {}
        task.cancel()
        await task.value
        return pauses.withLock { $0 }
    }
}

struct RetryPausesTests {
    private let error = BackendError(.failing, "ask", "a server", "it is down")

    @Test func `grow to a minute, and begin anew after a success`() {
        var pauses = RetryPauses()
        let longest = (0..<8).map { _ in pauses.next(after: error, random: 1) }
        #expect(longest == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
        pauses.reset()
        #expect(pauses.next(after: error, random: 1) == .seconds(1))
    }

    @Test func `never fall below half, whatever the dice say`() {
        var pauses = RetryPauses()
        #expect(pauses.next(after: error, random: 0) == .milliseconds(500))
        #expect(pauses.next(after: error, random: -3) == .seconds(1))
    }
}

/// Entries 1 to `count`, each until it is settled.
final class ShelfOutbox: Outbox {
    private struct State {
        var answers: [Int64: ServerAnswer] = [:]
        var settlements: [Int64: Int] = [:]
    }

    private let count: Int64
    private let state = Mutex(State())

    init(count: Int64) {
        self.count = count
    }

    var settled: [Int64: ServerAnswer] { state.withLock { $0.answers } }
    var mostSettlements: Int { state.withLock { $0.settlements.values.max() ?? 0 } }
    var isEmpty: Bool { settled.count == Int(count) }

    func next(limit: Int) -> [OutgoingCheckIn] {
        let done = settled
        return (1...count).filter { done[$0] == nil }.prefix(limit).map { OutgoingCheckIn(.numbered($0), code: "code") }
    }

    func settle(_ answers: [SettledCheckIn]) {
        state.withLock { state in
            for answer in answers {
                guard let number = Int64(answer.id.suffix(6)) else { continue }
                state.answers[number] = answer.answer
                state.settlements[number, default: 0] += 1
            }
        }
    }
}

/// Answers each entry as told; `nil` is trouble.
final class ScriptedServer: CheckInReceiver {
    let batchSize: Int
    let pace: Duration
    private let error: BackendError
    private let answer: @Sendable (OutgoingCheckIn) -> ServerAnswer?
    private let sequences = Mutex<[Int64]>([])

    init(
        batchSize: Int = 1, pace: Duration = .zero, code: BackendError.Code = .failing, retryAfter: Duration? = nil,
        _ answer: @escaping @Sendable (OutgoingCheckIn) -> ServerAnswer?
    ) {
        self.batchSize = batchSize
        self.pace = pace
        error = BackendError(code, "ask", "a server", "it is in trouble", retryAfter: retryAfter)
        self.answer = answer
    }

    /// Numbers of the entries it was asked about, in order.
    var seen: [Int64] { sequences.withLock { $0 } }

    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
        var answers: [ServerAnswer] = []
        for checkIn in checkIns {
            sequences.withLock { $0.append(checkIn.checkIn.sequence) }
            guard let next = answer(checkIn) else { return Delivery(answers: answers, error: error) }
            answers.append(next)
        }
        return Delivery(answers: answers)
    }
}

extension CheckIn {
    /// An admission whose id ends in its number.
    static func numbered(_ number: Int64, at: Timestamp = Timestamp(seconds: 1_795_200_000)) -> CheckIn {
        let digits = String(number)
        return CheckIn(
            id: "01900000-0000-7000-8000-000000" + String(repeating: "0", count: 6 - digits.count) + digits,
            station: "kiosk-1", sequence: number, event: "gala", list: "main", gate: "A",
            key: TicketKey(code: digits, salt: .init(repeating: 7, count: 32)), line: 0, reference: "r-\(number)",
            verdict: .admitted, count: 1, how: .wedge, at: at)
    }
}
