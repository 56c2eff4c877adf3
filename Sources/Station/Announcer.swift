internal import StationAPI
internal import Synchronization
internal import Tickets

/// Passes every verdict to all listeners: the event streams of the API and of the screen.
/// See docs/decisions/037-what-counts-as-a-display.md.
final class Announcer: DisplayControl {
    /// How many announcements wait for a slow listener. Then it loses the oldest; the door never waits for it.
    static let bufferSize = 256
    /// How far back a screen sees when it connects, and how many verdicts at least: those of its strip.
    static let memory = Duration.seconds(10)
    static let strip = 8

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
        var active: [Int: AsyncStream<DisplayEvent>.Continuation] = [:]
        /// Listeners by which a person sees verdicts.
        var displays: Set<Int> = []
        /// Pages: a person sees verdicts on them while they confirm that they draw.
        var pages: Set<Int> = []
        var visibility = PageVisibility()
        var recent: [DisplayEvent] = []
        var isFinished = false

        mutating func remember(_ displayEvent: DisplayEvent) {
            let all = (recent + [displayEvent]).suffix(Announcer.bufferSize)
            let verdicts = all.indices.filter { all[$0].isVerdict }
            let oldest = verdicts.suffix(Announcer.strip).first ?? all.endIndex
            recent = all.indices.filter { index in
                displayEvent.at - all[index].at < Announcer.memory || index >= oldest && all[index].isVerdict
            }.map { all[$0] }
        }
    }

    private let listeners = Mutex(Listeners())
    private let metrics: Metrics

    init(metrics: Metrics = Metrics()) {
        self.metrics = metrics
    }

    func announce(_ displayEvent: DisplayEvent) {
        metrics.note(displayEvent.announcement)
        listeners.withLock { state in
            for continuation in state.active.values { continuation.yield(displayEvent) }
            if case .verdict(let report) = displayEvent.announcement, let sequence = report.sequence {
                state.visibility.noteAnnounced(verdict: sequence, at: displayEvent.at)
            }
            state.remember(displayEvent)
        }
    }

    /// A person would see a verdict.
    var hasListener: Bool {
        listeners.withLock { !$0.displays.isEmpty || (!$0.pages.isEmpty && $0.visibility.isSeen(at: .now)) }
    }

    /// How long a verdict took that a page drew late; `nil` while pages draw as they should.
    var slowness: Duration? { listeners.withLock { $0.visibility.slowness(at: .now) } }

    func pageDrew(_ drawing: PageDrawing) {
        listeners.withLock { $0.visibility.note(drawing, at: .now) }
    }

    /// Whether the page on the station's own console draws; `nil` when none was opened since the start.
    var console: (state: StationStatus.Console?, visibility: ConsoleVisibility) {
        listeners.withLock { listeners in
            let (visibility, now) = (listeners.visibility, ContinuousClock.now)
            let state = visibility.console(at: now)
            return (state, ConsoleVisibility(hasDrawn: state != nil, undrawn: visibility.consoleSilence(at: now)))
        }
    }

    /// - Parameters:
    ///   - span: also announcements of this time before now: those of ``memory``, and the last verdicts of ``strip``.
    ///   - kind: what the listener does with them.
    ///   - bufferSize: how many wait for the listener at most.
    func listen(
        replaying span: Duration = .zero, as kind: ListenerKind = .display, bufferSize: Int = Announcer.bufferSize
    ) -> AsyncStream<DisplayEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: DisplayEvent.self, bufferingPolicy: .bufferingNewest(bufferSize))
        let id: Int? = listeners.withLock { state in
            guard !state.isFinished else { return nil }
            let now = ContinuousClock.now
            // Under the lock, so that nothing falls between what was and what comes.
            for displayEvent in state.recent where now - displayEvent.at < span { continuation.yield(displayEvent) }
            state.next += 1
            state.active[state.next] = continuation
            switch kind {
            case .display: state.displays.insert(state.next)
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
                state.displays.remove(id)
                state.pages.remove(id)
            }
        }
        return stream
    }

    func displayEvents(replaying span: Duration, onPage isPage: Bool) -> AsyncStream<DisplayEvent> {
        listen(replaying: span, as: isPage ? .page : .display)
    }

    func consoleVisibility() -> ConsoleVisibility { console.visibility }

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

extension DisplayEvent {
    fileprivate var isVerdict: Bool {
        if case .verdict = announcement { true } else { false }
    }
}
