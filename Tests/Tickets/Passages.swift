@testable import Tickets

extension Passage {
    /// The same at a station that knew these.
    func knowing(_ ids: Set<String>) -> Passage {
        Passage(
            id: id, alias: alias, at: at, verdict: verdict, count: count, gate: gate, station: station,
            operator: `operator`, heard: heard, knew: ids, isBeforeHour: isBeforeHour)
    }

    /// The same, for a list with an hour at which everybody counts as out.
    func before(_ hour: Timestamp) -> Passage {
        Passage(
            id: id, alias: alias, at: at, verdict: verdict, count: count, gate: gate, station: station,
            operator: `operator`, heard: heard, knew: knew, isBeforeHour: counted < hour)
    }
}

extension [Passage] {
    /// At stations that were connected all the time: each exit knew the entries before it.
    var connected: [Passage] {
        var entries: Set<String> = []
        return map { passage in
            if passage.verdict == .admitted { entries.insert(passage.id) }
            return passage.verdict == .admitted ? passage : passage.knowing(entries)
        }
    }
}
