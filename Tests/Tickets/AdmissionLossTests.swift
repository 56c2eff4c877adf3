import TestSupport
import Testing
import Tickets

/// People who could enter, and cannot with the next list.
@Suite struct AdmissionLossTests {
    private static let now = Timestamp(seconds: 1_000_000)

    private func right(
        _ status: TicketStatus = .valid, admits: Int = 1, lists: Set<String> = ["main"], from: Int64 = 2_000_000,
        until: Int64 = 3_000_000, isOfEvent: Bool = false, type: String = "standard"
    ) -> EntryRight {
        EntryRight(
            type: type, status: status, admits: admits, lists: status == .valid ? lists : [],
            opens: .init(Timestamp(seconds: from), isOfEvent: isOfEvent),
            closes: .init(Timestamp(seconds: until), isOfEvent: isOfEvent))
    }

    private func loss(_ pairs: [(old: [EntryRight], new: [EntryRight])], lists: Set<String> = ["main"]) -> AdmissionLoss
    {
        var loss = AdmissionLoss(lists: lists, now: Self.now)
        for pair in pairs { loss.add(pair.old, then: pair.new) }
        return loss
    }

    @Test(arguments: TicketStatus.allCases.filter { $0 != .valid })
    func `a status that lets nobody in loses all people of the ticket`(status: TicketStatus) {
        let lost = loss([([right(admits: 4)], [right(status, admits: 4)])])
        #expect(lost.causes == [.status(status): 4])
        #expect(lost.before == 4)
    }

    @Test func `a ticket that did not admit before loses nobody`() {
        #expect(loss([([right(.refunded)], []), ([right(.unpaid)], [right(.voided)])]).lost == 0)
        #expect(loss([([right(.voided)], [right(.valid)])]).before == 0)
    }

    @Test func `a missing line, fewer people, a shorter time and fewer lists are a loss each`() {
        let both: Set<String> = ["main", "lounge"]
        let lost = loss(
            [
                ([right()], []), ([right(admits: 4)], [right(admits: 1)]), ([right()], [right(from: 2_000_001)]),
                ([right(admits: 2)], [right(admits: 2, until: 2_999_999)]),
                ([right(lists: both)], [right(lists: ["main"])]), ([right()], [right(admits: 9)]),
            ], lists: both)
        #expect(lost.causes == [.gone: 1, .admits: 3, .window: 3, .lists: 1])
        #expect(lost.before == 10)
        #expect(
            lost.words
                == "8 of the 10 people who can enter could not any more: 1 not in it, 3 for a shorter time, 1 on fewer admission lists, 3 fewer on their tickets"
        )
    }

    @Test func `a moved event takes its tickets along, and a list with another id is no loss`() {
        let moved = ([right(isOfEvent: true)], [right(from: 2_600_000, until: 2_700_000, isOfEvent: true)])
        #expect(loss([moved]).lost == 0)
        #expect(loss([([right()], [right(lists: ["hall"])])], lists: ["hall"]).lost == 0)
        // Its own time ends with the event's from now on.
        #expect(loss([([right()], [right(until: 2_500_000, isOfEvent: true)])]).causes == [.window: 1])
    }

    @Test func `who is over time loses nothing`() {
        #expect(loss([([right(from: 1, until: 2)], [])]).before == 0)
    }

    @Test func `a line with another type is compared with the one that took its place`() {
        let vip = right(admits: 2, type: "vip")
        #expect(loss([([vip], [right(admits: 2)])]).lost == 0)
        #expect(loss([([vip, right()], [right()])]).causes == [.gone: 2])
        #expect(
            loss([([vip, right()], [right(), right(.refunded, admits: 2, type: "vip")])]).causes == [
                .status(.refunded): 2
            ])
    }

    @Test(arguments: [(6, 59, true), (6, 60, false), (5, 5, false), (6, 6, true), (0, 0, false)])
    func `more than five and more than a tenth want a confirmation`(lost: Int, all: Int, isLarge: Bool) {
        #expect(AdmissionLoss.isLarge(Int64(lost), of: Int64(all)) == isLarge)
        let pairs = (0..<all).map { ([right()], $0 < lost ? [] : [right()]) }
        #expect(loss(pairs).needsConfirmation == isLarge)
    }

    @Test func `an unpaid ticket counts where staff may let it in`() {
        let event = Event(
            id: "e", name: "e", timeZone: "UTC", doorsOpen: Self.now, starts: Self.now,
            ends: Timestamp(seconds: 2_000_000))
        func plan(asksUnpaid: Bool) -> EventPlan {
            EventPlan(
                event: event, types: [],
                lists: [
                    AdmissionList(
                        slug: "main", name: "", reentry: .none, types: ["standard"], asksUnpaid: asksUnpaid)
                ], gates: [])
        }
        func right(_ plan: EventPlan, _ status: TicketStatus) -> EntryRight {
            plan.right(
                type: "standard", status: status, admits: 1, notBefore: event.doorsOpen, notAfter: event.ends)
        }
        let (asks, refuses) = (plan(asksUnpaid: true), plan(asksUnpaid: false))
        #expect(loss([([right(asks, .valid)], [right(asks, .unpaid)])]).lost == 0)
        #expect(loss([([right(asks, .valid)], [right(refuses, .unpaid)])]).causes == [.status(.unpaid): 1])
        #expect(right(asks, .valid).opens.isOfEvent && right(asks, .valid).closes.isOfEvent)
        #expect(right(asks, .refunded).lists.isEmpty)
    }
}
