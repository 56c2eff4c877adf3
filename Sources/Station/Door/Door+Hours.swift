internal import Journal
internal import Manifests
internal import Tickets

/// The hours at which everybody on an admission list counts as out.
extension Door {
    /// Notes in the journal what hours have come since the last look: each once, and none by a clock that is not trusted.
    /// When the disk does not take it, people stay inside until it does.
    func noteHours(of manifests: [InstalledManifest], now: Timestamp, clock: CheckIn.Clock) {
        guard clock == .synchronised else { return }
        for plan in manifests.map(\.plan) {
            for list in plan.lists {
                guard let hour = plan.dailyExit(of: list.slug)?.last(at: now) else { continue }
                let name = Journal.ListName(event: plan.event.id, list: list.slug)
                guard hours[name].map({ $0 < hour }) ?? true, (try? note(hour, of: name, now: now)) != nil else {
                    continue
                }
                hours[name] = hour
            }
        }
    }

    private func note(_ hour: Timestamp, of name: Journal.ListName, now: Timestamp) throws {
        try journal.transaction { transaction in
            let last = try transaction.reader.everyoneOut(of: name.list, event: name.event)?.hour
            guard last.map({ $0 < hour }) ?? true else { return }
            try transaction.append(
                CheckInDraft(
                    station: settings.station, event: name.event, list: name.list, verdict: .noted,
                    kind: .everyoneOut, count: 0, how: .manual, at: now, note: hour.description))
        }
    }
}
