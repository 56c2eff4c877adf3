internal import Synchronization

/// What was shown to a reader last, and the answer to it: a camera sees the same code in every frame.
final class LastShown<Answer: Sendable>: Sendable {
    private struct Shown {
        let text: [UInt8]
        let answer: Answer
        var seen: ContinuousClock.Instant
    }

    private let last = Mutex<Shown?>(nil)

    /// A code that was out of view for longer counts as shown again.
    private var absence: Duration { .seconds(3) }

    /// The answer to this text, while it stays in view; `nil` when it is new.
    func answer(to text: [UInt8], at now: ContinuousClock.Instant) -> Answer? {
        last.withLock { last in
            guard let shown = last, shown.text == text, now - shown.seen < absence else { return nil }
            last?.seen = now
            return shown.answer
        }
    }

    func remember(_ answer: Answer, to text: [UInt8], at now: ContinuousClock.Instant) {
        last.withLock { $0 = Shown(text: text, answer: answer, seen: now) }
    }

    func forget() {
        last.withLock { $0 = nil }
    }
}
