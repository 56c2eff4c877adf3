/// Who is inside on one line at each moment, as far as the order of passages is known. Who is inside in the end is said by
/// ``Departures``.
public struct PeopleInside: Sendable {
    public private(set) var people = 0
    private var pool = LeavingPeople()
    private var exits: [LeavingPeople.Exit] = []
    /// People of each exit who have not left by it.
    private var open: [Int] = []
    private var numbers: [String: Int] = [:]
    /// Entries that came after an exit.
    private var later: [Int: Set<String>] = [:]

    /// Nobody.
    public init() {}

    /// Adds the next passage in the order of ``Passage/inOrder(_:)``.
    public mutating func add(_ passage: Passage) {
        if passage.verdict == .admitted { enter(passage) } else { leave(passage) }
    }

    private mutating func enter(_ entry: Passage) {
        people += entry.count
        pool.enter(entry)
        // Where a person has confirmed that the guest had left by an exit.
        for number in Set(entry.knew.compactMap { numbers[$0] }).sorted() where open[number] > 0 {
            let earlier = entry.knew.subtracting(later[number] ?? [])
            exits[number] = .init(exits[number].passage, knew: earlier.union(exits[number].knew))
            letOut(number)
        }
        for number in entry.knew.compactMap({ numbers[$0] }) { later[number, default: []].formUnion(entry.names) }
    }

    private mutating func leave(_ exit: Passage) {
        for name in exit.names { numbers[name] = exits.count }
        exits.append(.init(exit, knew: exit.knew))
        open.append(exit.count)
        letOut(exits.count - 1)
    }

    private mutating func letOut(_ number: Int) {
        let gone = pool.leave(number, open[number], exits, .everybody)
        open[number] -= gone
        people -= gone
    }
}

extension Passage {
    /// In the order of time, and each after those that its station knew: clocks may be wrong.
    /// - Parameter passages: of one line.
    public static func inOrder(_ passages: [Passage]) -> [Passage] {
        var waiting = passages.sorted { ($0.counted, $0.id) < ($1.counted, $1.id) }
        var names = Set(waiting.flatMap(\.names))
        var ordered: [Passage] = []
        while !waiting.isEmpty {
            // Two that knew each other cannot be; then the order is that of time.
            let next = waiting.firstIndex { names.isDisjoint(with: $0.knew) } ?? 0
            let passage = waiting.remove(at: next)
            names.subtract(passage.names)
            ordered.append(passage)
        }
        return ordered
    }
}
