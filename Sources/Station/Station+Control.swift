public import DoorScreen
internal import Foundation
internal import Journal
internal import Logging
internal import Manifests
internal import Tickets

/// What the API asks, answered by the parts.
extension Station: MonitorControl {
    public func status() async throws -> StationStatus {
        let (situation, notRecorded) = await door.state()
        return try await questions.run { try status(situation, notRecorded) }
    }

    private func status(
        _ situation: Situation, _ notRecorded: StationStatus.NotRecorded?
    ) throws -> StationStatus {
        let figures = try journal.figures()
        return StationStatus(
            station: configuration.station, version: Self.version, direction: door.settings.direction(at: situation),
            serving: try situation.served.map { try served($0, now: situation.now) },
            installed: manifests.installed.map(\.plan.event.id).sorted(),
            journal: StationStatus.JournalFigures(
                entries: figures.entries, lastEntryAt: figures.lastEntryAt, waiting: figures.waiting,
                refused: figures.refused, parked: figures.parked),
            readers: readers.board.readers, backends: links.all.map(StationStatus.Backend.init),
            venue: try venueStatus(), clock: situation.clock, isDiskLow: !journal.health.reserveIsPresent,
            notRecorded: notRecorded, console: announcer.console.state, now: situation.now,
            faults: try faults(situation) + notRecordedFaults(notRecorded))
    }

    public func branding() async -> Branding? {
        brandingCache.current
    }

    public func examine() async throws -> [Diagnosis] {
        try await Doctor(station: self, situation: await door.situation()).findings()
    }

    // MARK: - Figures

    /// A tenth of a second of work: after the start of a station with a long journal the numbers grow with each status.
    private static let pagesForStatus = 40

    private func served(_ manifest: InstalledManifest, now: Timestamp) throws -> StationStatus.ServedEvent {
        let plan = manifest.plan
        let placement = door.settings.placement(in: plan)
        // A list or a journal that cannot be read is a fault that the status tells: it must not be the end of it.
        let tally = try? tallies.tally(of: manifest, now: now, pages: Self.pagesForStatus).tally
        let notes = manifest.notes(now: now)
        return StationStatus.ServedEvent(
            id: plan.event.id, name: plan.event.name, gate: placement?.gate.slug, list: placement?.list.slug,
            tickets: manifest.claims.body.tickets,
            admitted: placement.flatMap { tally?.admittedHere($0.list.slug) } ?? 0,
            inside: placement.flatMap { tally?.inside($0.list.slug) } ?? 0,
            isTest: manifest.claims.isTest, timeZone: plan.event.timeZone, doorsOpen: plan.event.doorsOpen,
            listIssued: manifest.claims.issued, isListOld: notes.contains(.expired) || notes.contains(.stale),
            listWarnings: notes.filter(\.isAlarming).map(\.explanation))
    }

    private var readerFaults: [String] {
        var faults = readers.board.faults(expected: configuration.cameras.paths + configuration.scanners.paths)
        if let fault = readers.learned.fault { faults.append(fault) }
        if let fault = door.settings.places.fault { faults.append(fault) }
        if let fault = announcer.console.state?.fault { faults.append(fault) }
        if !readers.board.readers.isEmpty, configuration.policy.faceless == .refuse, !announcer.hasListener {
            faults.append(
                "Nobody would see a verdict, so no ticket is taken: open usher tail, or set policy.faceless to allow.")
        }
        return faults
    }

    private func notRecordedFaults(_ notRecorded: StationStatus.NotRecorded?) -> [String] {
        guard let notRecorded else { return [] }
        if notRecorded.waiting > 0 {
            return [
                "NOT RECORDED: \(notRecorded.waiting) decisions are in memory only, and lost when the power fails, until "
                    + "the disk takes them."
            ]
        }
        return notRecorded.isOn ? ["NOT RECORDED is on: while the disk takes nothing, decisions stay in memory."] : []
    }

    private var diskFaults: [String] {
        let disk = journal.health
        let upkeep = disk.upkeepFailure.map { ["\($0)"] } ?? []
        guard !disk.reserveIsPresent else { return upkeep }
        return upkeep + [
            "The disk is nearly full (\(disk.freeBytes >> 20) MiB free): make room before nothing can be recorded."
        ]
    }

    /// What a person should know: what the parts reported, then what the lists and the clock say at this moment.
    private func faults(_ situation: Situation) throws -> [String] {
        var faults = health.sentences + trust.keys().faults.map(\.description) + diskFaults
        faults += try backendFaults(now: situation.now) + venueFaults() + lossFaults()
        faults += configuration.unknownVariables.map {
            "The environment variable \($0.withoutControls) is no setting; is it misspelt?"
        }
        faults += readerFaults + enrolments.faults(now: situation.now, clock: situation.clock)
        if situation.served.isEmpty { faults.append("No list is installed for an event that is served here.") }
        if situation.isClockWrong {
            faults.append(
                "The clock is not synchronised and behind the newest list or entry: windows are not enforced.")
        }
        faults += overlaps(situation)
        for manifest in situation.served {
            let event = manifest.plan.event
            faults += manifest.notes(now: situation.now).map { "List of \(event.name): \($0.explanation)." }
            if event.status == .cancelled { faults.append("\(event.name) is cancelled.") }
            if event.status == .postponed { faults.append("\(event.name) is postponed.") }
            faults += gateFaults(manifest.plan, now: situation.now)
        }
        return faults
    }

    private func lossFaults() throws -> [String] {
        let lost = try journal.lostPassages(of: configuration.station)
        guard lost > 0 else { return [] }
        let entries = lost == 1 ? "1 entry" : "\(lost) entries"
        return [
            "The journal has lost \(entries) of this station: the state folder is new, or an older copy. They count, because "
                + "others have told the station of them."
        ]
    }

    /// Events that are open at the same time: a ticket of either is good here, or one of them is not served at all.
    func overlaps(_ situation: Situation) -> [String] {
        let grace = configuration.policy.graceAfterEnd
        let (served, now) = (situation.served.map(\.plan.event), situation.now)
        let both = Event.overlaps(among: served, now: now, grace: grace).map { first, second in
            "\(first.name) and \(second.name) are open at the same time (\(clock(of: second, at: second.doorsOpen)) to "
                + "\(clock(of: second, at: first.ends))): tickets of both are let in then."
        }
        let others = situation.others.map(\.plan.event).filter { $0.isOpen(at: now, grace: grace) && now < $0.ends }
        return both
            + others.map {
                "\($0.name) is open now and not served here: its tickets are refused. If they are to be let in, name both "
                    + "events under events in usher.yaml."
            }
    }

    private func clock(of event: Event, at time: Timestamp) -> String {
        DoorClock(zone: event.timeZone, now: time).text(of: time)
    }

    /// A station at the wrong gate refuses everybody, so one that only guessed its gate says so.
    private func gateFaults(_ plan: EventPlan, now: Timestamp) -> [String] {
        guard let placement = door.settings.placement(in: plan) else {
            let refusal = Sentence(.unknownGate(asked: configuration.gate), plan: plan)
            return [refusal.english(in: plan, at: now) + ". Nobody is let in."]
        }
        let isAssigned = plan.assignments.contains { $0.station == configuration.station }
        let isChosen = door.settings.places.choice(for: plan.event.id)?.gate != nil
        guard configuration.gate == nil, !isAssigned, !isChosen, plan.gates.count > 1 else { return [] }
        let gates = plan.gates.map(\.slug).joined(separator: ", ")
        return ["No gate is chosen, so this station stands at gate \(placement.gate.slug); choose one of \(gates)."]
    }
}
