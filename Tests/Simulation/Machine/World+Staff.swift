import Foundation
import Station
import StationAPI
import Tickets

/// What people do by hand.
extension World {
    func byHand(_ kiosk: Int, ticket: Int, people: Int, staff: Int, isExit: Bool, isOverride: Bool = false) async throws
    {
        var ask = ask(kiosk, ticket: ticket, gate: 0, isExit: isExit, people: people)
        ask.isOverride = isOverride
        let allowed = try await allowed(ask, at: kiosk)
        let who = Crew.all[staff]
        let request = ManualRequest(
            code: organizer.text(of: ticket), count: people == 1 ? nil : people, isOverride: isOverride ? true : nil,
            note: isOverride ? "lost their ticket" : nil, operator: who.name)
        let report: VerdictReport
        do {
            let station = try kiosks[kiosk].station()
            report = try await isExit ? station.acts.checkOut(request, by: who) : station.acts.admit(request, by: who)
        } catch {
            try expectNothingNew(kiosk, after: "a refused act")
            // Whether a group fits is decided with what the station knows, before the ledger is asked.
            let known = model.answers(to: ask, at: kiosk)
            guard
                mayBeRefused(ask, allowed: allowed, who, at: kiosk)
                    || mayBeRefused(ask, allowed: known, who, at: kiosk)
            else {
                throw Failure("\(ask) by \(who.name) was refused: \(error)")
            }
            return
        }
        guard !isOverride || who.role == .supervisor else { throw Failure("a steward let in against the rules") }
        let shown = Shown(word: report.verdict.reason?.rawValue ?? report.verdict.word, report: report)
        try judge(shown, of: ask, allowed: allowed, kind: isOverride ? .override : .manual, at: kiosk)
    }

    /// A steward may not override a refusal; a group that is too large is refused as a whole.
    private func mayBeRefused(
        _ ask: Model.Ask, allowed: Set<Model.Answer>, _ who: Staff, at kiosk: Int
    ) -> Bool {
        if ask.isOverride, who.role == .steward { return true }
        guard ask.people > 1 else { return false }
        return ask.isExit || ask.isOverride || isTooMany(ask, allowed, at: kiosk) || !allowed.contains(where: \.passes)
    }

    /// Whether these are more people at once than any line admits that would let them in, by the lists of the station.
    private func isTooMany(_ ask: Model.Ask, _ allowed: Set<Model.Answer>, at kiosk: Int) -> Bool {
        !allowed.compactMap(\.line).contains { line in
            let rows = model.stations[kiosk].lists[line.event]?.tickets[line.code] ?? []
            return rows.contains { $0.type == line.type && $0.admits >= ask.people }
        }
    }

    /// - Parameter back: which of the passages; 0 is the newest.
    func undo(_ kiosk: Int, back: Int, staff: Int) async throws {
        let who = Crew.all[staff]
        let all = model.undoable(at: kiosk)
        let theirs = all.filter { mayUndo($0, who, at: kiosk) }
        let passage = back < all.count ? all[all.count - 1 - back] : nil
        guard let passage, let sequence = sequences[passage.id] else {
            return try await expectNoUndo(kiosk, UndoRequest(operator: who.name), by: who, isExpected: theirs.isEmpty)
        }
        let request = UndoRequest(sequence: sequence, operator: who.name)
        guard theirs.contains(passage) else {
            return try await expectNoUndo(kiosk, request, by: who, isExpected: true)
        }
        guard !isUndoneByLedger(passage, at: kiosk) else {
            return try await expectLateUndo(of: passage, at: kiosk, request, by: who)
        }
        let answer: UndoAnswer
        do {
            answer = try await kiosks[kiosk].station().acts.undo(request, by: who)
        } catch {
            throw Failure("\(who.name) cannot undo \(passage): \(error)")
        }
        guard answer.undone == sequence else { throw Failure("\(answer.entry) was undone, and not \(sequence)") }
        try noteUndo(of: passage, at: kiosk)
    }

    /// A steward may undo what they did themselves, and what was scanned in the last 15 minutes.
    private func mayUndo(_ passage: Model.Passage, _ who: Staff, at kiosk: Int) -> Bool {
        guard who.role == .steward, passage.staff != who.name else { return true }
        return passage.staff == nil && passage.at >= clockTime(kiosk) - 15 * 60_000
    }

    func undoElsewhere(_ kiosk: Int, back: Int, staff: Int) async throws {
        let who = Crew.all[staff]
        let all = model.undoableElsewhere(at: kiosk).filter { isListed($0.line, at: kiosk) }
        guard back < all.count else { return }
        let passage = all[all.count - 1 - back]
        let request = UndoRequest(entry: passage.id, note: "the wrong door", operator: who.name)
        guard who.role == .supervisor else {
            return try await expectNoUndo(kiosk, request, by: who, isExpected: true)
        }
        guard !isUndoneByLedger(passage, at: kiosk) else {
            return try await expectLateUndo(of: passage, at: kiosk, request, by: who)
        }
        do {
            _ = try await kiosks[kiosk].station().acts.undo(request, by: who)
        } catch {
            throw Failure("\(who.name) cannot undo \(passage) of another station: \(error)")
        }
        try noteUndo(of: passage, at: kiosk)
    }

    /// Whether the station's list has the line: until then, what a server reports about a ticket waits, and cannot be
    /// undone.
    private func isListed(_ line: Model.Line, at kiosk: Int) -> Bool {
        model.stations[kiosk].lists[line.event]?.tickets[line.code]?.contains { $0.type == line.type } ?? false
    }

    /// Whether the ledger tells a connected station that another has undone the passage already.
    private func isUndoneByLedger(_ passage: Model.Passage, at kiosk: Int) -> Bool {
        lines[kiosk]?.isConnected == true && model.ledger.undone.contains(passage.id)
    }

    private func expectLateUndo(
        of passage: Model.Passage, at kiosk: Int, _ request: UndoRequest, by who: Staff
    ) async throws {
        try await expectNoUndo(kiosk, request, by: who, isExpected: true)
        model.learnLedger(at: kiosk, code: passage.line.code, place: passage.place, now: trustedTime(kiosk))
    }

    private func noteUndo(of passage: Model.Passage, at kiosk: Int) throws {
        let entries = try newEntries(kiosk)
        let kind = passage.station == kiosk ? CheckIn.Kind.undo : .supervisorUndo
        guard entries.count == 1, entries[0].kind == kind, entries[0].undoes == passage.id, entries[0].count == 0
        else {
            throw Failure("an undo wrote \(entries)")
        }
        noteForLedger(passage, undo: true, isAsked: true, at: kiosk)
        takeBack(passage.id, by: entries[0], at: kiosk)
        undone.insert(passage.id)
    }

    private func expectNoUndo(_ kiosk: Int, _ request: UndoRequest, by who: Staff, isExpected: Bool) async throws {
        guard isExpected else { return }
        do {
            _ = try await kiosks[kiosk].station().acts.undo(request, by: who)
        } catch {
            return try expectNothingNew(kiosk, after: "a refused undo")
        }
        throw Failure("\(who.name) undid what is not theirs to undo")
    }

    func everyoneOut(_ kiosk: Int) async throws {
        noteHours(at: kiosk)
        let served = model.served(kiosk, at: clockTime(kiosk))
        var leaving: [Model.Line: [String: Int]] = [:]
        for list in served {
            for line in Set(model.stations[kiosk].known.map(\.line)).union(list.used.keys)
            where line.event == list.event {
                for name in list.lists.keys {
                    let inside = model.count(line, on: name, at: kiosk).inside
                    if inside > 0 { leaving[line, default: [:]][name] = inside }
                }
            }
        }
        let people = leaving.values.flatMap(\.values).reduce(0, +)
        let answer: CheckOutAllAnswer
        do {
            answer = try await kiosks[kiosk].station().acts.checkOutAll(
                CheckOutAllRequest(operator: "Sue"), by: Crew.supervisor)
        } catch {
            guard served.isEmpty else { throw Failure("everyone out: \(error)") }
            return
        }
        guard answer.people == people else { throw Failure("everyone out: \(answer.people) people, and not \(people)") }
        for entry in try newEntries(kiosk) {
            guard let line = try line(of: entry, at: kiosk), let list = entry.list, leaving[line]?[list] == entry.count
            else {
                throw Failure("everyone out wrote \(entry.count) people of \(entry.reference ?? "no one")")
            }
            note(
                Model.Passage(
                    id: entry.id, station: kiosk, line: line, list: list, isEntry: false, people: entry.count,
                    at: entry.at.milliseconds, staff: entry.operator, knew: Set(entry.knew),
                    isSynchronised: isTrusted(kiosk)), isAsked: false, at: kiosk)
        }
    }

    /// The line of an entry for which no ticket was presented: by its reference, otherwise by an earlier entry with the
    /// same key.
    private func line(of entry: CheckIn, at kiosk: Int) throws -> Model.Line? {
        if let line = entry.reference.flatMap(Organizer.line(reference:)) { return line }
        let sold = Organizer.name(of: Organizer.sold)
        return entry.event.map { Model.Line(event: $0, code: sold, type: "standard") }
    }
}
