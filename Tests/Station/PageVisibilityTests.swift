import StationAPI
import Testing

@testable import Station

@Suite struct PageVisibilityTests {
    private let start = ContinuousClock.now

    private func drawing(
        _ page: PageDrawing.Page = .door, onConsole: Bool = true, verdict: Int64? = nil, openFor age: Duration = .zero,
        isCovered: Bool? = nil
    ) -> PageDrawing {
        PageDrawing(
            page: page, isConsole: onConsole, verdict: verdict,
            pageAgeMs: age.components.seconds * 1000, isCovered: isCovered)
    }

    @Test func `nobody sees anything on a page that never confirmed that it draws`() {
        let sight = PageVisibility(began: start)
        #expect(!sight.isSeen(at: start))
        #expect(sight.console(at: start) == nil)
        #expect(sight.consoleSilence(at: start + .seconds(70)) == .seconds(70))
    }

    @Test func `a page that draws is seen, and no longer when it falls silent`() {
        var sight = PageVisibility(began: start)
        sight.note(drawing(), at: start + .seconds(1))
        #expect(sight.isSeen(at: start + .seconds(5)))
        #expect(sight.console(at: start + .seconds(5)) == .drawn)
        #expect(sight.isSeen(at: start + .seconds(60)))
        #expect(!sight.isSeen(at: start + .seconds(61)))
        #expect(sight.console(at: start + .seconds(16)) == .silent)
        #expect(sight.consoleSilence(at: start + .seconds(16)) == .seconds(15))
    }

    @Test func `figures are drawn, and show no verdict to anybody`() {
        var sight = PageVisibility(began: start)
        sight.note(drawing(.figures), at: start)
        #expect(!sight.isSeen(at: start))
        sight.noteAnnounced(verdict: 4, at: start + .seconds(1))
        sight.note(drawing(.figures, openFor: .seconds(20)), at: start + .seconds(20))
        #expect(sight.console(at: start + .seconds(20)) == .drawn)
    }

    @Test func `a page elsewhere is seen, and says nothing of the console`() {
        var sight = PageVisibility(began: start)
        sight.note(drawing(onConsole: false), at: start + .seconds(3))
        #expect(sight.isSeen(at: start + .seconds(4)))
        #expect(sight.console(at: start + .seconds(4)) == nil)
        #expect(sight.consoleSilence(at: start + .seconds(4)) == .seconds(4))
    }

    @Test func `a verdict that the console's page does not draw is noticed, until it does`() {
        var sight = PageVisibility(began: start)
        sight.note(drawing(), at: start)
        sight.noteAnnounced(verdict: 7, at: start + .seconds(1))
        sight.note(drawing(openFor: .seconds(12)), at: start + .seconds(12))
        #expect(sight.console(at: start + .seconds(12)) == .behind)
        #expect(sight.consoleSilence(at: start + .seconds(12)) == .seconds(11))
        sight.note(drawing(verdict: 7, openFor: .seconds(13)), at: start + .seconds(13))
        #expect(sight.console(at: start + .seconds(13)) == .drawn)
    }

    @Test func `a page that another window covers shows nothing, from the moment that it says so until it is free`() {
        var sight = PageVisibility(began: start)
        sight.note(drawing(), at: start)
        sight.note(drawing(isCovered: true), at: start + .seconds(1))
        #expect(!sight.isSeen(at: start + .seconds(1)))
        sight.note(drawing(isCovered: true), at: start + .seconds(5))
        #expect(sight.console(at: start + .seconds(5)) == .covered)
        #expect(sight.consoleSilence(at: start + .seconds(21)) == .seconds(20))
        sight.note(drawing(), at: start + .seconds(22))
        #expect(sight.isSeen(at: start + .seconds(22)))
        #expect(sight.console(at: start + .seconds(22)) == .drawn)
    }

    @Test func `a window over the console does not hide the page in another browser`() {
        var sight = PageVisibility(began: start)
        sight.note(drawing(onConsole: false), at: start)
        sight.note(drawing(isCovered: true), at: start + .seconds(1))
        #expect(sight.isSeen(at: start + .seconds(2)))
    }

    @Test func `a slow page stays a display as long as it has drawn what it was sent, and is told to be slow`() {
        var sight = PageVisibility(began: start)
        sight.note(drawing(), at: start)
        #expect(sight.slowness(at: start + .seconds(10)) == nil)
        #expect(sight.isSeen(at: start + .seconds(20)))
        #expect(sight.slowness(at: start + .seconds(20)) == .seconds(20))
        sight.noteAnnounced(verdict: 1, at: start + .seconds(20))
        // Nobody knows whether this one was seen: no other is taken before it.
        #expect(!sight.isSeen(at: start + .seconds(21)))
        sight.note(drawing(verdict: 1, openFor: .seconds(26)), at: start + .seconds(26))
        #expect(sight.isSeen(at: start + .seconds(27)))
        #expect(sight.slowness(at: start + .seconds(27)) == .seconds(6))
        sight.note(drawing(verdict: 1, openFor: .seconds(88)), at: start + .seconds(88))
        #expect(sight.slowness(at: start + .seconds(89)) == nil)
    }

    @Test func `a page owes no verdict from before it was opened`() {
        var sight = PageVisibility(began: start)
        sight.noteAnnounced(verdict: 7, at: start + .seconds(1))
        sight.note(drawing(openFor: .seconds(2)), at: start + .seconds(20))
        #expect(sight.console(at: start + .seconds(20)) == .drawn)
    }

    @Test func `an open page is a display only while it confirms what it draws`() {
        let announcer = Announcer()
        let page = announcer.listen(as: .page)
        #expect(!announcer.hasListener)
        announcer.pageDrew(drawing())
        #expect(announcer.hasListener)
        withExtendedLifetime(page) {}
    }
}
