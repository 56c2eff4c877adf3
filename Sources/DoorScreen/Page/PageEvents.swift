internal import Foundation
internal import ServiceLifecycle
internal import Synchronization
internal import Tickets

/// The event streams of open pages. Somebody can see a verdict while one is open and pages confirm what they draw.
final class PageEvents: Sendable {
    /// More screens than one door has.
    static let mostStreams = 8
    /// Of one reader: whoever keeps more open than they can look at takes none from others.
    static let mostOfOneReader = 4
    /// How often the station is asked how it is, for the icons.
    private static let interval = Duration.seconds(2)
    /// How far back a page sees that comes back.
    private static let memory = Duration.seconds(10)
    private static let heartbeat = Duration.seconds(15)

    private let station: StationControl
    private let open = Mutex(OpenStreams())

    init(station: StationControl) {
        self.station = station
    }

    /// Server-sent events: `state`, then the last ten seconds, then everything as it happens.
    ///
    /// A reader that has none yet always gets one: where there is no room left, the oldest stream of the reader with the
    /// most of them ends.
    ///
    /// - Returns: `nil` when this reader has too many.
    func stream(for reader: PageReader) async throws -> AsyncThrowingStream<[UInt8], any Error>? {
        let first = try await PageState.current(of: station)
        // What happens from now on is news to the page, however late it comes to be told.
        let connected = ContinuousClock.now
        // A page that falls behind loses the oldest: the newest verdicts are the ones people wait for.
        let (pieces, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream(
            bufferingPolicy: .bufferingNewest(256))
        let (number, displaced) = open.withLock { $0.begin(for: reader, continuation) }
        displaced?.finish()
        guard let number else { return nil }
        let showings = await station.displays.showings(replaying: Self.memory, onPage: true)
        continuation.yield(try Self.event("state", ControlJSON.encode(first)))
        let feeder = Task { [station] in
            await withTaskGroup { group in
                group.addTask { await Self.feed(showings, since: connected, to: continuation) }
                group.addTask { await Self.watch(station, from: first, to: continuation) }
                await group.next()
                group.cancelAll()
            }
            continuation.finish()
        }
        continuation.onTermination = { [weak self] _ in
            feeder.cancel()
            self?.open.withLock { $0.end(number) }
        }
        // It gave way to another before anybody could be told of its end.
        if !open.withLock({ $0.has(number) }) { feeder.cancel() }
        return pieces
    }

    /// Which streams are open, and whose they are.
    private struct OpenStreams {
        private var streams: [(number: Int, reader: PageReader, continuation: Continuation)] = []
        private var last = 0

        /// - Returns: the number of the new stream, unless its reader has too many, and the one that gives way to it.
        mutating func begin(
            for reader: PageReader, _ continuation: Continuation
        ) -> (number: Int?, displaced: Continuation?) {
            let counts = Dictionary(streams.map { ($0.reader, 1) }, uniquingKeysWith: +)
            let own = counts[reader] ?? 0
            guard own < mostOfOneReader else { return (nil, nil) }
            var displaced: Continuation?
            if streams.count >= mostStreams {
                guard own == 0, let most = counts.values.max(),
                    let index = streams.firstIndex(where: { counts[$0.reader] == most })
                else { return (nil, nil) }
                displaced = streams.remove(at: index).continuation
            }
            last += 1
            streams.append((last, reader, continuation))
            return (last, displaced)
        }

        func has(_ number: Int) -> Bool { streams.contains { $0.number == number } }

        mutating func end(_ number: Int) {
            streams.removeAll { $0.number == number }
        }
    }

    private typealias Continuation = AsyncThrowingStream<[UInt8], any Error>.Continuation

    private static func feed(
        _ showings: AsyncStream<Showing>, since connected: ContinuousClock.Instant, to continuation: Continuation
    ) async {
        for await showing in showings.cancelOnGracefulShutdown() {
            let age = showing.at < connected ? ContinuousClock.now - showing.at : nil
            continuation.yield(showing.event(age: age))
        }
    }

    /// Tells how the station is when that has changed, and now and then nothing, by which both sides notice that the
    /// other has gone.
    private static func watch(
        _ station: StationControl, from first: PageState, to continuation: Continuation
    ) async {
        var last = first
        var silence = Duration.zero
        while (try? await Task.sleep(for: interval)) != nil {
            silence += interval
            if let state = try? await PageState.current(of: station), !state.says(theSameAs: last),
                let bytes = try? ControlJSON.encode(state)
            {
                continuation.yield(event("state", bytes))
                last = state
                silence = .zero
            } else if silence >= heartbeat {
                continuation.yield(Array(":\n\n".utf8))
                silence = .zero
            }
        }
    }

    /// JSON on one line needs no more than one `data` field.
    fileprivate static func event(_ name: String, _ json: [UInt8]) -> [UInt8] {
        Array("event: \(name)\ndata: ".utf8) + json + Array("\n\n".utf8)
    }
}

extension Showing {
    /// - Parameter age: of one that was before the page came; `nil` for one that happens.
    fileprivate func event(age: Duration?) -> [UInt8] {
        var members: [(name: String, value: JSONValue)] = [("reader", .init(reader))]
        if let age { members.append(("age_ms", .integer(age.components.seconds * 1000))) }
        switch announcement {
        case .verdict(let report):
            members += report.shown
            return PageEvents.event("verdict", Array(JSONValue.object(members).text.utf8))
        case .hint(let hint):
            members.append(("hint", hint.json))
            return PageEvents.event("hint", Array(JSONValue.object(members).text.utf8))
        }
    }
}
