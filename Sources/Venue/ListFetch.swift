internal import Foundation
internal import Synchronization
internal import Threads
internal import Tickets

/// Downloads a published file, over its own connection, which is open until the last piece or the first error.
final class ListFetch: Sendable {
    /// Time limit for one piece of 1 MiB.
    private static let pieceTimeout = Duration.seconds(60)

    private let list: PublishedList
    private let connect: @Sendable () throws(VenueError) -> LedgerConnection
    private let state = Mutex(State())

    private struct State: ~Copyable {
        var session: LedgerSession?
        /// Number of the next piece, from 0.
        var number = 0
        var received: Int64 = 0
    }

    init(_ list: PublishedList, connect: @escaping @Sendable () throws(VenueError) -> LedgerConnection) {
        self.list = list
        self.connect = connect
    }

    /// The next piece; `nil` after the last.
    /// - Throws: ``VenueError``
    func next() async throws -> [UInt8]? {
        try await onOwnThread { try self.state.withLock { state throws(VenueError) in try self.next(&state) } }
    }

    private func next(_ state: inout State) throws(VenueError) -> [UInt8]? {
        guard state.received < list.bytes else { return nil }
        var session: LedgerSession
        if let open = state.session.take() {
            session = open
        } else {
            session = LedgerSession(try connect(), number: 0, station: "")
        }
        let piece = try session.piece(state.number, of: list, until: .now + Self.pieceTimeout)
        // Too many bytes are as wrong as too few.
        guard let piece, !piece.isEmpty, Int64(piece.count) <= list.bytes - state.received else {
            throw VenueError(
                .brokenOff, "fetch", "the list of \(list.event.withoutControls)",
                "another list has been published meanwhile")
        }
        state.number += 1
        state.received += Int64(piece.count)
        if state.received < list.bytes { state.session = consume session }
        return Array(piece)
    }
}
