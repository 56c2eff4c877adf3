internal import Journal
internal import Manifests
internal import Synchronization
internal import Tickets

/// Finds tickets that two gates let in without knowing of each other.
struct ConflictWatch: Sendable {
    /// More are not looked at: by then it is one fault, not many.
    private static let mostLines = 1000

    let journal: Journal
    let manifests: ManifestStore
    let health: Health

    /// A ticket, and the entries that should not have been.
    struct Found: Sendable {
        let line: ListedLine
        let passages: [Passage]
        let surplus: [Passage]
    }

    func all() throws -> [Found] {
        try journal.linesSeenAtTwoStations(limit: Self.mostLines).compactMap(found)
    }

    private func found(_ line: ListedLine) throws -> Found? {
        guard let manifest = manifests.installed.first(where: { $0.plan.event.id == line.event }),
            let list = manifest.plan.list(line.list), let ticket = try manifest.line(line.line, of: line.key)
        else { return nil }
        let passages = try journal.passages(of: line)
        let surplus = DoubleEntry.find(in: passages, admits: ticket.admits, reentry: list.reentry)
        guard !surplus.isEmpty else { return nil }
        return Found(line: line, passages: passages.sorted { $0.at < $1.at }, surplus: surplus)
    }

    /// Says on every face how many there are.
    func review() {
        do {
            let count = try all().count
            guard count > 0 else { return health.clear(.doubleEntries) }
            let tickets = count == 1 ? "1 ticket was" : "\(count) tickets were"
            health.report(.doubleEntries, "\(tickets) let in at two gates: see usher outbox list --conflicts.")
        } catch {
            health.report(.doubleEntries, "\(error)")
        }
    }
}
