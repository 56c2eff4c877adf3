import Foundation
import Station
import StationAPI
import Tickets
import Venue

/// State of a station's link to the ledger of its venue.
struct LedgerLine {
    var steps: LedgerSteps
    var isReachable = true
    var isConnected = false
    /// Since its start, the ledger has told it the time.
    var hasHeard = false
    /// Entries that the ledger does not have yet; undos as the entry that they undo.
    var waiting: [Told] = []

    enum Told: Hashable {
        case passage(Model.Passage)
        case undo(Model.Passage)
    }
}

extension World {
    static let password = "a password of the simulation"

    func prepareLedger() async throws {
        guard setup.hasLedger else { return }
        let server = try await LedgerPool.shared.take()
        ledgerServer = server
        try await server.empty()
    }

    /// After a start: the station connects to its ledger before it reads the first code.
    func beginLedger(_ kiosk: Int) async throws {
        guard setup.hasLedger, let runner = try kiosks[kiosk].station().resources.venue?.runner else { return }
        let before = lines[kiosk]
        lines[kiosk] = LedgerLine(
            steps: LedgerSteps(runner), isReachable: before?.isReachable ?? true, waiting: before?.waiting ?? [])
        try await connect(kiosk)
    }

    /// Performs as many steps as it takes to be connected; if the ledger cannot be reached, the station stays alone.
    func connect(_ kiosk: Int) async throws {
        guard let line = lines[kiosk], let runner = try kiosks[kiosk].station().resources.venue?.runner else { return }
        try await ledgerServer?.set(clock: now)
        for _ in 0..<12 {
            runner.nudge()
            line.steps.next()
            if runner.condition == .connected || !line.isReachable { break }
        }
        guard (runner.condition == .connected) == line.isReachable else {
            throw Failure("\(kiosks[kiosk].name) is \(runner.condition), and the ledger is there: \(line.isReachable)")
        }
        lines[kiosk]?.isConnected = line.isReachable
        if line.isReachable {
            lines[kiosk]?.hasHeard = true
            exchange(kiosk)
        }
    }

    /// The station reads what others did and delivers what it did alone.
    func exchange(_ kiosk: Int) {
        model.ledger.undone.formUnion(ghosts.removeValue(forKey: kiosk) ?? [])
        model.tellHours(at: kiosk, now: now)
        for told in lines[kiosk]?.waiting ?? [] { tell(told, isClaimed: false) }
        lines[kiosk]?.waiting = []
        model.learnLedger(at: kiosk, now: trustedTime(kiosk))
    }

    private func tell(_ told: LedgerLine.Told, isClaimed: Bool) {
        switch told {
        case .passage(let passage):
            // Delivered again, it changes nothing.
            guard !model.ledger.entries.contains(passage) else { return }
            model.ledger.entries.append(passage)
            if isClaimed { model.ledger.claimed.insert(passage.id) }
        case .undo(let passage):
            model.ledger.undone.insert(passage.id)
            if !isClaimed { model.ledger.undoneAlone.insert(passage.id) }
        }
    }

    func setLedger(_ kiosk: Int, isThere: Bool) async throws {
        guard let line = lines[kiosk], line.isReachable != isThere else { return }
        try await ledgerServer?.setReachable(kiosks[kiosk].name, isThere)
        lines[kiosk]?.isReachable = isThere
        lines[kiosk]?.isConnected = false
        if isThere { try await connect(kiosk) }
    }

    func follow(_ kiosk: Int) async throws {
        guard let line = lines[kiosk] else { return }
        guard line.isConnected else { return try await connect(kiosk) }
        try await ledgerServer?.set(clock: now)
        try kiosks[kiosk].station().resources.venue?.runner?.nudge()
        line.steps.next()
        exchange(kiosk)
    }

    func setCapacity(list: Int, people: Int) async throws {
        guard setup.hasLedger else { return }
        let name = ["hall", "lounge"][list]
        try await ledgerServer?.admin.setCapacity(people, event: "gala", list: name)
        model.ledger.capacity[Model.Place(event: "gala", list: name)] = people
    }

    // MARK: - Decisions

    /// What a connected station knows when it decides: everything about the ticket on the list, where that matters, and
    /// whether there is room.
    func allowedByLedger(_ ask: Model.Ask, at kiosk: Int) -> Set<Model.Answer> {
        let before = model.answers(to: ask, at: kiosk)
        guard isAsking(kiosk), let place = model.place(of: ask, at: kiosk), before.contains(where: \.isAsked) else {
            return before
        }
        var informed = model
        informed.learnLedger(at: kiosk, code: ask.code, place: place, now: trustedTime(kiosk))
        let answers = informed.answers(to: ask, at: kiosk, in: place.event)
        if ask.isExit { return answers.union(before.filter { !$0.isAsked }) }
        guard !ask.isOverride, answers.contains(where: \.passes), let capacity = model.ledger.capacity[place],
            model.insideByLedger(place) + ask.people > capacity
        else { return answers }
        var full = ask
        full.full = [place]
        return informed.answers(to: full, at: kiosk, in: place.event)
    }

    /// A connected station now knows everything about the ticket for which it asked the ledger.
    func learnByAsking(_ word: String, _ ask: Model.Ask, at kiosk: Int) {
        // Whoever is inside as far as is known may leave; whether they have left already, the ledger says.
        let isLeaving = ask.isExit && model.answers(to: ask, at: kiosk).allSatisfy(\.isAsked)
        guard isAsking(kiosk), Model.Answer(word: word).isAsked || word == "full" || isLeaving,
            let place = model.place(of: ask, at: kiosk)
        else { return }
        model.learnLedger(at: kiosk, code: ask.code, place: place, now: trustedTime(kiosk))
    }

    private func isAsking(_ kiosk: Int) -> Bool { lines[kiosk]?.isConnected == true }

    /// Records that the ledger has the entry, or will get it.
    func noteForLedger(_ passage: Model.Passage, undo: Bool, isAsked: Bool, at kiosk: Int) {
        guard let line = lines[kiosk] else { return }
        let told = undo ? LedgerLine.Told.undo(passage) : .passage(passage)
        let waits = undo && line.waiting.contains(.passage(passage))
        if line.isConnected, isAsked, !waits {
            model.learnLedger(at: kiosk, code: passage.line.code, place: passage.place, now: trustedTime(kiosk))
            tell(told, isClaimed: true)
        } else {
            lines[kiosk]?.waiting.append(told)
        }
    }

    /// Whether the ledger is asked first; an override into a full list is delivered afterwards.
    func isAsked(_ passage: Model.Passage, at kiosk: Int) -> Bool {
        guard passage.isOverride, let capacity = model.ledger.capacity[passage.place] else { return true }
        return model.insideByLedger(passage.place) + passage.people <= capacity
    }

    // MARK: - Deaths

    /// Until the station is back, the others count the claim as an entry; then the station withdraws it.
    func dieClaiming(_ kiosk: Int, ticket: Int) async throws {
        let ask = ask(kiosk, ticket: ticket, gate: 0, isExit: false)
        guard lines[kiosk]?.isConnected == true,
            let answer = allowedByLedger(ask, at: kiosk).min(by: { $0.line?.type ?? "" < $1.line?.type ?? "" }),
            let line = answer.line,
            answer.word == "admitted", let list = answer.list, let known = seenLines[line],
            let runner = try kiosks[kiosk].station().resources.venue?.runner
        else { return }
        let id = "00000000-0000-7000-8000-" + String(format: "%012d", truth.count + ghosts.count + 1_000_000)
        let checkIn = CheckIn(
            id: id, station: kiosks[kiosk].name, sequence: kiosks[kiosk].seen + 1, event: line.event, list: list,
            gate: kiosks[kiosk].gate, key: known.key, line: known.number, reference: known.reference,
            verdict: .admitted,
            count: 1, how: .stdin, at: Timestamp(milliseconds: ask.now))
        guard let entry = LedgerEntry(checkIn, admits: 1, reentry: .none) else {
            throw Failure("no entry for the ledger")
        }
        var timeLeft = Duration.seconds(60)
        _ = runner.look(at: entry.ticket, decidedOn: 0, timeLeft: &timeLeft)
        learnByAsking("admitted", ask, at: kiosk)
        guard case .taken = runner.claim(entry, decidedOn: runner.version(of: entry.ticket), timeLeft: &timeLeft) else {
            throw Failure("the ledger does not take a claim of \(line)")
        }
        let ghost = Model.Passage(
            id: id, station: kiosk, line: line, list: list, isEntry: true, people: 1, at: ask.now)
        model.ledger.entries.append(ghost)
        model.ledger.claimed.insert(id)
        ghosts[kiosk, default: []].append(id)
        try await setLedger(kiosk, isThere: false)
        try await kill(kiosk)
    }

    // MARK: - Lost answers

    /// The station stays alone with that decision and delivers it later; the others know of it at once.
    func loseAnswer(_ kiosk: Int, ticket: Int) async throws {
        let ask = ask(kiosk, ticket: ticket, gate: 0, isExit: false)
        guard let ledgerServer, lines[kiosk]?.isConnected == true,
            allowedByLedger(ask, at: kiosk).allSatisfy({ $0.word == "admitted" })
        else { return }
        let name = kiosks[kiosk].name
        try await ledgerServer.holdAnswers(to: name)
        async let cut: Void = ledgerServer.cutWhileItWaits(name)
        try await scan(kiosk, ticket: ticket, gate: 0, isExit: false, reader: 0)
        try await cut
        guard let passage = truth.last else { return }
        lines[kiosk]?.waiting.append(.passage(passage))
        lines[kiosk]?.isConnected = false
    }

    // MARK: - The end

    /// Connects every station until all know everything; then every double entry must be listed, and no other.
    func healEverything() async throws {
        for kiosk in kiosks.indices { try await setLedger(kiosk, isThere: true) }
        for kiosk in Array(kiosks.indices) + kiosks.indices { try await follow(kiosk) }
        try await compareConflicts()
        try await compareInside()
    }

    private func compareConflicts() async throws {
        let expected = model.conflicts(
            admits: { line in self.steadyAdmits(line) },
            reentry: { self.model.stations[0].lists[$0.line.event]?.lists[$0.list]?.reentry })
        let told = try await ledgerServer?.admin.conflicts() ?? []
        let lines = Set(
            told.compactMap { conflict -> String? in
                let line =
                    conflict.reference.flatMap(Organizer.line(reference:))
                    ?? Model.Line(event: conflict.event, code: Organizer.name(of: Organizer.sold), type: "standard")
                guard steadyAdmits(line) != nil else { return nil }
                return [line.event, line.code, line.type, conflict.list].joined(separator: " ")
            })
        guard lines == expected else {
            throw Failure("conflicts are \(lines.sorted()), and not \(expected.sorted())")
        }
    }

    /// How many people a line admits; `nil` where that changed during the history, or people were admitted against the
    /// rules.
    private func steadyAdmits(_ line: Model.Line) -> Int? {
        guard !changedCodes.contains(line.code), !truth.contains(where: { $0.line == line && $0.isOverride }) else {
            return nil
        }
        return model.stations[0].lists[line.event].flatMap { list in
            list.tickets[line.code]?.first { $0.type == line.type }?.admits
                ?? list.signed[line.code].map { _ in 1 }
        }
    }

    private func compareInside() async throws {
        for list in try await ledgerServer?.admin.status().lists ?? [] {
            let expected = model.insideByLedger(Model.Place(event: list.event, list: list.list))
            guard list.inside == expected else {
                throw Failure("the ledger counts \(list.inside) people inside of \(list.list), and not \(expected)")
            }
        }
    }
}

extension Model.Answer {
    /// The ledger is asked before this answer is given.
    fileprivate var isAsked: Bool { passes || word == "alreadyScanned" || word == "unmatchedExit" }
}
