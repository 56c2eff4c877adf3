import Backends
import Foundation
import Journal
import Station
import StationAPI
import Tickets

/// Real stations and what they are connected to, with the model of what they must do.
actor World {
    let setup: Setup
    let folder: URL
    var organizer: Organizer
    var model: Model
    var kiosks: [Kiosk] = []
    /// All passages anywhere, in the order in which they happened: the truth, whether any station knows it or not.
    var truth: [Model.Passage] = []
    var undone: Set<String> = []
    var now = Organizer.evening
    /// Makes each presentation distinct: readers must not combine two codes to one presentation, unless the action is
    /// about that.
    var presentations = 0
    /// Numbers of journal entries, by id.
    var sequences: [String: Int64] = [:]
    /// A backup was restored: what happened since is forgotten, and may happen again.
    var hasForgotten = false
    let server = TicketServer()
    /// The relay between the stations and the server, if there is one.
    var relay: SimulatedRelay?
    let relayed = TellingRecord()
    let relayKey = RelayKey()
    var ledgerServer: LedgerServer?
    /// By kiosk; empty without a ledger.
    var lines: [Int: LedgerLine] = [:]
    /// Claims of stations that died before they recorded the entry, by kiosk.
    var ghosts: [Int: [String]] = [:]
    /// The key, number and reference of each line in the journals.
    var seenLines: [Model.Line: (key: TicketKey, number: Int, reference: String?)] = [:]
    /// Codes whose rows were changed by a later list.
    var changedCodes: Set<String> = []
    private let began = ContinuousClock.now

    init(_ setup: Setup, below parent: URL) throws {
        self.setup = setup
        folder = parent
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        organizer = try Organizer(setup, folder: folder)
        model = Model(stations: Array(repeating: Model.Station(), count: setup.stations))
    }

    /// Starts the stations with the first lists, before anybody comes.
    func begin() async throws {
        try await prepareLedger()
        try await beginRelay()
        let lists = try (0..<setup.events).map { try organizer.publish($0, now: now - 3_600_000) }
        for number in 0..<setup.stations {
            kiosks.append(Kiosk(number, below: folder, gate: number == 1 ? "B" : "A", now: now))
            model.stations[number].gate = kiosks[number].gate
            if setup.events > 1 { model.stations[number].events = Organizer.events }
            try await open(number)
            for key in organizer.publicKeys { _ = try await kiosks[number].station().lists.trust(key) }
            for list in lists { try await install(list, at: number) }
        }
    }

    func open(_ number: Int) async throws {
        let events = model.stations[number].events
        let kiosk = kiosks[number]
        let url = ledgerServer?.url(kiosk.name)
        kiosks[number].opened = try await kiosk.open { configuration in
            configuration.events = events
            configuration.venue = url.map { VenueSettings(url: $0) }
            // Independent of how busy this machine is: it matters whether the ledger answers, not when.
            configuration.venue?.limit = .seconds(60)
        }
        try await beginLedger(number)
    }

    func end() async throws {
        lines = [:]
        for index in kiosks.indices { try kiosks[index].close() }
        try await relay?.end()
        if let ledgerServer { await LedgerPool.shared.giveBack(ledgerServer) }
        try FileManager.default.removeItem(at: folder)
    }

    /// By what the station goes: its clock, unless it has heard from a ledger that it is wrong (docs/VENUE.md).
    func clockTime(_ kiosk: Int) -> Int64 {
        let offset = kiosks[kiosk].offset
        return hasHeard(kiosk) && abs(offset) > 30_000 ? now : now + offset
    }

    func isTrusted(_ kiosk: Int) -> Bool { hasHeard(kiosk) || kiosks[kiosk].isSynchronised }

    private func hasHeard(_ kiosk: Int) -> Bool { lines[kiosk]?.hasHeard ?? false }

    /// Moves the clock a little with every action, or two events would have the same time.
    func tick() {
        now += 1_000
        for kiosk in kiosks { kiosk.time.set(now + kiosk.offset, right: now, isSynchronised: kiosk.isSynchronised) }
    }

    /// All stations claim every entry in the ledger first.
    var isEverybodyConnected: Bool {
        lines.count == kiosks.count && lines.values.allSatisfy { $0.isConnected && $0.waiting.isEmpty }
    }

    func arrived() -> ContinuousClock.Instant { began + .milliseconds(now - Organizer.evening) }

    // MARK: - Lists

    func install(_ published: Organizer.Published, at kiosk: Int) async throws {
        let list = published.list
        let isExpected = model.mayInstall(list, at: kiosk)
        do {
            _ = try await kiosks[kiosk].station().lists.install(pieces(of: published.file), acceptingLoss: true)
        } catch {
            guard !isExpected else { throw Failure("list \(list.number) of \(list.event) was refused: \(error)") }
            return
        }
        guard isExpected else { throw Failure("list \(list.number) of \(list.event) went backwards") }
        model.stations[kiosk].lists[list.event] = list
        model.stations[kiosk].highest[list.event] = list.number
    }

    func pieces(of file: URL) throws -> ByteStream {
        let (pieces, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        continuation.yield(Array(try Data(contentsOf: file)))
        continuation.finish()
        return pieces
    }

    // MARK: - What is recorded

    /// The entries that were written since the last call, each checked for what it must contain.
    func newEntries(_ kiosk: Int) throws -> [CheckIn] {
        let entries = try kiosks[kiosk].station().resources.journal.entries(after: kiosks[kiosk].seen, limit: 1000)
        for entry in entries.map(\.checkIn) {
            guard entry.sequence == kiosks[kiosk].seen + 1 else {
                throw Failure("entry \(kiosks[kiosk].seen + 1) is missing: \(entry.sequence) is there")
            }
            kiosks[kiosk].seen = entry.sequence
            if entry.kind == .everyoneOut { try expectHour(entry, at: kiosk) }
            sequences[entry.id] = entry.sequence
            let known = model.stations[kiosk].newestEntry ?? .min
            model.stations[kiosk].newestEntry = max(known, entry.at.milliseconds)
            model.stations[kiosk].entries += 1
            if entry.kind != .everyoneOut, let event = entry.event, model.stations[kiosk].lists[event]?.backend != nil {
                model.stations[kiosk].unsent.append(entry.id)
            }
        }
        return entries.map(\.checkIn).filter { $0.kind != .everyoneOut }
    }

    /// An hour at which everybody on a list counts as out is noted by a clock that is synchronised, and is the last one.
    private func expectHour(_ entry: CheckIn, at kiosk: Int) throws {
        let place = Model.Place(event: entry.event ?? "", list: entry.list ?? "")
        let known = model.stations[kiosk].marks[place]
        let hour = entry.note.flatMap(Timestamp.init(rfc3339:))?.milliseconds
        guard let hour, hour == Model.lastExit(setup.everyoneOut, at: entry.at.milliseconds),
            entry.clock == .synchronised, kiosks[kiosk].hours[place].map({ $0 < hour }) ?? true
        else {
            throw Failure("\(kiosks[kiosk].name) noted that everyone is out since \(entry.note ?? "never")")
        }
        kiosks[kiosk].hours[place] = hour
        if known.map({ $0.hour < hour }) ?? true {
            model.stations[kiosk].marks[place] = Model.Mark(hour: hour, position: model.stations[kiosk].known.count)
        }
    }

    /// The time of the station, if it can be trusted.
    func trustedTime(_ kiosk: Int) -> Int64? { isTrusted(kiosk) ? clockTime(kiosk) : nil }

    /// What the station notes before it decides or counts anything.
    func noteHours(at kiosk: Int) {
        model.noteHours(at: kiosk, now: clockTime(kiosk), isSynchronised: isTrusted(kiosk))
    }

    func expectNothingNew(_ kiosk: Int, after what: String) throws {
        let entries = try newEntries(kiosk)
        guard entries.isEmpty else { throw Failure("\(what) wrote \(entries.count) entries") }
    }

    func note(_ passage: Model.Passage, isAsked: Bool = true, at kiosk: Int) {
        noteForLedger(passage, undo: false, isAsked: isAsked && self.isAsked(passage, at: kiosk), at: kiosk)
        model.record(passage, at: kiosk)
        truth.append(passage)
    }
}
