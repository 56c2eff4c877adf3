import Testing
import Wedges

@Suite struct GuessGuardTests {
    private let start = ContinuousClock.now

    /// One unknown code after another; the alarms.
    private func guess(
        _ count: Int, every pace: Duration, in guarding: inout GuessGuard, from begin: Duration = .zero
    ) -> [ContinuousClock.Instant] {
        (0..<count).compactMap { guarding.noteInvalid(from: "reader", at: start + begin + pace * $0) }
    }

    @Test func `the 21st unknown code of a minute pauses the reader, with one alarm`() {
        var guarding = GuessGuard()
        #expect(guess(20, every: .seconds(1), in: &guarding) == [])
        #expect(guess(5, every: .seconds(1), in: &guarding, from: .seconds(20)) == [start + .seconds(320)])
        #expect(guarding.pausedUntil("reader", at: start + .seconds(319)) == start + .seconds(320))
        #expect(guarding.pausedUntil("reader", at: start + .seconds(320)) == nil)
    }

    @Test func `twenty a minute for hours is a bad queue and no guessing`() {
        var guarding = GuessGuard()
        #expect(guess(2000, every: .seconds(3), in: &guarding) == [])
    }

    @Test func `another reader goes on`() {
        var guarding = GuessGuard()
        #expect(guess(21, every: .milliseconds(10), in: &guarding).count == 1)
        #expect(guarding.pausedUntil("other", at: start + .seconds(1)) == nil)
    }

    @Test func `after the pause guessing is noticed again`() {
        var guarding = GuessGuard()
        #expect(guess(21, every: .milliseconds(10), in: &guarding).count == 1)
        #expect(guess(21, every: .milliseconds(10), in: &guarding, from: .seconds(301)).count == 1)
    }
}
