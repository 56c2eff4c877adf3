internal import Logging
internal import StationAPI
internal import Tickets
internal import Wedges

/// Passes what cameras and scanners read to the door, except while no display shows verdicts, and from a scanner that
/// tries out codes.
actor ReaderGate {
    private let router: PresentationRouter
    private let readers: Readers
    private let withoutDisplay: Policy.WithoutDisplay
    private var guesses = GuessGuard()

    init(router: PresentationRouter, readers: Readers, withoutDisplay: Policy.WithoutDisplay) {
        self.router = router
        self.readers = readers
        self.withoutDisplay = withoutDisplay
    }

    /// Somebody would see a verdict, or nobody has to.
    private var isOpen: Bool { withoutDisplay == .allow || readers.announcer.hasListener }

    /// - Returns: `nil` when it was not passed on. No ticket may be used up while nobody can see its verdict.
    @discardableResult
    func take(_ presentation: Presentation) async -> Outcome? {
        guard isOpen || presentation.isPairing else {
            miss(presentation)
            return nil
        }
        noteDisplay(at: presentation.arrived)
        guard guesses.pausedUntil(presentation.source, at: presentation.arrived) == nil else { return nil }
        let outcome = await router.take(presentation)
        if presentation.how == .wedge { watch(outcome, of: presentation) }
        return outcome
    }

    // MARK: - Without a display

    private func miss(_ presentation: Presentation) {
        let kind = readers.missed.note(presentation.bytes, from: presentation.source, at: presentation.arrived)
        guard kind != .same else { return }
        readers.metrics.noteMissed()
        guard kind == .first else { return }
        readers.logger.error(
            "codes are not taken: no display would show their verdicts",
            metadata: ["console": "\(readers.announcer.console.state?.rawValue ?? "none")"])
    }

    private func noteDisplay(at now: ContinuousClock.Instant) {
        guard isOpen, let period = readers.missed.end(at: now) else { return }
        readers.logger.notice(
            "codes are taken again",
            metadata: ["not_taken": "\(period.count)", "seconds": "\((now - period.began).components.seconds)"])
    }

    /// Says when codes are taken again, also while none comes; and first when the station is ready for them.
    /// - Parameter standstill: how long the door has stood still by then, in seconds; `nil` when that is not known.
    func watchDisplay(standstill: @Sendable () -> Int?) async {
        while !isOpen { guard (try? await Task.sleep(for: .milliseconds(250))) != nil else { return } }
        readers.logger.notice(
            "codes are taken", metadata: standstill().map { ["seconds_since_stop": "\($0)"] } ?? [:])
        while (try? await Task.sleep(for: .seconds(1))) != nil { noteDisplay(at: .now) }
    }

    // MARK: - Guesses

    /// A repetition is the same trigger pull, and does not count as a guess.
    private func watch(_ outcome: Outcome, of presentation: Presentation) {
        guard case .verdict(let report) = outcome, report.verdict == .refused(.invalid), !report.isRepeat else {
            return
        }
        guard let end = guesses.noteInvalid(from: presentation.source, at: presentation.arrived) else { return }
        readers.board.pause(presentation.source, until: end)
        readers.logger.error(
            "a scanner presents unknown codes one after the other and is paused",
            metadata: ["device": "\(presentation.source)", "minutes": "\(GuessGuard.pause.components.seconds / 60)"])
    }
}
