internal import Synchronization

/// One open stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), from the side
/// that sends. A reader that falls behind loses the oldest events: the newest are the ones people wait for.
public final class EventFeed: Sendable {
    private typealias Pieces = AsyncThrowingStream<[UInt8], any Error>

    private let continuation: Pieces.Continuation
    private let state = Mutex(State())

    private struct State {
        /// Until it is given away: a stream that only its reader holds ends when the reader drops it.
        var pieces: Pieces?
        var feeder: Task<Void, Never>?
        var isFinished = false
    }

    public init() {
        let (pieces, continuation) = Pieces.makeStream(bufferingPolicy: .bufferingNewest(256))
        self.continuation = continuation
        state.withLock { $0.pieces = pieces }
    }

    /// - Parameter json: on one line, so that it needs no more than one `data` field.
    public func send(_ event: String, _ json: [UInt8]) {
        continuation.yield(Array("event: \(event)\ndata: ".utf8) + json + Array("\n\n".utf8))
    }

    /// Ends the stream at the reader's side.
    public func finish() {
        continuation.finish()
        state.withLock { state in
            state.isFinished = true
            state.feeder?.cancel()
        }
    }

    /// Runs all of `work`, which sends, until one of it returns or the reader goes, and sends a comment line now and then, by
    /// which both sides notice that the other has gone.
    ///
    /// - Parameters:
    ///   - heartbeat: the time between two comment lines.
    ///   - onEnd: called when the reader has gone or the stream has ended.
    public func run(
        heartbeat: Duration, onEnd: @escaping @Sendable () -> Void = {},
        _ work: [@Sendable (EventFeed) async -> Void]
    ) -> WebResponse {
        // It lives as long as the stream: a reader that goes away ends it.
        let feeder = Task {
            await withTaskGroup(of: Void.self) { group in
                for work in work { group.addTask { await work(self) } }
                group.addTask {
                    while (try? await Task.sleep(for: heartbeat)) != nil {
                        self.continuation.yield(Array(":\n\n".utf8))
                    }
                }
                await group.next()
                group.cancelAll()
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in
            feeder.cancel()
            onEnd()
        }
        let pieces = state.withLock { state in
            state.feeder = feeder
            // Somebody may have ended it before it ran.
            if state.isFinished { feeder.cancel() }
            return state.pieces.take()
        }
        return WebResponse(contentType: "text/event-stream", body: pieces.map(WebBody.stream) ?? .none)
    }
}
