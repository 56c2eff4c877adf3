import Fleet
import Foundation
import StationAPI
import Testing
import Tickets

@Suite struct SignedReportTests {
    @Test func `a report is read as it was written`() throws {
        let station = Reporting(name: "kiosk-1", own: (7, 2), end: (9, String(repeating: "ab", count: 32)))
        let signed = try SignedReport(station.line, from: "kiosk-1")
        #expect(try signed.report.figures == station.report.figures)
        #expect(signed.report.own == (try station.report.own))
        #expect(signed.key == station.key.verificationKey)
        #expect((signed.end.sequence, signed.end.hash) == (9, String(repeating: "ab", count: 32)))
    }

    @Test func `a report of another station is refused, however it is signed`() throws {
        let line = try Reporting(name: "kiosk-1").line
        #expect(throws: SignedReport.Fault.otherStation) { try SignedReport(line, from: "kiosk-2") }
    }

    @Test func `no byte of a report can be changed`() throws {
        let line = Array(try Reporting(name: "kiosk-1").line.utf8)
        for place in stride(from: 0, to: line.count, by: 97) {
            var other = line
            other[place] = other[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let text = String(decoding: other, as: UTF8.self)
            #expect(throws: SignedReport.Fault.self, "byte \(place)") { try SignedReport(text, from: "kiosk-1") }
        }
    }

    @Test func `the end of the journal must be signed by the key of the report`() throws {
        let (mine, other) = (Reporting(name: "kiosk-1"), Reporting(name: "kiosk-1"))
        var report = try mine.report
        report.head = try other.head
        let line = try SignedReport.sign(report, with: mine.key)
        #expect(throws: SignedReport.Fault.otherHead) { try SignedReport(line, from: "kiosk-1") }
    }

    @Test(arguments: [(Int.max, 0, 0.0), (0, Int.min, 0), (0, 0, 1e300), (20_000_000_000, 0, 0)])
    func `numbers that cannot be added up are refused`(entered: Int, left: Int, perMinute: Double) throws {
        let station = Reporting(name: "kiosk-1", perMinute: perMinute)
        var report = try station.report
        report.own[0].entered = entered
        report.own[0].left = left
        let line = try SignedReport.sign(report, with: station.key)
        #expect(throws: SignedReport.Fault.unlikely) { try SignedReport(line, from: "kiosk-1") }
    }

    @Test(arguments: [-1, Int.min, 1 << 60])
    func `no number of a report is below 0, so that none hides what other stations have`(number: Int) throws {
        let station = Reporting(name: "kiosk-1")
        let changes: [(inout StationReport) -> Void] = [
            { $0.own[0].entered = number }, { $0.figures[0].unsent = number }, { $0.figures[0].conflicts = number },
            { $0.status.journal.waiting = number }, { $0.status.journal.parked = number },
            { $0.freeBytes = Int64(number) }, { $0.figures[0].lists[0].inside = number },
        ]
        for change in changes {
            var report = try station.report
            change(&report)
            let line = try SignedReport.sign(report, with: station.key)
            #expect(throws: SignedReport.Fault.unlikely) { try SignedReport(line, from: "kiosk-1") }
        }
    }

    @Test func `a clock may be behind`() throws {
        let station = Reporting(name: "kiosk-1")
        var report = try station.report
        report.status.backends = [
            StationStatus.Backend(
                name: "box", kind: "webhook", lastContact: nil, clockOffsetMs: -90_000, trouble: nil)
        ]
        #expect(throws: Never.self) { try SignedReport(SignedReport.sign(report, with: station.key), from: "kiosk-1") }
    }

    @Test(arguments: [(0, 3, 3), (100_000, 3, 3), (1, 3, 2), (1, 600, 600)])
    func `a curve that no page could draw is refused`(step: Int, entered: Int, left: Int) throws {
        let course = ListFigures.TimeSeries(
            start: doors, stepMinutes: step, entered: Array(repeating: 1, count: entered),
            left: Array(repeating: 0, count: left))
        let line = try Reporting(name: "kiosk-1", course: course).line
        #expect(throws: SignedReport.Fault.unlikely) { try SignedReport(line, from: "kiosk-1") }
    }

    @Test func `what is no report is refused, and so is one that is too long`() throws {
        #expect(throws: SignedReport.Fault.unreadable) { try SignedReport("", from: "kiosk-1") }
        #expect(throws: SignedReport.Fault.unreadable) { try SignedReport(Reporting(name: "k").head, from: "k") }
        #expect(throws: SignedReport.Fault.tooLong) {
            try SignedReport(String(repeating: "a", count: SignedReport.longest + 1), from: "k")
        }
    }
}
