import Backends
import Journal
import Station
import StationAPI
import Tickets

/// What the station sends to its server or relay, and what it reads from it about others.
extension World {
    static let backend = BackendSettings(name: "box", kind: .webhook, url: "https://server.invalid")

    func upload(_ kiosk: Int) async throws {
        guard setup.hasServer else { return }
        let station = try kiosks[kiosk].station()
        let receiver = try relay?.receiver(for: kiosks[kiosk].name) ?? server
        let uploader = Uploader(
            to: receiver, from: station.uploads.outbox(of: Self.backend), report: LinkReport(),
            environment: LinkEnvironment(now: { Timestamp(milliseconds: 0) }))
        _ = await uploader.uploadOnce()
        if let again = telling.toldAgain.first { throw Failure("the server was told again of \(again)") }
        let waiting = try station.resources.journal.nextToUpload(backend: "box", limit: 10_000)
        try expectTold(kiosk, stillWaiting: Set(waiting.map(\.checkIn.id)))
    }

    /// What no longer waits was sent, and nothing was sent that is in no journal.
    private func expectTold(_ kiosk: Int, stillWaiting: Set<String>) throws {
        let told = telling.told.filter { $0.station == kiosks[kiosk].name && $0.event != nil }
        let ids = Set(told.map(\.id))
        let states = try kiosks[kiosk].station().resources.journal.outbox(
            states: [.waiting, .parked], limit: 100_000
        ).map(\.entry.checkIn.id)
        let open = Set(states)
        for id in model.stations[kiosk].unsent where !open.contains(id) {
            guard ids.contains(id) else { throw Failure("entry \(id) counts as sent, and the server was never told") }
            model.stations[kiosk].settled[id] = Model.Settled(
                isTaken: relay != nil || !server.hasContradicted(id), at: clockTime(kiosk))
        }
        try expectOrder(told)
        for checkIn in told where sequences[checkIn.id] == nil {
            throw Failure("the server was told of \(checkIn.id), which is in no journal")
        }
        model.stations[kiosk].unsent.removeAll { !open.contains($0) }
    }

    /// The second entry of a ticket may be sent only after the answer to the first.
    private func expectOrder(_ told: [CheckIn]) throws {
        var last: [TicketKey: Int64] = [:]
        for checkIn in told {
            guard let key = checkIn.key else { continue }
            guard last[key].map({ $0 < checkIn.sequence }) ?? true else {
                throw Failure("entry \(checkIn.sequence) was told after a later one of its ticket")
            }
            last[key] = checkIn.sequence
        }
    }

    /// The station reads everything that others have sent.
    func hear(_ kiosk: Int) async throws {
        guard setup.hasServer else { return }
        let desk = try kiosks[kiosk].station().uploads.updates(of: "box")
        if let relay { return try await hear(of: relay, into: desk, at: kiosk) }
        let from = try await desk.cursor().flatMap { Int($0) } ?? 0
        let told = server.told
        let updates = told.dropFirst(from).filter { $0.station != kiosks[kiosk].name && $0.verdict.reason == nil }
        try await desk.keep(
            CheckInPage(checkIns: updates.map(ForeignCheckIn.init), cursor: String(told.count), isMore: false))
        for checkIn in updates { learn(checkIn, at: kiosk) }
    }

    func learn(_ checkIn: CheckIn, at kiosk: Int) {
        if let undone = checkIn.undoes {
            takeBack(undone, by: checkIn, at: kiosk)
        } else if let passage = truth.first(where: { $0.id == checkIn.id }) {
            model.learn(passage, at: kiosk, heard: trustedTime(kiosk))
        }
    }

    func takeBack(_ id: String, by undo: CheckIn, at kiosk: Int) {
        model.stations[kiosk].undone.insert(id)
        model.stations[kiosk].undos.append(
            Model.Undo(
                id: undo.id, passage: id, at: undo.at.milliseconds, isOwn: undo.station == kiosks[kiosk].name))
    }

    /// At the end the server answers again, and everything is sent.
    func tellEverything() async throws {
        server.set(.well)
        for kiosk in kiosks.indices {
            _ = try await kiosks[kiosk].station().records.retry(.init(ids: nil))
            try await upload(kiosk)
            for (id, settled) in model.stations[kiosk].settled where !settled.isTaken {
                model.stations[kiosk].settled[id] = Model.Settled(isTaken: true, at: clockTime(kiosk))
            }
            guard model.stations[kiosk].unsent.isEmpty else {
                throw Failure("\(model.stations[kiosk].unsent.count) entries are never told to a server that answers")
            }
        }
        if relay != nil { try await passEverythingOn() }
    }
}

extension ForeignCheckIn {
    fileprivate init(_ checkIn: CheckIn) {
        self.init(
            id: checkIn.id, station: checkIn.station, event: checkIn.event, list: checkIn.list, gate: checkIn.gate,
            key: checkIn.key, line: checkIn.line, reference: checkIn.reference, verdict: checkIn.verdict,
            undoes: checkIn.undoes, count: checkIn.count, at: checkIn.at, knew: Set(checkIn.knew), clock: checkIn.clock)
    }
}
