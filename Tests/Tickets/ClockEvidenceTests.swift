import Testing
import Tickets

/// When something may be deleted because of the time.
@Suite struct ClockEvidenceTests {
    private static let now = Timestamp(seconds: 1_796_486_400)
    private static let later = now + .seconds(3600)

    @Test(
        arguments: [
            (true, [], nil, nil),
            (false, [], nil, ClockDoubt.unsynchronised),
            (false, [Duration.seconds(2)], nil, nil),
            (true, [.seconds(31)], nil, .ahead(.seconds(31))),
            (true, [.seconds(1), .seconds(864_000)], nil, .ahead(.seconds(864_000))),
            (false, [.seconds(-40)], nil, .behind(.seconds(40))),
            (true, [], later, .wasAhead),
            (true, [.zero], later, nil),
            (true, [], now, nil),
            (true, [], now + .seconds(30), nil),
        ] as [(Bool, [Duration], Timestamp?, ClockDoubt?)])
    func `a time is trusted that the kernel or a server keeps, and nothing contradicts`(
        isSynchronised: Bool, offsets: [Duration], newest: Timestamp?, doubt: ClockDoubt?
    ) {
        let evidence = ClockEvidence(
            now: Self.now, isSynchronised: isSynchronised, offsets: offsets, newest: newest)
        #expect(evidence.doubt == doubt)
    }

    @Test func `what was noted before the start speaks against a clock, and never for it`() {
        func doubt(_ last: Duration, isSynchronised: Bool) -> ClockDoubt? {
            ClockEvidence(now: Self.now, isSynchronised: isSynchronised, lastOffset: last).doubt
        }
        #expect(doubt(.zero, isSynchronised: false) == .unsynchronised)
        #expect(doubt(.zero, isSynchronised: true) == nil)
        #expect(doubt(.seconds(864_000), isSynchronised: true) == .ahead(.seconds(864_000)))
    }

    @Test func `a doubt says what it is, and what to do`() {
        #expect(ClockDoubt.ahead(.seconds(90)).reason == "the clock is 90 s ahead of a server's")
        #expect(ClockDoubt.unsynchronised.hint.contains("timedatectl"))
    }
}
