internal import Threads
internal import Tickets

/// Text that a thread writes and a task reads, piece by piece. The thread waits while the reader is behind, so that a
/// journal of any length needs the memory of a few pieces only.
/// See docs/decisions/029-exported-means-read.md.
final class ExportPipe: Sendable {
    private static let pieceLength = 64 * 1024

    private let handoff: Handoff<[UInt8]>

    /// - Returns: the pipe for the thread, and the pieces for the task. A piece counts as taken when the next one is
    ///   asked for.
    static func open() -> (pipe: ExportPipe, pieces: ByteStream) {
        let pipe = ExportPipe(Handoff())
        let reader = Reader(pipe.handoff)
        return (pipe, AsyncThrowingStream { try await reader.handoff.next() })
    }

    /// The side of the reader: when the reader drops it, the thread no longer waits.
    private final class Reader: Sendable {
        let handoff: Handoff<[UInt8]>

        init(_ handoff: Handoff<[UInt8]>) {
            self.handoff = handoff
        }

        deinit {
            handoff.abandon()
        }
    }

    private init(_ handoff: Handoff<[UInt8]>) {
        self.handoff = handoff
    }

    /// Passes on what `write` writes, in pieces of 64 KiB, and returns when the reader has taken all of it.
    /// - Parameter write: gets the function that takes its text.
    /// - Throws: what `write` throws; `CancellationError` when the reader is gone
    func fill<Result>(_ write: (_ take: (String) throws -> Void) throws -> Result) throws -> Result {
        var piece: [UInt8] = []
        let result = try write { text in
            piece += text.utf8
            guard piece.count >= Self.pieceLength else { return }
            try pass(piece)
            piece.removeAll(keepingCapacity: true)
        }
        if !piece.isEmpty { try pass(piece) }
        guard handoff.waitUntilAsked() else { throw CancellationError() }
        return result
    }

    private func pass(_ piece: [UInt8]) throws {
        guard handoff.give(piece) else { throw CancellationError() }
    }

    /// Ends the pieces: with an error, or because that was all.
    func close(_ error: (any Error)? = nil) {
        handoff.end(error)
    }
}
