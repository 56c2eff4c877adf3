import Foundation
import TestSupport
import Testing
import Tickets

/// What is remembered of a line, beside what a list counts of it.
@Suite struct RememberedUseTests {
    private static let removed = Timestamp(seconds: 1_796_500_000)

    private func listed(_ ins: Int, _ outs: Int = 0) -> ListedHistory {
        ListedHistory(
            TicketRecord.UsedCount(
                line: 0, list: "main", history: History(ins: ins, outs: outs), until: Timestamp(seconds: 1_796_490_000)),
            issued: Timestamp(seconds: 1_797_000_000))
    }

    @Test(
        arguments: [
            // The list counts nothing: what is remembered counts.
            (nil, RememberedUse(ins: 2, outs: 1, at: removed), (2, 1)),
            // It counts what its server knew, and the rest beside it.
            ((2, 0), RememberedUse(ins: 3, outs: 0, knownIns: 2, at: removed), (3, 0)),
            // It counts a later entry and exit, too.
            ((3, 1), RememberedUse(ins: 2, outs: 0, knownIns: 2, at: removed), (3, 1)),
            // Its server has lost what it knew.
            ((0, 0), RememberedUse(ins: 2, outs: 1, knownIns: 2, knownOuts: 1, at: removed), (2, 1)),
            ((1, 1), RememberedUse(ins: 2, outs: 0, knownIns: 2, at: removed), (2, 0)),
        ] as [((Int, Int)?, RememberedUse, (Int, Int))])
    func `what a list and the memory both know counts once, and what one lacks counts too`(
        list: (Int, Int)?, use: RememberedUse, sum: (Int, Int)
    ) {
        let joined = ListedHistory.joined(list.map { listed($0.0, $0.1) }, use)
        let history = History(listed: joined, passages: [])
        #expect((history.ins, history.outs) == sum)
        #expect(history.first == nil, "when somebody entered is not remembered")
        #expect(history.entries.count == history.ins)
    }

    @Test func `everybody counts as out at the hour after the entries were removed, and not before`() {
        let use = RememberedUse(ins: 1, outs: 0, at: Self.removed)
        func inside(_ now: Timestamp) -> Int {
            let exit = DailyExit(minute: 180, timeZone: "UTC")
            return History(listed: ListedHistory.joined(nil, use), passages: [], hour: exit.last(at: now)).inside
        }
        #expect(inside(Self.removed + .seconds(60)) == 1)
        #expect(inside(Self.removed + .seconds(86_400)) == 0)
    }

    @Test func `nothing remembered leaves a list as it is`() {
        #expect(ListedHistory.joined(listed(1), nil) == listed(1))
        #expect(ListedHistory.joined(nil, nil) == nil)
    }
}
