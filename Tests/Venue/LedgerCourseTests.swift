import Testing
import Tickets

@testable import Venue

/// The way from being alone to being connected, and back.
@Suite struct LedgerCourseTests {
    private static let lost = VenueError(.brokenOff, "follow", "the ledger", "the connection ended")
    private static let late = VenueError(.timedOut, "claim an entry in", "the ledger", "it did not answer in time")

    @Test func `heals step by step before the door claims`() {
        var course = LedgerCourse()
        #expect(LedgerCourse.beginning == .connect(after: .zero))
        #expect(course.condition == .alone(nil))
        #expect(course.next(after: .done) == .catchUp)
        #expect(course.condition == .healing)
        #expect(course.next(after: .done) == .deliver)
        #expect(course.next(after: .done) == .openDoor)
        #expect(course.condition == .healing)
        #expect(course.next(after: .done) == .follow)
        #expect(course.condition == .connected)
        #expect(course.next(after: .done) == .follow)
    }

    @Test(arguments: 0...4)
    func `a failure at any step leaves it alone, with the reason`(steps: Int) {
        var course = LedgerCourse()
        for _ in 0..<steps { _ = course.next(after: .done) }
        #expect(course.next(after: .failed(Self.lost)) == .connect(after: .milliseconds(200)))
        #expect(course.condition == .alone(Self.lost))
    }

    @Test func `a door that waited in vain is alone at once`() {
        var course = LedgerCourse()
        for _ in 0..<4 { _ = course.next(after: .done) }
        #expect(course.next(after: .doorGaveUp(Self.late)) == .connect(after: .milliseconds(200)))
        #expect(course.condition == .alone(Self.late))
    }

    @Test func `pauses longer with each failure, and shortly again once it was connected`() {
        var course = LedgerCourse()
        let pauses = (0..<5).map { _ in course.next(after: .failed(Self.lost)) }
        #expect(
            pauses
                == [200, 500, 1000, 2000, 2000].map { .connect(after: .milliseconds($0)) })
        for _ in 0..<4 { _ = course.next(after: .done) }
        #expect(course.next(after: .failed(Self.lost)) == .connect(after: .milliseconds(200)))
    }

    @Test func `healing half-way does not count as connected`() {
        var course = LedgerCourse()
        _ = course.next(after: .failed(Self.lost))
        _ = course.next(after: .done)
        #expect(course.next(after: .failed(Self.late)) == .connect(after: .milliseconds(500)))
    }

    @Test(arguments: [VenueFailure.misconfigured, .untrusted, .refused, .notALedger, .superseded])
    func `what a person must mend is tried rarely`(code: VenueFailure) {
        var course = LedgerCourse()
        let trouble = VenueError(code, "use", "the ledger", "no")
        #expect(course.next(after: .failed(trouble)) == .connect(after: .seconds(15)))
    }
}
