internal import Foundation
internal import ServiceLifecycle
internal import Synchronization
internal import Tickets

/// The event streams of open pages. Each is a face: while one is open, somebody can see a verdict.
final class PageEvents: Sendable {
    /// More screens than one door has.
    static let mostStreams = 8
    /// How often the station is asked how it is, for the icons.
    private static let interval = Duration.seconds(2)
    /// How far back a page sees that comes back.
    private static let memory = Duration.seconds(10)
    private static let heartbeat = Duration.seconds(15)

    private let station: any StationControl
    private let open = Mutex(0)

    init(station: any StationControl) {
        self.station = station
    }

    /// Server-sent events: `state`, then the last ten seconds, then everything as it happens.
    ///
    /// - Returns: `nil` when there are too many readers.
    func stream() async throws -> AsyncThrowingStream<[UInt8], any Error>? {
        let hasRoom = open.withLock { count in
            guard count < Self.mostStreams else { return false }
            count += 1
            return true
        }
        guard hasRoom else { return nil }
        let first: PageState
        do {
            first = try await PageState.current(of: station)
        } catch {
            open.withLock { $0 -= 1 }
            throw error
        }
        // What happens from now on is news to the page, however late it comes to be told.
        let connected = ContinuousClock.now
        let showings = await station.showings(replaying: Self.memory)
        // A page that falls behind loses the oldest: the newest verdicts are the ones people wait for.
        let (pieces, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream(
            bufferingPolicy: .bufferingNewest(256))
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
            self?.open.withLock { $0 -= 1 }
        }
        return pieces
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
        _ station: any StationControl, from first: PageState, to continuation: Continuation
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
            members.append(("color", .string(report.verdict.color.rawValue)))
            members.append(("particulars", report.particulars.json))
            members.append(("verdict", report.json))
            return PageEvents.event("verdict", Array(JSONValue.object(members).text.utf8))
        case .hint(let hint):
            members.append(("hint", hint.json))
            return PageEvents.event("hint", Array(JSONValue.object(members).text.utf8))
        }
    }
}
