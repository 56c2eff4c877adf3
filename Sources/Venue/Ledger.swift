internal import Synchronization
internal import Threads
public import Tickets

/// The shared ledger as one station uses it: its door claims entries, and a thread follows what the other stations do.
///
/// There are two connections. The door's is used on the door's own thread and never waits beyond the limit. The
/// thread's connects, catches up, delivers and listens, so that none of this delays the door.
/// See docs/decisions/080-claim-is-compare-and-set.md.
/// See docs/decisions/098-entry-open-until-door-is-done.md.
public final class Ledger: Sendable {
    private let address: LedgerAddress
    let limit: Duration
    let journal: any LedgerJournal
    private let application: String

    /// The door's connection; `.none` while the station decides alone.
    private let door = Mutex<DoorConnection>(.none)
    private let knownVersions = Mutex(KnownVersions())
    private let current = Mutex(LedgerCondition.alone(nil))
    /// Id of the entry that the door has claimed and may still commit, answered or not.
    private let open = Mutex<String?>(nil)
    let wake: WakeSignal
    private let isStopping = Mutex(false)
    /// What the station says of itself, and the ledger does not have yet.
    private let untold = Mutex<LedgerReport?>(nil)
    /// Index of the server that is tried first.
    private let first = Mutex(0)

    private enum DoorConnection: ~Copyable {
        case none
        case open(LedgerSession)
        /// A claim failed; the following thread does not know yet.
        case gaveUp(VenueError)
    }

    /// - Parameters:
    ///   - station: its name in the server's list of sessions.
    ///   - limit: how long the door waits for one answer at most.
    ///   - journal: the station's journal.
    /// - Throws: ``VenueError`` when the process has no descriptors left.
    public init(_ address: LedgerAddress, station: String, limit: Duration, journal: any LedgerJournal)
        throws(VenueError)
    {
        self.address = address
        self.limit = limit
        self.journal = journal
        application = "usherd \(station)"
        wake = try WakeSignal()
    }

    /// The state of the link now. May be read on any thread.
    public var condition: LedgerCondition { current.withLock { $0 } }

    // MARK: - At the door

    /// The version of a ticket up to which all its entries are stored here. Read it before the history on which the
    /// decision is based: updates that are stored in between are then newer than the decision, and the claim notices
    /// that.
    public func version(of ticket: LedgerTicket) -> Int64 { knownVersions.withLock { $0[ticket] } }

    /// Claims an entry in the ledger, before anybody sees the verdict. Waits for the answer, so call it on the door's
    /// thread. Call ``finished()`` once the entry is in the journal or certainly never will be, whatever the answer
    /// was: a ledger that did not answer may have recorded it.
    /// - Parameters:
    ///   - version: ``version(of:)``, read before the decision.
    ///   - timeLeft: time limit for all requests of one scan. The time that the ledger took is subtracted from it; the
    ///     time of the station's own disk is not.
    public func claim(_ entry: LedgerEntry, decidedOn version: Int64, timeLeft: inout Duration) -> ClaimOutcome {
        open.withLock { $0 = entry.id }
        let answer = ask(timeLeft: &timeLeft) { session, deadline throws(VenueError) in
            try session.claim(entry, known: version, until: deadline)
        }
        switch answer {
        case .failure(let noAnswer): return .alone(noAnswer.error)
        case .success(let claim):
            if case .stale(let updates) = claim.answer {
                // Not stored, so the next claim asks for it again.
                do { try journal.keep(updates, cursors: [:]) } catch { return .alone(nil) }
            }
            knownVersions.withLock { $0.set(entry.ticket, to: claim.version) }
            return switch claim.answer {
            case .taken: .taken
            case .stale: .outdated
            case .full: .full
            }
        }
    }

    /// Asks, before a refusal is shown, what the ledger knows that is newer than what the refusal was based on. `nil`
    /// when alone.
    /// - Parameters: as for a claim.
    public func look(at ticket: LedgerTicket, decidedOn version: Int64, timeLeft: inout Duration) -> LedgerLookup? {
        let answer = ask(timeLeft: &timeLeft) { session, deadline throws(VenueError) in
            let (look, newest) = try session.look(at: ticket, known: version, until: deadline)
            return Look(look: look, version: newest)
        }
        guard case .success(let found) = answer else { return nil }
        do { try journal.keep(found.look.updates, cursors: [:]) } catch { return nil }
        knownVersions.withLock { $0.set(ticket, to: found.version) }
        return found.look
    }

    private struct Look {
        let look: LedgerLookup
        let version: Int64
    }

    /// The door has finished with the entry that it claimed last.
    public func finished() { open.withLock { $0 = nil } }

    /// Withdraws a claim whose entry could not be committed: nobody was let in with it. If the ledger cannot be reached
    /// now, that is done before the door claims again.
    public func withdraw(_ id: String, timeLeft: inout Duration) {
        finished()
        // If it fails, the door is alone; the following thread then compares the ledger with the journal.
        _ = ask(timeLeft: &timeLeft) { session, deadline throws(VenueError) in try session.withdraw(id, until: deadline)
        }
    }

    /// Call when an entry waits to be delivered. May be called from any thread.
    public func nudge() { wake.raise() }

    /// Why the door got no answer.
    struct NoAnswer: Error {
        let error: VenueError?
    }

    func ask<Answer>(
        timeLeft: inout Duration,
        _ request: (inout LedgerSession, LedgerConnection.Deadline) throws(VenueError) -> Answer
    ) -> Result<Answer, NoAnswer> {
        let began = LedgerConnection.Deadline.now
        let deadline = began + timeLeft
        defer { timeLeft -= .now - began }
        return door.withLock { line in
            switch consume line {
            case .none:
                line = .none
                return .failure(NoAnswer(error: nil))
            case .gaveUp(let error):
                line = .gaveUp(error)
                return .failure(NoAnswer(error: error))
            case .open(var session):
                do throws(VenueError) {
                    let answer = try request(&session, deadline)
                    line = .open(session)
                    return .success(answer)
                } catch {
                    // A fault of one claim does not make the station alone for the next.
                    if [.limited, .rejected].contains(error.code), session.isUsable {
                        line = .open(session)
                    } else {
                        line = .gaveUp(error)
                        wake.raise()
                    }
                    return .failure(NoAnswer(error: error))
                }
            }
        }
    }

    // MARK: - Reports

    /// Passes on what the station says about itself, within a second, while the ledger is connected. A later report takes
    /// the place of one that was not passed on.
    public func tell(_ report: LedgerReport) { untold.withLock { $0 = report } }

    func takeReport() -> LedgerReport? {
        untold.withLock { report in
            defer { report = nil }
            return report
        }
    }

    // MARK: - Lists

    /// Fetches a published file, piece by piece as they are requested. It must be verified like one from anywhere else.
    ///
    /// Fails with a ``VenueError``.
    public func fetch(_ list: PublishedList) -> ByteStream {
        let fetch = ListFetch(list) { [address, application] () throws(VenueError) in
            try LedgerConnection.open(of: address, application: application, timeout: Self.connectTimeout)
        }
        return AsyncThrowingStream { try await fetch.next() }
    }

    // MARK: - The following thread

    private static let connectTimeout = Duration.seconds(2)

    /// Follows the ledger until the task is cancelled. Does its work on a dedicated thread.
    public func run() async {
        await withTaskCancellationHandler {
            // `follow` throws nothing.
            try? await onOwnThread { self.follow() }
        } onCancel: {
            isStopping.withLock { $0 = true }
            wake.raise()
        }
    }

    var isEnding: Bool { isStopping.withLock { $0 } }

    private func follow() {
        let steps = LedgerSteps(self)
        while !isEnding { steps.next() }
        closeDoor()
    }

    fileprivate func note(_ condition: LedgerCondition) {
        let isNew = current.withLock { current in
            defer { current = condition }
            return current != condition
        }
        if isNew { journal.noteCondition(condition) }
    }
}

/// What the ledger's thread does, one action after the other. Used by that thread, and by tests that need to know when
/// each is done.
package final class LedgerSteps {
    private let ledger: Ledger
    private var follower: LedgerFollower
    private var machine = LinkStateMachine()
    private var action = LinkStateMachine.firstAction

    /// Before the first action.
    package init(_ ledger: Ledger) {
        self.ledger = ledger
        follower = LedgerFollower(ledger)
    }

    /// Performs one action. It waits for the network, so call it on a thread that may.
    package func next() {
        action = machine.next(after: follower.perform(action))
        ledger.note(machine.condition)
    }
}

// MARK: - Used by the following thread

extension Ledger {
    /// Connects to the first server that accepts writes.
    func connect() throws(VenueError) -> LedgerConnection {
        try LedgerConnection.open(
            address.servers(from: first.withLock { $0 }), of: address.waitingForLocks(LedgerFollower.requestTimeout),
            application: application, timeout: Self.connectTimeout)
    }

    /// Connects for the door, with its limit for locks.
    func connectDoor(to server: LedgerAddress.Server) throws(VenueError) -> LedgerConnection {
        try LedgerConnection.open(
            [server], of: address.waitingForLocks(limit), application: application, timeout: Self.connectTimeout)
    }

    /// Connects for uploads. The name in the server's list of sessions differs from the door's: `usher venue status`
    /// does not count these.
    func connectForUploads() throws(VenueError) -> LedgerConnection {
        try LedgerConnection.open(
            address.servers(from: first.withLock { $0 }), of: address,
            application: application.replacing("usherd", with: "usherd-uploads"), timeout: Self.connectTimeout)
    }

    /// A server that accepts a connection and then does nothing must not keep the others from being found, for example
    /// an old primary that is back and waits for its standby.
    func tryNextServerFirst() { first.withLock { $0 += 1 } }

    func openDoor(_ session: consuming LedgerSession) {
        var opened = Optional(session)
        door.withLock { line in
            guard let session = opened.take() else { return }
            line = .open(session)
        }
    }

    func closeDoor() {
        door.withLock { $0 = .none }
    }

    /// Why the last claim failed; `nil` while the door can claim.
    var doorError: VenueError? {
        door.withLock { line in
            switch line {
            case .gaveUp(let error): error
            case .none: nil
            case .open: nil
            }
        }
    }

    /// Whether the door may still commit this entry.
    func isOpen(_ id: String) -> Bool { open.withLock { $0 == id } }

    /// Call when entries have been stored.
    func note(_ entries: [LedgerEntry]) {
        knownVersions.withLock { knownVersions in for entry in entries { knownVersions.note(entry) } }
    }
}
