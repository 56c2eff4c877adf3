internal import Logging
internal import Tickets
internal import Wedges

/// Passes what cameras and scanners read to the door, except while no display shows verdicts, and from a scanner that
/// tries out codes.
actor ReaderGate {
    private let router: PresentationRouter
    private let announcer: Announcer
    private let board: ReaderBoard
    private let withoutDisplay: Policy.WithoutDisplay
    private let logger: Logger
    private var guesses = GuessGuard()

    init(
        router: PresentationRouter, announcer: Announcer, board: ReaderBoard, withoutDisplay: Policy.WithoutDisplay,
        logger: Logger
    ) {
        self.router = router
        self.announcer = announcer
        self.board = board
        self.withoutDisplay = withoutDisplay
        self.logger = logger
    }

    /// - Returns: `nil` when it was not passed on. No ticket may be used up while nobody can see its verdict.
    @discardableResult
    func take(_ presentation: Presentation) async -> Outcome? {
        guard withoutDisplay == .allow || announcer.hasListener || presentation.isPairing else { return nil }
        guard guesses.pausedUntil(presentation.source, at: presentation.arrived) == nil else { return nil }
        let outcome = await router.take(presentation)
        if presentation.how == .wedge { watch(outcome, of: presentation) }
        return outcome
    }

    /// A repetition is the same trigger pull, and does not count as a guess.
    private func watch(_ outcome: Outcome, of presentation: Presentation) {
        guard case .verdict(let report) = outcome, report.verdict == .refused(.invalid), !report.isRepeat else {
            return
        }
        guard let end = guesses.noteInvalid(from: presentation.source, at: presentation.arrived) else { return }
        board.pause(presentation.source, until: end)
        logger.error(
            "a scanner presents unknown codes one after the other and is paused",
            metadata: ["device": "\(presentation.source)", "minutes": "\(GuessGuard.pause.components.seconds / 60)"])
    }
}
