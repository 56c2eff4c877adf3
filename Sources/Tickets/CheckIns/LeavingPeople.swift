/// People of one line who can leave, and whom exits have taken away: a matching of people with exits that knew of them, as
/// large as it can be (augmenting paths in a bipartite graph, as in the Ford-Fulkerson method).
struct LeavingPeople {
    struct Exit {
        let passage: Passage
        /// Ids of entries, sorted.
        private(set) var knew: [String]

        init(_ passage: Passage, knew: Set<String>) {
            self.passage = passage
            self.knew = knew.sorted()
        }
    }

    enum Reach { case afterHour, everybody }

    /// Where in ``free`` an entry is, by each of its names.
    private var places: [String: Int] = [:]
    private var ids: [String] = []
    private var isBeforeHour = [true, false]
    private var free: [Int]
    /// How many of each an exit has taken, by the exit's number.
    private var taken: [[Int: Int]] = [[:], [:]]

    /// Those of the ticket list: before an hour at which everybody counts as out, and after it. Every exit knows them, but
    /// one of before the hour takes away none who came after it.
    private static let (ofListBefore, ofListAfter) = (0, 1)

    init(_ entries: [Passage] = [], listed: (before: Int, after: Int) = (0, 0)) {
        free = [listed.before, listed.after]
        for entry in entries { enter(entry) }
    }

    /// The people of an entry can leave from now on.
    mutating func enter(_ entry: Passage) {
        for name in entry.names { places[name] = free.count }
        ids.append(entry.id)
        isBeforeHour.append(entry.isBeforeHour)
        free.append(entry.count)
        taken.append([:])
    }

    /// People of the ticket list who came after the hour, and whom no exit has taken.
    var listedAfter: Int { free[Self.ofListAfter] }
    /// People of each entry, by its id, whom no exit has taken.
    var staying: [String: Int] {
        Dictionary(zip(ids, free.dropFirst(2))) { first, _ in first }
    }

    /// - Parameters:
    ///   - exit: which of `exits`.
    ///   - people: how many are to leave by it, besides those who have.
    /// - Returns: how many of them do.
    mutating func leave(_ exit: Int, _ people: Int, _ exits: [Exit], _ reach: Reach) -> Int {
        var gone = 0
        while gone < people {
            var seen: Set<Int> = []
            let more = leave(exit, people - gone, exits, reach, &seen)
            guard more > 0 else { break }
            gone += more
        }
        return gone
    }

    private func known(to exit: Exit, _ reach: Reach) -> [Int] {
        let listed = exit.passage.isBeforeHour ? [Self.ofListBefore] : [Self.ofListAfter, Self.ofListBefore]
        let known = exit.knew.compactMap { places[$0] } + listed
        return reach == .everybody ? known : known.filter { !isBeforeHour[$0] }
    }

    /// Takes whom nobody has taken; then those whom another exit gives up because it can take others.
    private mutating func leave(
        _ exit: Int, _ people: Int, _ exits: [Exit], _ reach: Reach, _ seen: inout Set<Int>
    ) -> Int {
        let known = known(to: exits[exit], reach)
        var left = people
        for place in known where left > 0 {
            let count = min(left, free[place])
            free[place] -= count
            take(place, by: exit, count)
            left -= count
        }
        for place in known where left > 0 && seen.insert(place).inserted {
            for (other, count) in taken[place].sorted(by: { $0.key < $1.key }) where other != exit && left > 0 {
                let moved = leave(other, min(left, count), exits, reach, &seen)
                take(place, by: other, -moved)
                take(place, by: exit, moved)
                left -= moved
            }
        }
        return people - left
    }

    private mutating func take(_ place: Int, by exit: Int, _ people: Int) {
        guard people != 0 else { return }
        taken[place][exit, default: 0] += people
        if taken[place][exit] == 0 { taken[place][exit] = nil }
    }
}
