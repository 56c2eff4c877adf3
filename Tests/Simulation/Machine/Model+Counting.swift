/// Counting (docs/EVENT.md, `reentry`; docs/MANIFEST.md, `used`).
extension Model {
    struct Count: Hashable {
        var inside = 0
        var entries = 0
        var left = 0
        /// Of those inside, people who may have left by an exit that had not heard of their entry.
        var mayHaveLeft = 0
        /// Somebody counts as out whom no exit has seen.
        var hasUnseen = false
    }

    /// Adds up what is known.
    func count(_ line: Line, on list: String, at station: Int) -> Count {
        let inForce = stations[station].lists[line.event]
        func isBefore(_ passage: Passage) -> Bool { isBeforeHour(passage, at: station) }
        guard let inForce, let used = inForce.used[line]?[list] else {
            return Self.count(passages(line, on: list, at: station), isBefore: isBefore)
        }
        let end = min(used.last, inForce.issued)
        var (listed, kept): ([Passage], [Passage]) = ([], [])
        var others: [Passage] = []
        var times: [Int64] = []
        for passage in stations[station].known where passage.line == line && passage.list == list {
            let undos = stations[station].undos.filter { $0.passage == passage.id }
            let isUndone = stations[station].undone.contains(passage.id)
            let isListed = isInList(passage, until: end, newest: used.last, issued: inForce.issued, at: station)
            if !isListed, !isUndone { others.append(passage) }
            if isListed, !isUndone, passage.isEntry {
                times += Array(repeating: counted(passage, at: station), count: passage.people)
            }
            guard isListed, !undos.contains(where: { isKnown($0, issued: inForce.issued, at: station) }) else {
                continue
            }
            listed.append(passage)
            if !isUndone { kept.append(passage) }
        }
        // What was undone since is taken back, with what it changed for those that came after it.
        let (with, without) = (Self.count(listed), Self.count(kept))
        let ins = max(0, used.ins - with.entries + without.entries)
        let outs = min(max(0, used.outs - with.left + without.left), ins)
        // Whose times nobody knows entered last (docs/MANIFEST.md, `used`).
        times = Array((times.sorted() + Array(repeating: used.last, count: max(0, ins - times.count))).prefix(ins))
        var staying = ins - outs
        if let hour = stations[station].marks[Place(event: line.event, list: list)]?.hour {
            staying = end >= hour ? min(ins - outs, times.count { $0 >= hour }) : 0
        }
        var count = Self.count(others, listed: (ins - outs - staying, staying), isBefore: isBefore)
        count.entries += ins
        count.left += outs
        return count
    }

    /// The last time, not later than another, at which everybody on a list counts as out (docs/EVENT.md, `everyone_out`).
    static func lastExit(_ minute: Int?, at time: Int64) -> Int64? {
        guard let minute else { return nil }
        let (day, past) = (Int64(86_400_000), Int64(minute) * 60_000)
        return (time - past) / day * day + past
    }

    /// Nothing can happen after it was reported.
    private func counted(_ passage: Passage, at station: Int) -> Int64 {
        stations[station].heard[passage.id].map { min(passage.at, $0) } ?? passage.at
    }

    /// docs/EVENT.md, `everyone_out`: what a station knew when it noted the hour counts by its time; what it hears later, too,
    /// if it was recorded by a synchronised clock.
    func isBeforeHour(_ passage: Passage, at station: Int) -> Bool {
        let state = stations[station]
        guard let mark = state.marks[passage.place] else { return false }
        let position = state.known.firstIndex { $0.id == passage.id } ?? state.known.count
        if position < mark.position { return counted(passage, at: station) < mark.hour }
        return !state.own.contains(passage.id) && passage.at < mark.hour && passage.isSynchronised
    }

    /// docs/MANIFEST.md, `used`: whether the list counts the passage already. What the server may have is recognised by the
    /// time of the newest passage that it counts.
    private func isInList(_ passage: Passage, until end: Int64, newest: Int64, issued: Int64, at station: Int) -> Bool {
        guard passage.at <= end else { return false }
        guard passage.station == station else { return true }
        guard let settled = stations[station].settled[passage.id] else { return passage.at == newest }
        return settled.isTaken && (settled.at < issued || passage.at == newest)
    }

    /// Whether the server knew of the undo when it made the list, or will never count it.
    private func isKnown(_ undo: Undo, issued: Int64, at station: Int) -> Bool {
        guard undo.isOwn else { return undo.at <= issued }
        return stations[station].settled[undo.id].map { !$0.isTaken || $0.at < issued } ?? false
    }

    /// Adds up passages of one line on one list. As many people leave as left by exits that knew of their entry.
    ///
    /// - Parameters:
    ///   - listed: people whom the list has inside, who came before an hour at which everybody counts as out, and after it.
    ///   - isBefore: whether a passage was before such an hour.
    static func count(
        _ passages: [Passage], listed: (before: Int, after: Int) = (0, 0), isBefore: (Passage) -> Bool = { _ in false }
    ) -> Count {
        let people = Person.all(passages.filter(\.isEntry), listed: listed, isBefore: isBefore)
        let exits = passages.filter { !$0.isEntry }
        let guests = exits.flatMap { exit in
            Array(
                repeating: Leaving(
                    knew: knowledge(of: exit, among: passages), apart: entriesApart(from: exit, among: passages),
                    isBefore: isBefore(exit)), count: exit.people)
        }
        let late = people.filter { !$0.isBefore }
        let gone = Leaving.most(guests, of: late, isAsked: false)
        var count = Count()
        count.inside = late.count - gone
        count.entries = passages.filter(\.isEntry).reduce(0) { $0 + $1.people }
        // Nobody who counts as out anyway leaves instead of somebody who came later.
        count.left = Leaving.most(guests, of: people, isAsked: false)
        count.mayHaveLeft = Leaving.most(guests, of: late, isAsked: true) - gone
        count.hasUnseen = people.contains(where: \.isBefore)
        return count
    }

    /// One who entered.
    private struct Person {
        /// `nil`: only the list says so.
        var entry: String?
        var isBefore: Bool

        static func all(
            _ entries: [Passage], listed: (before: Int, after: Int), isBefore: (Passage) -> Bool
        ) -> [Person] {
            Array(repeating: Person(isBefore: true), count: listed.before)
                + Array(repeating: Person(isBefore: false), count: listed.after)
                + entries.flatMap { Array(repeating: Person(entry: $0.id, isBefore: isBefore($0)), count: $0.people) }
        }
    }

    /// One who left.
    private struct Leaving {
        /// Of entries.
        var knew: Set<String>
        var apart: Set<String>
        var isBefore: Bool

        func mayBe(_ person: Person, isAsked: Bool) -> Bool {
            guard let entry = person.entry else { return person.isBefore || !isBefore }
            return knew.contains(entry) || isAsked && !isBefore && apart.contains(entry)
        }

        /// How many can be among those who entered (Kuhn's algorithm).
        static func most(_ all: [Leaving], of people: [Person], isAsked: Bool) -> Int {
            var taken: [Int: Int] = [:]
            func finds(_ one: Int, _ seen: inout Set<Int>) -> Bool {
                for index in people.indices where all[one].mayBe(people[index], isAsked: isAsked) {
                    guard seen.insert(index).inserted else { continue }
                    if let other = taken[index], !finds(other, &seen) { continue }
                    taken[index] = one
                    return true
                }
                return false
            }
            return all.indices.count { one in
                var seen: Set<Int> = []
                return finds(one, &seen)
            }
        }
    }

    /// What the station of an exit knew, and what was confirmed at a later entry: that its people had left there.
    private static func knowledge(of exit: Passage, among passages: [Passage]) -> Set<String> {
        let later = passages.filter { $0.isEntry && $0.knew.contains(exit.id) }
        return later.reduce(exit.knew) { $0.union($1.knew.subtracting(later.map(\.id))) }
    }

    private static func entriesApart(from exit: Passage, among passages: [Passage]) -> Set<String> {
        Set(passages.filter { $0.isEntry && !$0.knew.contains(exit.id) && !exit.knew.contains($0.id) }.map(\.id))
    }

    func passages(_ line: Line, on list: String, at station: Int) -> [Passage] {
        let state = stations[station]
        return state.known.filter { $0.line == line && $0.list == list && !state.undone.contains($0.id) }
    }

    // MARK: - Sums

    /// Everybody whom a gate has reported, and those whom only the list knows (docs/SCREEN.md, Admitted).
    func admitted(event: String, list: String, at station: Int) -> Int {
        let used = stations[station].lists[event]?.used.keys.map { $0 } ?? []
        let lines = Set((stations[station].known.map(\.line) + used).filter { $0.event == event })
        return lines.reduce(0) { sum, line in
            let told = Self.count(passages(line, on: list, at: station)).entries
            return sum + max(told, count(line, on: list, at: station).entries)
        }
    }

    /// People inside, added up over all lines of a list.
    func inside(event: String, list: String, at station: Int) -> Count {
        let used = stations[station].lists[event]?.used.keys.map { $0 } ?? []
        let lines = Set((stations[station].known.map(\.line) + used).filter { $0.event == event })
        return lines.reduce(into: Count()) { sum, line in
            let count = count(line, on: list, at: station)
            sum.inside += count.inside
            sum.entries += count.entries
            sum.left += count.left
        }
    }
}
