// Evening: after an event, the journals of all its stations: verified, and added up as one.

public import Foundation
internal import Journal
public import Manifests
public import Reports
internal import StationAPI
public import Tickets

/// One event, from the journals of all its stations.
public struct Evening: Sendable {
    /// For those who have to account for it.
    public let report: EventReport
    /// Why the numbers may be wrong, one English sentence each; empty when every journal is whole.
    public let doubts: [String]

    /// - Parameters:
    ///   - files: exported journals as JSON lines, each with its name; of several of one station, the longest counts.
    ///   - heads: signed heads that left the stations before, one in a line, in files with names; each is compared with the
    ///     journal of its station.
    ///   - list: the newest list of the event.
    ///   - earlier: events that this one is compared with.
    ///   - now: when the report is made.
    ///   - progress: called now and then with the name of the file that is read, and the lines read so far.
    /// - Throws: `JournalError` for a file that is no export, or no signed head; `ManifestError`.
    public init(
        joining files: [(name: String, bytes: Data)], heads: [(name: String, text: String)] = [],
        list: InstalledManifest, earlier: [EventSummary] = [], now: Timestamp,
        progress: (String, Int) -> Void = { _, _ in }
    ) throws {
        let exports = try files.map { file in
            try ExportedJournal(file.bytes, name: file.name) { progress(file.name, $0) }
        }
        let kept = try heads.flatMap { file in
            try file.text.split(whereSeparator: \.isNewline).map {
                try JournalHead(line: String($0), subject: file.name)
            }
        }
        let plan = list.plan
        let stations = StationJournal.all(of: exports, heads: kept, doorsOpen: plan.event.doorsOpen)
        let joined = JoinedJournals(stations.map(\.export), event: plan.event.id)
        let sums = try EventSums(Self.tally(joined, list), ticketHolders: list.counts().ticketHolders)
        let conflicts = try Self.conflicts(joined, list)
        let attendance = try Attendance(list, joined)
        let figures = EventFigures(
            sums, plan: plan, isTest: list.claims.isTest,
            station: stations.map(\.name).joined(separator: ", "), now: now, first: nil, unsent: 0,
            conflicts: conflicts.count, capacity: { _ in nil })
        let silent = joined.entries.isEmpty ? [] : Self.silentGates(plan, joined)
        doubts =
            Self.foreign(exports, joined, plan) + stations.flatMap(\.doubts)
            + StationJournal.missing(exports, heads: kept)
            + silent.map { "No journal has an entry of gate \($0)." }
            + (joined.copies > 0
                ? ["\(joined.copies) entries are in two journals: one may be a copy of the other."] : [])
            + joined.strayUndos.map { "\($0.station) undid an entry that no journal has: its entry \($0.sequence)." }
        report = EventReport(
            figures: figures, tally: sums.tally, plan: plan, organizer: list.claims.organizer, conflicts: conflicts,
            serverRefusals: [], sales: joined.sales,
            joined: EventReport.Joined(
                journals: stations.map { $0.line(event: plan.event.id) }, attendance: attendance.lists,
                notCome: attendance.missing, doubts: doubts, earlier: earlier))
    }

    /// Whether the journals are of another event altogether.
    private static func foreign(
        _ exports: [ExportedJournal], _ joined: JoinedJournals, _ plan: EventPlan
    ) -> [String] {
        guard joined.entries.isEmpty else { return [] }
        let events = Set(exports.flatMap { $0.entries.compactMap(\.checkIn.event) }).sorted()
        let others = events.isEmpty ? "none at all" : "those of \(events.joined(separator: ", "))"
        return [
            "No journal has an entry of \(plan.event.name) (\(plan.event.id)), the event of the list; they have \(others)."
        ]
    }

    /// Gates of the list at which nothing was decided.
    private static func silentGates(_ plan: EventPlan, _ joined: JoinedJournals) -> [String] {
        let seen = Set(joined.entries.compactMap(\.gate))
        return plan.gates.map(\.slug).filter { !seen.contains($0) }
    }

    private static func tally(_ joined: JoinedJournals, _ list: InstalledManifest) throws -> EventTally {
        let types = TicketTypes(list)
        var tally = JournalTally()
        for row in joined.tallyRows {
            try tally.add(row) {
                try types.slug(of: $0.key, line: $0.line)
            } inside: {
                $0.listedLine.map { history(of: $0, joined).inside } ?? 0
            }
        }
        try list.forEachUsed { key, used in
            let line = ListedLine(event: list.plan.event.id, list: used.list, key: key, line: used.line)
            let known = history(of: line, joined)
            // What the server has counted beyond the journals: by other systems, or on days before.
            let total = History(ins: max(known.ins, used.history.ins), outs: max(known.outs, used.history.outs))
            if total.ins > known.ins || total.outs > known.outs { tally.correct(line, total: total, tallied: known) }
        }
        return tally.events[list.plan.event.id] ?? EventTally()
    }

    private static func history(of line: ListedLine, _ joined: JoinedJournals) -> History {
        History(listed: nil, passages: joined.passages[line] ?? [], hour: joined.hours[line.list])
    }

    /// Tickets that two stations let in more often than they are for.
    private static func conflicts(_ joined: JoinedJournals, _ list: InstalledManifest) throws -> [DoubleEntryItem] {
        try joined.passages.compactMap { line, passages in
            guard Set(passages.map(\.station)).count > 1, let admission = list.list(line.list, for: line.key),
                let ticket = try list.line(line.line, of: line.key)
            else { return nil }
            let exit = list.plan.dailyExit(of: line.list)
            let surplus = DoubleEntry.find(
                in: passages, admits: ticket.admits, reentry: admission.reentry, hour: { exit?.last(at: $0) })
            guard !surplus.isEmpty else { return nil }
            return DoubleEntryItem(line, reference: ticket.reference, passages: passages, surplus: surplus)
        }.sorted { ($0.passages[0].at, $0.line) < ($1.passages[0].at, $1.line) }
    }
}

/// The types of tickets, each looked up once.
private final class TicketTypes {
    private let list: InstalledManifest
    private var known: [TicketKey: [Int: String]] = [:]

    init(_ list: InstalledManifest) { self.list = list }

    /// Slug of the type; `nil` for a ticket that is in no list.
    func slug(of key: TicketKey?, line: Int?) throws -> String? {
        guard let key, let line else { return nil }
        if known[key] == nil {
            let lines = try list.record(of: key)?.lines ?? []
            known[key] = Dictionary(lines.map { ($0.number, $0.type.slug) }) { first, _ in first }
        }
        if let lines = known[key], !lines.isEmpty { return lines[line] }
        // A signed code is in no list; the number of its line says the type.
        return list.isNumberedByType ? list.plan.types.first { $0.lineNumber == line }?.slug : nil
    }
}
