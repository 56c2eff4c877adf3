// Journal: every decision of a station, durable and hash-chained, and the outbox that tells the backends of them.
public import Foundation
internal import GRDB
internal import Synchronization
public import Tickets

/// The journal of one station: append-only, on the disk before anyone sees green.
///
/// One file, one connection, one process. Every method waits for its turn on that connection, so call them where
/// waiting for a disk is allowed. Long reads go page by page and let a scan pass between two pages.
public final class Journal: Sendable {
    let identity: StationIdentity
    let queue: DatabaseQueue
    let seal: CodeSeal
    /// Verifying, exporting and purging exclude each other: each believes that what it read stays.
    let longWork = Mutex(())
    private let reserve: Reserve
    private let random: @Sendable () -> UInt64
    private let condition = Mutex(Condition())

    /// What the last writes said about the disk.
    private struct Condition {
        var recordingFailure: JournalError?
        var upkeepFailure: JournalError?
        /// Commits since the WAL was last copied into the database.
        var commits = 0
        /// Something secret was erased from the database and is still in the WAL.
        var mustTruncate = false
        var upkeepIsScheduled = false
    }

    /// Commits after which the WAL is copied into the database: about 5 MB of it.
    private static let commitsPerCheckpoint = 256

    /// Opens the journal of a state folder, or begins one.
    ///
    /// - Parameters:
    ///   - folder: the state folder; its lock is the caller's business.
    ///   - reserveBytes: room that is set aside on the disk for the day it is full.
    ///   - random: the random bits of entry ids.
    /// - Throws: ``JournalError``
    public init(
        folder: URL, identity: StationIdentity, reserveBytes: Int64 = 16 << 20,
        random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) throws {
        self.identity = identity
        self.random = random
        seal = CodeSeal(identity)
        reserve = Reserve(folder: JournalFolder(url: folder), bytes: reserveBytes)
        queue = try JournalFile.open(in: folder)
        reserve.createIfThereIsRoom()
    }

    /// Waits for what is under way, tidies up and closes the file. Nothing can be asked of the journal afterwards.
    public func close() throws {
        do {
            try queue.close()
        } catch let error as DatabaseError {
            throw JournalError(error, "close")
        }
    }

    /// Reads and appends in one transaction. What it appended is on the disk when this returns; after an error nothing
    /// of it is.
    ///
    /// - Parameter body: may run twice (a full disk is retried once with the reserve), so it must have no effect of
    ///   its own. Its errors are passed on.
    /// - Throws: ``JournalError``; then the decision is not recorded
    public func transaction<T>(_ body: (inout JournalTransaction) throws -> T) throws -> T {
        try write("record in") { db in
            var transaction = JournalTransaction(db, seal: seal, random: random)
            return try body(&transaction)
        }
    }

    /// Looks things up without writing: what a journal on a full or broken disk may still be able to do.
    /// - Throws: ``JournalError``, and the body's own errors.
    public func look<T>(_ body: (borrowing JournalTransaction) throws -> T) throws -> T {
        try read("look into") { db in try body(JournalTransaction(db, seal: seal, random: random)) }
    }

    /// Of this station: what its heads and checkpoints are signed with.
    public var publicKey: VerificationKey { identity.signingKey.verificationKey }

    /// State of the disk under the journal.
    public var health: JournalHealth {
        let (recording, upkeep) = condition.withLock { ($0.recordingFailure, $0.upkeepFailure) }
        return JournalHealth(
            reserveIsPresent: reserve.isPresent, freeBytes: reserve.freeBytes, recordingFailure: recording,
            upkeepFailure: upkeep)
    }
}

/// State of the disk under a journal.
public struct JournalHealth: Sendable {
    /// The reserve is there; without it the next full disk stops the recording.
    public let reserveIsPresent: Bool
    /// Room for the station on the disk of the state folder.
    public let freeBytes: Int64
    /// Why the last write failed; `nil` once one has succeeded again.
    public let recordingFailure: JournalError?
    /// Why the write-ahead log could not be copied into the database last time; entries are safe, the log grows.
    public let upkeepFailure: JournalError?
}

// MARK: - The way to the file

extension Journal {
    /// Reads alone: nobody else writes, since the file has one connection and that one queue.
    ///
    /// Not by GRDB's `read`, which forbids writing with `PRAGMA query_only` and allows it again afterwards: SQLite then
    /// compiles every statement of the connection anew at its next use, those of the next scan too.
    ///
    /// - Parameter operation: completes "cannot ... the journal".
    func read<T>(_ operation: String, _ body: (Database) throws -> T) throws -> T {
        do {
            return try queue.unsafeRead(body)
        } catch let error as DatabaseError {
            throw JournalError(error, operation)
        }
    }

    /// One durable transaction. On a full disk the reserve is given up and the transaction tried once more.
    ///
    /// - Parameter erases: it takes a secret out of the database, which must then leave the WAL too.
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

    /// Whether a body changed anything: one that only looked says nothing about the disk, and ends no failure.
    private static func noting<T>(_ db: Database, _ body: (Database) throws -> T) throws -> (T, hasWritten: Bool) {
        let before = db.totalChangesCount
        return (try body(db), db.totalChangesCount != before)
    }

    /// SQLite says FULL for ENOSPC of a write; an fsync that finds no room for delayed blocks is an I/O error.
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
        // After the verdict and not inside its transaction: copying the WAL costs two more fsyncs.
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
                failure = JournalError(.failed, "tidy", "the journal", "SQLite did not say why")
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
