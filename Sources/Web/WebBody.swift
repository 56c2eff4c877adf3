/// The body of a request or of an answer.
internal import Tickets

public enum WebBody: Sendable {
    case bytes([UInt8])
    /// Each piece is pulled when the one before is done with: whoever makes them waits for whoever takes them.
    case stream(AsyncThrowingStream<[UInt8], any Error>)

    public static let none = WebBody.bytes([])

    public var pieces: AsyncThrowingStream<[UInt8], any Error> {
        switch self {
        case .stream(let stream): return stream
        case .bytes(let bytes):
            let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            if !bytes.isEmpty { continuation.yield(bytes) }
            continuation.finish()
            return stream
        }
    }

    /// All of it at once.
    ///
    /// - Throws: ``WebError`` when there is more than the limit, in bytes, or the connection ends before it does.
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
