internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore

extension Request {
    /// The body as it comes.
    var controlBody: ControlBody {
        let body = CarriedIterator(body.makeAsyncIterator())
        return .stream(
            AsyncThrowingStream {
                do {
                    return try await body.next().map { Array($0.readableBytesView) }
                } catch {
                    throw ControlError(.unreadable, "read", "the body", "the connection ended before it did")
                }
            })
    }
}

extension ControlBody {
    /// As the body of the answer to a request. A stream ends when the one who asked has gone.
    func carried(to request: Request) -> ResponseBody {
        switch self {
        case .bytes(let bytes):
            return ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        case .stream(let pieces):
            return ResponseBody { writer in
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    for try await piece in pieces {
                        try await writer.write(ByteBuffer(bytes: piece))
                    }
                    // A stream of a cancelled task ends as if it were whole.
                    try Task.checkCancellation()
                    try await writer.finish(nil)
                }
            }
        }
    }
}
