import Testing
import Tickets

@testable import Venue

/// The way from being alone to being connected, and back.
@Suite struct LinkStateMachineTests {
    private static let lost = VenueError(.brokenOff, "follow", "the ledger", "the connection ended")
    private static let late = VenueError(.timedOut, "claim an entry in", "the ledger", "it did not answer in time")

    @Test func `heals step by step before the door claims`() {
        var machine = LinkStateMachine()
        #expect(LinkStateMachine.firstAction == .connect(after: .zero))
        #expect(machine.condition == .alone(nil))
        #expect(machine.next(after: .done) == .catchUp)
        #expect(machine.condition == .healing)
        #expect(machine.next(after: .done) == .deliver)
        #expect(machine.next(after: .done) == .openDoor)
        #expect(machine.condition == .healing)
        #expect(machine.next(after: .done) == .follow)
        #expect(machine.condition == .connected)
        #expect(machine.next(after: .done) == .follow)
    }

    @Test(arguments: 0...4)
    func `a failure at any step leaves it alone, with the reason`(steps: Int) {
        var machine = LinkStateMachine()
        for _ in 0..<steps { _ = machine.next(after: .done) }
        #expect(machine.next(after: .failed(Self.lost)) == .connect(after: .milliseconds(200)))
        #expect(machine.condition == .alone(Self.lost))
    }

    @Test func `a door that waited in vain is alone at once`() {
        var machine = LinkStateMachine()
        for _ in 0..<4 { _ = machine.next(after: .done) }
        #expect(machine.next(after: .doorGaveUp(Self.late)) == .connect(after: .milliseconds(200)))
        #expect(machine.condition == .alone(Self.late))
    }

    @Test func `pauses longer with each failure, and shortly again once it was connected`() {
        var machine = LinkStateMachine()
        let pauses = (0..<5).map { _ in machine.next(after: .failed(Self.lost)) }
        #expect(
            pauses
                == [200, 500, 1000, 2000, 2000].map { .connect(after: .milliseconds($0)) })
        for _ in 0..<4 { _ = machine.next(after: .done) }
        #expect(machine.next(after: .failed(Self.lost)) == .connect(after: .milliseconds(200)))
    }

    @Test func `healing half-way does not count as connected`() {
        var machine = LinkStateMachine()
        _ = machine.next(after: .failed(Self.lost))
        _ = machine.next(after: .done)
        #expect(machine.next(after: .failed(Self.late)) == .connect(after: .milliseconds(500)))
    }

    @Test(arguments: [VenueFailure.misconfigured, .untrusted, .refused, .notALedger, .superseded])
    func `what a person must mend is tried rarely`(code: VenueFailure) {
        var machine = LinkStateMachine()
        let trouble = VenueError(code, "use", "the ledger", "no")
        #expect(machine.next(after: .failed(trouble)) == .connect(after: .seconds(15)))
    }
}
