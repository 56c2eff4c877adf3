internal import Backends
internal import Foundation
internal import Journal
internal import Manifests
internal import Threads
internal import Tickets

/// Writes check-ins of other gates, which a ticketing server reported, into the journal.
struct JournalUpdates: UpdateStore {
    let backend: String
    let journal: Journal
    let manifests: ManifestStore
    let doubleEntries: DoubleEntryDetector
    let clock: StationClock
    let journalQueue: WorkQueue
    /// For searching through lists.
    let lists: WorkQueue

    func cursor() async throws -> String? {
        try await journalQueue.run { try journal.streamCursor(backend: backend) }
    }

    func keep(_ page: CheckInPage) async throws {
        let now = clock.now()
        try await journalQueue.run { try journal.noteRefunds(refunds(in: page.checkIns)) }
        let sorted = try await lists.run { try self.sort(page.checkIns, page.tickets, now: now) }
        let heard = clock.synchronisedTime()
        let kept = try sorted.unmatched.map { try UnmatchedUpdate($0, heard: heard ?? $0.at) }
        let fresh = try await journalQueue.run {
            try journal.recordUpdates(
                of: backend, sorted.entries, heard: heard, unmatched: kept, changed: sorted.changed, cursor: page.cursor
            )
        }
        try await review(fresh)
    }

    /// Of tickets that other stations have sold and taken back, also of an event whose list is still to come.
    private func refunds(in checkIns: [ForeignCheckIn]) -> [Refund] {
        // No server speaks for another's event.
        let others = Set(manifests.installed.filter { $0.claims.backend != backend }.map(\.plan.event.id))
        return checkIns.compactMap { checkIn in
            guard checkIn.verdict == .sold, checkIn.undoes != nil, let key = checkIn.key, let event = checkIn.event,
                !others.contains(event)
            else { return nil }
            return Refund(event: event, key: key)
        }
    }

    private var changes: TicketChanges { TicketChanges(backend: backend, journal: journal, manifests: manifests) }

    /// Goes again through the reports that waited for a list, now that one has come.
    func matchWaiting() async throws {
        try await journalQueue.run { try changes.forgetListed() }
        let waiting = try await journalQueue.run { try journal.unmatchedUpdates(of: backend) }
        guard !waiting.isEmpty else { return }
        let now = clock.now()
        let entries = try await lists.run { try self.sort(waiting.compactMap(ForeignCheckIn.init), now: now).entries }
        let fresh = try await journalQueue.run {
            try journal.match(Dictionary(grouping: entries, by: \.id), of: backend, waiting: waiting)
        }
        try await review(fresh)
    }

    private func review(_ fresh: [ForeignEntry]) async throws {
        if fresh.contains(where: { $0.verdict == .admitted || $0.undoes != nil }) {
            try await journalQueue.run { doubleEntries.review() }
        }
    }

    /// What a page means here.
    private struct Sorted {
        var entries: [ForeignEntry] = []
        /// Check-ins whose ticket is in no list yet.
        var unmatched: [ForeignCheckIn] = []
        var changed: [ChangedTicket] = []
    }

    private func sort(
        _ checkIns: [ForeignCheckIn], _ tickets: [ReportedTicket] = [], now: Timestamp
    ) throws -> Sorted {
        var sorted = Sorted()
        // Nobody has passed with a ticket that was only sold.
        let checkIns = checkIns.filter { $0.verdict != .sold }
        for manifest in changes.own {
            let event = manifest.plan.event.id
            let about = checkIns.filter { ($0.event ?? event) == event }
            let changed = changes.later(tickets, than: manifest, now: now)
            // A list is walked through once for all references, and not at all for those who say the ticket's key.
            let references = Set(about.filter { $0.key == nil }.compactMap(\.reference) + changed.map(\.reference))
            let found = Dictionary(grouping: try manifest.find(references: references)) { $0.line.reference }
            sorted.entries += try about.compactMap { checkIn in
                try entry(checkIn, in: manifest, known: found[checkIn.reference] ?? [])
            }
            sorted.changed += try changes.different(changed, from: found, in: manifest)
        }
        sorted.changed += changes.unlisted(tickets, now: now)
        let matched = Set(sorted.entries.map(\.id))
        // A refusal elsewhere counts nothing, whatever its ticket.
        sorted.unmatched = checkIns.filter { !matched.contains($0.id) && $0.verdict.reason == nil }
        return sorted
    }

    private func entry(
        _ checkIn: ForeignCheckIn, in manifest: InstalledManifest, known: [FoundTicket]
    ) throws -> ForeignEntry? {
        let plan = manifest.plan
        guard let (key, line) = try ticket(of: checkIn, in: manifest, known: known) else {
            return signedElsewhere(checkIn, plan)
        }
        let list =
            checkIn.list ?? checkIn.gate.flatMap { plan.gate($0)?.list }
            ?? plan.lists.first { $0.types.contains(line.type.slug) }?.slug
        guard let list, plan.list(list) != nil else { return nil }
        let listed = ListedLine(event: plan.event.id, list: list, key: key, line: line.number)
        return ForeignEntry(checkIn, line: listed, reference: line.reference)
    }

    /// A ticket that was sold and signed after the list was made is in no list, but may be shown here too. The station
    /// that let it in names its key, line and list; `nil` when one of them is missing.
    private func signedElsewhere(_ checkIn: ForeignCheckIn, _ plan: EventPlan) -> ForeignEntry? {
        guard let key = checkIn.key, let line = checkIn.line, let list = checkIn.list, plan.list(list) != nil else {
            return nil
        }
        let listed = ListedLine(event: plan.event.id, list: list, key: key, line: line)
        return ForeignEntry(checkIn, line: listed, reference: checkIn.reference)
    }

    /// - Parameter known: the lines with its reference.
    private func ticket(
        of checkIn: ForeignCheckIn, in manifest: InstalledManifest, known: [FoundTicket]
    ) throws -> (key: TicketKey, line: TicketLine)? {
        if let key = checkIn.key {
            let lines = try manifest.record(of: key)?.lines ?? []
            guard let number = checkIn.line else { return lines.first.map { (key, $0) } }
            // A station whose list counts its lines still means this one, when there is no other.
            let isCounted = manifest.isNumberedByType && number < lines.count
            let only = isCounted && lines.count == 1 ? lines[0] : nil
            return (lines.first { $0.number == number } ?? only).map { (key, $0) }
        }
        // An add-on stands under two codes, and each is for other lists.
        let types = checkIn.list.flatMap { manifest.plan.list($0)?.types }
        let fitting = known.first { types?.contains($0.line.type.slug) ?? true }
        return (fitting ?? known.first).map { ($0.key, $0.line) }
    }
}

extension UnmatchedUpdate {
    init(_ checkIn: ForeignCheckIn, heard: Timestamp) throws {
        let text = String(decoding: try JSONEncoder().encode(checkIn), as: UTF8.self)
        self.init(id: checkIn.id, text: text, heard: heard)
    }
}

extension ForeignCheckIn {
    fileprivate init?(_ waiting: UnmatchedUpdate) {
        guard let known = try? JSONDecoder().decode(Self.self, from: Data(waiting.text.utf8)) else { return nil }
        self = known
    }
}
