internal import StationAPI
internal import Synchronization
internal import Tickets

/// Passes every verdict to all listeners: the event streams of the API and of the screen.
/// See docs/decisions/037-what-counts-as-a-display.md.
final class Announcer: DisplayControl {
    /// How many announcements wait for a slow listener. Then it loses the oldest; the door never waits for it.
    static let bufferSize = 256
    /// How far back a screen sees when it connects.
    static let memory = Duration.seconds(10)

    enum ListenerKind {
        /// A person sees it.
        case display
        /// A person sees it while pages confirm that they draw.
        case page
        /// No person sees it.
        case program
    }

    private struct Listeners {
        var next = 0
        var active: [Int: AsyncStream<Showing>.Continuation] = [:]
        /// Listeners by which a person sees verdicts.
        var faces: Set<Int> = []
        /// Pages: a person sees verdicts on them while they confirm that they draw.
        var pages: Set<Int> = []
        var sight = PageSight()
        var recent: [Showing] = []
        var isFinished = false
    }

    private let listeners = Mutex(Listeners())
    private let metrics: Metrics

    init(metrics: Metrics = Metrics()) {
        self.metrics = metrics
    }

    func announce(_ showing: Showing) {
        metrics.note(showing.announcement)
        listeners.withLock { state in
            for continuation in state.active.values { continuation.yield(showing) }
            if case .verdict(let report) = showing.announcement, let sequence = report.sequence {
                state.sight.tell(verdict: sequence, at: showing.at)
            }
            state.recent.append(showing)
            state.recent = state.recent.suffix(Self.bufferSize).filter { showing.at - $0.at < Self.memory }
        }
    }

    /// A person would see a verdict.
    var hasListener: Bool {
        listeners.withLock { !$0.faces.isEmpty || (!$0.pages.isEmpty && $0.sight.isSeen(at: .now)) }
    }

    func pageDrew(_ drawing: PageDrawing) {
        listeners.withLock { $0.sight.note(drawing, at: .now) }
    }

    /// Whether the page on the station's own console draws; `nil` when none was opened since the start.
    var console: (state: StationStatus.Console?, sight: ConsoleSight) {
        listeners.withLock { listeners in
            let (sight, now) = (listeners.sight, ContinuousClock.now)
            let state = sight.console(at: now)
            return (state, ConsoleSight(hasDrawn: state != nil, undrawn: sight.consoleSilence(at: now)))
        }
    }

    /// - Parameters:
    ///   - span: also announcements of this time before now, at most ``memory``.
    ///   - kind: what the listener does with them.
    ///   - bufferSize: how many wait for the listener at most.
    func listen(
        replaying span: Duration = .zero, as kind: ListenerKind = .display, bufferSize: Int = Announcer.bufferSize
    ) -> AsyncStream<Showing> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Showing.self, bufferingPolicy: .bufferingNewest(bufferSize))
        let id: Int? = listeners.withLock { state in
            guard !state.isFinished else { return nil }
            let now = ContinuousClock.now
            // Under the lock, so that nothing falls between what was and what comes.
            for showing in state.recent where now - showing.at < span { continuation.yield(showing) }
            state.next += 1
            state.active[state.next] = continuation
            switch kind {
            case .display: state.faces.insert(state.next)
            case .page: state.pages.insert(state.next)
            case .program: break
            }
            return state.next
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { state in
                state.active[id] = nil
                state.faces.remove(id)
                state.pages.remove(id)
            }
        }
        return stream
    }

    func showings(replaying span: Duration, onPage isPage: Bool) -> AsyncStream<Showing> {
        listen(replaying: span, as: isPage ? .page : .display)
    }

    func consoleSight() -> ConsoleSight { console.sight }

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
