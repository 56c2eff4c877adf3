internal import Journal
internal import Manifests
internal import StationAPI
internal import Tickets

/// Who is inside, and checking out everybody at once.
extension Door {
    /// A line with people inside.
    struct PeopleInside {
        let line: ListedLine
        let reference: String?
        let count: Int
        /// Ids of their entries.
        let knew: Set<String>

        /// The same, with no more people than an entry can have: without a ticket, any number can be inside.
        var entries: [PeopleInside] {
            stride(from: 0, to: count, by: Door.largestGroup).map { start in
                PeopleInside(
                    line: line, reference: reference, count: min(Door.largestGroup, count - start), knew: knew)
            }
        }
    }

    /// Checks out everybody, as after an evacuation: one entry for each line that has people inside.
    func checkOutAll(_ request: CheckOutAllRequest) throws -> CheckOutAllAnswer {
        let situation = situation()
        let searched = situation.served.filter { request.event == nil || $0.plan.event.id == request.event }
        guard !searched.isEmpty else {
            throw StationError(
                .notFound, "check out", request.event ?? "everyone",
                "this station serves no such event", hint: "usher status shows the events that it serves.")
        }
        try requireRecorded("check out")
        let answer = try journal.transaction { transaction in
            var answer = CheckOutAllAnswer(entries: 0, people: 0)
            for manifest in searched {
                for list in manifest.plan.lists where request.list == nil || list.slug == request.list {
                    let inside = try peopleInside(
                        manifest, list: list.slug, journal: transaction.reader)
                    for people in inside.flatMap(\.entries) {
                        let (line, count) = (people.line, people.count)
                        let draft = CheckInDraft(
                            station: settings.station, event: line.event, list: line.list, key: line.key,
                            line: line.line, reference: people.reference, direction: .out, verdict: .checkedOut,
                            kind: .checkoutAll, count: count, how: .manual, operator: request.operator,
                            at: situation.now, clock: situation.clock, note: request.note, knew: people.knew)
                        let outbox = outbox(of: manifest, reference: people.reference)
                        // Nobody waits at an evacuation: the venue's ledger is told, not asked.
                        let admits = try manifest.line(line.line, of: line.key)?.admits ?? count
                        let reentry = manifest.list(list.slug, for: line.key)?.reentry ?? list.reentry
                        let ledger = LedgerDraft(isClaimed: false, admits: admits, reentry: reentry)
                        try transaction.append(draft, outbox: outbox, ledger: venue == nil ? nil : ledger)
                        answer.entries += 1
                        answer.people += count
                    }
                }
            }
            return answer
        }
        if answer.entries > 0 {
            for manifest in searched { noteEntry(at: situation.now, of: manifest) }
            venue?.nudge()
        }
        return answer
    }

    /// How many ``checkOutAll(_:)`` would check out now.
    func countInside() throws -> CheckOutAllAnswer {
        try requireRecorded("count")
        let situation = situation()
        return try journal.look { transaction in
            var answer = CheckOutAllAnswer(entries: 0, people: 0)
            for manifest in situation.served {
                for list in manifest.plan.lists {
                    let inside = try peopleInside(manifest, list: list.slug, journal: transaction)
                    answer.entries += inside.count
                    answer.people += inside.reduce(0) { $0 + $1.count }
                }
            }
            return answer
        }
    }

    /// The lines that have people inside, according to this station, other gates and the list.
    func peopleInside(
        _ manifest: InstalledManifest, list: String, journal: borrowing JournalReader
    ) throws -> [PeopleInside] {
        var lines = Set(try journal.entered(event: manifest.plan.event.id, list: list))
        var used: [ListedLine: TicketRecord.UsedCount] = [:]
        try manifest.forEachUsed { key, count in
            guard count.list == list else { return }
            let line = ListedLine(event: manifest.plan.event.id, list: list, key: key, line: count.line)
            used[line] = count
            lines.insert(line)
        }
        let histories = LineHistories(unrecorded: unrecorded)
        return try lines.sorted { ($0.key.description, $0.line) < ($1.key.description, $1.line) }.compactMap { line in
            let history = try histories.history(of: line, used: used[line], in: manifest, journal: journal)
            guard history.inside > 0 else { return nil }
            let reference = try journal.reference(of: line) ?? manifest.line(line.line, of: line.key)?.reference
            return PeopleInside(
                line: line, reference: reference, count: history.inside, knew: history.known.entries)
        }
    }
}
