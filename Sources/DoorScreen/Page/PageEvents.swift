internal import Foundation
internal import ServiceLifecycle
internal import StationAPI
internal import Synchronization
internal import Tickets
internal import Web

/// The event streams of open pages. A person can see verdicts while one is open and pages confirm what they draw.
/// See docs/decisions/053-page-is-small-files.md.
final class PageEvents: Sendable {
    /// More screens than one door has.
    static let mostStreams = 8
    /// For one reader: a program that keeps many open takes none from others.
    static let mostOfOneReader = 4
    /// How often the station's state is checked, for the icons.
    private static let interval = Duration.seconds(2)
    /// How far back a page sees when it connects: to the verdicts of its strip, however long ago.
    private static let memory = Duration.seconds(86_400)
    /// How often the page hears that the station runs: it notices within two seconds when it does not.
    private static let beat = Duration.milliseconds(500)
    private static let heartbeat = Duration.seconds(15)

    private let station: StationControl
    private let open = Mutex(OpenStreams())

    init(station: StationControl) {
        self.station = station
    }

    /// Server-sent events: `state`, then verdicts and hints of the last ten seconds and the last eight verdicts, then
    /// everything as it happens.
    ///
    /// A reader without a stream always gets one. When all are taken, the reader with the most loses its oldest.
    ///
    /// - Returns: `nil` when this reader has too many, or has one already and all are taken.
    func stream(for reader: PageReader) async throws -> WebResponse? {
        let first = try await PageState.current(of: station)
        let firstBytes = try ControlJSON.encode(first)
        // What happens from now on is new to the page, however late it comes to be sent.
        let connected = ContinuousClock.now
        let feed = EventFeed()
        let (number, displaced) = open.withLock { $0.begin(for: reader, feed) }
        displaced?.finish()
        guard let number else { return nil }
        let displayEvents = await station.displays.displayEvents(replaying: Self.memory, onPage: true)
        feed.send("state", firstBytes)
        // Ends at once where it has given way to another meanwhile.
        return feed.run(
            heartbeat: Self.heartbeat, onEnd: { [weak self] in self?.open.withLock { $0.end(number) } },
            [
                { feed in
                    for await displayEvent in displayEvents.cancelOnGracefulShutdown() {
                        displayEvent.send(to: feed, since: connected)
                    }
                }, { [station] feed in await Self.watch(station, from: first, to: feed) }, Self.keepBeating,
            ])
    }

    /// Asks nothing of the station: one that is busy, such as with a long list, still runs.
    private static let keepBeating: @Sendable (EventFeed) async -> Void = { feed in
        while (try? await Task.sleep(for: beat)) != nil { feed.send("beat", Array("{}".utf8)) }
    }

    /// Which streams are open, and of which reader.
    private struct OpenStreams {
        private var streams: [(number: Int, reader: PageReader, feed: EventFeed)] = []
        private var last = 0

        /// - Returns: the number of the new stream, `nil` when its reader gets none; and the stream that ends to make
        ///   room.
        mutating func begin(
            for reader: PageReader, _ feed: EventFeed
        ) -> (number: Int?, displaced: EventFeed?) {
            let counts = Dictionary(streams.map { ($0.reader, 1) }, uniquingKeysWith: +)
            let own = counts[reader] ?? 0
            guard own < mostOfOneReader else { return (nil, nil) }
            var displaced: EventFeed?
            if streams.count >= mostStreams {
                guard own == 0, let most = counts.values.max(),
                    let index = streams.firstIndex(where: { counts[$0.reader] == most })
                else { return (nil, nil) }
                displaced = streams.remove(at: index).feed
            }
            last += 1
            streams.append((last, reader, feed))
            return (last, displaced)
        }

        mutating func end(_ number: Int) {
            streams.removeAll { $0.number == number }
        }
    }

    /// Sends the station's state whenever it has changed.
    private static func watch(_ station: StationControl, from first: PageState, to feed: EventFeed) async {
        var last = first
        while (try? await Task.sleep(for: interval)) != nil {
            guard let state = try? await PageState.current(of: station), !state.hasSameContent(as: last),
                let bytes = try? ControlJSON.encode(state)
            else { continue }
            feed.send("state", bytes)
            last = state
        }
    }
}

extension DisplayEvent {
    /// - Parameter connected: when the page connected; what happened before is sent with its age.
    fileprivate func send(to feed: EventFeed, since connected: ContinuousClock.Instant) {
        var members: [(name: String, value: JSONValue)] = [("reader", .init(reader))]
        if at < connected {
            members.append(("age_ms", .integer((ContinuousClock.now - at).components.seconds * 1000)))
        }
        switch announcement {
        case .verdict(let report):
            feed.send("verdict", Array(JSONValue.object(members + report.shown).text.utf8))
        case .hint(let hint):
            feed.send("hint", Array(JSONValue.object(members + [("hint", hint.json)]).text.utf8))
        }
    }
}
