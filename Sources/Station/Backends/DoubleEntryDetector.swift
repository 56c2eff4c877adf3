internal import Journal
internal import Manifests
internal import Messages
internal import StationAPI
internal import Synchronization
internal import Tickets

/// Finds tickets that gates let in more often than allowed because they did not know of each other.
///
/// Each entry of another gate is compared once, when it is new. What happens later with the ticket here is decided with
/// that entry known.
final class DoubleEntryDetector: Sendable {
    /// A ticket, all passages on it, and those that should not have been.
    struct Found: Sendable {
        let line: ListedLine
        let reference: String?
        let passages: [Passage]
        let surplus: [Passage]
    }

    private struct Compared {
        /// Number of the last entry of another gate that was compared.
        var end: Int64 = 0
        var lines: Set<ListedLine> = []
    }

    private let journal: Journal
    private let manifests: ManifestStore
    private let conditions: ReportedConditions
    private let compared = Mutex(Compared())

    init(journal: Journal, manifests: ManifestStore, conditions: ReportedConditions) {
        self.journal = journal
        self.manifests = manifests
        self.conditions = conditions
    }

    /// Goes through the entries page by page, so that scans get their turn in between.
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
            let list = manifest.list(line.list, for: line.key), let ticket = try manifest.line(line.line, of: line.key)
        else { return nil }
        let passages = try journal.look { try $0.passages(of: line) }
        let exit = manifest.plan.dailyExit(of: line.list)
        let surplus = DoubleEntry.find(
            in: passages, admits: ticket.admits, reentry: list.reentry, hour: { exit?.last(at: $0) })
        guard !surplus.isEmpty else { return nil }
        return Found(
            line: line, reference: ticket.reference, passages: passages.sorted { $0.at < $1.at }, surplus: surplus)
    }

    /// Where and when a ticket was let in.
    private func places(of found: Found) -> String {
        let zone = manifests.installed.first { $0.plan.event.id == found.line.event }?.plan.event.timeZone
        let admitted = Array(found.passages.filter { $0.verdict == .admitted }.suffix(Self.mostPlaces))
        return zip(DoubleEntry.places(of: admitted), admitted).map { place, passage in
            "\(place) \(DoorClock(zone: zone, now: passage.at).text(of: passage.at))"
        }.joined(separator: ", ")
    }

    private static let mostPlaces = 4

    /// Reports on every display how many there are, and the newest.
    func review() {
        do {
            let found = try all()
            conditions.clear(.doubleEntriesUnknown)
            guard let newest = found.last else { return conditions.clear(.doubleEntries) }
            conditions.report(
                Condition(
                    .doubleEntries,
                    [
                        "count": "\(found.count)", "ticket": newest.reference ?? "?",
                        "places": places(of: newest),
                    ], variant: found.count == 1 ? "One" : ""))
        } catch {
            conditions.report(Condition(.doubleEntriesUnknown, because: error))
        }
    }
}

extension DoubleEntryDetector.Found {
    /// This double entry, for those who hear of each one.
    var condition: Condition {
        Condition(
            .doubleEntry, subject: "\(line.event) \(line.key) \(line.line)",
            [
                "ticket": reference ?? "", "places": DoubleEntry.places(of: passages).joined(separator: ", "),
            ], variant: reference == nil ? "Unnamed" : "")
    }
}

extension DoubleEntryItem {
    init(_ found: DoubleEntryDetector.Found) {
        self.init(found.line, reference: found.reference, passages: found.passages, surplus: found.surplus)
    }
}
