import TestSupport
import Testing

@testable import Tickets

/// Who is inside, by what stations knew of each other and by no clock (docs/decisions/143-order-without-clocks.md).
struct DeparturesTests {
    private static func at(_ minute: Int64) -> Timestamp { Timestamp(seconds: 1_796_486_400 + minute * 60) }

    private func entry(
        _ id: String, count: Int = 1, minute: Int64 = 0, knew: Set<String> = [], isBeforeHour: Bool = false
    ) -> Passage {
        Passage(
            id: id, at: Self.at(minute), verdict: .admitted, count: count, gate: "A", station: "in", knew: knew,
            isBeforeHour: isBeforeHour)
    }

    private func exit(
        _ id: String, count: Int = 1, minute: Int64 = 0, knew: Set<String> = [], isBeforeHour: Bool = false
    ) -> Passage {
        Passage(
            id: id, at: Self.at(minute), verdict: .checkedOut, count: count, gate: "B", station: "out", knew: knew,
            isBeforeHour: isBeforeHour)
    }

    private func history(_ passages: [Passage], inside: Int = 0) -> History {
        let listed = inside == 0 ? nil : ListedHistory(used(inside), issued: nil)
        return History(listed: listed, passages: passages)
    }

    private func used(_ people: Int) -> TicketRecord.UsedCount {
        TicketRecord.UsedCount(line: 0, list: "main", history: History(ins: people), until: Self.at(0))
    }

    // MARK: - Exits and the entries that they knew

    @Test func `five exits that were scanned before an entry elsewhere let nobody in again`() {
        let exits = (1...5).map { exit("x\($0)", minute: 120) }
        let before = history(exits)
        #expect((before.inside, before.unmatchedPeople, before.mayHaveLeft) == (0, 5, 0))
        // Where the entry knew of them, they are over; where not, they are a question and no room.
        let known = history(exits + [entry("e", knew: Set(exits.map(\.id)))])
        #expect((known.inside, known.mayHaveLeft) == (1, 0))
        let apart = history(exits + [entry("e")])
        #expect((apart.inside, apart.mayHaveLeft) == (1, 1))
    }

    @Test(arguments: [["x1", "x2"], ["x2", "x1"]])
    func `of two exits of one entry, the one that may be of a later entry is the question`(ids: [String]) {
        let history = history([
            entry("e1"), exit(ids[0], knew: ["e1"]), exit(ids[1], knew: ["e1"]), entry("e2", knew: [ids[0]]),
        ])
        #expect((history.inside, history.mayHaveLeft) == (1, 1))
        #expect(history.unmatched.map(\.id) == [ids[1]])
        #expect(history.unmatched.first?.isApart == true)
    }

    @Test(arguments: [-1440, -60, 0, 60, 1440] as [Int64]) func `the clock of an exit changes nothing`(minute: Int64) {
        let passages = [
            entry("e1"), exit("x", minute: minute, knew: ["e1"]), entry("e2", minute: 30, knew: ["x"]),
        ]
        for order in [passages, passages.reversed()] {
            let history = history(order)
            #expect((history.ins, history.outs, history.inside, history.mayHaveLeft) == (2, 1, 1, 0))
        }
    }

    @Test func `a ticket that is shown again at the exit is one exit`() {
        let shown = (1...5).map { exit("x\($0)", knew: ["e1"]) }
        let away = history([entry("e1")] + shown)
        #expect((away.inside, away.outs, away.unmatchedPeople, away.mayHaveLeft) == (0, 1, 4, 0))
        let back = history([entry("e1")] + shown + [entry("e2", knew: Set(shown.map(\.id)))])
        #expect((back.inside, back.mayHaveLeft) == (1, 0))
    }

    @Test func `two exits for one entry take away one, whichever knew of it`() {
        let both = history([entry("e"), exit("x", knew: ["e"]), exit("y", knew: ["e"])])
        #expect((both.inside, both.outs, both.unmatchedPeople) == (0, 1, 1))
        let one = history([entry("e"), exit("x", knew: ["e"]), exit("y")])
        #expect((one.inside, one.outs, one.unmatched.map(\.id), one.mayHaveLeft) == (0, 1, ["y"], 0))
    }

    @Test func `an exit that could be of several makes room for the others`() {
        // The first exit knew both entries, the second only one: both people left.
        for ids in [("a", "b"), ("b", "a")] {
            let history = history([
                entry("1"), entry("2"), exit(ids.0, knew: ["1", "2"]), exit(ids.1, knew: ["1"]),
            ])
            #expect((history.inside, history.unmatchedPeople) == (0, 0))
        }
    }

    @Test func `two entries while gates were apart both count, and an exit that knew them takes away one`() {
        let apart = [entry("e1"), entry("e2")]
        #expect(history(apart).inside == 2)
        #expect(history(apart + [exit("x", knew: ["e1", "e2"])]).inside == 1)
        #expect(DoubleEntry.find(in: apart, admits: 1, reentry: .afterExit).count == 1)
    }

    @Test func `an undone entry gives its exit to whom else it knew, and to nobody who came later`() {
        let rest = [exit("x", knew: ["e1", "e2"]), entry("e3", knew: ["x"])]
        #expect(history([entry("e1"), entry("e2")] + rest).inside == 2)
        #expect(history([entry("e2")] + rest).inside == 1)
        #expect(history(rest).inside == 1)
    }

    @Test func `people of the ticket list are known to every exit`() {
        #expect(history([exit("x")], inside: 1).inside == 0)
        let again = history([exit("x"), exit("y")], inside: 1)
        #expect((again.inside, again.unmatchedPeople) == (0, 1))
    }

    @Test func `groups leave by as many as the exit says`() {
        let group = history([entry("e", count: 4), exit("x", count: 3, knew: ["e"]), exit("y", count: 3, knew: ["e"])])
        #expect((group.inside, group.outs, group.unmatchedPeople) == (0, 4, 2))
    }

    // MARK: - What a person confirms

    @Test func `who returns after such an exit is let in once for each`() {
        let start = [entry("e1"), exit("x"), exit("y")]
        #expect(history(start).mayHaveLeft == 1)
        let back = start + [entry("e2", knew: ["x", "e1"])]
        #expect((history(back).inside, history(back).mayHaveLeft) == (1, 1))
        let again = back + [entry("e3", knew: ["x", "y", "e1", "e2"])]
        #expect((history(again).inside, history(again).mayHaveLeft) == (1, 0))
    }

    @Test func `a confirmed exit takes away nobody who came after it`() {
        let passages = [
            entry("e1", count: 2), exit("x"), entry("e2", knew: ["x"]), entry("e3", knew: ["x", "e1", "e2"]),
        ]
        #expect(history(passages).inside == 3)
    }

    // MARK: - The rule

    private func decision(_ history: History, admits: Int = 1) throws -> Decision {
        let list = hall(.afterExit)
        return AdmissionCase(
            plan: try plan(list: list), list: list, lines: [try line(admits: admits)], histories: [0: history],
            now: Self.at(10)
        ).decision
    }

    @Test func `a guest who may have left by an exit that knew nothing is asked, and others are refused`() throws {
        let asked = try decision(history([entry("e1"), exit("x", minute: 9)]))
        #expect(asked.verdict == .refused(.unmatchedExit))
        guard case .refused(.unmatchedExit(let exit)) = asked.outcome else { return }
        #expect((exit.id, exit.gate, exit.at) == ("x", "B", Self.at(9)))
        #expect(asked.knew == ["x", "e1"])
        #expect(try decision(history([entry("e1")])).verdict == .refused(.alreadyScanned))
        #expect(
            try decision(history([entry("e1"), self.exit("x", knew: ["e1"]), entry("e2", knew: ["x"])])).verdict
                == .refused(.alreadyScanned))
        #expect(try decision(history([entry("e1"), self.exit("x")]), admits: 2).verdict == .admitted)
    }

    // MARK: - An hour at which everybody counts as out

    @Test func `an exit of before the hour takes away nobody who came after it`() {
        let passages = [
            entry("e1", isBeforeHour: true), exit("x", knew: ["e1"], isBeforeHour: true), entry("e2", minute: 200),
        ]
        let history = History(listed: nil, passages: passages, hour: Self.at(180))
        #expect((history.inside, history.outs, history.leftUnseen, history.mayHaveLeft) == (1, 1, 0, 0))
    }

    @Test func `who stayed over the hour leaves without taking away somebody else`() {
        let passages = [
            entry("e1", isBeforeHour: true), entry("e2", minute: 200), exit("x", minute: 201, knew: ["e1"]),
        ]
        let history = History(listed: nil, passages: passages, hour: Self.at(180))
        #expect((history.inside, history.outs, history.unmatchedPeople) == (1, 1, 0))
    }

    // MARK: - Any history

    /// Compared with trying every way in which people can have left.
    @Test(arguments: UInt64(1)...40) func `as many leave as any choice allows`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let entries = (0..<Int.random(in: 0...4, using: &random)).map {
            entry("e\($0)", count: Int.random(in: 1...2, using: &random))
        }
        let exits = (0..<Int.random(in: 0...4, using: &random)).map { number in
            let knew = entries.map(\.id).filter { _ in Bool.random(using: &random) }
            return exit("x\(number)", count: Int.random(in: 1...2, using: &random), knew: Set(knew))
        }
        let expected = Self.most(exits.flatMap { Array(repeating: $0.knew, count: $0.count) }, entries)
        let history = history(entries + exits)
        #expect(history.outs == expected)
        #expect(history.inside == entries.reduce(0) { $0 + $1.count } - expected)
        #expect(history == self.history((exits + entries).reversed()))
        var one = PeopleInside()
        for passage in Passage.inOrder(exits + entries) { one.add(passage) }
        #expect(one.people == history.inside)
    }

    private static func most(_ leaving: [Set<String>], _ entries: [Passage]) -> Int {
        guard let first = leaving.first else { return 0 }
        let rest = Array(leaving.dropFirst())
        let choices = entries.indices.filter { entries[$0].count > 0 && first.contains(entries[$0].id) }.map { index in
            var left = entries
            left[index] = Passage(
                id: left[index].id, at: left[index].at, verdict: .admitted, count: left[index].count - 1, gate: nil,
                station: nil)
            return 1 + most(rest, left)
        }
        return max(most(rest, entries), choices.max() ?? 0)
    }
}
