internal import DoorScreen
internal import Synchronization

/// Hands every verdict to whoever listens: the event streams of the API.
final class Announcer: Sendable {
    /// A listener that does not keep up loses the oldest announcements; the door never waits for it.
    static let bufferSize = 256

    private struct Listeners {
        var next = 0
        var active: [Int: AsyncStream<Announcement>.Continuation] = [:]
        var isFinished = false
    }

    private let listeners = Mutex(Listeners())

    func announce(_ announcement: Announcement) {
        listeners.withLock { state in
            for continuation in state.active.values { continuation.yield(announcement) }
        }
    }

    /// Somebody, or something that shows it to somebody, would see a verdict.
    var hasListener: Bool {
        listeners.withLock { !$0.active.isEmpty }
    }

    func listen() -> AsyncStream<Announcement> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Announcement.self, bufferingPolicy: .bufferingNewest(Self.bufferSize))
        let id: Int? = listeners.withLock { state in
            guard !state.isFinished else { return nil }
            state.next += 1
            state.active[state.next] = continuation
            return state.next
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { _ = $0.active.removeValue(forKey: id) }
        }
        return stream
    }

    /// Ends every stream.
    func finish() {
        let active = listeners.withLock { state in
            state.isFinished = true
            defer { state.active = [:] }
            return Array(state.active.values)
        }
        for continuation in active { continuation.finish() }
    }
}
