internal import Journal
internal import Manifests
internal import StationAPI
internal import Tickets

/// Who is inside, and checking out everybody at once.
extension Door {
    /// A line with people inside.
    struct PeopleInside {
        let key: TicketKey
        let line: Int
        let reference: String?
        let count: Int
    }

    /// Checks out everybody, as after an evacuation: one entry for each line that has people inside.
    func checkOutAll(_ request: CheckOutAllRequest) throws -> CheckOutAllAnswer {
        let situation = situation()
        let searched = situation.served.filter { request.event == nil || $0.plan.event.id == request.event }
        guard !searched.isEmpty else {
            throw StationError(
                .notFound, "check out", request.event ?? "everyone",
                "this station serves no such event")
        }
        try requireRecorded("check out")
        let answer = try journal.transaction { transaction in
            var answer = CheckOutAllAnswer(entries: 0, people: 0)
            for manifest in searched {
                for list in manifest.plan.lists where request.list == nil || list.slug == request.list {
                    let inside = try peopleInside(manifest, list: list.slug, journal: transaction)
                    for line in inside {
                        let draft = CheckInDraft(
                            station: settings.station, event: manifest.plan.event.id, list: list.slug, key: line.key,
                            line: line.line, reference: line.reference, direction: .out, verdict: .checkedOut,
                            kind: .checkoutAll, count: line.count, how: .manual, operator: request.operator,
                            at: situation.now, clock: situation.clock, note: request.note)
                        let outbox = outbox(of: manifest, reference: line.reference)
                        // Nobody waits at an evacuation: the venue's ledger is told, not asked.
                        let admits = try manifest.line(line.line, of: line.key)?.admits ?? line.count
                        let ledger = LedgerDraft(isClaimed: false, admits: admits, reentry: list.reentry)
                        try transaction.append(draft, outbox: outbox, ledger: venue == nil ? nil : ledger)
                        answer.entries += 1
                        answer.people += line.count
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
        let served = situation().served
        return try journal.look { transaction in
            var answer = CheckOutAllAnswer(entries: 0, people: 0)
            for manifest in served {
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
        _ manifest: InstalledManifest, list: String, journal: borrowing JournalTransaction
    ) throws -> [PeopleInside] {
        let event = manifest.plan.event.id
        var references: [LineName: String?] = [:]
        for line in try journal.entered(event: event, list: list) {
            references[LineName(key: line.key, line: line.line)] = line.reference
        }
        var used: [LineName: TicketRecord.UsedCount] = [:]
        try manifest.forEachUsed { key, count in
            guard count.list == list else { return }
            let name = LineName(key: key, line: count.line)
            used[name] = count
            if references[name] == nil { references[name] = .some(nil) }
        }
        var inside: [PeopleInside] = []
        for (name, reference) in references.sorted(by: { $0.key < $1.key }) {
            let count = try journal.history(
                event: event, list: list, key: name.key, line: name.line, used: used[name],
                issued: manifest.claims.issued
            ).inside
            guard count > 0 else { continue }
            let line = try reference == nil ? manifest.line(name.line, of: name.key)?.reference : reference
            inside.append(PeopleInside(key: name.key, line: name.line, reference: line, count: count))
        }
        return inside
    }

    private struct LineName: Hashable, Comparable {
        let key: TicketKey
        let line: Int

        static func < (left: LineName, right: LineName) -> Bool {
            (left.key.description, left.line) < (right.key.description, right.line)
        }
    }
}
