internal import DoorScreen
internal import Journal
internal import Manifests
internal import Tickets

/// What staff look up: who is inside, and whose ticket this is.
extension Door {
    /// A line with people inside.
    struct PeopleInside {
        let key: TicketKey
        let line: Int
        let reference: String?
        let count: Int
    }

    /// What this station and the other gates saw, on top of what the list brought.
    func peopleInside(
        _ manifest: InstalledManifest, list: String, journal: borrowing JournalTransaction
    ) throws -> [PeopleInside] {
        let event = manifest.plan.event.id
        var references: [LineName: String?] = [:]
        for line in try journal.insideNow(event: event, list: list) {
            references[LineName(key: line.key, line: line.line)] = line.reference
        }
        var used: [LineName: History] = [:]
        try manifest.forEachUsed { key, count in
            guard count.list == list else { return }
            let name = LineName(key: key, line: count.line)
            used[name] = count.history
            if references[name] == nil { references[name] = .some(nil) }
        }
        var inside: [PeopleInside] = []
        for (name, reference) in references.sorted(by: { $0.key < $1.key }) {
            let known = try journal.history(
                event: event, list: list, key: name.key, line: name.line, alreadyIn: manifest.claims.issued)
            let count = (used[name].map { $0 + known } ?? known).inside
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

    // MARK: - Search

    private static let searchLimit = 50

    /// Tickets by reference; by name where the event's privacy and this station's credentials allow it.
    func search(_ request: SearchRequest) throws -> SearchAnswer {
        var answer = SearchAnswer(hits: [], isCut: false)
        for manifest in circumstances().served where request.event == nil || manifest.plan.event.id == request.event {
            let found = try manifest.find(reference: request.query) + names(request.query, in: manifest, &answer)
            for ticket in found { answer.hits.append(try hit(ticket, in: manifest)) }
        }
        answer.isCut = answer.hits.count > Self.searchLimit
        answer.hits = Array(answer.hits.prefix(Self.searchLimit))
        return answer
    }

    private func names(
        _ query: String, in manifest: InstalledManifest, _ answer: inout SearchAnswer
    ) throws -> [FoundTicket] {
        let event = manifest.plan.event
        guard manifest.claims.privacy == .staff else {
            answer.note = "Names of \(event.name) are sealed: a name opens only with its ticket's code."
            return []
        }
        guard let staffKey = staffKeys.key(for: event.id) else {
            answer.note = "Names of \(event.name) need its staff key, which this station does not have."
            return []
        }
        return try manifest.search(name: query, staffKey: staffKey, limit: Self.searchLimit + 1)
    }

    private func hit(_ ticket: FoundTicket, in manifest: InstalledManifest) throws -> SearchAnswer.Hit {
        let list = placement(in: manifest.plan, scan: Scan(how: .manual))?.list.slug
        let history = try list.map { list in
            let used = try manifest.record(of: ticket.key)?.used
                .first { $0.line == ticket.line.number && $0.list == list }?.history
            let known = try journal.transaction { transaction in
                try transaction.history(
                    event: manifest.plan.event.id, list: list, key: ticket.key, line: ticket.line.number,
                    alreadyIn: manifest.claims.issued)
            }
            return used.map { $0 + known } ?? known
        }
        return SearchAnswer.Hit(
            event: manifest.plan.event.id, ref: ticket.line.reference, line: ticket.line.number,
            type: ticket.line.type.name, status: ticket.line.status.word, seat: ticket.line.seat,
            holder: ticket.holder?.name, admits: ticket.line.admits, inside: history?.inside ?? 0,
            entries: history?.ins ?? 0)
    }
}
