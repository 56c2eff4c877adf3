internal import Journal
internal import Manifests
internal import StationAPI
internal import Synchronization
internal import Tickets

/// Keeps the sums of the journal. Each entry is read once, page by page, so that scans get their turn in between.
final class TallyCache: Sendable {
    private let journal: Journal
    private let manifests: ManifestStore
    private let known: Mutex<Known?> = Mutex(nil)
    /// What the list of each event holds, by event.
    private let counted = Mutex<[String: (sequence: Int64, ticketHolders: [String: Int64])]>([:])

    private struct Known {
        /// Who is inside was counted as of then.
        let began: Timestamp
        /// The last time at which everybody on a list counted as out.
        let hours: [Journal.ListName: Timestamp]
        var tally = JournalTally()
        /// By event.
        var lists: [String: ListState] = [:]
    }

    /// What has been counted from the list of an event.
    private struct ListState {
        let sequence: Int64
        var usedEnd: InstalledManifest.UsedPosition?
        var isUsedIn = false
    }

    init(journal: Journal, manifests: ManifestStore) {
        self.journal = journal
        self.manifests = manifests
    }

    /// The sums, and what the list holds. The first call for a list reads all of it.
    func sums(of manifest: InstalledManifest, now: Timestamp, pages: Int) throws -> EventSums {
        let (tally, isCounting) = try tally(of: manifest, now: now, pages: pages)
        return EventSums(tally, ticketHolders: try ticketHolders(of: manifest), isCounting: isCounting)
    }

    /// Counts what is new and returns the sums.
    ///
    /// - Parameter pages: how many pages of 250 entries to read at most, of the journal and the list together.
    func tally(
        of manifest: InstalledManifest, now: Timestamp, pages: Int
    ) throws -> (tally: EventTally, isCounting: Bool) {
        try self.known.withLock { kept in
            let hours = try journal.hours()
            // When everybody has left at the hour of a list, everything is counted again.
            var known = kept.flatMap { $0.hours == hours ? $0 : nil } ?? Known(began: now, hours: hours)
            kept = nil
            defer { kept = known }
            var pages = pages
            known.tally.trim(now: now)
            let state = try meet(manifest, &known)
            let isAllIn = try addEntries(&known, pages: &pages)
            let isUsedIn = try state.isUsedIn || addUsed(of: manifest, &known, pages: &pages)
            return (known.tally.events[manifest.plan.event.id] ?? EventTally(), !(isAllIn && isUsedIn))
        }
    }

    private func ticketHolders(of manifest: InstalledManifest) throws -> [String: Int64] {
        try counted.withLock { counted in
            let (event, sequence) = (manifest.plan.event.id, manifest.claims.sequence)
            if let known = counted[event], known.sequence == sequence { return known.ticketHolders }
            let holders = try manifest.counts().ticketHolders
            counted[event] = (sequence, holders)
            return holders
        }
    }

    /// After a purge of the journal, everything that is left is counted again.
    func forget() {
        known.withLock { $0 = nil }
    }

    /// A new list may know other tickets and other passages, so what depended on the list before is forgotten.
    private func meet(_ manifest: InstalledManifest, _ known: inout Known) throws -> ListState {
        let event = manifest.plan.event.id
        if let state = known.lists[event], state.sequence == manifest.claims.sequence { return state }
        let state = ListState(sequence: manifest.claims.sequence)
        if known.tally.events[event]?.hasUnknownTypes == true {
            known = Known(began: known.began, hours: known.hours)
        } else {
            known.tally.forgetCorrections(of: event)
        }
        known.lists[event] = state
        return state
    }

    /// - Returns: whether all entries are counted.
    private func addEntries(_ known: inout Known, pages: inout Int) throws -> Bool {
        let installed = Dictionary(manifests.installed.map { ($0.plan.event.id, $0) }) { first, _ in first }
        while pages > 0 {
            let rows = try journal.tallyRows(after: known.tally.position)
            guard !rows.isEmpty else { return true }
            pages -= 1
            // Of each line once: that for guests without a ticket may have most of the entries.
            var counted: [ListedLine: Int] = [:]
            for row in rows {
                try known.tally.add(row) { entry in
                    try Self.type(of: entry, in: installed)
                } inside: { entry in
                    guard let line = entry.listedLine else { return 0 }
                    if let people = counted[line] { return people }
                    let people = try journal.look { try $0.history(of: line).inside }
                    counted[line] = people
                    return people
                }
                for entry in [row.entry, row.undone] {
                    guard let entry, let manifest = entry.event.flatMap({ installed[$0] }) else { continue }
                    try correct(entry, manifest, &known)
                }
            }
        }
        return false
    }

    private static func type(of entry: TallyEntry, in installed: [String: InstalledManifest]) throws -> String? {
        guard let manifest = entry.event.flatMap({ installed[$0] }), let key = entry.key else { return nil }
        if let record = try manifest.record(of: key) {
            return record.lines.first { $0.number == entry.line }?.type.slug
        }
        // A signed code is in no list; the number of its line says the type.
        return manifest.isNumberedByType
            ? manifest.plan.types.first { $0.lineNumber == entry.line }?.slug : nil
    }

    private func correct(_ entry: TallyEntry, _ manifest: InstalledManifest, _ known: inout Known) throws {
        guard entry.verdict.reason == nil, let line = entry.listedLine, let used = try manifest.used(on: line) else {
            return
        }
        try correct(line, used, manifest, &known)
    }

    private func correct(
        _ line: ListedLine, _ used: TicketRecord.UsedCount, _ manifest: InstalledManifest, _ known: inout Known
    ) throws {
        let (total, tallied) = try journal.look { look in
            (
                try look.history(of: line, listed: manifest.listed(used)),
                try look.history(of: line)
            )
        }
        known.tally.correct(line, total: total, tallied: tallied)
    }

    /// Counts what the list knew when it was made.
    /// - Returns: whether all of it is counted.
    private func addUsed(of manifest: InstalledManifest, _ known: inout Known, pages: inout Int) throws -> Bool {
        let event = manifest.plan.event.id
        while pages > 0 {
            let page = try manifest.usedPage(after: known.lists[event]?.usedEnd, limit: 250)
            for used in page.counts {
                let line = ListedLine(event: event, list: used.count.list, key: used.key, line: used.count.line)
                try correct(line, used.count, manifest, &known)
            }
            guard let end = page.end else {
                known.lists[event]?.isUsedIn = true
                return true
            }
            known.lists[event]?.usedEnd = end
            pages -= 1
        }
        return false
    }
}
