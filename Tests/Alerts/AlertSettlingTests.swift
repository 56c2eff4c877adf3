import Testing
import Tickets

@testable import Alerts

struct AlertSettlingTests {
    private let gone = Alert<TestKind>(kind: .deviceGone, subject: "/dev/video0", message: "gone")

    /// The course of a condition, seen every ten seconds: whether it is active.
    private func course(_ found: [Bool], active: Bool = false, startedSecondsAgo: Int64) -> [Bool] {
        var settling = AlertSettling<TestKind>(started: Timestamp(seconds: -startedSecondsAgo))
        var current = active ? [gone] : []
        return found.enumerated().map { index, isFound in
            current = settling.settle(
                isFound ? [gone] : [], active: current, now: Timestamp(seconds: Int64(index) * 10))
            return !current.isEmpty
        }
    }

    @Test func `what is there for a moment has not begun`() {
        #expect(course([true, false, true, false], startedSecondsAgo: 1000) == [false, false, false, false])
        #expect(course([true, true], startedSecondsAgo: 1000) == [false, true])
    }

    @Test func `what is gone for a moment has not ended`() {
        #expect(course([false, false, true, true], active: true, startedSecondsAgo: 1000) == [true, true, true, true])
        #expect(
            course([false, false, false, false], active: true, startedSecondsAgo: 1000) == [true, true, true, false])
    }

    @Test func `what was known before a start stays until everything is known again`() {
        let unknown = Array(repeating: false, count: 19)
        let active = course(unknown, active: true, startedSecondsAgo: 0)
        #expect(active.prefix(18).allSatisfy { $0 })
        #expect(active.last == false)
    }
}
