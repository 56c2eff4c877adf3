internal import Foundation
internal import Synchronization
internal import Threads
internal import Tickets

/// Hands in this station's encrypted check-ins, and takes out those of all stations to upload them. It has its own
/// connection: while that is open, the station keeps the ledger's lock that makes it the one that uploads.
///
/// Each call waits on its own thread. Without the station's session with the ledger each call fails at once, so that
/// reconnecting follows the pauses of that session.
/// See docs/decisions/091-uploader-holds-advisory-lock.md.
public final class SealedUploads: Sendable {
    private let ledger: Ledger
    private let group: String
    private let line = Mutex(UploadsConnection())
    private static let requestTimeout = Duration.seconds(5)

    /// - Parameter group: ``UploadsKey/group`` of the key with which check-ins are encrypted.
    public init(_ ledger: Ledger, group: String) {
        self.ledger = ledger
        self.group = group
    }

    /// Hands in check-ins for a backend. Those that the ledger has already stay unchanged, unless their answer was read
    /// and was not `accepted`: then they wait again.
    /// - Throws: ``VenueError``
    public func submit(_ uploads: [SealedUpload], to backend: String) async throws {
        let items = uploads.map {
            SubmittedItem(
                entry: $0.entry, sealed: $0.sealed.base64EncodedString(), tokenHash: $0.tokenHash?.base64EncodedString()
            )
        }
        _ = try await ask(.submit, [group, backend, LedgerStatement.json(items)])
    }

    /// - Throws: ``VenueError``
    public func progress(of entries: [String], to backend: String) async throws -> SealedUploadProgress {
        struct Answer: Decodable {
            let entry: String
            let outcome: SealedUploadAnswer.Outcome
            let words: String
        }
        struct Progress: Decodable {
            let answers: [Answer]
            let waiting: Int
        }
        let answer = try await ask(.uploadProgress, [backend, LedgerStatement.json(entries)])
        let progress: Progress = try answer.decoded()
        return SealedUploadProgress(
            answers: try progress.answers.map {
                SealedUploadAnswer(entry: $0.entry, outcome: $0.outcome, reason: try answer.bytes($0.words))
            }, waiting: progress.waiting)
    }

    /// The oldest check-ins that wait for a backend, of all stations; `nil` while another station uploads to it.
    /// - Parameter most: how many at most.
    /// - Throws: ``VenueError``
    public func take(for backend: String, most: Int) async throws -> [SealedUpload]? {
        struct Taken: Decodable {
            let number: Int64
            let entry: String
            let sealed: String
        }
        let answer = try await ask(.takeUploads, [group, backend, String(most)])
        guard answer.value != nil else { return nil }
        let taken: [Taken] = try answer.decoded()
        return try taken.map { SealedUpload(entry: $0.entry, sealed: try answer.bytes($0.sealed), number: $0.number) }
    }

    /// Stores the backend's answers, by ``SealedUpload/number``. A check-in whose token does not match stays
    /// unanswered.
    /// - Returns: `false` when another station uploads now: it sends them once more.
    /// - Throws: ``VenueError``
    public func settle(_ answers: [Int64: SealedUploadAnswer], of backend: String) async throws -> Bool {
        let items = answers.map {
            Settled(
                number: $0, outcome: $1.outcome.rawValue, words: $1.reason.base64EncodedString(),
                token: $1.token?.base64EncodedString())
        }
        return try await ask(.settleUploads, [group, backend, LedgerStatement.json(items)]).value == "t"
    }

    /// Releases the lock, so that another station can upload.
    public func releaseLock() async {
        // Closing neither fails nor waits, but a call on the connection may still be running.
        try? await onOwnThread { self.line.withLock { $0.close() } }
    }

    private struct SubmittedItem: Encodable {
        let entry: String
        let sealed: String
        let tokenHash: String?
    }

    private struct Settled: Encodable {
        let number: Int64
        let outcome: String
        let words: String
        let token: String?
    }

    // MARK: - Requests

    private func ask(_ statement: LedgerStatement, _ parameters: [String?]) async throws -> LedgerAnswer {
        try await onOwnThread {
            try self.line.withLock { line throws(VenueError) in
                try line.ask(statement, parameters, until: .now + Self.requestTimeout) { () throws(VenueError) in
                    try self.connect()
                }
            }
        }
    }

    private func connect() throws(VenueError) -> LedgerConnection {
        if case .alone(let error) = ledger.condition {
            throw error ?? VenueError(.unreachable, "use", "the venue's ledger", "it has not been tried yet")
        }
        return try ledger.connectForUploads()
    }
}

/// A connection that is opened when it is needed, and dropped when it fails.
private struct UploadsConnection: ~Copyable {
    private var connection: LedgerConnection?

    mutating func close() { connection = nil }

    mutating func ask(
        _ statement: LedgerStatement, _ parameters: [String?], until deadline: LedgerConnection.Deadline,
        connect: () throws(VenueError) -> LedgerConnection
    ) throws(VenueError) -> LedgerAnswer {
        var open: LedgerConnection
        if let taken = connection.take() { open = taken } else { open = try connect() }
        do {
            let answer = try open.ask(statement, parameters, until: deadline)
            connection = consume open
            return answer
        } catch {
            // A fault of one check-in is no reason to give up the lock.
            if [.limited, .rejected].contains(error.code), open.isUsable { connection = consume open }
            throw error
        }
    }
}

extension LedgerStatement {
    fileprivate static let submit = LedgerStatement(
        name: "hand_in", text: "SELECT usher.hand_in($1, $2, $3)", operation: "hand check-ins in to")
    fileprivate static let uploadProgress = LedgerStatement(
        name: "parcel_progress", text: "SELECT usher.parcel_progress($1, $2)", operation: "ask for check-ins in")
    fileprivate static let takeUploads = LedgerStatement(
        name: "take_parcels", text: "SELECT usher.take_parcels($1, $2, $3)", operation: "take check-ins from")
    fileprivate static let settleUploads = LedgerStatement(
        name: "settle_parcels", text: "SELECT usher.settle_parcels($1, $2, $3)", operation: "settle check-ins in")
}
