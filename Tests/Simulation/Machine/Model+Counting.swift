/// Counting (docs/EVENT.md, `reentry`; docs/MANIFEST.md, `used`).
extension Model {
    struct Count: Hashable {
        var inside = 0
        var entries = 0
        var left = 0
    }

    /// Adds up what is known, in order of time; nobody leaves who is not inside.
    func count(_ line: Line, on list: String, at station: Int, now: Int64) -> Count {
        let inForce = stations[station].lists[line.event]
        let minute = inForce?.lists[list]?.everyoneOut
        guard let inForce, let used = inForce.used[line]?[list] else {
            return Self.count(
                passages(line, on: list, at: station), now: now, hour: { Self.lastExit(minute, at: $0) })
        }
        let end = min(used.last, inForce.issued)
        var begun = (ins: used.ins, outs: used.outs)
        var others: [Passage] = []
        var times: [Int64] = []
        for passage in stations[station].known where passage.line == line && passage.list == list {
            let undos = stations[station].undos.filter { $0.passage == passage.id }
            let isUndone = stations[station].undone.contains(passage.id)
            let isListed = isInList(passage, until: end, issued: inForce.issued, at: station)
            if !isListed, !isUndone { others.append(passage) }
            if isListed, !isUndone, passage.isEntry { times += Array(repeating: passage.at, count: passage.people) }
            guard isListed, isUndone, !undos.contains(where: { isKnown($0, issued: inForce.issued, at: station) })
            else { continue }
            if passage.isEntry { begun.ins -= passage.people } else { begun.outs -= passage.people }
        }
        let ins = max(0, begun.ins)
        let outs = min(max(0, begun.outs), ins)
        // Whose times nobody knows entered last (docs/MANIFEST.md, `used`).
        times = Array((times.sorted() + Array(repeating: used.last, count: max(0, ins - times.count))).prefix(ins))
        return Self.count(
            Self.inOrder(others, own: station), after: Count(inside: ins - outs, entries: ins, left: outs), now: now,
            hour: { Self.lastExit(minute, at: $0) },
            staying: { hour in end >= hour ? min(ins - outs, times.count { $0 >= hour }) : 0 })
    }

    /// The last time, not later than another, at which everybody on a list counts as out (docs/EVENT.md, `everyone_out`).
    static func lastExit(_ minute: Int?, at time: Int64) -> Int64? {
        guard let minute else { return nil }
        let (day, past) = (Int64(86_400_000), Int64(minute) * 60_000)
        return (time - past) / day * day + past
    }

    /// docs/MANIFEST.md, `used`: whether the list counts the passage already.
    private func isInList(_ passage: Passage, until end: Int64, issued: Int64, at station: Int) -> Bool {
        guard passage.at <= end else { return false }
        guard passage.station == station else { return true }
        return stations[station].settled[passage.id].map { $0.isTaken && $0.at < issued } ?? false
    }

    /// Whether the server knew of the undo when it made the list, or will never count it.
    private func isKnown(_ undo: Undo, issued: Int64, at station: Int) -> Bool {
        guard undo.isOwn else { return undo.at <= issued }
        return stations[station].settled[undo.id].map { !$0.isTaken || $0.at < issued } ?? false
    }

    /// - Parameters:
    ///   - hour: when everybody counted as out, last before a time.
    ///   - staying: how many of those in the beginning are inside after an hour.
    static func count(
        _ passages: [Passage], after beginning: Count = Count(), now: Int64 = .max,
        hour: (Int64) -> Int64? = { _ in nil }, staying: (Int64) -> Int = { _ in 0 }
    ) -> Count {
        var count = beginning
        var (time, last) = (Int64.min, Int64.min)
        func pass(to next: Int64) {
            time = max(time, next)
            guard let hour = hour(time), hour > last else { return }
            last = hour
            count.inside = staying(hour)
        }
        for passage in passages {
            pass(to: passage.at)
            if passage.isEntry {
                count.inside += passage.people
                count.entries += passage.people
            } else {
                let leaving = min(count.inside, passage.people)
                count.inside -= leaving
                count.left += leaving
            }
        }
        pass(to: now)
        return count
    }

    func passages(_ line: Line, on list: String, at station: Int) -> [Passage] {
        let state = stations[station]
        let counting = state.known.filter {
            $0.line == line && $0.list == list && !state.undone.contains($0.id)
        }
        return Self.inOrder(counting, own: station)
    }

    /// A station's own passages keep the order of its journal, whatever its clock said; those of other gates come
    /// between them by their time (docs/decisions/099-own-passages-in-journal-order.md).
    static func inOrder(_ passages: [Passage], own: Int?) -> [Passage] {
        var latest = Int64.min
        let timed = passages.enumerated().map { offset, passage in
            guard passage.station == own else { return (passage.at, 1, offset, passage) }
            latest = max(latest, passage.at)
            return (latest, 0, offset, passage)
        }
        return timed.sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }.map(\.3)
    }

    // MARK: - Sums

    /// Everybody whom a gate has reported, and those whom only the list knows (docs/SCREEN.md, Admitted).
    func admitted(event: String, list: String, at station: Int) -> Int {
        let used = stations[station].lists[event]?.used.keys.map { $0 } ?? []
        let lines = Set((stations[station].known.map(\.line) + used).filter { $0.event == event })
        return lines.reduce(0) { sum, line in
            let told = Self.count(passages(line, on: list, at: station)).entries
            return sum + max(told, count(line, on: list, at: station, now: 0).entries)
        }
    }

    /// People inside, added up over all lines of a list.
    func inside(event: String, list: String, at station: Int, now: Int64) -> Count {
        let used = stations[station].lists[event]?.used.keys.map { $0 } ?? []
        let lines = Set((stations[station].known.map(\.line) + used).filter { $0.event == event })
        return lines.reduce(into: Count()) { sum, line in
            let count = count(line, on: list, at: station, now: now)
            sum.inside += count.inside
            sum.entries += count.entries
            sum.left += count.left
        }
    }
}
