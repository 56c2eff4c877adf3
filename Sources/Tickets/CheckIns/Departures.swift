/// Which exits took which people away, on one line.
///
/// An exit takes away only people whose entry its station knew when it recorded the exit, and each person leaves once. As
/// many leave as this allows, so neither clocks nor the order in which stations hear of each other change who is inside: an
/// exit that was scanned before an entry elsewhere makes no room for anybody.
/// See docs/decisions/143-order-without-clocks.md.
struct Departures {
    /// People of each entry, by its id, who were not seen leaving.
    private(set) var staying: [String: Int] = [:]
    /// How many people of the ticket list entered after the last hour at which everybody counts as out, and were not seen
    /// leaving.
    private(set) var listed = 0
    /// How many people were seen leaving.
    private(set) var people = 0
    /// Exits by which fewer people left than were counted there, in the order of their times.
    private(set) var unmatched: [UnmatchedExit] = []
    /// How many of those who stay may have left by one of them.
    private(set) var mayHaveLeft = 0

    /// - Parameters:
    ///   - passages: in any order; of the same id, one.
    ///   - listed: people whom the ticket list has inside, known to every exit: who entered before an hour at which everybody
    ///     counts as out, and after it.
    init(_ passages: [Passage], listed: (before: Int, after: Int) = (0, 0)) {
        let entries = passages.filter { $0.verdict == .admitted }
        // Of two exits that can have taken the same people away, the one that may be of others is left: it is the question.
        let all = Self.exits(passages)
        let exits = all.filter { !Self.isApart($0, entries) } + all.filter { Self.isApart($0, entries) }
        var open = exits.map(\.passage.count)
        var pool = LeavingPeople(entries, listed: listed)
        // Those who came after the hour go first: the others count as out anyway.
        for reach in [LeavingPeople.Reach.afterHour, .everybody] {
            for index in exits.indices where open[index] > 0 {
                open[index] -= pool.leave(index, open[index], exits, reach)
            }
        }
        staying = pool.staying
        self.listed = pool.listedAfter
        people = exits.reduce(0) { $0 + $1.passage.count } - open.reduce(0, +)
        let apart = Self.apart(exits, entries)
        unmatched = exits.indices.filter { open[$0] > 0 }.map { index in
            mayHaveLeft += pool.leave(index, open[index], apart, .afterHour)
            return UnmatchedExit(
                exits[index].passage, people: open[index], isApart: Self.isApart(exits[index], entries))
        }.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
    }

    /// Exits as if their stations had also known the entries that did not know of them: neither came before the other, so
    /// its people may be the same. A ticket that is shown again where its people have left says nothing about a later
    /// entry.
    private static func apart(_ exits: [LeavingPeople.Exit], _ entries: [Passage]) -> [LeavingPeople.Exit] {
        exits.map { exit in
            let others = Self.others(exit, entries).map(\.id)
            return .init(exit.passage, knew: Set(exit.knew).union(others))
        }
    }

    /// Entries that came neither before nor after an exit.
    private static func others(_ exit: LeavingPeople.Exit, _ entries: [Passage]) -> [Passage] {
        guard !exit.passage.isBeforeHour else { return [] }
        return entries.filter { !exit.passage.knows($0) && !$0.knows(exit.passage) }
    }

    private static func isApart(_ exit: LeavingPeople.Exit, _ entries: [Passage]) -> Bool {
        others(exit, entries).contains { !exit.knew.contains($0.id) }
    }

    /// An entry that names an exit and other entries says that those people had left by it: then it is as if the exit had
    /// known them, but for those whose entry came after it.
    private static func exits(_ passages: [Passage]) -> [LeavingPeople.Exit] {
        let entries = passages.filter { $0.verdict == .admitted }
        var later: [String: Set<String>] = [:]
        for entry in entries { for id in entry.knew { later[id, default: []].formUnion(entry.names) } }
        var more: [String: Set<String>] = [:]
        for entry in entries {
            for id in entry.knew { more[id, default: []].formUnion(entry.knew.subtracting(later[id] ?? [])) }
        }
        return passages.filter { $0.verdict == .checkedOut }.sorted { $0.id < $1.id }.map { exit in
            let knew = exit.names.reduce(exit.knew) { $0.union(more[$1] ?? []) }
            return .init(exit, knew: knew)
        }
    }
}

/// An exit of people whose entry its station did not know. They count as inside until a person has asked.
public struct UnmatchedExit: Hashable, Sendable {
    /// Id of the passage.
    public let id: String
    /// By the clock of its station.
    public let at: Timestamp
    /// Slug; `nil` when it is not known.
    public let gate: String?
    /// Name of the station; `nil` when it is not known.
    public let station: String?
    /// How many of its people have no entry that its station knew, from 1.
    public let people: Int
    /// There is an entry that its station did not know, and whose station did not know of the exit: its people may be the
    /// same.
    public let isApart: Bool

    public init(id: String, at: Timestamp, gate: String?, station: String?, people: Int, isApart: Bool) {
        self.id = id
        self.at = at
        self.gate = gate
        self.station = station
        self.people = people
        self.isApart = isApart
    }

    init(_ exit: Passage, people: Int, isApart: Bool) {
        self.init(id: exit.id, at: exit.at, gate: exit.gate, station: exit.station, people: people, isApart: isApart)
    }
}
