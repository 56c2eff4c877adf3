internal import ServiceLifecycle
internal import Tickets

extension ControlResponse {
    /// Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), and a comment line now and
    /// then, by which both sides notice that the other has gone. Ends cleanly at a graceful stop.
    ///
    /// - Parameter heartbeat: the time between two comment lines.
    static func events(_ showings: AsyncStream<Showing>, heartbeat: Duration) -> ControlResponse {
        // A reader that falls behind loses the oldest: the newest verdicts are the ones people wait for.
        let (pieces, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream(
            bufferingPolicy: .bufferingNewest(256))
        // It lives as long as the stream: a reader that goes away ends it.
        let feeder = Task {
            await withTaskGroup { group in
                group.addTask {
                    for await showing in showings.cancelOnGracefulShutdown() {
                        continuation.yield(showing.announcement.serverSentEvent)
                    }
                }
                group.addTask {
                    while (try? await Task.sleep(for: heartbeat)) != nil {
                        continuation.yield(Array(":\n\n".utf8))
                    }
                }
                await group.next()
                group.cancelAll()
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in feeder.cancel() }
        return ControlResponse(contentType: "text/event-stream", body: .stream(pieces))
    }
}

extension Announcement {
    /// JSON on one line needs no more than one `data` field.
    fileprivate var serverSentEvent: [UInt8] {
        switch self {
        case .verdict(let report): Array("event: verdict\ndata: \(report.json.text)\n\n".utf8)
        case .hint(let hint): Array("event: hint\ndata: \(hint.json.text)\n\n".utf8)
        }
    }
}
