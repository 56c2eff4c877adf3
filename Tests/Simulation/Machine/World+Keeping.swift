import Foundation
import Manifests
import Station
import StationAPI
import Tickets

/// Starts and stops, backups, lists and clocks.
extension World {
    func restart(_ kiosk: Int) async throws {
        try kiosks[kiosk].close()
        try await open(kiosk)
    }

    func kill(_ kiosk: Int) async throws {
        try kiosks[kiosk].die()
        try await open(kiosk)
    }

    func backUp(_ kiosk: Int) throws { try kiosks[kiosk].backUp(model.stations[kiosk]) }

    func restore(_ kiosk: Int) async throws {
        guard let known = try kiosks[kiosk].restore() else { return }
        model.stations[kiosk] = known
        hasForgotten = true
        try await open(kiosk)
    }

    // MARK: - Lists

    /// - Parameter change: where there are two events, half of the changes are for the first.
    func publish(change: Int, ticket: Int, to stations: Int) async throws {
        let event = setup.events > 1 && change >= Organizer.Change.allCases.count ? 1 : 0
        let change = Organizer.Change.allCases[change % Organizer.Change.allCases.count]
        // A list that lost many tickets is accepted only with a confirmation.
        if change == .remove, organizer.missing(event) >= 3 { return }
        organizer.change(change, code: ticket, of: event)
        if change != .rename { changedCodes.insert(Organizer.name(of: ticket)) }
        let published = try organizer.publish(event, now: now, used: setup.serverCounts ? server.used() : [:])
        for kiosk in kiosks.indices where stations & 1 << kiosk != 0 { try await install(published, at: kiosk) }
    }

    func installNewest(_ kiosk: Int, event: Int) async throws {
        guard let newest = organizer.published[event].last else { return }
        try await install(newest, at: kiosk)
    }

    func installOld(_ kiosk: Int, event: Int) async throws {
        guard organizer.published[event].count > 1 else { return }
        try await install(organizer.published[event][0], at: kiosk)
    }

    func installRekeyed(_ kiosk: Int, event: Int) async throws {
        guard let file = try organizer.rekeyed(event) else { return }
        do {
            _ = try await kiosks[kiosk].station().lists.install(pieces(of: file), acceptingLoss: true)
        } catch let error as ManifestError where error.code == .pinnedToAnotherKey {
            return
        }
        throw Failure("a list of \(Organizer.events[event]) came into force that another key signed")
    }

    func removeList(_ kiosk: Int, event: Int) async throws {
        let name = Organizer.events[event]
        guard model.stations[kiosk].lists[name] != nil else { return }
        try await kiosks[kiosk].station().lists.remove(event: name)
        model.stations[kiosk].lists[name] = nil
    }

    // MARK: - Time

    func wait(_ seconds: Int) { now += Int64(seconds) * 1000 }

    func setClock(_ kiosk: Int, seconds: Int, isSynchronised: Bool) {
        kiosks[kiosk].offset = Int64(seconds) * 1000
        kiosks[kiosk].isSynchronised = isSynchronised
    }

    // MARK: - Counts

    /// Compares what the station counts for a line with the model, if it counts for its own list.
    func compareCounts(_ kiosk: Int, ticket: Int) async throws {
        let station = try kiosks[kiosk].station()
        for list in model.served(kiosk, at: clockTime(kiosk)) {
            guard let name = list.gates[kiosks[kiosk].gate] ?? Array(list.gates.values).only else { continue }
            for row in list.tickets[Organizer.name(of: ticket)] ?? [] {
                let line = Model.Line(event: list.event, code: Organizer.name(of: ticket), type: row.type)
                let count = model.count(line, on: name, at: kiosk)
                let answer = try await station.acts.search(
                    SearchRequest(query: Organizer.reference(line), event: list.event), by: Crew.steward)
                guard let hit = answer.hits.first(where: { $0.ref == Organizer.reference(line) }) else {
                    throw Failure("\(line) is not found by its reference")
                }
                guard hit.inside == count.inside, hit.entries == count.entries else {
                    throw Failure(
                        "\(line) on \(name): \(hit.inside) inside and \(hit.entries ?? -1) entries, and not \(count)")
                }
            }
        }
    }

    /// Compares all counts of a station: people inside, figures, the outbox.
    func compareAll(_ kiosk: Int) async throws {
        let station = try kiosks[kiosk].station()
        let served = model.served(kiosk, at: clockTime(kiosk))
        noteHours(at: kiosk)
        if !served.isEmpty {
            let inside = served.reduce(0) { sum, list in
                sum
                    + list.lists.keys.reduce(0) {
                        $0 + model.inside(event: list.event, list: $1, at: kiosk).inside
                    }
            }
            let told = try await station.acts.peopleInside(by: Crew.supervisor).people
            guard told == inside else { throw Failure("\(told) people are inside, and not \(inside)") }
        }
        for list in served { try await compareFigures(of: list, at: kiosk) }
        let status = try await station.monitor.status()
        try expectNothingNew(kiosk, after: "counting")
        guard status.journal.entries == model.stations[kiosk].entries else {
            throw Failure("\(status.journal.entries) entries, and not \(model.stations[kiosk].entries)")
        }
        guard status.journal.waiting == model.stations[kiosk].unsent.count else {
            throw Failure("\(status.journal.waiting) wait to be sent, and not \(model.stations[kiosk].unsent.count)")
        }
    }

    private func compareFigures(of list: Model.TicketList, at kiosk: Int) async throws {
        let all = try await kiosks[kiosk].station().figures.figures(event: list.event)
        guard let figures = all.first, !figures.isCounting else {
            throw Failure("there are no figures of \(list.event)")
        }
        for told in figures.lists {
            let inside = model.inside(event: list.event, list: told.slug, at: kiosk).inside
            let admitted = model.admitted(event: list.event, list: told.slug, at: kiosk)
            guard told.inside == inside, told.admittedInAll == admitted else {
                throw Failure(
                    """
                    figures of \(told.slug): \(told.inside) inside and \(told.admittedInAll) admitted, and not \(inside) \
                    and \(admitted)
                    """)
            }
        }
    }

    func verify(_ kiosk: Int) async throws {
        let answer = try await kiosks[kiosk].station().records.verify(VerifyRequest())
        guard answer.isWhole, answer.entries == Int64(model.stations[kiosk].entries) else {
            throw Failure("the journal is not whole: \(answer.fault ?? "\(answer.entries) entries")")
        }
    }
}

extension Array {
    /// Its only element; `nil` unless there is exactly one.
    fileprivate var only: Element? { count == 1 ? self[0] : nil }
}
