/// What Usher's documents promise about admission: real stations are compared with this model.
///
/// Written from docs/ alone. It imports nothing, uses no source of Usher, and is slow and simple on purpose. Each
/// station knows passages in the order in which it learnt of them; every answer is computed from them again.
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
        /// Milliseconds; `nil`: that of the event.
        var notBefore: Int64?
        var notAfter: Int64?
    }

    struct AdmissionList: Hashable {
        var types: Set<String>
        var reentry: String
        /// When everybody counts as out, each day: minutes since midnight, UTC.
        var everyoneOut: Int?
    }

    /// A row of the table `used` (docs/MANIFEST.md).
    struct Used: Hashable {
        var ins: Int
        var outs: Int
        /// Time of the newest passage that it counts.
        var last: Int64
    }

    /// The part of a signed list that matters for admission.
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
        /// Types of codes with a valid signature by one of the list's ticket keys.
        var signed: [String: String] = [:]
        var lists: [String: AdmissionList]
        /// Admission list by gate.
        var gates: [String: String]
        /// What the server knew when it made the list, by line and admission list.
        var used: [Line: [String: Used]] = [:]
        var backend: String?

        /// Milliseconds between a time and the event; 0 during it.
        func distance(to now: Int64) -> Int64 { max(0, starts - now, now - ends) }
    }

    /// A passage, as an entry of a journal.
    struct Passage: Hashable {
        var id: String
        var station: Int
        var line: Line
        var list: String
        var isEntry: Bool
        var people: Int
        var at: Int64
        /// The person who let them pass by hand.
        var staff: String?
        /// Admitted against the rules.
        var isOverride = false
        /// Ids of the passages of the line and list that its station knew (docs/JOURNAL.md, `knew`).
        var knew: Set<String> = []
        /// Whether the clock of its station was synchronised.
        var isSynchronised = true

        var place: Place { Place(event: line.event, list: list) }
    }

    /// An hour at which everybody on a list counted as out.
    struct Mark: Hashable {
        var hour: Int64
        /// How many passages were known then.
        var position: Int
    }

    struct Undo: Hashable {
        /// Id of the undo, and of the entry that is undone.
        var id: String
        var passage: String
        var at: Int64
        /// This station recorded it.
        var isOwn: Bool
    }

    struct Settled: Hashable {
        var isTaken: Bool
        var at: Int64
    }

    struct Station: Hashable {
        /// Ids of the events in the configuration; empty: chosen by the clock.
        var events: [String] = []
        /// The gate in the configuration.
        var gate = "A"
        /// The lists in force, by event.
        var lists: [String: TicketList] = [:]
        /// The highest sequence number that was ever in force, by event: it never goes down.
        var highest: [String: Int64] = [:]
        /// In the order in which the station learnt of them.
        var known: [Passage] = []
        /// Ids of those that are in its own journal.
        var own: Set<String> = []
        /// When it learnt of the others, by id, as far as its clock was synchronised then.
        var heard: [String: Int64] = [:]
        /// When everybody on a list last counted as out, as its journal says.
        var marks: [Place: Mark] = [:]
        var undone: Set<String> = []
        /// The entries that undid them.
        var undos: [Undo] = []
        /// The backend's answers to its own entries, by id.
        var settled: [String: Settled] = [:]
        /// Time of the newest entry of its own journal, refusals too.
        var newestEntry: Int64?
        /// Entries of its own journal.
        var entries = 0
        /// Ids of entries that its backend has not answered, in order; also of refusals and undos.
        var unsent: [String] = []
    }

    /// What all gates of a venue share (docs/VENUE.md).
    struct Ledger: Hashable {
        /// In the order in which they came.
        var entries: [Passage] = []
        var undone: Set<String> = []
        /// Recorded while their station was connected; only others can be double entries.
        var claimed: Set<String> = []
        /// The passages that were undone while their station was not connected.
        var undoneAlone: Set<String> = []
        var capacity: [Place: Int] = [:]
        /// When everybody on a list counted as out, as far as a station has said so, in order.
        var hours: [Place: [Mark]] = [:]
    }

    /// An admission list of an event.
    struct Place: Hashable {
        var event: String
        var list: String
    }

    /// What is presented or checked.
    struct Ask: Hashable {
        var code: String
        /// `nil`: the gate of the station.
        var gate: String?
        var isExit = false
        var people = 1
        var isOverride = false
        var now: Int64
        var isSynchronised = true
        /// Admission lists whose capacity is reached, according to the venue's ledger.
        var full: Set<Place> = []
    }

    /// An allowed answer: a word of docs/openapi.yaml, and the line that it is about.
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

    // MARK: - Which events are served (systemd/usher.yaml, events and gate; docs/decisions, 11 and 100)

    /// The events in the configuration, otherwise the one that is on or nearest; of these, those with a gate here.
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

    /// The requested gate; otherwise the station's own if the event has it, otherwise the event's only one.
    private func gate(of list: TicketList, asked: String?, at station: Int) -> String? {
        if let asked { return list.gates[asked] == nil ? nil : asked }
        if list.gates[stations[station].gate] != nil { return stations[station].gate }
        return list.gates.count == 1 ? list.gates.keys.first : nil
    }

    // MARK: - The order of the tests (docs/openapi.yaml, Reason)

    /// All answers that the documents allow; more than one where they leave a choice.
    func answers(to ask: Ask, at station: Int) -> Set<Answer> {
        let served = served(station, at: ask.now)
        guard !served.isEmpty else { return [Answer(word: "noManifest")] }
        let here = served.filter { gate(of: $0, asked: ask.gate, at: station) != nil }
        guard !here.isEmpty else { return [Answer(word: "unknownGate")] }
        let knowing = served.filter { knows($0, ask.code) }
        guard !knowing.isEmpty else {
            let isKnownElsewhere = stations[station].lists.values.contains { knows($0, ask.code) }
            return [Answer(word: isKnownElsewhere ? "wrongEvent" : "invalid")]
        }
        // A code of two served events is valid once for each (docs/decisions/100-one-event-at-a-time.md).
        let all = knowing.map { answers(to: ask, in: $0, at: station) }
        if ask.isExit { return all.reduce(into: []) { $0.formUnion($1) } }
        return all.first { $0.contains(where: \.passes) } ?? all.reduce(into: []) { $0.formUnion($1) }
    }

    /// The list for which the ledger is asked: that of the first event which, as far as known, lets the code pass,
    /// otherwise of the first event that has it.
    func place(of ask: Ask, at station: Int) -> Place? {
        let knowing = served(station, at: ask.now).filter { knows($0, ask.code) }
        let passing = knowing.first { list in
            answers(to: ask, in: list, at: station).contains { answer in
                guard answer.passes, let line = answer.line, let name = answer.list else { return false }
                return !ask.isExit || count(line, on: name, at: station).inside > 0
            }
        }
        return (passing ?? knowing.first).flatMap { list in
            gate(of: list, asked: ask.gate, at: station).flatMap { list.gates[$0] }
                .map { Place(event: list.event, list: $0) }
        }
    }

    private func knows(_ list: TicketList, _ code: String) -> Bool {
        list.tickets[code] != nil || list.revoked.contains(code) || list.signed[code] != nil
    }

    /// The answers for one event; for all events that are served here if it is not one of them.
    func answers(to ask: Ask, at station: Int, in event: String) -> Set<Answer> {
        let list = served(station, at: ask.now).first { $0.event == event && knows($0, ask.code) }
        return list.map { answers(to: ask, in: $0, at: station) } ?? answers(to: ask, at: station)
    }

    private func answers(to ask: Ask, in list: TicketList, at station: Int) -> Set<Answer> {
        guard let gate = gate(of: list, asked: ask.gate, at: station), let name = list.gates[gate] else {
            return [Answer(word: "unknownGate")]
        }
        if list.revoked.contains(ask.code) {
            return [Answer(word: list.status == "cancelled" && !ask.isExit ? "cancelled" : "revoked")]
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
        if ask.isExit {
            let leaving = passing.filter { answer in
                answer.line.map { count($0, on: name, at: station).inside > 0 } ?? false
            }
            if !leaving.isEmpty { return leaving }
        }
        if ask.isExit || ask.isOverride { return passing.union(refusals) }
        return passing.isEmpty ? refusals : passing
    }

    /// The first reason against a line, `nil` for none; two where the documents leave a choice.
    private func reasons(
        against ask: Ask, _ ticket: Ticket, _ line: Line, on name: String, in list: TicketList, at station: Int
    ) -> Set<String?> {
        if ask.isExit {
            let count = count(line, on: name, at: station)
            return count.entries > count.left ? [nil] : exitReasons(ask, ticket, on: name, in: list)
        }
        if ["voided", "refunded"].contains(ticket.status) { return [ticket.status] }
        if list.status == "cancelled" { return ["cancelled"] }
        if ["blocked", "unapproved"].contains(ticket.status) { return [ticket.status] }
        if let reason = window(ask, ticket, in: list, at: station) { return [reason] }
        guard let admission = list.lists[name], admission.types.contains(ticket.type) else { return ["wrongGate"] }
        if ticket.status == "unpaid" { return ["unpaid"] }
        if ask.full.contains(Place(event: list.event, list: name)) { return ["full"] }
        return repetition(ask, ticket, line, name, admission, station)
    }

    /// docs/EVENT.md, `reentry`: after_exit refuses when inside + people > admits, none when all entries + people >
    /// admits. Where the guests may have left by an exit that had not heard of their entry, after_exit asks.
    private func repetition(
        _ ask: Ask, _ ticket: Ticket, _ line: Line, _ name: String, _ admission: AdmissionList, _ station: Int
    ) -> Set<String?> {
        guard admission.reentry != "unlimited" else { return [nil] }
        let count = count(line, on: name, at: station)
        guard admission.reentry == "after_exit" else {
            return [count.entries + ask.people <= ticket.admits ? nil : "alreadyScanned"]
        }
        let surplus = count.inside + ask.people - ticket.admits
        guard surplus > 0 else { return [nil] }
        // Which of several exits took away whom an hour counts as out anyway is not laid down.
        if count.hasUnseen, count.mayHaveLeft > 0 { return ["alreadyScanned", "unmatchedExit"] }
        return [count.mayHaveLeft >= surplus ? "unmatchedExit" : "alreadyScanned"]
    }

    private func window(_ ask: Ask, _ ticket: Ticket, in list: TicketList, at station: Int) -> String? {
        if list.status == "postponed" { return "notStarted" }
        guard !isClockWrong(ask, at: station) else { return nil }
        if ask.now < ticket.notBefore ?? list.doorsOpen { return "notStarted" }
        let end = ticket.notAfter ?? list.ends
        return ask.now >= (end >= list.ends ? end + Self.grace : end) ? "ended" : nil
    }

    /// The clock is not synchronised and is behind what is known: then windows are not enforced (systemd/usher.yaml,
    /// clock_untrusted).
    private func isClockWrong(_ ask: Ask, at station: Int) -> Bool {
        let state = stations[station]
        let newest = (state.lists.values.map(\.issued) + [state.newestEntry].compactMap { $0 }).max()
        return !ask.isSynchronised && newest.map { ask.now < $0 } ?? false
    }

    /// Whoever was not seen leaving can (docs/EVENT.md, lists), and others at a list that their ticket is for. The documents
    /// do not say whether a ticket that admits nobody, and that is not inside, is refused on the way out.
    private func exitReasons(
        _ ask: Ask, _ ticket: Ticket, on name: String, in list: TicketList
    ) -> Set<String?> {
        let isHere = list.lists[name]?.types.contains(ticket.type) == true
        let otherwise: String? = isHere ? nil : "wrongGate"
        if ["voided", "refunded"].contains(ticket.status) { return [ticket.status, otherwise] }
        if ["blocked", "unapproved"].contains(ticket.status) { return [ticket.status, otherwise] }
        return ticket.status == "unpaid" && isHere ? ["unpaid", nil] : [otherwise]
    }

    // MARK: - What happens

    /// - Parameter heard: when the station learnt of it, on its own clock; `nil` when that is not synchronised.
    mutating func learn(_ passage: Passage, at station: Int, heard: Int64?) {
        guard !stations[station].known.contains(where: { $0.id == passage.id }) else { return }
        stations[station].known.append(passage)
        stations[station].heard[passage.id] = heard
    }

    mutating func record(_ passage: Passage, at station: Int) {
        stations[station].known.append(passage)
        stations[station].own.insert(passage.id)
    }

    /// What a passage that a station records now knows: what is not undone, and passed in the other direction.
    func knowledge(of line: Line, on list: String, isEntry: Bool, at station: Int) -> Set<String> {
        Set(passages(line, on: list, at: station).filter { $0.isEntry != isEntry }.map(\.id))
    }

    /// The passages of this station that are not undone, oldest first, which it may undo.
    func undoable(at station: Int) -> [Passage] {
        stations[station].known.filter { $0.station == station && !stations[station].undone.contains($0.id) }
    }

    /// The passages of other stations that, as far as this one knows, are not undone, oldest first.
    func undoableElsewhere(at station: Int) -> [Passage] {
        stations[station].known.filter { $0.station != station && !stations[station].undone.contains($0.id) }
    }

    /// Whether a list may replace the one in force: numbers only go up; the newest may be installed again when it is
    /// not in force (docs/MANIFEST.md, "Installing").
    func mayInstall(_ list: TicketList, at station: Int) -> Bool {
        guard let highest = stations[station].highest[list.event] else { return true }
        return list.number > highest || list.number == highest && stations[station].lists[list.event] == nil
    }
}
