import Foundation
import Journal
import Manifests
import Messages
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Evening
@testable import Reports

@Suite struct EveningTests {
    /// Tickets 1 to 3 for one person, 4 for four people, 5 not valid any more.
    private static let rows =
        (1...3).map { TicketRow(code: Doors.code($0), reference: "R-\($0)", type: "standard") } + [
            TicketRow(code: Doors.code(4), reference: "R-4", type: "vip", admits: 4),
            TicketRow(code: Doors.code(5), reference: "R-5", type: "vip", status: .ticket(.voided)),
        ]

    /// The rows of a section, without its name and empty cells.
    private func rows(_ section: String, of evening: Evening) -> [String] {
        evening.report.csv.split(separator: "\r\n").map(String.init).filter { $0.hasPrefix("\(section),") }.map {
            $0.split(separator: ",").dropFirst().joined(separator: " ")
        }
    }

    @Test func `who came at any gate came once, and who left and returned entered again`() throws {
        let doors = try Doors(Self.rows)
        let (north, south) = (try doors.station("north", gate: "A"), try doors.station("south", gate: "B"))
        try north.record(doors.key(1), line: try doors.line(1), minute: 1)
        try south.record(doors.key(1), line: try doors.line(1), .checkedOut, minute: 30)
        try north.record(doors.key(1), line: try doors.line(1), minute: 40)
        try south.record(doors.key(4), line: try doors.line(4), count: 3, minute: 5)
        let evening = try doors.join([north, south])
        #expect(evening.doubts == [])
        let totals = rows("total", of: evening)
        for total in [
            "main tickets 7", "main admitted 5", "main came 4", "main not_come 3", "main entered_again 1",
        ] {
            #expect(totals.contains(total), "\(totals)")
        }
        #expect(
            rows("not_come", of: evening) == [
                "main standard people R-2 1", "main standard people R-3 1", "main vip people R-4 1",
            ])
        #expect(rows("gate", of: evening).contains("main B admitted 3"))
    }

    @Test func `an event is compared with earlier ones by what their reports say`() throws {
        let doors = try Doors(Self.rows)
        let north = try doors.station("north", gate: "A")
        // The gala starts two hours after its doors.
        for (number, minute) in [(1, 20), (2, 50), (3, 60)] {
            try north.record(doors.key(number), line: try doors.line(number), minute: minute)
        }
        let evening = try doors.join([north])
        let summary = EventSummary(evening.report)
        #expect((summary.name, summary.day) == ("Winter Gala", "2026-12-05"))
        #expect((summary.tickets, summary.came, summary.notCome, summary.again) == (7, 3, 4, 0))
        #expect((summary.busiest, summary.halfBeforeStart) == (1, 70))
        let kept = Data(evening.report.json.text.utf8)
        #expect(try EventSummary(json: kept, named: "gala.json") == summary)
        let compared = try Evening(
            joining: [("north.jsonl", Data(north.export().utf8))], list: doors.list.list, earlier: [summary, summary],
            now: Doors.open + .seconds(40_000))
        #expect(try compared.report.pdfFile(in: .in("de")).count > evening.report.pdfFile(in: .in("de")).count)
    }

    @Test func `a number that no event has counts as nothing`() throws {
        let rows = #"""
            [{"section":"event","key":"name","value":"Gala"},{"section":"total","key":"came","value":9223372036854775807},
            {"section":"total","key":"came","value":-5},{"section":"total","key":"came","value":3}]
            """#
        #expect(try EventSummary(json: Data(rows.utf8), named: "x.json").came == 3)
    }

    @Test(arguments: ["nonsense", "[]", #"[{"section":"event","key":"name","value":"Gala"}]"#])
    func `what is no report on all stations is not compared with`(json: String) {
        #expect { try EventSummary(json: Data(json.utf8), named: "x.json") } throws: {
            "\($0)".contains("x.json") && "\($0)".contains("usher evening join")
        }
    }

    @Test func `a ticket that two gates let in is a conflict, and nobody came twice`() throws {
        let doors = try Doors(Self.rows, reentry: "none")
        let (north, south) = (try doors.station("north", gate: "A"), try doors.station("south", gate: "B"))
        try north.record(doors.key(2), line: try doors.line(2), minute: 3)
        try south.record(doors.key(2), line: try doors.line(2), minute: 2)
        let evening = try doors.join([north, south])
        #expect(rows("conflict", of: evening).count == 2)
        #expect(rows("conflict", of: evening)[1].hasPrefix("main A too_many"))
        #expect(rows("total", of: evening).contains("main came 1"))
    }

    @Test func `what another station undid did not happen`() throws {
        let doors = try Doors(Self.rows)
        let (north, south) = (try doors.station("north", gate: "A"), try doors.station("south", gate: "B"))
        let entry = try north.record(doors.key(1), line: try doors.line(1), minute: 1)
        try south.record(nil, line: nil, .refused(.invalid), minute: 1)
        try south.undo(entry, minute: 3)
        let evening = try doors.join([north, south])
        #expect(rows("total", of: evening).contains("main came 0"))
        #expect(rows("total", of: evening).contains("main admitted 0"))
        #expect(rows("act", of: evening).count == 1)
        #expect(rows("refusal", of: evening) == ["B invalid 1"])
        #expect(evening.doubts == [])
        let alone = try doors.join([south])
        #expect(alone.doubts.contains("south undid an entry that no journal has: its entry 2."))
    }

    @Test func `sales of all stations are added up, and those taken back are told`() throws {
        let doors = try Doors(Self.rows)
        let (north, south) = (try doors.station("north", gate: "A"), try doors.station("south", gate: "B"))
        for station in [north, south] {
            try station.record(
                doors.key(90), line: try doors.line(1), .sold, minute: 1, kind: .sale, by: "ann",
                note: "15.00 EUR, cash")
        }
        let taken = try south.record(
            doors.key(91), line: try doors.line(1), .sold, minute: 2, kind: .sale, by: "ann", note: "15.00 EUR, cash")
        try south.undo(taken, minute: 3)
        let evening = try doors.join([north, south])
        #expect(rows("sold", of: evening) == ["standard cash ann 3"])
        #expect(rows("taken_back", of: evening) == ["standard cash ann 1"])
        #expect(rows("revenue", of: evening) == ["standard cash EUR ann 30.00"])
    }

    @Test func `of several exports of a station the longest counts, once`() throws {
        let doors = try Doors(Self.rows)
        let (north, south) = (try doors.station("north", gate: "A"), try doors.station("south", gate: "B"))
        try north.record(doors.key(1), line: try doors.line(1), minute: 1)
        try south.record(doors.key(3), line: try doors.line(3), minute: 1)
        let early = try north.export()
        try north.record(doors.key(2), line: try doors.line(2), minute: 2)
        let evening = try doors.join([
            ("late", try north.export()), ("early", early), ("late again", try north.export()),
            ("south", try south.export()),
        ])
        #expect(evening.doubts == [])
        #expect(rows("total", of: evening).contains("main came 3"))
    }

    @Test func `a gate without a journal, and a journal that ends before a head that was kept, are told`() throws {
        let doors = try Doors(Self.rows)
        let north = try doors.station("north", gate: "A")
        try north.record(doors.key(1), line: try doors.line(1), minute: 1)
        let early = try north.export()
        try north.record(doors.key(2), line: try doors.line(2), minute: 2)
        let evening = try doors.join([("early.jsonl", early)], heads: [try north.head()])
        #expect(
            evening.doubts == [
                "early.jsonl ends with entry 1, and north has 2: export it again.",
                "No journal has an entry of gate B.",
            ])
        #expect(rows("doubtful_journal", of: evening).count == 1)
        #expect(rows("doubt", of: evening).count == 2)
    }

    @Test func `a journal that was written anew differs from the head that was kept`() throws {
        let doors = try Doors(Self.rows)
        let (north, south) = (try doors.station("north", gate: "A"), try doors.station("south", gate: "B"))
        try north.record(doors.key(1), line: try doors.line(1), minute: 1)
        try south.record(doors.key(3), line: try doors.line(3), minute: 1)
        // The same name, and so another machine in its place.
        let other = try Doors(Self.rows).station("north", gate: "A")
        try other.record(doors.key(2), line: try doors.line(2), minute: 1)
        let evening = try doors.join([north, south], heads: [try other.head(), try south.head()])
        #expect(evening.doubts.count == 1)
        #expect(evening.doubts[0].contains("a head of north that was kept is not"))
    }

    @Test func `a kiosk that is gone is told by the head that was kept`() throws {
        let doors = try Doors(Self.rows)
        let (north, south) = (try doors.station("north", gate: "A"), try doors.station("south", gate: "B"))
        let stolen = try doors.station("stolen", gate: "B")
        for (station, ticket) in [(north, 1), (south, 2), (stolen, 3)] {
            try station.record(doors.key(ticket), line: try doors.line(ticket), minute: 1)
        }
        let evening = try doors.join([north, south], heads: [try north.head(), try south.head(), try stolen.head()])
        #expect(evening.doubts.count == 1)
        #expect(evening.doubts.first?.hasPrefix("No journal of stolen with the key ") == true)
        #expect(evening.doubts.first?.hasSuffix(" is here; it had 1 entries or more.") == true)
    }

    @Test(arguments: [
        (#""count":1"#, #""count":2"#, "entry 1 was changed"),
        (#""ref":"R-2""#, #""ref":"R-3""#, "entry 2 was changed"),
    ])
    func `a changed entry is found`(old: String, new: String, fault: String) throws {
        let doors = try Doors(Self.rows)
        let north = try doors.station("north", gate: "A")
        let line = try doors.line(1)
        try north.record(doors.key(1), line: line, minute: 1)
        try north.record(doors.key(2), line: 2, minute: 2)
        let text = try north.export()
        let range = try #require(text.range(of: old))
        let evening = try doors.join([("north.jsonl", text.replacingCharacters(in: range, with: new))])
        #expect(evening.doubts.first == "north.jsonl: \(fault).")
    }

    @Test(arguments: ["", "{}\n", "seq,id\n1,2\n", "{\"head\":\"x\"}\n"])
    func `what is no export is refused`(text: String) throws {
        let doors = try Doors(Self.rows)
        #expect(throws: JournalError.self) { _ = try doors.join([("file", text)]) }
    }

    @Test func `an export that is cut off is refused, and so is one with more after its head`() throws {
        let doors = try Doors(Self.rows)
        let north = try doors.station("north", gate: "A")
        try north.record(doors.key(1), line: try doors.line(1), minute: 1)
        let text = try north.export()
        for wrong in [String(text.prefix(300)), text.split(separator: "\n")[0] + "\n", text + text] {
            #expect(throws: JournalError.self) { _ = try doors.join([("file", wrong)]) }
        }
    }

    @Test func `what stands behind the signed end is refused, whoever made it`() throws {
        let doors = try Doors(Self.rows)
        let north = try doors.station("north", gate: "A")
        try north.record(doors.key(1), line: try doors.line(1), minute: 1)
        let early = try north.export().split(separator: "\n")
        try north.record(doors.key(2), line: try doors.line(2), minute: 2)
        let late = try north.export().split(separator: "\n")
        // Both entries are real, and only the first is signed for.
        let text = [late[0], late[1], early[1]].joined(separator: "\n")
        #expect(throws: JournalError.self) { _ = try doors.join([("north", text)]) }
    }

    @Test func `with heads, a journal that none of them is of is told, and so are entries that are in two`() throws {
        let doors = try Doors(Self.rows)
        let (north, south) = (try doors.station("north", gate: "A"), try doors.station("south", gate: "B"))
        try north.record(doors.key(1), line: try doors.line(1), minute: 1)
        try south.record(doors.key(2), line: try doors.line(2), minute: 1)
        let evening = try doors.join([north, south], heads: [try north.head()])
        #expect(
            evening.doubts == ["No head that was kept is of the key of south.jsonl: nothing shows that it is south's."])
    }

    @Test(arguments: ["-5", "1001", "9223372036854775807"])
    func `a count that no entry can have is refused`(count: String) throws {
        let doors = try Doors(Self.rows)
        let north = try doors.station("north", gate: "A")
        try north.record(doors.key(1), line: try doors.line(1), minute: 1)
        let text = try north.export().replacing(#""count":1"#, with: #""count":\#(count)"#)
        #expect(throws: JournalError.self) { _ = try doors.join([("north", text)]) }
    }

    /// Where people were let in changes nothing of who came.
    @Test func `many journals tell of the same people as one that has all entries`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = SplitMix64(seed: seed)
        let rows = (0..<30).map { number in
            TicketRow(code: Doors.code(number), reference: "R-\(number)", type: "standard", admits: 1 + dice.below(4))
        }
        let doors = try Doors(rows)
        let stations = try (1...4).map { try doors.station("kiosk-\($0)", gate: $0 < 3 ? "A" : "B") }
        let all = try doors.station("all", gate: "A")
        var (entered, left) = (0, 0)
        for minute in 0..<400 {
            let number = dice.below(30)
            let (key, line) = (doors.key(number), try doors.line(number))
            let isExit = dice.below(3) == 0
            let count = 1 + dice.below(2)
            let station = stations[dice.below(4)]
            var entries: [(DoorStation, CheckIn)] = []
            for each in [station, all] {
                let entry = try each.record(
                    key, line: line, isExit ? .checkedOut : .admitted, count: count, minute: minute)
                entries.append((each, entry))
            }
            if dice.below(10) == 0 {
                for (each, entry) in entries { try each.undo(entry, minute: minute) }
            } else if isExit {
                left += count
            } else {
                entered += count
            }
        }
        let many = try doors.join(stations)
        let one = try doors.join([all])
        #expect(many.doubts == [], "seed \(seed)")
        let parts = try #require(many.report.figures.lists.first)
        let whole = try #require(one.report.figures.lists.first)
        #expect((parts.admitted, parts.checkedOut) == (entered, left), "seed \(seed)")
        #expect((parts.inside, parts.course) == (whole.inside, whole.course), "seed \(seed)")
        for name in ["total", "not_come"] {
            #expect(self.rows(name, of: many) == self.rows(name, of: one), "seed \(seed)")
        }
        let joined = try #require(many.report.joined?.attendance["main"])
        #expect(joined.came + joined.notCome == Int(parts.tickets), "seed \(seed)")
    }
}
