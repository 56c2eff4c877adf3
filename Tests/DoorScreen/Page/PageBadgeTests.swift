import Testing
import Tickets

@testable import DoorScreen

struct PageBadgeTests {
    private func level(_ topic: PageBadge.Topic, _ change: (inout StationStatus) -> Void = { _ in }) -> PageBadge.Level?
    {
        var status = StationStatus.sample
        status.journal = .init(entries: 0, lastEntryAt: nil, waiting: 0, refused: 0, parked: 0)
        status.readers[0].state = .reading
        status.backends[0].trouble = nil
        status.notRecorded = nil
        status.venue = .init(condition: .connected, waiting: 0, parked: 0)
        status.backends[0].clockOffsetMs = 0
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

    @Test func `a station that is alone among the gates says so aloud`() {
        #expect(level(.venue) { $0.venue?.condition = .healing } == .notice)
        #expect(level(.venue) { $0.venue?.condition = .alone } == .loud)
        #expect(level(.venue) { $0.venue?.parked = 1 } == .notice)
    }

    @Test func `what waits is a note, and what nobody will send is loud`() {
        #expect(level(.queue) { $0.journal.waiting = 5 } == .notice)
        #expect(level(.queue) { $0.journal.parked = 1 } == .loud)
        #expect(level(.queue) { $0.journal.refused = 1 } == .loud)
    }

    @Test func `a server that is away is a note for a quarter of an hour`() {
        #expect(level(.network) { $0.backends[0].trouble = "away" } == .notice)
        let longAway = { (status: inout StationStatus) in
            status.backends[0].trouble = "away"
            status.now = status.now + PageBadge.patience
            status.journal.waiting = 1
        }
        #expect(level(.network, longAway) == .loud)
        #expect(level(.queue, longAway) == .loud)
        #expect(
            level(.network) {
                $0.backends[0].trouble = "never there"
                $0.backends[0].lastContact = nil
            } == .loud)
    }

    @Test func `a clock nobody vouches for is a note, and one that is wrong is loud`() {
        #expect(level(.clock) { $0.clock = .unsynchronised } == .notice)
        #expect(level(.clock) { $0.backends[0].clockOffsetMs = -61_000 } == .loud)
    }

    @Test func `readers are loud when none reads or one is paused`() {
        #expect(level(.readers) { $0.readers[0].state = .waiting } == .loud)
        let two = { (status: inout StationStatus, state: StationStatus.Reader.State) in
            status.readers.append(status.readers[0])
            status.readers[1].state = state
        }
        #expect(level(.readers) { two(&$0, .waiting) } == .notice)
        #expect(level(.readers) { two(&$0, .paused) } == .loud)
    }

    @Test func `no list and no room are loud, an old list is a note`() {
        #expect(level(.list) { $0.serving = [] } == .loud)
        #expect(level(.list) { $0.serving[0].isListOld = true } == .notice)
        #expect(level(.list) { $0.serving[0].listWarnings = ["it has 0 tickets"] } == .loud)
        #expect(level(.disk) { $0.isDiskLow = true } == .loud)
    }

    @Test func `time alone is no news`() {
        let state = PageState(.sample, .sample)
        var later = state
        later.station.now = state.station.now + .seconds(1)
        #expect(state.says(theSameAs: later))
        later.station.journal.waiting += 1
        #expect(!state.says(theSameAs: later))
    }
}
