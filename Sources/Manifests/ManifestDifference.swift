public import Foundation
internal import GRDB
public import Tickets

/// What changed from one list of an event to the next.
public struct ManifestDifference: Hashable, Sendable {
    /// Lines of the new list that the old one did not have.
    public private(set) var added: Int64 = 0
    /// Lines of the old list that the new one does not have, those of ``retyped`` included.
    public private(set) var removed: Int64 = 0
    /// Codes for which one type went and another came: new rights to enter, without a record of earlier entries.
    public private(set) var retyped: Int64 = 0
    /// Lines with another status, by the word of the new one (``TicketStatus/word``).
    public private(set) var statuses: [String: Int64] = [:]
    /// Lines with the same status whose sealed name or notes changed: which of them, only the code of a ticket shows.
    public private(set) var namesOrNotes: Int64 = 0
    /// Lines with another number of people, times, date, seat, reference or attention.
    public private(set) var otherwiseChanged: Int64 = 0
    /// Codes that were revoked, or are not revoked any more.
    public private(set) var revocations: Int64 = 0
    /// What else changed, a word or two each: "gates".
    public private(set) var plan: [String] = []
    /// Admission lists with another rule than before, in their order.
    public private(set) var rules: [RuleChange] = []
    /// What the organizer may not have meant, a sentence each.
    public private(set) var notes: [String] = []
    /// Slugs of admission lists that the new list does not have.
    public private(set) var listsGone: [String] = []
    /// People who could enter with the old list, and how many of them cannot with the new one.
    public private(set) var admission: AdmissionLoss
    /// Tickets of the old list.
    public let before: Int64
    /// Tickets of the new list.
    public let after: Int64

    /// Another rule of an admission list.
    public struct RuleChange: Hashable, Sendable {
        /// Slug.
        public let list: String
        /// In words, a condition in a line; empty without a rule.
        public let before: [String]
        public let after: [String]
    }

    /// Compares two files.
    /// - Parameters:
    ///   - keys: one of them must have signed each list; empty: signatures are not checked.
    ///   - now: people whose time is over lose nothing.
    /// - Throws: ``ManifestError`` for files that are not lists of one event.
    public init(from old: URL, to new: URL, keys: [VerificationKey] = [], now: Timestamp) throws {
        func list(_ file: URL) throws -> PreviousList {
            let bytes = try ManifestFile.line(of: file)
            let claims =
                try keys.isEmpty
                ? ManifestLine.unverified(bytes, subject: file.path).claims
                : ManifestLine(bytes, keys: keys, subject: file.path).claims
            return try PreviousList(file, line: bytes, claims: claims)
        }
        let (first, second) = (try list(old), try list(new))
        guard first.claims.event.id == second.claims.event.id else {
            throw ManifestError(
                .badPrevious, "compare", new.path,
                "it is a list of \(second.claims.event.id), the other is of \(first.claims.event.id)")
        }
        guard first.claims.salt == second.claims.salt else {
            throw ManifestError(
                .saltChanged, "compare", new.path,
                "its salt is different, so no ticket of one can be found in the other")
        }
        try self.init(from: first, to: second.body, plan: second.plan, claims: second.claims, now: now)
    }

    /// No difference.
    /// - Parameter tickets: those of both lists.
    package init(none tickets: Int64) {
        (before, after) = (tickets, tickets)
        admission = AdmissionLoss(lists: [], now: .earliest)
    }

    package init(
        from old: PreviousList, to body: ManifestBody, plan: EventPlan, claims: ManifestClaims, now: Timestamp
    ) throws {
        admission = AdmissionLoss(lists: [], now: now)
        (before, after) = (old.claims.body.tickets, claims.body.tickets)
        rules = Self.rules(from: old.plan, to: plan)
        notes = Self.notes(from: old.plan, to: plan)
        self.plan = Self.changes(from: old, to: plan, claims: claims) + (rules.isEmpty ? [] : ["rules"])
        listsGone = old.plan.lists.map(\.slug).filter { plan.list($0) == nil }
        let isSameBody = old.claims.body.sha256 == claims.body.sha256
        if !isSameBody || old.plan.lists != plan.lists {
            admission = try AdmissionLoss(
                from: .init(body: old.body, plan: old.plan), to: .init(body: body, plan: plan), subject: old.name,
                now: now)
        }
        guard !isSameBody else { return }
        try old.body.scan { first in
            try body.scan { second in
                var (left, right) = (
                    try TicketIterator(first, of: old.body, plan: old.plan),
                    try TicketIterator(second, of: body, plan: plan)
                )
                try compare(&left, &right)
            }
        }
        try compareRevoked(old.body, body)
    }

    /// Nothing in the new list differs except its time and number.
    public var isEmpty: Bool {
        added == 0 && removed == 0 && statuses.isEmpty && namesOrNotes == 0 && otherwiseChanged == 0 && revocations == 0
            && plan.isEmpty
    }

    /// One line for people: `+3 -1, 1 refunded, 2 new holders`.
    public var summary: String {
        guard !isEmpty else { return "no change" }
        var parts: [String] = []
        let rows = [("+", added), ("-", removed)].filter { $0.1 > 0 }.map { "\($0.0)\($0.1)" }
        if !rows.isEmpty { parts.append(rows.joined(separator: " ")) }
        if retyped > 0 { parts.append("\(retyped) of another type") }
        parts += TicketStatus.allCases.compactMap { status in statuses[status.word].map { "\($0) \(status.word)" } }
        if namesOrNotes > 0 { parts.append("\(namesOrNotes) with another name or note") }
        if otherwiseChanged > 0 { parts.append("\(otherwiseChanged) otherwise changed") }
        if revocations > 0 { parts.append("\(revocations) revoked or no longer") }
        if !plan.isEmpty { parts.append("changed: " + plan.joined(separator: ", ")) }
        return parts.joined(separator: ", ")
    }

    /// Why a station with the old list would refuse the new one until a person confirms it; `nil` when it would accept
    /// it.
    public var loss: String? {
        do {
            try LossGuard.check(self, subject: "")
            return nil
        } catch {
            return (error as? ManifestError)?.reason
        }
    }

    // MARK: - Event and doors

    private static func changes(from old: PreviousList, to plan: EventPlan, claims: ManifestClaims) -> [String] {
        let (before, types) = (old.plan, { (plan: EventPlan) in Set(plan.types) })
        // What the line says besides the event: keys, backend, expiry, privacy.
        let settings = old.claims.with(claims.event, issuedAs: claims) != claims
        let changes: [(String, Bool)] = [
            ("event", before.event != plan.event), ("ticket types", types(before) != types(plan)),
            ("admission lists", Set(before.lists) != Set(plan.lists)), ("gates", Set(before.gates) != Set(plan.gates)),
            ("dates", before.dates != plan.dates), ("assignments", Set(before.assignments) != Set(plan.assignments)),
            ("questions", before.questions != plan.questions), ("settings", settings),
        ]
        return changes.filter(\.1).map(\.0)
    }

    private static func rules(from old: EventPlan, to new: EventPlan) -> [RuleChange] {
        new.lists.compactMap { list in
            let before = old.list(list.slug)?.rule
            guard before != list.rule else { return nil }
            func words(_ rule: EntryRule?, of plan: EventPlan) -> [String] {
                rule?.words(in: plan) ?? []
            }
            return RuleChange(list: list.slug, before: words(before, of: old), after: words(list.rule, of: new))
        }
    }

    /// A rule that counts entries brings re-entry with it, and takes it away when it goes.
    private static func notes(from old: EventPlan, to new: EventPlan) -> [String] {
        new.lists.compactMap { list in
            guard let before = old.list(list.slug), before.rule != nil, list.rule == nil, before.reentry != list.reentry
            else { return nil }
            return "List \(list.slug): it has no rules any more, and its re-entry is \(list.reentry.word) now, not "
                + "\(before.reentry.word). To keep that, give reentry in event.yaml."
        }
    }

    // MARK: - Tickets

    private mutating func compare(_ left: inout TicketIterator, _ right: inout TicketIterator) throws {
        var (old, new) = (try left.next(), try right.next())
        while old != nil || new != nil {
            let order = old.map { old in new.map { old.key.compared(to: $0.key) } ?? -1 } ?? 1
            try compare(order <= 0 ? old?.lines ?? [] : [], order >= 0 ? new?.lines ?? [] : [])
            if order <= 0 { old = try left.next() }
            if order >= 0 { new = try right.next() }
        }
    }

    /// The lines of one code.
    private mutating func compare(_ old: [TicketIterator.Line], _ new: [TicketIterator.Line]) throws {
        var (gone, come): (Int64, Int64) = (0, Int64(new.count))
        for line in old {
            guard let now = new.first(where: { $0.type == line.type }) else {
                gone += 1
                continue
            }
            come -= 1
            if now.status != line.status {
                guard let status = TicketStatus(rawValue: Int(now.status)) else { throw BodyRow.fault }
                statuses[status.word, default: 0] += 1
            } else if now.sealed != line.sealed {
                namesOrNotes += 1
            }
            if now.rest != line.rest { otherwiseChanged += 1 }
        }
        added += come
        removed += gone
        retyped += min(gone, come)
    }

    private mutating func compareRevoked(_ old: ManifestBody, _ new: ManifestBody) throws {
        func keys(_ body: ManifestBody) throws -> Set<Data> {
            try body.scan { try Data.fetchSet($0, sql: "SELECT key FROM revoked LIMIT \(body.maximumRowCount)") }
        }
        revocations = Int64(try keys(old).symmetricDifference(keys(new)).count)
    }
}

/// The tickets of a body, a code at a time, in the order of their keys.
private struct TicketIterator {
    struct Line {
        let type: String
        let status: Int64
        let sealed: Data?
        let rest: [DatabaseValue]
    }

    private let rows: RowCursor
    private let slugs: [Int64: String]
    private var waiting: (key: Data, line: Line)?

    init(_ database: Database, of body: ManifestBody, plan: EventPlan) throws {
        slugs = Dictionary(plan.types.map { ($0.id, $0.slug) }) { first, _ in first }
        rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT key, type, status, sealed, ref, admits, not_before, not_after, seat, attention,
                  \(body.dateColumn) FROM ticket ORDER BY key, line LIMIT \(body.maximumRowCount)
                """)
        waiting = try read()
    }

    private func read() throws -> (key: Data, line: Line)? {
        guard let row = try rows.next() else { return nil }
        let columns = BodyRow(row)
        guard let slug = slugs[try columns.integer(1)] else { throw BodyRow.fault }
        return (
            try columns.blob(0),
            Line(
                type: slug, status: try columns.integer(2), sealed: try columns.optionalBlob(3),
                rest: (4..<11).map { row[$0] })
        )
    }

    mutating func next() throws -> (key: Data, lines: [Line])? {
        guard let first = waiting else { return nil }
        var lines = [first.line]
        waiting = try read()
        while let next = waiting, next.key == first.key {
            guard lines.count < BodySchema.maximumLineCount else { throw BodyRow.fault }
            lines.append(next.line)
            waiting = try read()
        }
        return (first.key, lines)
    }
}

extension Data {
    /// Below 0, 0 or above 0, as SQLite orders blobs.
    fileprivate func compared(to other: Data) -> Int {
        guard self != other else { return 0 }
        for (left, right) in zip(self, other) where left != right { return left < right ? -1 : 1 }
        return count - other.count
    }
}
