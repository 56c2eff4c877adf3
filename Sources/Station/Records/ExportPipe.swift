internal import Dispatch
internal import Synchronization

/// Text that a thread writes and a task reads, piece by piece. The thread waits while the reader is behind, so that a
/// journal of any length needs the memory of a few pieces only.
/// See docs/decisions/029-exported-means-read.md.
final class ExportPipe: Sendable {
    private static let piecesAhead = 4
    private static let pieceLength = 64 * 1024

    /// How many pieces may be written before one is taken. It starts at 0, because libdispatch traps when a semaphore
    /// ends with a lower value than it started with.
    private let room = DispatchSemaphore(value: 0)
    private let isAbandoned = Mutex(false)
    private let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation

    /// - Returns: the pipe for the thread, and the pieces for the task. A piece counts as taken when the next one is
    ///   asked for.
    static func open() -> (pipe: ExportPipe, pieces: AsyncThrowingStream<[UInt8], any Error>) {
        let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let pipe = ExportPipe(continuation)
        let reading = Reading(stream.makeAsyncIterator(), room: pipe.room)
        return (pipe, AsyncThrowingStream { try await reading.next() })
    }

    /// The side of the reader. When the reader drops it, its stream ends, and the thread no longer waits.
    private final class Reading: @unchecked Sendable {
        // Unchecked: only the closure of one stream asks it, which asks for one piece at a time.
        private var iterator: AsyncThrowingStream<[UInt8], any Error>.Iterator
        private var holdsPiece = false
        private let room: DispatchSemaphore

        init(_ iterator: AsyncThrowingStream<[UInt8], any Error>.Iterator, room: DispatchSemaphore) {
            self.iterator = iterator
            self.room = room
        }

        func next() async throws -> [UInt8]? {
            if holdsPiece { room.signal() }
            let piece = try await iterator.next()
            holdsPiece = piece != nil
            return piece
        }
    }

    private init(_ continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation) {
        self.continuation = continuation
        for _ in 0..<Self.piecesAhead { room.signal() }
        continuation.onTermination = { [weak self] _ in self?.abandon() }
    }

    private func abandon() {
        isAbandoned.withLock { $0 = true }
        room.signal()
    }

    /// Waits until the reader has taken enough.
    /// - Throws: `CancellationError` when the reader is gone
    private func waitForRoom() throws {
        room.wait()
        if isAbandoned.withLock({ $0 }) { throw CancellationError() }
    }

    /// Passes on what `write` writes, in pieces of 64 KiB, and returns when the reader has taken all of it.
    /// - Parameter write: gets the function that takes its text.
    func fill<Result>(_ write: (_ take: (String) throws -> Void) throws -> Result) throws -> Result {
        var piece: [UInt8] = []
        let result = try write { text in
            piece += text.utf8
            guard piece.count >= Self.pieceLength else { return }
            try pass(piece)
            piece.removeAll(keepingCapacity: true)
        }
        if !piece.isEmpty { try pass(piece) }
        for _ in 0..<Self.piecesAhead { try waitForRoom() }
        return result
    }

    private func pass(_ piece: [UInt8]) throws {
        try waitForRoom()
        continuation.yield(piece)
    }

    /// Ends the pieces: with an error, or because that was all.
    func close(_ error: (any Error)? = nil) {
        continuation.finish(throwing: error)
    }
}
