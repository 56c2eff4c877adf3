/// The ledger of a venue (docs/VENUE.md), and the hours at which everybody counts as out (docs/EVENT.md, `everyone_out`).
extension Model {
    /// A station learns everything that the ledger has, or everything about one ticket on one list.
    mutating func learnLedger(at station: Int, code: String? = nil, place: Place? = nil, now: Int64?) {
        for passage in ledger.entries where code == nil || passage.line.code == code && passage.place == place {
            learn(passage, at: station, heard: now)
            if ledger.undone.contains(passage.id) { stations[station].undone.insert(passage.id) }
        }
    }

    /// People inside on a list, over all gates, as far as the ledger knows.
    func insideByLedger(_ place: Place) -> Int {
        let counting = ledger.entries.filter { $0.place == place && !ledger.undone.contains($0.id) }
        return Dictionary(grouping: counting, by: \.line).values.reduce(0) { sum, passages in
            sum + Self.count(passages, isBefore: { isBeforeHourOfLedger($0) }).inside
        }
    }

    /// An hour that came to the ledger after a passage counts by its time; one that came before it, too, if the clock of its
    /// station was synchronised.
    func isBeforeHourOfLedger(_ passage: Passage) -> Bool {
        let position = ledger.entries.firstIndex { $0.id == passage.id } ?? ledger.entries.count
        return (ledger.hours[passage.place] ?? []).contains { mark in
            passage.at < mark.hour && (position < mark.position || passage.isSynchronised)
        }
    }

    /// A station whose clock is synchronised notes the last hour of each list, once, and none after a later one.
    mutating func noteHours(at station: Int, now: Int64, isSynchronised: Bool) {
        guard isSynchronised else { return }
        for list in stations[station].lists.values {
            for (name, admission) in list.lists {
                let place = Place(event: list.event, list: name)
                guard let hour = Self.lastExit(admission.everyoneOut, at: now),
                    stations[station].marks[place].map({ $0.hour < hour }) ?? true
                else { continue }
                stations[station].marks[place] = Mark(hour: hour, position: stations[station].known.count)
            }
        }
    }

    /// A station that is connected tells the ledger the hours that its journal says (docs/VENUE.md). One that is still to
    /// come by the ledger's clock waits.
    mutating func tellHours(at station: Int, now: Int64) {
        for (place, mark) in stations[station].marks
        where mark.hour <= now && ledger.hours[place]?.last.map({ $0.hour < mark.hour }) ?? true {
            ledger.hours[place, default: []].append(Mark(hour: mark.hour, position: ledger.entries.count))
        }
    }

    /// The passages that would have been refused if every gate had known of the others: by line and list.
    func conflicts(admits: (Line) -> Int?, reentry: (Passage) -> String?) -> Set<String> {
        let counting = ledger.entries.filter { !ledger.undone.contains($0.id) }
        let alone = Set(
            ledger.entries.filter { !ledger.claimed.contains($0.id) || ledger.undoneAlone.contains($0.id) }
                .map { [$0.line.event, $0.line.code, $0.list] })
        var found: Set<String> = []
        for (place, passages) in Dictionary(
            grouping: counting, by: { [$0.line.event, $0.line.code, $0.line.type, $0.list] })
        {
            guard let most = admits(passages[0].line), let rule = reentry(passages[0]), rule != "unlimited",
                alone.contains([place[0], place[1], place[3]])
            else { continue }
            if isDouble(passages, most: most, rule: rule) { found.insert(place.joined(separator: " ")) }
        }
        return found
    }

    /// Each passage after those that its station knew; of others, the earlier one first.
    private func isDouble(_ passages: [Passage], most: Int, rule: String) -> Bool {
        var waiting = passages.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
        var ordered: [Passage] = []
        while !waiting.isEmpty {
            let ids = Set(waiting.map(\.id))
            ordered.append(waiting.remove(at: waiting.firstIndex { ids.isDisjoint(with: $0.knew) } ?? 0))
        }
        var (start, last) = (0, Int64.min)
        for (index, passage) in ordered.enumerated() {
            if let hour = ledger.hours[passage.place]?.last(where: { $0.hour <= passage.at })?.hour, hour > last {
                (start, last) = (index, hour)
            }
            let sum = Self.count(Array(ordered[(rule == "none" ? 0 : start)...index]))
            if passage.isEntry, (rule == "none" ? sum.entries : sum.inside) > most { return true }
        }
        return false
    }
}
