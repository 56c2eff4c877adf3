internal import Synchronization

/// The sending side of one stream of server-sent events
/// (https://html.spec.whatwg.org/multipage/server-sent-events.html). A client that falls behind by more than 256 events
/// loses the oldest: people wait for the newest.
public final class EventFeed: Sendable {
    private typealias Pieces = AsyncThrowingStream<[UInt8], any Error>

    private let continuation: Pieces.Continuation
    private let state = Mutex(State())

    private struct State {
        /// Held until ``run(heartbeat:onEnd:_:)`` gives it away. A stream that only its reader holds ends when the
        /// reader drops it.
        var pieces: Pieces?
        var feeder: Task<Void, Never>?
        var isFinished = false
    }

    /// A stream without events. Events sent before ``run(heartbeat:onEnd:_:)`` are kept for it.
    public init() {
        let (pieces, continuation) = Pieces.makeStream(bufferingPolicy: .bufferingNewest(256))
        self.continuation = continuation
        state.withLock { $0.pieces = pieces }
    }

    /// Sends one event.
    /// - Parameter json: without line breaks, so that one `data` field holds it.
    public func send(_ event: String, _ json: [UInt8]) {
        continuation.yield(Array("event: \(event)\ndata: ".utf8) + json + Array("\n\n".utf8))
    }

    /// Ends the stream for its reader.
    public func finish() {
        continuation.finish()
        state.withLock { state in
            state.isFinished = true
            state.feeder?.cancel()
        }
    }

    /// The answer that carries the stream. It runs all of `work`, which sends the events, until one of them returns or
    /// the client is gone. Comment lines in between show both sides when the other one is gone.
    ///
    /// - Parameters:
    ///   - heartbeat: the time between two comment lines.
    ///   - onEnd: called when the client is gone or the stream has ended.
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
