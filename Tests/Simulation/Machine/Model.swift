/// What Usher's documents promise about admission: the reference that the simulation holds real stations against.
///
/// Written from docs/ alone. It imports nothing, reads no source of Usher, and is slow and plain on purpose. Each station
/// knows passages in the order in which it learnt of them; every answer is worked out from them anew.
struct Model {
    /// One right to enter under a code, the same in every list of the event (docs/EVENT.md, "The same code twice").
    struct Line: Hashable {
        var event: String
        var code: String
        var type: String
    }

    /// A row of tickets.csv.
    struct Ticket: Hashable {
        var type: String
        /// A word of docs/EVENT.md, "tickets.csv".
        var status = "valid"
        var admits = 1
        /// Milliseconds; `nil`: the event's own.
        var notBefore: Int64?
        var notAfter: Int64?
    }

    struct AdmissionList: Hashable {
        var types: Set<String>
        var reentry: String
        /// The list of an earlier ticket list whose entries it goes on with.
        var replaces: String?
    }

    /// A signed list as far as admission goes.
    struct TicketList: Hashable {
        var event: String
        var number: Int64
        var issued: Int64
        var doorsOpen: Int64
        var starts: Int64
        var ends: Int64
        var status = "on"
        /// By code; several rows of one code have different types.
        var tickets: [String: [Ticket]]
        var revoked: Set<String> = []
        /// Types of codes that carry a good signature of one of the list's ticket keys.
        var signed: [String: String] = [:]
        var lists: [String: AdmissionList]
        /// Admission list by gate.
        var gates: [String: String]
        var backend: String?

        /// How far a time is from the event itself.
        func distance(to now: Int64) -> Int64 { max(0, starts - now, now - ends) }
    }

    /// Somebody who passed, as an entry of a journal.
    struct Passage: Hashable {
        var id: String
        var station: Int
        var line: Line
        var list: String
        var isEntry: Bool
        var people: Int
        var at: Int64
        /// Who let them pass by hand.
        var staff: String?
        /// Let in against the rules.
        var isOverride = false
    }

    struct Station: Hashable {
        /// Ids of events that the configuration names; empty: by the clock.
        var events: [String] = []
        /// Its own, of the configuration.
        var gate = "A"
        /// In force, by event.
        var lists: [String: TicketList] = [:]
        /// The highest number that was ever in force, by event: it never goes back.
        var highest: [String: Int64] = [:]
        /// In the order learnt.
        var known: [Passage] = []
        var undone: Set<String> = []
        /// Time of the newest entry of its own journal, refusals too.
        var newestEntry: Int64?
        /// Entries of its own journal.
        var entries = 0
        /// Ids of entries that its backend has not settled, in order; refusals and undos too.
        var unsent: [String] = []
    }

    /// What all gates of a venue share (docs/VENUE.md).
    struct Ledger: Hashable {
        /// In the order in which they came.
        var entries: [Passage] = []
        var undone: Set<String> = []
        /// Written while their station was connected; only others can be double entries.
        var claimed: Set<String> = []
        /// By list.
        var capacity: [String: Int] = [:]
    }

    /// What is presented or asked for.
    struct Ask: Hashable {
        var code: String
        /// `nil`: the station's own.
        var gate: String?
        var isExit = false
        var people = 1
        var isOverride = false
        var now: Int64
        var isSynchronised = true
        /// The venue's ledger says that the list's capacity is reached.
        var isFull = false
    }

    /// What may be answered: a word of docs/openapi.yaml, and the line that it was about.
    struct Answer: Hashable {
        var word: String
        var line: Line?
        var list: String?

        var passes: Bool { word == "admitted" || word == "checkedOut" }
    }

    var stations: [Station]
    var ledger = Ledger()
    /// docs/EVENT.md: a ticket still enters this long after its event's end.
    static let grace: Int64 = 2 * 3_600_000

    // MARK: - Which events are served (systemd/usher.yaml, events and gate; docs/DECISIONS.md, 11 and 100)

    /// Those that the configuration names, else the one that is on or nearest; of them those that have a place here.
    func served(_ station: Int, at now: Int64) -> [TicketList] {
        let chosen = chosen(station, at: now)
        let placed = chosen.filter { gate(of: $0, asked: nil, at: station) != nil }
        return placed.isEmpty ? chosen : placed
    }

    private func chosen(_ station: Int, at now: Int64) -> [TicketList] {
        let state = stations[station]
        if !state.events.isEmpty { return state.events.compactMap { state.lists[$0] } }
        let all = state.lists.values.sorted { ($0.starts, $0.event) < ($1.starts, $1.event) }
        let open = all.filter { $0.doorsOpen <= now && now < $0.ends + Self.grace }
        if let nearest = open.min(by: { $0.distance(to: now) < $1.distance(to: now) }) { return [nearest] }
        if let next = all.filter({ now < $0.doorsOpen }).min(by: { $0.doorsOpen < $1.doorsOpen }) { return [next] }
        return all.max { ($0.ends, $0.event) < ($1.ends, $1.event) }.map { [$0] } ?? []
    }

    /// The gate that was asked for; else the station's own, where the event has it, else the event's only one.
    private func gate(of list: TicketList, asked: String?, at station: Int) -> String? {
        if let asked { return list.gates[asked] == nil ? nil : asked }
        if list.gates[stations[station].gate] != nil { return stations[station].gate }
        return list.gates.count == 1 ? list.gates.keys.first : nil
    }

    // MARK: - Counting (DESIGN, "People inside")

    struct Count: Hashable {
        var inside = 0
        var entries = 0
        var left = 0
    }

    /// A fold over what is known, in the order of time; nobody leaves who is not inside.
    func count(_ line: Line, on list: String, at station: Int) -> Count {
        Self.count(passages(line, on: list, at: station))
    }

    static func count(_ passages: [Passage]) -> Count {
        var count = Count()
        for passage in passages {
            if passage.isEntry {
                count.inside += passage.people
                count.entries += passage.people
            } else {
                let leaving = min(count.inside, passage.people)
                count.inside -= leaving
                count.left += leaving
            }
        }
        return count
    }

    func passages(_ line: Line, on list: String, at station: Int) -> [Passage] {
        let state = stations[station]
        let names = names(of: list, in: state.lists[line.event])
        let counting = state.known.filter {
            $0.line == line && names.contains($0.list) && !state.undone.contains($0.id)
        }
        return Self.inOrder(counting, own: station)
    }

    /// A station's own passages keep the order of its journal, whatever its clock said; those of other gates stand
    /// between them by their time (docs/DECISIONS.md, 99).
    static func inOrder(_ passages: [Passage], own: Int?) -> [Passage] {
        var latest = Int64.min
        let timed = passages.enumerated().map { offset, passage in
            guard passage.station == own else { return (passage.at, 1, offset, passage) }
            latest = max(latest, passage.at)
            return (latest, 0, offset, passage)
        }
        return timed.sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }.map(\.3)
    }

    /// A list goes on with the entries of those that it replaces.
    private func names(of list: String, in ticketList: TicketList?) -> Set<String> {
        var names: Set = [list]
        if let replaced = ticketList?.lists[list]?.replaces { names.insert(replaced) }
        return names
    }

    // MARK: - The order of the tests (docs/openapi.yaml, Reason)

    /// Every answer that the documents allow; more than one where they leave a choice.
    func answers(to ask: Ask, at station: Int) -> Set<Answer> {
        let served = served(station, at: ask.now)
        guard !served.isEmpty else { return [Answer(word: "noManifest")] }
        let here = served.filter { gate(of: $0, asked: ask.gate, at: station) != nil }
        guard !here.isEmpty else { return [Answer(word: "stationNotAuthorised")] }
        let knowing = served.filter { knows($0, ask.code) }
        guard !knowing.isEmpty else {
            let isKnownElsewhere = stations[station].lists.values.contains { knows($0, ask.code) }
            return [Answer(word: isKnownElsewhere ? "wrongEvent" : "invalid")]
        }
        // A code that two served events have is good once for each (docs/DECISIONS.md, 100).
        let all = knowing.map { answers(to: ask, in: $0, at: station) }
        if ask.isExit { return all.reduce(into: []) { $0.formUnion($1) } }
        return all.first { $0.contains(where: \.passes) } ?? all.reduce(into: []) { $0.formUnion($1) }
    }

    private func knows(_ list: TicketList, _ code: String) -> Bool {
        list.tickets[code] != nil || list.revoked.contains(code) || list.signed[code] != nil
    }

    private func answers(to ask: Ask, in list: TicketList, at station: Int) -> Set<Answer> {
        guard let gate = gate(of: list, asked: ask.gate, at: station), let name = list.gates[gate] else {
            return [Answer(word: "stationNotAuthorised")]
        }
        if list.revoked.contains(ask.code) {
            return [Answer(word: list.status == "cancelled" ? "cancelled" : "revoked")]
        }
        let tickets = list.tickets[ask.code] ?? list.signed[ask.code].map { [Ticket(type: $0)] } ?? []
        var refusals: Set<Answer> = []
        var passing: Set<Answer> = []
        for ticket in tickets {
            let line = Line(event: list.event, code: ask.code, type: ticket.type)
            let reasons = reasons(against: ask, ticket, line, on: name, in: list, at: station)
            if reasons.contains(nil) || ask.isOverride {
                passing.insert(Answer(word: ask.isExit ? "checkedOut" : "admitted", line: line, list: name))
            }
            for case let reason? in reasons { refusals.insert(Answer(word: reason)) }
        }
        if ask.isExit || ask.isOverride { return passing.union(refusals) }
        return passing.isEmpty ? refusals : passing
    }

    /// The first reason against a line, `nil` for none; two where the documents leave it open.
    private func reasons(
        against ask: Ask, _ ticket: Ticket, _ line: Line, on name: String, in list: TicketList, at station: Int
    ) -> Set<String?> {
        if ask.isExit { return exitReasons(ask, ticket, on: name, in: list) }
        if ["voided", "refunded"].contains(ticket.status) { return [ticket.status] }
        if list.status == "cancelled" { return ["cancelled"] }
        if ["blocked", "unapproved"].contains(ticket.status) { return [ticket.status] }
        if let reason = window(ask, ticket, in: list, at: station) { return [reason] }
        guard let admission = list.lists[name], admission.types.contains(ticket.type) else { return ["wrongGate"] }
        if ticket.status == "unpaid" { return ["unpaid"] }
        if ask.isFull { return ["full"] }
        let hasRoom = admission.reentry == "unlimited" || hasRoom(ask, ticket, line, name, admission, station)
        return [hasRoom ? nil : "alreadyScanned"]
    }

    /// DESIGN, section 4: after_exit refuses when inside + people > admits, none when all entries + people > admits.
    private func hasRoom(
        _ ask: Ask, _ ticket: Ticket, _ line: Line, _ name: String, _ admission: AdmissionList, _ station: Int
    ) -> Bool {
        let count = count(line, on: name, at: station)
        return (admission.reentry == "none" ? count.entries : count.inside) + ask.people <= ticket.admits
    }

    private func window(_ ask: Ask, _ ticket: Ticket, in list: TicketList, at station: Int) -> String? {
        if list.status == "postponed" { return "notStarted" }
        guard !isClockWrong(ask, at: station) else { return nil }
        if ask.now < ticket.notBefore ?? list.doorsOpen { return "notStarted" }
        let end = ticket.notAfter ?? list.ends
        return ask.now >= (end >= list.ends ? end + Self.grace : end) ? "ended" : nil
    }

    /// Not synchronised, and behind what is known: then windows are not enforced (systemd/usher.yaml, clock_untrusted).
    private func isClockWrong(_ ask: Ask, at station: Int) -> Bool {
        let state = stations[station]
        let newest = (state.lists.values.map(\.issued) + [state.newestEntry].compactMap { $0 }).max()
        return !ask.isSynchronised && newest.map { ask.now < $0 } ?? false
    }

    /// People can always leave (docs/VENUE.md), at a list that their ticket is for. Whether one that lets nobody in is
    /// refused on the way out, no document says.
    private func exitReasons(
        _ ask: Ask, _ ticket: Ticket, on name: String, in list: TicketList
    ) -> Set<String?> {
        let isHere = list.lists[name]?.types.contains(ticket.type) == true
        let otherwise: String? = isHere ? nil : "wrongGate"
        if ["voided", "refunded"].contains(ticket.status) { return [ticket.status, otherwise] }
        if list.status == "cancelled" { return ["cancelled", otherwise] }
        if ["blocked", "unapproved"].contains(ticket.status) { return [ticket.status, otherwise] }
        return ticket.status == "unpaid" && isHere ? ["unpaid", nil] : [otherwise]
    }

    // MARK: - What happens

    mutating func learn(_ passage: Passage, at station: Int) {
        guard !stations[station].known.contains(where: { $0.id == passage.id }) else { return }
        stations[station].known.append(passage)
    }

    /// A station learns all that the ledger has, or all of one ticket on one list.
    mutating func learnLedger(at station: Int, code: String? = nil, list: String? = nil) {
        for passage in ledger.entries where code == nil || passage.line.code == code && passage.list == list {
            learn(passage, at: station)
            if ledger.undone.contains(passage.id) { stations[station].undone.insert(passage.id) }
        }
    }

    /// People inside of a list, over all gates, as far as the ledger knows.
    func insideByLedger(_ list: String) -> Int {
        let counting = ledger.entries.filter { $0.list == list && !ledger.undone.contains($0.id) }
        return Dictionary(grouping: Self.inOrder(counting, own: nil), by: \.line).values
            .reduce(0) { $0 + Self.count($1).inside }
    }

    /// The passages that would have been refused, had every gate known of the others: by line and list.
    func conflicts(admits: (Line) -> Int?, reentry: (Passage) -> String?) -> Set<String> {
        let counting = ledger.entries.filter { !ledger.undone.contains($0.id) }
        var found: Set<String> = []
        for (place, passages) in Dictionary(
            grouping: counting, by: { [$0.line.event, $0.line.code, $0.line.type, $0.list] })
        {
            guard let most = admits(passages[0].line), let rule = reentry(passages[0]), rule != "unlimited",
                !passages.allSatisfy({ ledger.claimed.contains($0.id) })
            else { continue }
            let sorted = passages.sorted { $0.at < $1.at }
            let isDouble = sorted.indices.contains { index in
                let count = Self.count(Array(sorted[...index]))
                return sorted[index].isEntry && (rule == "none" ? count.entries : count.inside) > most
            }
            if isDouble { found.insert(place.joined(separator: " ")) }
        }
        return found
    }

    /// The passages of this station that still count, oldest first, which it may take back.
    func undoable(at station: Int) -> [Passage] {
        stations[station].known.filter { $0.station == station && !stations[station].undone.contains($0.id) }
    }

    /// The passages of other stations that still count as far as this one knows, oldest first.
    func undoableElsewhere(at station: Int) -> [Passage] {
        stations[station].known.filter { $0.station != station && !stations[station].undone.contains($0.id) }
    }

    /// Whether a list may take the place of the one in force: numbers only go forward; the newest may come again when
    /// it is not in force (docs/MANIFEST.md, "Installing").
    func mayInstall(_ list: TicketList, at station: Int) -> Bool {
        guard let highest = stations[station].highest[list.event] else { return true }
        return list.number > highest || list.number == highest && stations[station].lists[list.event] == nil
    }

    /// People inside of every line of a list.
    func inside(event: String, list: String, at station: Int) -> Count {
        let lines = Set(stations[station].known.map(\.line).filter { $0.event == event })
        return lines.reduce(into: Count()) { sum, line in
            let count = count(line, on: list, at: station)
            sum.inside += count.inside
            sum.entries += count.entries
            sum.left += count.left
        }
    }
}
