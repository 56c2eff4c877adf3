import Testing
import Tickets

@testable import Station

@Suite struct PresentationFilterTests {
    private let outcome = Outcome.hint(
        ScanHint(.webAddress, gate: nil, at: StationFixture.evening, how: .camera))
    private let start = ContinuousClock.now

    private func sight(
        _ text: String, _ how: CheckIn.How, after milliseconds: Int, source: String = "one"
    ) -> Presentation {
        Presentation(bytes: Array(text.utf8), how: how, source: source, arrived: start + .milliseconds(milliseconds))
    }

    @Test func `holds a code in view for one presentation until it was away for a second and a half`() {
        var filter = PresentationFilter()
        filter.remember(outcome, of: sight("a", .camera, after: 0))
        for time in stride(from: 100, through: 6000, by: 1400) {
            #expect(filter.earlierOutcome(of: sight("a", .camera, after: time)) != nil)
        }
        #expect(filter.earlierOutcome(of: sight("a", .camera, after: 5700 + 1500)) == nil)
    }

    @Test func `keeps two codes in one view apart`() {
        var filter = PresentationFilter()
        filter.remember(outcome, of: sight("a", .camera, after: 0))
        #expect(filter.earlierOutcome(of: sight("b", .camera, after: 10)) == nil)
        filter.remember(outcome, of: sight("b", .camera, after: 10))
        #expect(filter.earlierOutcome(of: sight("a", .camera, after: 20)) != nil)
    }

    @Test func `takes a trigger pull that comes twice within seven tenths of a second for one`() {
        var filter = PresentationFilter()
        filter.remember(outcome, of: sight("a", .wedge, after: 0))
        #expect(filter.earlierOutcome(of: sight("a", .wedge, after: 600)) != nil)
        #expect(filter.earlierOutcome(of: sight("a", .wedge, after: 700)) == nil)
    }

    @Test func `a camera that took no frame for a while has not seen its code leave`() {
        var filter = PresentationFilter()
        filter.remember(outcome, of: sight("a", .camera, after: 0))
        let late = Presentation(
            bytes: Array("a".utf8), how: .camera, source: "one", arrived: start + .seconds(9),
            seen: start + .milliseconds(500))
        #expect(filter.earlierOutcome(of: late) != nil)
    }

    @Test func `never confuses two readers`() {
        var filter = PresentationFilter()
        filter.remember(outcome, of: sight("b", .camera, after: 0, source: "two"))
        filter.remember(outcome, of: sight("a", .camera, after: 0))
        for source in ["two", "three"] {
            #expect(filter.earlierOutcome(of: sight("a", .camera, after: 1, source: source)) == nil)
        }
    }

    @Test(arguments: [CheckIn.How.stdin, .image, .manual])
    func `takes every line, picture and act for a presentation of its own`(how: CheckIn.How) {
        var filter = PresentationFilter()
        filter.remember(outcome, of: sight("a", how, after: 0))
        #expect(filter.earlierOutcome(of: sight("a", how, after: 0)) == nil)
    }
}
