internal import Dispatch
internal import Foundation
internal import GRDB
internal import Synchronization
internal import Tickets

/// The tickets of a body, counted on a thread of its own, while another one writes the body to the disk: a walk over a
/// million rows would be felt where a list is installed.
final class TicketCount: Sendable {
    private let result = Mutex<Result<Int64, any Error>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// Opens the body, and begins to count. The file may be renamed meanwhile.
    /// - Parameter signed: what the signed line says: the counting ends one above it.
    init(of body: ManifestBody, signed: Int64) throws {
        let limit = min(max(0, signed), body.maximumRowCount) + 1
        let connection = try body.openForWalk()
        Thread.detachNewThread { [self] in
            let counted = Result { () throws -> Int64 in
                try connection.unsafeRead { database in
                    try Int64.fetchOne(
                        database, sql: "SELECT count(*) FROM (SELECT 1 FROM ticket LIMIT ?)", arguments: [limit]) ?? 0
                }
            }
            result.withLock { $0 = counted }
            isDone.signal()
        }
    }

    /// Waits for the end of the counting.
    /// - Throws: ``ManifestError`` for any other number than the signed one: stations compare later lists with it
    func check(against signed: Int64, subject: String) throws {
        isDone.wait()
        let count = try? result.withLock { try $0?.get() }
        guard count == signed else {
            throw ManifestError(
                .badContent, "use", subject,
                "its line says that it has \(signed) tickets, and its body has another number of them",
                hint: "Build it again.")
        }
    }
}
