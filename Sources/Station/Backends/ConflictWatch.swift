internal import Journal
internal import Manifests
internal import Synchronization
internal import Tickets

/// Finds tickets that two gates let in without knowing of each other.
///
/// Each entry of another gate is compared once, when it is new: a ticket that was let in there later cannot have been let
/// in here unknowingly after that.
final class ConflictWatch: Sendable {
    /// A ticket, and the entries that should not have been.
    struct Found: Sendable {
        let line: ListedLine
        let passages: [Passage]
        let surplus: [Passage]
    }

    private struct Compared {
        /// The last entry of another gate that was looked at.
        var end: Int64 = 0
        var lines: Set<ListedLine> = []
    }

    private let journal: Journal
    private let manifests: ManifestStore
    private let health: Health
    private let compared = Mutex(Compared())

    init(journal: Journal, manifests: ManifestStore, health: Health) {
        self.journal = journal
        self.manifests = manifests
        self.health = health
    }

    /// Goes page by page, so that a scan gets its turn between two of them.
    func all() throws -> [Found] {
        let lines = try compared.withLock { compared in
            while let page = try journal.linesSeenAtTwoStations(after: compared.end) {
                compared.lines.formUnion(page.lines)
                compared.end = page.end
            }
            return compared.lines
        }
        return try lines.compactMap(found).sorted {
            ($0.passages[0].at, $0.line.line) < ($1.passages[0].at, $1.line.line)
        }
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

    /// Which ticket, and where and when it was let in.
    private func sentence(about found: Found) -> String {
        let zone = manifests.installed.first { $0.plan.event.id == found.line.event }?.plan.event.timeZone
        let admitted = Array(found.passages.filter { $0.verdict == .admitted }.suffix(Self.mostPlaces))
        let places = zip(DoubleEntry.places(of: admitted), admitted).map { place, passage in
            "\(place) at \(DoorClock(zone: zone, now: passage.at).text(of: passage.at))"
        }
        return "\(found.line.reference ?? "A ticket"): \(places.joined(separator: ", ")).".withoutControls
    }

    private static let mostPlaces = 4

    /// Says on every face how many there are, and which the newest is.
    func review() {
        do {
            let found = try all()
            guard let newest = found.last else { return health.clear(.doubleEntries) }
            let tickets = found.count == 1 ? "1 ticket was" : "\(found.count) tickets were"
            health.report(
                .doubleEntries,
                "\(tickets) let in at two gates: see usher outbox list --conflicts. \(sentence(about: newest))")
        } catch {
            health.report(.doubleEntries, "\(error)")
        }
    }
}
