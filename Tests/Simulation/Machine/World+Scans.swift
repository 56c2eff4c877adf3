import Foundation
import Journal
import Station
import StationAPI
import Tickets

extension World {
    /// What was shown for one presentation or act.
    struct Shown {
        var word: String
        var report: VerdictReport?
    }

    func ask(_ kiosk: Int, ticket: Int, gate: Int, isExit: Bool, people: Int = 1) -> Model.Ask {
        Model.Ask(
            code: Organizer.name(of: ticket), gate: gate == 0 ? nil : Organizer.gates[gate], isExit: isExit,
            people: people, now: clockTime(kiosk),
            isSynchronised: isTrusted(kiosk))
    }

    func scan(_ kiosk: Int, ticket: Int, gate: Int, isExit: Bool, reader: Int) async throws {
        let ask = ask(kiosk, ticket: ticket, gate: gate, isExit: isExit)
        try await present(ask, ticket: ticket, gate: gate, at: kiosk, reader: reader)
    }

    private func present(_ ask: Model.Ask, ticket: Int, gate: Int, at kiosk: Int, reader: Int) async throws {
        presentations += 1
        let allowed = try await allowed(ask, at: kiosk)
        let outcome = try await kiosks[kiosk].station().door.take(
            presentation(ask, ticket: ticket, gate: gate, reader: reader, source: "reader-\(presentations)"))
        try judge(try shown(outcome), of: ask, allowed: allowed, kind: .scan, at: kiosk)
    }

    private func presentation(
        _ ask: Model.Ask, ticket: Int, gate: Int, reader: Int, source: String
    ) -> Presentation {
        Presentation(
            bytes: Array(organizer.text(of: ticket).utf8), how: Reader.all[reader], source: source,
            gate: gate == 0 ? nil : Organizer.gates[gate], direction: ask.isExit ? .out : .in, arrived: arrived())
    }

    /// At one reader this is one presentation, shown again and recorded once; at another reader it is a second
    /// presentation.
    func twice(_ kiosk: Int, ticket: Int, gate: Int) async throws {
        let ask = ask(kiosk, ticket: ticket, gate: gate, isExit: false)
        presentations += 1
        let allowed = try await allowed(ask, at: kiosk)
        let door = try kiosks[kiosk].station().door
        let shown = presentation(ask, ticket: ticket, gate: gate, reader: 1, source: "camera-\(presentations)")
        let first = try self.shown(await door.take(shown))
        try judge(first, of: ask, allowed: allowed, kind: .scan, at: kiosk)
        let again = try self.shown(await door.take(shown))
        guard again.word == first.word, again.report?.isRepeat == true else {
            throw Failure("a code that stays in view was \(first.word) and then \(again.word)")
        }
        try expectNothingNew(kiosk, after: "a code that stays in view")
        try await present(ask, ticket: ticket, gate: gate, at: kiosk, reader: 2)
    }

    func check(_ kiosk: Int, ticket: Int, gate: Int) async throws {
        let ask = ask(kiosk, ticket: ticket, gate: gate, isExit: false)
        noteHours(at: kiosk)
        let allowed = model.answers(to: ask, at: kiosk)
        let report = try await kiosks[kiosk].station().acts.check(
            CheckRequest(
                code: organizer.text(of: ticket), gate: gate == 0 ? nil : Organizer.gates[gate], direction: .in))
        let word = report.verdict.reason?.rawValue ?? report.verdict.word
        guard allowed.contains(where: { $0.word == word }) else {
            throw Failure("check of \(ask.code) says \(word), and not \(allowed.words)")
        }
        try expectNothingNew(kiosk, after: "a check")
    }

    func shown(_ outcome: Outcome) throws -> Shown {
        guard case .verdict(let report) = outcome else { throw Failure("a ticket was answered with a hint") }
        return Shown(word: report.verdict.reason?.rawValue ?? report.verdict.word, report: report)
    }

    /// What the model allows, with what the station is told before it decides.
    func allowed(_ ask: Model.Ask, at kiosk: Int) async throws -> Set<Model.Answer> {
        noteHours(at: kiosk)
        return setup.hasLedger ? allowedByLedger(ask, at: kiosk) : model.answers(to: ask, at: kiosk)
    }

    // MARK: - Comparing

    /// Compares what was shown with the model, and what was recorded with what was shown.
    func judge(
        _ shown: Shown, of ask: Model.Ask, allowed: Set<Model.Answer>, kind: CheckIn.Kind, at kiosk: Int
    ) throws {
        let matching = allowed.filter { $0.word == shown.word }
        guard !matching.isEmpty else {
            throw Failure("\(ask) at \(kiosks[kiosk].name) was \(shown.word), and not \(allowed.words)")
        }
        let entries = try newEntries(kiosk)
        if setup.hasLedger { learnByAsking(shown.word, ask, at: kiosk) }
        guard entries.count == 1, let entry = entries.first else {
            throw Failure("\(shown.word) was shown, and \(entries.count) entries were written")
        }
        guard entry.verdict == shown.report?.verdict, entry.sequence == shown.report?.sequence, entry.kind == kind
        else {
            throw Failure("\(shown.word) was shown, and entry \(entry.sequence) says \(entry.verdict)")
        }
        guard entry.at.milliseconds == ask.now, entry.count == (entry.verdict.reason == nil ? ask.people : 0) else {
            throw Failure("entry \(entry.sequence) of \(ask) has the time \(entry.at) and \(entry.count) people")
        }
        guard entry.verdict.reason == nil else { return }
        try pass(entry, shown, of: ask, among: matching, at: kiosk)
    }

    private func pass(
        _ entry: CheckIn, _ shown: Shown, of ask: Model.Ask, among matching: Set<Model.Answer>, at kiosk: Int
    ) throws {
        guard
            let answer = matching.first(where: { $0.line?.type == shown.report?.type && $0.line?.event == entry.event }
            ),
            let line = answer.line, let list = answer.list, entry.list == list
        else {
            throw Failure(
                "\(ask) passed as \(shown.report?.type ?? "nothing") on \(entry.list ?? "none"), and not \(matching)")
        }
        if let key = entry.key, let number = entry.line { seenLines[line] = (key, number, entry.reference) }
        let before = model.count(line, on: list, at: kiosk)
        if ask.isExit, shown.report?.isUnmatched != (before.entries <= before.left) {
            throw Failure("\(ask): unmatched is \(shown.report?.isUnmatched ?? false) after \(before)")
        }
        let passage = Model.Passage(
            id: entry.id, station: kiosk, line: line, list: list, isEntry: !ask.isExit, people: ask.people, at: ask.now,
            staff: entry.operator, isOverride: ask.isOverride, knew: Set(entry.knew),
            isSynchronised: ask.isSynchronised)
        try expectKnowledge(of: passage, ask, at: kiosk)
        note(passage, at: kiosk)
        try expectRoom(for: passage, at: kiosk)
        try expectCapacity(for: passage)
    }

    /// A passage knows what its station knew; of many, the newest.
    private func expectKnowledge(of passage: Model.Passage, _ ask: Model.Ask, at kiosk: Int) throws {
        let (line, list) = (passage.line, passage.list)
        let known = model.knowledge(of: line, on: list, isEntry: passage.isEntry, at: kiosk)
        if passage.knew == known || known.count > 16 && passage.knew.isSubset(of: known) { return }
        var asked = ask
        asked.isOverride = false
        // Who lets somebody in after a question about an exit says that one who had entered left there.
        let entries = model.knowledge(of: line, on: list, isEntry: false, at: kiosk)
        guard ask.isOverride, model.answers(to: asked, at: kiosk).contains(where: { $0.word == "unmatchedExit" }),
            passage.knew.isSubset(of: known.union(entries)), !passage.knew.isDisjoint(with: known),
            passage.knew.isSuperset(of: entries) || entries.count > 16
        else { throw Failure("\(ask) knew \(passage.knew.sorted()), and not \(known.sorted())") }
    }

    // MARK: - What must hold whatever the model says

    /// By the rules nobody is admitted beyond what the line admits, counted in the order in which people really passed.
    private func expectRoom(for passage: Model.Passage, at kiosk: Int) throws {
        guard setup.stations == 1 || isEverybodyConnected, passage.isEntry, !passage.isOverride, !hasForgotten else {
            return
        }
        guard let list = model.stations[kiosk].lists[passage.line.event],
            let rule = list.lists[passage.list]?.reentry, rule != "unlimited"
        else { return }
        let tickets = list.tickets[passage.line.code] ?? [Model.Ticket(type: passage.line.type)]
        guard let admits = tickets.first(where: { $0.type == passage.line.type })?.admits else { return }
        let there = truth.filter { $0.line == passage.line && $0.list == passage.list && !undone.contains($0.id) }
        let late = there.filter { !$0.isEntry || !model.isBeforeHour($0, at: kiosk) || rule == "none" }
        let used = rule == "none" ? people(entering: late) : peopleInside(late)
        guard used <= admits else {
            throw Failure("\(used) people are on \(passage.line) of \(passage.list), which admits \(admits)")
        }
    }

    /// While all are connected, no list has more people inside than its capacity.
    private func expectCapacity(for passage: Model.Passage) throws {
        guard isEverybodyConnected, passage.isEntry, !passage.isOverride,
            let capacity = model.ledger.capacity[passage.place]
        else { return }
        let there = truth.filter { $0.place == passage.place && !undone.contains($0.id) }
        let late = there.filter { !$0.isEntry || !model.isBeforeHourOfLedger($0) }
        let inside = Dictionary(grouping: late, by: \.line).values.reduce(0) { $0 + peopleInside($1) }
        guard inside <= capacity else {
            throw Failure("\(inside) people are inside of \(passage.list), for \(capacity)")
        }
    }
}

extension World {
    private func people(entering passages: [Model.Passage]) -> Int {
        passages.filter(\.isEntry).reduce(0) { $0 + $1.people }
    }

    /// In the order in which people really passed: who leaves had entered before. But what a person has confirmed counts.
    private func peopleInside(_ passages: [Model.Passage]) -> Int {
        let entries = Set(passages.filter(\.isEntry).map(\.id))
        guard passages.allSatisfy({ !$0.isOverride || $0.knew.isDisjoint(with: entries) }) else {
            return Model.count(passages).inside
        }
        return passages.reduce(0) { $1.isEntry ? $0 + $1.people : max(0, $0 - $1.people) }
    }
}

extension Set<Model.Answer> {
    var words: String { map { $0.word + ($0.line.map { " as \($0.type)" } ?? "") }.sorted().joined(separator: " or ") }
}
