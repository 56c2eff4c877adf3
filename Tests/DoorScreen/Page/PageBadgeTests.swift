import Messages
import TestSupport
import Testing
import Tickets

@testable import DoorScreen
@testable import StationAPI

struct PageBadgeTests {
    private func level(
        _ topic: PageBadge.Topic, _ conditions: Condition.Code..., change: (inout StationStatus) -> Void = { _ in }
    ) -> PageBadge.Level? {
        var status = StationStatus.sample
        status.journal = .init(entries: 0, lastEntryAt: nil, waiting: 0, refused: 0, parked: 0)
        status.conditions = conditions.map { Condition($0) }
        change(&status)
        return PageBadge.all(of: status).first { $0.topic == topic }?.level
    }

    @Test(arguments: PageBadge.Topic.allCases)
    func `every icon is quiet while all is well`(topic: PageBadge.Topic) {
        #expect(level(topic) == .quiet)
    }

    @Test func `what a station does not have has no icon`() {
        #expect(level(.queue) { $0.backends = [] } == nil)
        #expect(level(.network) { $0.backends = [] } == nil)
        #expect(level(.readers) { $0.readers = [] } == nil)
        #expect(level(.venue) { $0.venue = nil } == nil)
    }

    @Test func `an icon is as loud as the worst condition of its subject`() {
        #expect(level(.venue, .ledgerBack) == .notice)
        #expect(level(.venue, .ledgerParked, .alone) == .loud)
        #expect(level(.queue, .refused) == .notice)
        #expect(level(.queue, .unsent) == .loud)
        #expect(level(.network, .backendAway) == .notice)
        #expect(level(.network, .backendSilent) == .loud)
        #expect(level(.clock, .clockUnsynchronised) == .notice)
        #expect(level(.clock, .clockOff) == .loud)
        #expect(level(.readers, .deviceGone) == .loud)
        #expect(level(.list, .listTooOld) == .notice)
        #expect(level(.list, .noList) == .loud)
        #expect(level(.list, .sessionOver) == .loud)
        #expect(level(.disk, .diskFilling) == .notice)
        #expect(level(.disk, .notRecorded) == .loud)
    }

    @Test func `a condition of one subject leaves the icons of the others alone`() {
        #expect(level(.clock, .alone) == .quiet)
    }

    @Test func `what is on its way is a note`() {
        #expect(level(.queue) { $0.journal.waiting = 5 } == .notice)
    }

    @Test func `time alone is no news`() {
        let state = PageState(.sample, .sample)
        var later = state
        later.station.now = state.station.now + .seconds(1)
        #expect(state.hasSameContent(as: later))
        later.station.journal.waiting += 1
        #expect(!state.hasSameContent(as: later))
    }
}
