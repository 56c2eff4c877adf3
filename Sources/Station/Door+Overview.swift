internal import Journal
internal import Manifests
internal import Tickets

/// Who is inside.
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
}
