// Journal: every decision of a station, durable and hash-chained, and the outbox of what backends must still get.
public import Foundation
internal import GRDB
internal import Synchronization
public import Tickets

/// The journal of one station: append-only, on the disk before anyone sees green.
///
/// One file, one connection, one process. Every method waits for its turn on that connection, so call them where
/// waiting for a disk is allowed. Long reads go page by page, so that a scan can run between two pages.
/// See docs/decisions/019-wal-checkpoint-after-verdicts.md.
public final class Journal: Sendable {
    let identity: StationIdentity
    let queue: DatabaseQueue
    let seal: OutboxSeal
    /// Verifying, exporting and purging exclude each other: each relies on what it has read staying there.
    let longWork = Mutex(())
    let attempts = Mutex(PINAttempts())
    private let reserve: DiskReserve
    private let random: @Sendable () -> UInt64
    private let condition = Mutex(Condition())

    /// What the last writes showed about the disk.
    private struct Condition {
        var recordingFailure: JournalError?
        /// Why the last look into the journal failed; `nil` once one has succeeded again.
        var lookFailure: JournalError?
        var upkeepFailure: JournalError?
        var damage: JournalVerification.Fault?
        /// Commits since the WAL was last copied into the database.
        var commits = 0
        /// A secret was erased from the database and is still in the WAL.
        var mustTruncate = false
        var upkeepIsScheduled = false
    }

    /// Commits after which the WAL is copied into the database: about 5 MB of it.
    private static let commitsPerCheckpoint = 256

    /// Opens the journal of a state folder, or creates it.
    ///
    /// - Parameters:
    ///   - folder: the state folder; locking it is the caller's task.
    ///   - reserveBytes: size of the file that keeps space free on the disk; it is deleted when the disk is full.
    ///   - random: makes the random bits of entry ids.
    /// - Throws: ``JournalError``
    public init(
        folder: URL, identity: StationIdentity, reserveBytes: Int64 = 16 << 20,
        random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) throws {
        self.identity = identity
        self.random = random
        seal = OutboxSeal(identity)
        reserve = DiskReserve(folder: JournalFolder(url: folder), bytes: reserveBytes)
        queue = try JournalFile.open(in: folder)
        reserve.createIfThereIsRoom()
    }

    /// Waits for work in progress, tidies up and closes the file. The journal cannot be used afterwards.
    /// - Throws: ``JournalError``
    public func close() throws {
        do {
            try queue.close()
        } catch let error as DatabaseError {
            throw JournalError(error, "close")
        }
    }

    /// Reads and appends in one transaction. When this returns, what was appended is on the disk; after an error none
    /// of it is.
    ///
    /// - Parameter body: may run twice (after a full disk, once more with the space of the reserve), so it must have no
    ///   other side effects. Its errors are passed on.
    /// - Throws: ``JournalError``; then the decision is not recorded
    public func transaction<T>(_ body: (inout JournalTransaction) throws -> T) throws -> T {
        try write("record in") { db in
            var transaction = JournalTransaction(db, seal: seal, random: random)
            return try body(&transaction)
        }
    }

    /// Reads without writing: what may still work on a full or broken disk.
    /// - Throws: ``JournalError``, and the errors of `body`
    public func look<T>(_ body: (borrowing JournalReader) throws -> T) throws -> T {
        do {
            let result = try read("look into") { db in try body(JournalReader(db, random: random)) }
            condition.withLock { $0.lookFailure = nil }
            return result
        } catch let error as JournalError where error.code != .notUndoable {
            condition.withLock { $0.lookFailure = error }
            throw error
        }
    }

    /// Looks whether a disk that took nothing takes something again, so that this ends without a guest who has to try it;
    /// and takes the reserve back once there is room for it.
    public func tryAgain() {
        let hasFailed = condition.withLock { $0.recordingFailure != nil }
        guard hasFailed || !reserve.isPresent && reserve.hasRoom else { return }
        // Writes the page that holds this number, which is the same as before: no table is touched.
        let probe: (Database) throws -> Database.TransactionCompletion = { db in
            try db.execute(sql: "PRAGMA user_version = 0")
            return .commit
        }
        guard (try? queue.writeWithoutTransaction { db in try db.inTransaction(.immediate) { try probe(db) } }) != nil
        else { return }
        noteSuccess(erases: false)
    }

    /// What the last check found (``verify(head:progress:)``, ``advance(_:by:)``); `nil` when all was whole, and before the
    /// first one. Histories that are read from a damaged journal may lack somebody's entry.
    public var damage: JournalVerification.Fault? { condition.withLock(\.damage) }

    func note(_ result: JournalVerification) {
        condition.withLock { $0.damage = result.fault }
    }

    /// An id for an entry that is to be recorded later.
    public func newID(at time: Timestamp) -> String { UUIDv7.text(at: time, sequence: 0, random: random()) }

    /// Public half of this station's key: verifies its heads and checkpoints.
    public var publicKey: VerificationKey { identity.signingKey.verificationKey }

    /// The same key, for other things that this station says.
    package var signingKey: SigningKey { identity.signingKey }

    /// State of the disk under the journal.
    public var health: JournalHealth {
        let (recording, upkeep) = condition.withLock { ($0.recordingFailure ?? $0.lookFailure, $0.upkeepFailure) }
        return JournalHealth(
            isNearlyFull: !reserve.isPresent && !reserve.hasRoom, freeBytes: reserve.freeBytes,
            recordingFailure: recording, upkeepFailure: upkeep)
    }
}

/// State of the disk under a journal.
public struct JournalHealth: Sendable {
    /// The reserve is used up, and there is no room for another: nothing can be recorded once the disk is full.
    public let isNearlyFull: Bool
    /// Space on the disk of the state folder that this user may fill, in bytes.
    public let freeBytes: Int64
    /// Why the last write, or the last look, failed; `nil` once one has succeeded again.
    public let recordingFailure: JournalError?
    /// Why the write-ahead log could not be copied into the database last time; entries are safe, the log grows.
    public let upkeepFailure: JournalError?
}

// MARK: - Access to the file

extension Journal {
    /// Reads, while nothing writes: the file has one connection, used by one queue.
    ///
    /// Not GRDB's `read`, which forbids writing with `PRAGMA query_only` and allows it again afterwards: SQLite then
    /// prepares every statement of the connection again at its next use, also those of the next scan.
    ///
    /// - Parameter operation: completes the message "cannot ... the journal".
    func read<T>(_ operation: String, _ body: (Database) throws -> T) throws -> T {
        do {
            return try queue.unsafeRead(body)
        } catch let error as DatabaseError {
            throw JournalError(error, operation)
        }
    }

    /// One durable transaction. On a full disk the reserve is deleted and the transaction tried once more.
    ///
    /// - Parameters:
    ///   - operation: completes the message "cannot ... the journal".
    ///   - erases: it removes a secret from the database, which must then leave the write-ahead log too.
    func write<T>(_ operation: String, erases: Bool = false, _ body: (Database) throws -> T) throws -> T {
        do {
            let (result, hasWritten): (T, Bool)
            do {
                (result, hasWritten) = try queue.write { db in try Self.noting(db, body) }
            } catch let error as DatabaseError where isOutOfRoom(error) && reserve.release() {
                (result, hasWritten) = try queue.write { db in try Self.noting(db, body) }
            }
            if hasWritten { noteSuccess(erases: erases) }
            return result
        } catch let error as DatabaseError {
            let failure = JournalError(error, operation)
            condition.withLock { $0.recordingFailure = failure }
            throw failure
        }
    }

    /// Runs `body` and reports whether it changed anything: if it only read, that shows nothing about the disk and ends
    /// no failure.
    private static func noting<T>(_ db: Database, _ body: (Database) throws -> T) throws -> (T, hasWritten: Bool) {
        let before = db.totalChangesCount
        return (try body(db), db.totalChangesCount != before)
    }

    /// SQLite reports `SQLITE_FULL` when a write gets ENOSPC. An fsync that finds no space for delayed blocks is an I/O
    /// error.
    private func isOutOfRoom(_ error: DatabaseError) -> Bool {
        error.resultCode == .SQLITE_FULL || (error.resultCode == .SQLITE_IOERR && reserve.freeBytes < 1 << 20)
    }

    private func noteSuccess(erases: Bool) {
        let isDue = condition.withLock { condition in
            condition.recordingFailure = nil
            condition.commits += 1
            condition.mustTruncate = condition.mustTruncate || erases
            let isDue = condition.commits >= Self.commitsPerCheckpoint || condition.mustTruncate || !reserve.isPresent
            guard isDue, !condition.upkeepIsScheduled else { return false }
            condition.upkeepIsScheduled = true
            return true
        }
        // After the verdict, not in its transaction: copying the write-ahead log costs two more fsyncs.
        if isDue { queue.asyncWriteWithoutTransaction { self.upkeep($0) } }
    }

    private func upkeep(_ db: Database) {
        let mode: Database.CheckpointMode? = condition.withLock { condition in
            condition.upkeepIsScheduled = false
            if condition.mustTruncate { return .truncate }
            return condition.commits >= Self.commitsPerCheckpoint ? .passive : nil
        }
        if let mode {
            var failure: JournalError?
            do {
                _ = try db.checkpoint(mode)
            } catch let error as DatabaseError {
                failure = JournalError(error, "tidy")
            } catch {
                failure = JournalError(.failed, "tidy", "the journal", "SQLite gives no reason")
            }
            condition.withLock { condition in
                condition.upkeepFailure = failure
                condition.commits = 0
                if failure == nil { condition.mustTruncate = false }
            }
        }
        reserve.createIfThereIsRoom()
    }
}
