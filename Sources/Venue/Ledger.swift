internal import Synchronization
public import Tickets

/// The shared ledger as one station uses it: its door claims, and a thread follows what the other stations do.
///
/// Two connections: the door's is used on the door's own thread and never waits beyond the limit; the thread's own
/// connects, catches up, delivers and listens, so that nothing of that is ever in the door's way.
public final class Ledger: Sendable {
    private let address: LedgerAddress
    let limit: Duration
    let desk: any LedgerDesk
    private let application: String

    /// The door's connection; `nil` while it decides alone.
    private let door = Mutex<DoorLine>(.none)
    private let book = Mutex(VersionBook())
    private let current = Mutex(LedgerCondition.alone(nil))
    /// The entry that the door has asked for and may still commit, answered or not.
    private let open = Mutex<String?>(nil)
    let wake: WakeSignal
    private let isStopping = Mutex(false)
    /// Which of the address's servers is tried first.
    private let first = Mutex(0)

    private enum DoorLine: ~Copyable {
        case none
        case open(LedgerSession)
        /// The door has waited in vain; its thread does not know yet.
        case gaveUp(VenueError)
    }

    /// - Parameters:
    ///   - station: what the server's list of sessions shows.
    ///   - limit: the longest that the door waits for one answer.
    /// - Throws: ``VenueError`` when the process has no descriptors left.
    public init(_ address: LedgerAddress, station: String, limit: Duration, desk: any LedgerDesk) throws(VenueError) {
        self.address = address
        self.limit = limit
        self.desk = desk
        application = "usherd \(station)"
        wake = try WakeSignal()
    }

    public var condition: LedgerCondition { current.withLock { $0 } }

    // MARK: - At the door

    /// The version of a ticket up to which everything is kept here. Read it before the history that is decided on: news
    /// that are kept meanwhile are then newer than the decision, and the claim finds that out.
    public func version(of ticket: LedgerTicket) -> Int64 { book.withLock { $0[ticket] } }

    /// Asks the ledger for an entry before anybody sees it. Waits for the answer, so call it on the door's thread, and say
    /// ``finished()`` once the entry is in the journal or never will be, whatever the answer was: a ledger that does not
    /// answer may have taken it all the same.
    /// - Parameters:
    ///   - version: ``version(of:)``, from before the decision.
    ///   - patience: for all questions of one scan; what the ledger took to answer goes off it, and what the station's own
    ///     disk took does not.
    public func claim(_ entry: LedgerEntry, decidedOn version: Int64, patience: inout Duration) -> ClaimOutcome {
        open.withLock { $0 = entry.id }
        let answer = ask(patience: &patience) { session, deadline throws(VenueError) in
            try session.claim(entry, known: version, until: deadline)
        }
        switch answer {
        case .failure(let aloneBecause): return .alone(aloneBecause.trouble)
        case .success(let claim):
            if case .stale(let news) = claim.answer {
                // Not kept, and so not known: the next claim asks for it again.
                do { try desk.keep(news, cursors: [:]) } catch { return .alone(nil) }
            }
            book.withLock { $0.set(entry.ticket, to: claim.version) }
            return switch claim.answer {
            case .taken: .taken
            case .stale: .outdated
            case .full: .full
            }
        }
    }

    /// Learns what is newer than what a refusal was decided on, before anybody sees it. `nil` when alone.
    /// - Parameters: as of a claim.
    public func look(at ticket: LedgerTicket, decidedOn version: Int64, patience: inout Duration) -> LedgerLook? {
        let answer = ask(patience: &patience) { session, deadline throws(VenueError) in
            let (look, newest) = try session.look(at: ticket, known: version, until: deadline)
            return Look(look: look, version: newest)
        }
        guard case .success(let found) = answer else { return nil }
        do { try desk.keep(found.look.news, cursors: [:]) } catch { return nil }
        book.withLock { $0.set(ticket, to: found.version) }
        return found.look
    }

    private struct Look {
        let look: LedgerLook
        let version: Int64
    }

    /// The door is done with the entry that it asked for last.
    public func finished() { open.withLock { $0 = nil } }

    /// For a claim that was taken and whose entry could not be committed: nobody was let in on it. When the ledger
    /// cannot be told now, it is told before the door claims again.
    public func takeBack(_ id: String, patience: inout Duration) {
        finished()
        // Unheard, it leaves the door alone; its thread then compares the ledger with the journal.
        _ = ask(patience: &patience) { session, deadline throws(VenueError) in try session.takeBack(id, until: deadline)
        }
    }

    /// Something waits to be delivered.
    public func nudge() { wake.raise() }

    /// Why the door was not answered.
    private struct Alone: Error {
        let trouble: VenueError?
    }

    private func ask<Answer>(
        patience: inout Duration,
        _ question: (inout LedgerSession, LedgerConnection.Deadline) throws(VenueError) -> Answer
    ) -> Result<Answer, Alone> {
        let began = LedgerConnection.Deadline.now
        let deadline = began + patience
        defer { patience -= .now - began }
        return door.withLock { line in
            switch consume line {
            case .none:
                line = .none
                return .failure(Alone(trouble: nil))
            case .gaveUp(let trouble):
                line = .gaveUp(trouble)
                return .failure(Alone(trouble: trouble))
            case .open(var session):
                do throws(VenueError) {
                    let answer = try question(&session, deadline)
                    line = .open(session)
                    return .success(answer)
                } catch {
                    // What is wrong with one claim is no reason to be alone with the next.
                    if [.limited, .rejected].contains(error.code), session.isUsable {
                        line = .open(session)
                    } else {
                        line = .gaveUp(error)
                        wake.raise()
                    }
                    return .failure(Alone(trouble: error))
                }
            }
        }
    }

    // MARK: - Lists

    /// A published file, each piece when it is asked for; it is believed no more than one from anywhere else.
    ///
    /// It fails with a ``VenueError``.
    public func fetch(_ list: PublishedList) -> AsyncThrowingStream<[UInt8], any Error> {
        let fetch = ListFetch(list) { [address, application] () throws(VenueError) in
            try LedgerConnection.open(of: address, application: application, patience: Self.patience)
        }
        return AsyncThrowingStream { try await fetch.next() }
    }

    // MARK: - Behind it

    private static let patience = Duration.seconds(2)

    /// Follows the ledger until the task is cancelled.
    public func run() async {
        await withTaskCancellationHandler {
            // A thread that cannot fail.
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
        if isNew { desk.noteCondition(condition) }
    }
}

/// What the ledger's thread does, one action after the other: for it, or for whoever has to know when each is done.
package final class LedgerSteps {
    private let ledger: Ledger
    private var follower: LedgerFollower
    private var course = LedgerCourse()
    private var action = LedgerCourse.beginning

    package init(_ ledger: Ledger) {
        self.ledger = ledger
        follower = LedgerFollower(ledger)
    }

    package func next() {
        action = course.next(after: follower.perform(action))
        ledger.note(course.condition)
    }
}

// MARK: - What the following thread does to the door

extension Ledger {
    /// To the first server that takes writes.
    func connect() throws(VenueError) -> LedgerConnection {
        try LedgerConnection.open(
            address.servers(from: first.withLock { $0 }), of: address.waitingForLocks(LedgerFollower.patience),
            application: application, patience: Self.patience)
    }

    /// For the door, which asks for no longer than its limit.
    func connectDoor(to server: LedgerAddress.Server) throws(VenueError) -> LedgerConnection {
        try LedgerConnection.open(
            [server], of: address.waitingForLocks(limit), application: application, patience: Self.patience)
    }

    /// The server's list of sessions tells it from those of the door: `usher venue status` counts these.
    func connectForUploads() throws(VenueError) -> LedgerConnection {
        try LedgerConnection.open(
            address.servers(from: first.withLock { $0 }), of: address,
            application: application.replacing("usherd", with: "usherd-uploads"), patience: Self.patience)
    }

    /// A server that lets in and then does nothing must not keep the others from being found: an old primary that came
    /// back and waits for its standby.
    func tryAnotherFirst() { first.withLock { $0 += 1 } }

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

    /// Why the door gave up; `nil` while it claims.
    var doorTrouble: VenueError? {
        door.withLock { line in
            switch line {
            case .gaveUp(let trouble): trouble
            case .none: nil
            case .open: nil
            }
        }
    }

    /// Whether the door may still commit this entry.
    func isOpen(_ id: String) -> Bool { open.withLock { $0 == id } }

    /// They are kept.
    func note(_ entries: [LedgerEntry]) {
        book.withLock { book in for entry in entries { book.note(entry) } }
    }
}
