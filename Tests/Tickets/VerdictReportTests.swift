import Foundation
import Messages
import Testing
import Tickets

struct VerdictReportTests {
    private static let now = "2026-11-21T18:00:00.123Z"

    private func refusal(elapsed: Duration? = nil) throws -> VerdictReport {
        let history = History(
            ins: 1, first: .init(at: try time("2026-12-05T15:02:00Z"), gate: "A", station: "kiosk-1"))
        let admission = AdmissionCase(
            plan: try plan(), list: hall(), lines: [try line()], histories: [0: history],
            now: try time("2026-12-05T16:00:00.123Z"))
        return VerdictReport(
            admission.decision, sequence: 7, plan: admission.plan, gate: gateA,
            holder: "Ana Núñez", direction: .in, at: admission.now, how: .camera, elapsed: elapsed, text: english)
    }

    private func read(_ report: VerdictReport) throws -> VerdictReport {
        try JSONDecoder().decode(VerdictReport.self, from: Data(report.json.text.utf8))
    }

    @Test func `has its keys in their fixed order`() throws {
        let text = try refusal().json.text
        let expected =
            #"{"seq":7,"verdict":"refused","reason":"alreadyScanned","event":"winter-gala-2026","list":"main","#
            + #""gate":"A","ref":"ref-0","line":0,"type":"Standard","holder":"Ana Núñez","seat":null,"#
            + #""attention":null,"direction":"in","entry":null,"admits":1,"at":"2026-12-05T16:00:00.123Z","#
            + #""how":"camera","first":{"at":"2026-12-05T15:02:00.000Z","gate":"A","station":"kiosk-1"},"#
            + #""repeat":false,"message":"Already scanned 18:02, Gate A (kiosk-1)","#
            + #""sentence":{"key":"sentences.alreadyScannedFirstPlace","values":{"admits":1,"#
            + #""event":"Winter Gala","first":{"time":"2026-12-05T15:02:00.000Z"},"#
            + #""place":"Gate A (kiosk-1)"}},"time_zone":"Africa/Kampala","#
            + #""utc_offsets":[{"from":"2026-05-19T14:00:00.000Z","seconds":10800}]}"#
        #expect(text == expected)
    }

    @Test func `says what it cannot know with null`() throws {
        let report = VerdictReport(
            .refused(.noManifest), sequence: nil, plan: nil, gate: nil,
            direction: .look, at: try time(Self.now), how: .stdin, text: english)
        let expected =
            #"{"seq":null,"verdict":"refused","reason":"noManifest","event":null,"list":null,"gate":null,"#
            + #""ref":null,"line":null,"type":null,"holder":null,"seat":null,"attention":null,"direction":"look","#
            + #""entry":null,"admits":null,"at":"2026-11-21T18:00:00.123Z","how":"stdin","first":null,"#
            + #""repeat":false,"message":"No ticket list is installed for this event","#
            + #""sentence":{"key":"sentences.noManifest","values":{}}}"#
        #expect(report.json.text == expected)
        #expect(try read(report).json.text == report.json.text)
    }

    @Test(arguments: [
        (Duration.microseconds(812), "0.812"), (.microseconds(1_250_000), "1250"), (.nanoseconds(1_234_567), "1.235"),
        (.zero, "0"),
    ])
    func `tells the time it took in milliseconds`(elapsed: Duration, text: String) throws {
        var report = try refusal(elapsed: elapsed)
        #expect(report.json.text.hasSuffix(#","elapsed_ms":\#(text)}"#))
        #expect(try read(report).json.text == report.json.text)

        let copy = report
        report.elapsed = nil
        report.elapsed = elapsed
        #expect(report == copy)
    }

    @Test func `marks a check-out without an entry`() throws {
        let admission = AdmissionCase(
            plan: try plan(), list: hall(), lines: [try line()], direction: .out, now: try time("2026-12-05T16:00:00Z"))
        let report = VerdictReport(
            admission.decision, sequence: 8, plan: admission.plan, gate: gateA,
            direction: .out, at: admission.now, how: .wedge, text: english)
        #expect(report.json.text.contains(#""message":"Goodbye. No entry is known","#))
        #expect(report.json.text.hasSuffix(#","unmatched":true}"#))
        #expect(try read(report).json.text == report.json.text)
    }

    @Test func `is read back as it was written`() throws {
        var report = try refusal(elapsed: .microseconds(987))
        report.isRepeat = true
        report.sequence = nil
        #expect(try read(report).json.text == report.json.text)
    }

    @Test func `carries what the steward must do for whoever comes in, and nothing for whoever is refused`() throws {
        func attention(_ ticket: String?, type: TicketType, at list: AdmissionList) throws -> String? {
            let line = TicketLine(
                number: 0, type: type, notBefore: .earliest, notAfter: .latest, attention: ticket)
            let admission = AdmissionCase(plan: try plan(), list: list, lines: [line], now: try time(Self.now))
            return VerdictReport(
                admission.decision, sequence: 1, plan: admission.plan, gate: loungeDoor,
                direction: .in, at: admission.now, how: .camera, text: english
            ).attention
        }
        #expect(try attention(nil, type: standard, at: hall()) == nil)
        #expect(try attention("Wheelchair", type: standard, at: hall()) == "Wheelchair")
        #expect(try attention(nil, type: vip, at: lounge) == "Hand out a lanyard")
        #expect(try attention("Wheelchair", type: vip, at: lounge) == "Wheelchair; Hand out a lanyard")
        #expect(try attention("Wheelchair", type: standard, at: lounge) == nil)
    }

    @Test(arguments: [
        // Half an hour before midnight in Kampala, and half an hour after.
        (16, "2026-12-05T20:30:00Z", "2010-12-05"), (16, "2026-12-05T21:30:00Z", "2010-12-06"),
        (18, "2028-02-29T12:00:00Z", "2010-02-28"), (20, "2028-02-29T12:00:00Z", "2008-02-29"),
        (18, "2026-02-28T12:00:00Z", "2008-02-28"), (18, "2026-03-01T12:00:00Z", "2008-03-01"),
        (28, "2128-02-29T12:00:00Z", "2100-02-28"),
    ])
    func `names the day on or before which a guest must be born`(age: Int, now: String, expected: String) throws {
        func report(_ status: TicketStatus, _ direction: Direction) throws -> VerdictReport {
            let line = TicketLine(
                number: 0, type: vip.from(age: age), status: status, notBefore: .earliest, notAfter: .latest)
            let admission = AdmissionCase(
                plan: try plan(), list: lounge, lines: [line], direction: direction, now: try time(now))
            return VerdictReport(
                admission.decision, sequence: 1, plan: admission.plan, gate: loungeDoor, direction: direction,
                at: admission.now, how: .camera, text: english)
        }
        let admitted = try report(.valid, .in)
        #expect((admitted.verdict, admitted.bornBy) == (.admitted, expected))
        #expect(DoorClock(zone: named("Africa/Kampala"), now: try time(now)).lastBirthday(ofAge: age) == expected)
        #expect(try report(.refunded, .in).bornBy == nil && report(.valid, .out).bornBy == nil)
        #expect(try read(admitted).bornBy == admitted.bornBy)
    }

    @Test func `says what staff must find out, with the day`() throws {
        let line = TicketLine(
            number: 0, type: vip.from(age: 18, asked: true), notBefore: .earliest, notAfter: .latest)
        let admission = AdmissionCase(
            plan: try plan(), list: lounge, lines: [line], now: try time("2026-12-05T16:00:00Z"))
        var report = VerdictReport(
            admission.decision, sequence: 1, plan: admission.plan, gate: loungeDoor, direction: .in,
            at: admission.now, how: .camera, text: english)
        (report.ask, report.answers) = (7, 6)
        #expect(report.questions == ["age"] && report.bornBy == "2008-12-05")
        #expect(report.json.text.contains(#""born_by":"2008-12-05","questions":["age"],"ask":7,"answers":6"#))
        let again = try read(report)
        #expect((again.questions, again.ask, again.answers) == (["age"], 7, 6))
    }

    @Test func `lets no control character out or in`() throws {
        let bad = "\u{202E}x\u{0}\u{1B}\n"
        let type = TicketType(id: 1, slug: "standard", name: bad, attention: bad)
        let line = TicketLine(
            number: 0, reference: bad, type: type, notBefore: .earliest, notAfter: .latest, seat: bad, attention: bad)
        let history = History(ins: 1, first: .init(at: .earliest, gate: bad, station: bad))
        let admission = AdmissionCase(
            plan: try plan(), list: hall(), lines: [line], histories: [0: history], now: try time(Self.now))
        let report = VerdictReport(
            admission.decision, sequence: 1, plan: admission.plan,
            gate: Gate(slug: bad, name: bad, list: bad), holder: bad, direction: .in, at: admission.now, how: .camera,
            text: english)
        let text = report.json.text
        #expect(text == text.withoutControls)
        #expect(!text.contains(#"\u"#) && !text.contains(#"\n"#))
        #expect((report.holder, report.seat, report.type, report.reference) == ("x", "x", "x", "x"))

        let hostile = try refusal().json.text.replacingOccurrences(of: "Ana", with: #"\u202eAna\u001b"#)
        let read = try JSONDecoder().decode(VerdictReport.self, from: Data(hostile.utf8))
        #expect(read.holder == "Ana Núñez")
    }

    @Test(arguments: [
        (#""refused""#, #""admitted""#), (#""alreadyScanned""#, "null"), (#""alreadyScanned""#, #""tired""#),
        (#""camera""#, #""telepathy""#), (#""in""#, #""up""#), ("2026-12-05T16", "2026-13-05T16"),
        (#""repeat":false"#, #""repeat":false,"elapsed_ms":1e300"#), (#""message""#, #""massage""#),
    ])
    func `refuses to be read from contradictions`(part: String, replacement: String) throws {
        let text = try refusal().json.text
        #expect(text.contains(part))
        let changed = text.replacingOccurrences(of: part, with: replacement)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(VerdictReport.self, from: Data(changed.utf8))
        }
    }

    // MARK: - Hints

    @Test(arguments: [
        (ScanHint.Kind(.webAddress), "This is a web address, not a ticket"),
        (.wifi, "This is a Wi-Fi code, not a ticket"), (.place, "This is a place, not a ticket"),
    ])
    func `a hint says what a text is`(kind: ScanHint.Kind, message: String) throws {
        #expect(Messages.english.label("hints.\(kind.rawValue)") == message)
        let hint = ScanHint(about: kind, gate: gateA, at: try time(Self.now), how: .camera, message: message)
        let expected =
            #"{"hint":"\#(kind.rawValue)","gate":"A","at":"2026-11-21T18:00:00.123Z","how":"camera","#
            + #""message":"\#(message)"}"#
        #expect(hint.json.text == expected)
        #expect(try JSONDecoder().decode(ScanHint.self, from: Data(expected.utf8)) == hint)
    }
}
