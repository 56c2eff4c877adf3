import Foundation
import TestSupport
import Testing

@testable import Tickets

/// The sums against a count from scratch, over evenings made at random.
struct JournalTallyTests {
    private static let opening: Int64 = 1_796_486_400

    /// What two origins told, in the order in which it became known.
    private struct Evening {
        var rows: [TallyEntry] = []
        private var random: SplitMix64
        private var numbers: [TallyEntry.Origin: Int64] = [:]

        init(seed: UInt64, entries: Int) {
            random = SplitMix64(seed: seed)
            for _ in 0..<entries { add() }
        }

        private mutating func add() {
            let origin: TallyEntry.Origin = random.below(4) == 0 ? .elsewhere : .here
            let number = numbers[origin, default: 0] + 1
            numbers[origin] = number
            let passed = rows.filter { $0.undoes == nil && $0.verdict.reason == nil }
            let isUndo = random.below(6) == 0
            // Another gate may take back what is heard of later, or what was taken back already.
            let undoes =
                isUndo
                ? (passed.isEmpty || random.below(8) == 0
                    ? "here-\(number + 3)" : passed[random.below(passed.count)].id)
                : nil
            let verdict: Verdict =
                random.below(5) == 0
                ? .refused(random.below(2) == 0 ? .invalid : .alreadyScanned)
                : random.below(3) == 0 ? .checkedOut : .admitted
            rows.append(
                TallyEntry(
                    origin: origin, sequence: number, id: "\(origin)-\(number)", event: "gala",
                    list: ["main", "lounge"][random.below(2)], gate: ["A", "B", nil][random.below(3)],
                    key: TicketKey(code: "\(random.below(12))", salt: Data(count: 32)), line: random.below(2),
                    reference: nil, verdict: undoes == nil ? verdict : .admitted, kind: origin == .here ? .scan : nil,
                    undoes: undoes, count: undoes != nil || verdict.reason != nil ? 0 : 1 + random.below(3),
                    operator: nil, at: Timestamp(seconds: JournalTallyTests.opening + Int64(random.below(3600)))))
        }

        var passages: [TallyEntry] {
            let undone = Set(rows.compactMap(\.undoes))
            return rows.filter { $0.undoes == nil && $0.verdict.reason == nil && !undone.contains($0.id) }
        }

        /// On the line of an entry, counted person by person in the order of time.
        func inside(_ entry: TallyEntry) -> Int {
            let line = passages.filter { $0.list == entry.list && $0.key == entry.key && $0.line == entry.line }
            let inTime = line.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            return inTime.reduce(0) { people, passage in
                let count = passage.element.count
                return passage.element.verdict == .admitted ? people + count : max(0, people - count)
            }
        }

        func row(_ entry: TallyEntry) -> TallyRow {
            TallyRow(entry, undone: entry.undoes.flatMap { id in rows.first { $0.id == id } })
        }
    }

    private static func type(_ entry: TallyEntry) -> String? { entry.line == 0 ? "standard" : "vip" }

    private static func tally(_ evening: Evening, hereFirst: Bool) -> EventTally {
        var tally = JournalTally()
        let here = evening.rows.filter { $0.origin == .here }
        let elsewhere = evening.rows.filter { $0.origin == .elsewhere }
        for entry in hereFirst ? here + elsewhere : elsewhere + here {
            tally.add(evening.row(entry), type: type) { evening.inside($0) }
        }
        return tally.events["gala"] ?? EventTally()
    }

    @Test(arguments: 1...40, [true, false])
    func `adding up entry by entry gives what counting all of them gives`(seed: Int, hereFirst: Bool) {
        let evening = Evening(seed: UInt64(seed), entries: 150)
        let tally = Self.tally(evening, hereFirst: hereFirst)
        let passages = evening.passages
        for list in ["main", "lounge"] {
            let own = passages.filter { $0.list == list }
            for origin in [TallyEntry.Origin.here, .elsewhere] {
                for gate in ["A", "B", nil] {
                    for type in ["standard", "vip"] {
                        let group = own.filter { $0.origin == origin && $0.gate == gate && Self.type($0) == type }
                        let counted =
                            tally.groups[EventTally.Group(origin: origin, list: list, gate: gate, type: type)]
                            ?? PeopleCount()
                        #expect(counted == people(group))
                    }
                }
            }
            let lines = Dictionary(grouping: own) { "\($0.key?.description ?? "") \($0.line ?? 0)" }
            let inside = lines.values.reduce(0) { $0 + evening.inside($1[0]) }
            #expect(tally.inside(list) == inside)
            let now = Timestamp(seconds: Self.opening + 1800)
            let recent = own.filter { $0.at > now - .seconds(300) && $0.at <= now && $0.verdict == .admitted }
            #expect(tally.perMinute(list, now: now) == Double(people(recent).entered) / 5)
            let minutes = Dictionary(grouping: own) { $0.at.seconds / 60 }.mapValues(people)
            #expect(tally.peak(list)?.people == minutes.values.map(\.entered).max())
            expectCurve(tally, list, minutes)
        }
        let refused = evening.rows.filter { $0.origin == .here && $0.undoes == nil && $0.verdict.reason == .invalid }
        #expect(tally.refusals.filter { $0.key.reason == .invalid }.values.reduce(0, +) == refused.count)
    }

    private func people(_ entries: [TallyEntry]) -> PeopleCount {
        entries.reduce(into: PeopleCount()) {
            $0 += $1.verdict == .admitted ? PeopleCount(entered: $1.count) : PeopleCount(left: $1.count)
        }
    }

    private func expectCurve(_ tally: EventTally, _ list: String, _ minutes: [Int64: PeopleCount]) {
        let span = Timestamp(seconds: Self.opening - 7200)...Timestamp(seconds: Self.opening + 7200)
        for most in [240, 20] {
            let curve = tally.curve(list, within: span, most: most)
            let steps = curve?.people ?? []
            #expect(steps.count <= most)
            #expect(steps.reduce(into: PeopleCount(), +=) == minutes.values.reduce(into: PeopleCount(), +=))
            guard let curve else { continue }
            for (minute, passed) in minutes where passed != PeopleCount() {
                let step = Int(minute - curve.start.seconds / 60) / curve.stepMinutes
                #expect(curve.people.indices.contains(step))
            }
        }
    }

    private static func passage(_ number: Int64, at seconds: Int64 = 0, list: String = "main") -> TallyRow {
        TallyRow(
            TallyEntry(
                origin: .here, sequence: number, id: "\(number)", event: "gala", list: list, gate: "A",
                key: TicketKey(code: "\(number)", salt: Data(count: 32)), line: 0, reference: "R-\(number)",
                verdict: .admitted, kind: .scan, undoes: nil, count: 1, operator: nil,
                at: Timestamp(seconds: opening + seconds)))
    }

    @Test func `what the ticket list knows counts beside the journal, and again no more when the list is another`() {
        var tally = JournalTally()
        tally.add(Self.passage(1), type: Self.type) { _ in 1 }
        // Both in the list: the ticket of the journal, and one that no journal here has.
        for (code, tallied) in [("1", History(ins: 1)), ("x", History())] {
            let key = TicketKey(code: code, salt: Data(count: 32))
            tally.correct(
                ListedLine(event: "gala", list: "main", key: key, line: 0), total: History(ins: 1), tallied: tallied)
        }
        #expect(tally.events["gala"]?.inside("main") == 2)
        #expect(tally.events["gala"]?.listed("main") == PeopleCount(entered: 1))
        tally.forgetCorrections(of: "gala")
        #expect(tally.events["gala"]?.inside("main") == 1)
        #expect(tally.events["gala"]?.listed("main") == PeopleCount())
    }

    @Test func `a clock that was wrong does not stretch the evening`() {
        var tally = JournalTally()
        for (number, seconds) in [(1, 0), (2, 60), (3, -500_000_000)] as [(Int64, Int64)] {
            tally.add(Self.passage(number, at: seconds), type: Self.type) { _ in 1 }
        }
        let span = Timestamp(seconds: Self.opening - 60)...Timestamp(seconds: Self.opening + 3600)
        #expect(
            tally.events["gala"]?.curve("main", within: span)?.people.map(\.entered)
                == Array(repeating: 0, count: 28) + [1, 1])
        #expect(tally.events["gala"]?.inside("main") == 3)
    }

    @Test func `everyone who was sent out at once is one act`() {
        var tally = JournalTally()
        for number in 1...3 as ClosedRange<Int64> {
            tally.add(
                TallyRow(
                    TallyEntry(
                        origin: .here, sequence: number, id: "\(number)", event: "gala", list: "main", gate: nil,
                        key: nil, line: nil, reference: "R", verdict: .checkedOut, kind: .checkoutAll, undoes: nil,
                        count: 2, operator: "ann", at: Timestamp(seconds: Self.opening))), type: Self.type
            ) { _ in 0 }
        }
        #expect(tally.events["gala"]?.acts.map(\.people) == [6])
        #expect(tally.events["gala"]?.acts.first?.reference == nil)
    }
}
