public import Tickets

/// The body of a request or of an answer.
public enum WebBody: Sendable {
    /// All of it, in memory.
    case bytes([UInt8])
    /// Piece by piece: the next piece is asked for when the one before has been used, so that a slow reader slows down
    /// the sender.
    case stream(ByteStream)

    /// An empty body.
    public static let none = WebBody.bytes([])

    /// The body piece by piece; a stream can be read once.
    public var pieces: ByteStream {
        switch self {
        case .stream(let stream): return stream
        case .bytes(let bytes):
            let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            if !bytes.isEmpty { continuation.yield(bytes) }
            continuation.finish()
            return stream
        }
    }

    /// The whole body.
    ///
    /// - Parameter limit: in bytes.
    /// - Throws: ``WebError`` `tooLarge` when there is more; `unreadable` when the connection ends before the body does
    public func collected(upTo limit: Int) async throws -> [UInt8] {
        var all: [UInt8] = []
        for try await piece in pieces {
            guard all.count + piece.count <= limit else {
                throw WebError(.tooLarge, "read", "the body", "it is larger than \(limit) bytes")
            }
            all += piece
        }
        // A stream of a cancelled task ends as if it were whole.
        try Task.checkCancellation()
        return all
    }
}
