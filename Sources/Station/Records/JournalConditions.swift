internal import Journal
internal import Manifests
internal import Messages
internal import StationAPI
internal import Tickets

/// The journal, and the disk below it.
struct JournalConditions: ConditionSource {
    /// In MiB: with less, the next event may fill the disk.
    static let littleRoom: Int64 = 256

    let journal: Journal
    let station: String

    func conditions(at situation: Situation) throws -> [Condition] {
        let health = journal.health
        var conditions = [room(health)]
        if let failure = health.recordingFailure {
            conditions.append(Condition(.recordingFailed, because: failure))
        } else if journal.damage == nil {
            let figures = try journal.figures()
            conditions.append(
                Condition(.journalFine, ["entries": "\(figures.entries)", "waiting": "\(figures.waiting)"]))
        }
        if let fault = journal.damage { conditions.append(Condition(.journalDamaged, ["why": fault.description])) }
        if let failure = health.upkeepFailure { conditions.append(Condition(.journalUpkeep, because: failure)) }
        let lost = try journal.lostPassages(of: station)
        if lost > 0 { conditions.append(Condition(.entriesLost, ["count": "\(lost)"])) }
        return conditions + (try remembered(situation)) + (situation.notRecorded.map(Self.unrecorded) ?? [])
    }

    /// Of an event that is still to end, though entries of it were removed: it was moved, or has another day.
    private func remembered(_ situation: Situation) throws -> [Condition] {
        try (situation.served + situation.others).map(\.plan.event).filter { $0.ends > situation.now }.compactMap {
            event in
            try journal.useMemory(of: event.id).map { memory in
                Condition(
                    .usedKept, subject: event.id,
                    ["event": event.name, "id": event.id, "count": "\(memory.tickets)"])
            }
        }
    }

    private func room(_ health: JournalHealth) -> Condition {
        let free = health.freeBytes >> 20
        let code: Condition.Code =
            health.isNearlyFull ? .diskNearlyFull : free < Self.littleRoom ? .diskFilling : .diskRoom
        return Condition(code, ["free": "\(free)"])
    }

    private static func unrecorded(_ state: StationStatus.NotRecorded) -> [Condition] {
        if state.waiting > 0 { return [Condition(.notRecorded, ["count": "\(state.waiting)"])] }
        return state.isOn ? [Condition(.notRecordedOn)] : []
    }
}
