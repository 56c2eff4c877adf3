public import Tickets

/// After an earlier import: who is who, and what became of it.
extension TicketTable {
    /// What became of the rows of an earlier tickets.csv. Tickets are told by name and reference: `Eva Muster (1001)`.
    public struct Merge: Hashable, Sendable {
        /// Rows without a code in the spreadsheet that have got theirs back.
        public internal(set) var keptCodes = 0
        /// Tickets whose reference is now that of the spreadsheet.
        public internal(set) var newRefs = 0
        /// Tickets that the earlier file had not.
        public internal(set) var new: [String] = []
        /// Tickets of which something else than code and reference has changed, with what.
        public internal(set) var changed: [String] = []
        /// Tickets that are not in the spreadsheet any more: they stay, as voided.
        public internal(set) var voided: [String] = []
        /// Tickets that an earlier import has voided, and that are in the spreadsheet again.
        public internal(set) var back: [String] = []
        /// Rows without a code that are not in the spreadsheet any more: they are gone.
        public internal(set) var gone: [String] = []
        /// Tickets with another type: to stations, that is another right to enter.
        public internal(set) var retyped: [String] = []
        /// People who could enter with the earlier file, and cannot with this one.
        public internal(set) var loss = AdmissionLoss(lists: [], now: .earliest)
        /// The earlier file had tickets, and the spreadsheet has none.
        public internal(set) var isEmptied = false

        /// A person has to confirm it before the file is replaced.
        public var needsConfirmation: Bool { loss.needsConfirmation || isEmptied }
    }

    private typealias Row = RowMatch.Row

    /// What the notes of a ticket say that an import has voided, so that the next one can tell it from others.
    private static let goneNote = "not in the spreadsheet any more"
    private static let notes = TicketCSV.Column.notes.rawValue
    /// Columns that say who somebody is.
    private static let who = ["holder", "company", "email"]

    /// Takes over what an earlier tickets.csv has and the spreadsheet has not: codes, references, columns.
    ///
    /// A row is known again by its code, its `ref`, by being the same, by a holder that only one ticket has, or by such an
    /// e-mail address with a word of the name. All others are other people.
    /// - Parameters:
    ///   - acceptingOtherNames: a `ref` says who it is, also where name and address are others.
    ///   - event: to see for which admission lists and times tickets are; `nil` when there is none yet.
    ///   - now: people whose time is over lose nothing.
    /// - Throws: ``PublishingError`` when codes would come to other people.
    public mutating func takeOver(
        _ earlier: TicketTable, in file: String, acceptingOtherNames: Bool = false, event: EventDefinition? = nil,
        now: Timestamp = .earliest
    ) throws -> Merge {
        let own = Set(columns)
        let told = Self.told(own, Set(earlier.columns))
        let gone = Set(earlier.rows.indices.filter { Self.isGone(earlier.rows[$0]) })
        let known = earlier.rows.map(Self.withoutGoneNote)
        var match = RowMatch(rows, known, gone: gone)
        Self.pairByCodeAndRef(&match, told: told)
        if !acceptingOtherNames { try Self.check(match, rows, known, file: file) }
        Self.pairByPerson(&match, told: told, rows, known)

        var merge = Merge()
        merge.isEmptied = rows.isEmpty && !earlier.rows.isEmpty
        let compared = own.intersection(earlier.columns).subtracting([Self.code, Self.ref]).sorted()
        add(columns: Set(earlier.columns))
        let pairs = match.pairs.sorted { $0.new < $1.new }
        var changes: [(row: Int, what: String)] = []
        for (index, other) in pairs {
            let (new, old) = (rows[index], known[other])
            take(old, into: index, own: own, isBack: gone.contains(other))
            if new[Self.code] == nil, rows[index][Self.code] != nil { merge.keptCodes += 1 }
            if let ref = new[Self.ref], let before = old[Self.ref], ref != before { merge.newRefs += 1 }
            if !gone.contains(other), let what = Self.change(from: old, to: new, compared) {
                changes.append((index, what))
                if old[Self.code] != nil, compared.contains("type"), new["type"] != old["type"] {
                    merge.retyped.append(Self.name(rows[index]))
                }
            }
        }
        merge.loss = loss(of: earlier, pairs, lost: match.earlierLeft, RowRight(event: event), now: now)
        keepLost(match.earlierLeft.map { earlier.rows[$0] }, in: &merge)
        giveRefs(besides: earlier.rows.compactMap { $0[Self.ref] })
        merge.new = match.left.map { Self.name(rows[$0]) }
        merge.changed = changes.map { Self.name(rows[$0.row]) + ": " + $0.what }
        merge.back = pairs.filter { gone.contains($0.old) }.map { Self.name(rows[$0.new]) }
        return merge
    }

    /// Rows that are not in the spreadsheet let nobody in, whatever becomes of them.
    private func loss(
        of earlier: TicketTable, _ pairs: [(new: Int, old: Int)], lost: [Int], _ rule: RowRight, now: Timestamp
    ) -> AdmissionLoss {
        var loss = AdmissionLoss(lists: rule.lists, now: now)
        for (index, other) in pairs {
            loss.add(
                [rule.right(earlier.rows[other])].compactMap(\.self), then: [rule.right(rows[index])].compactMap(\.self)
            )
        }
        for index in lost { loss.add([rule.right(earlier.rows[index])].compactMap(\.self), then: []) }
        return loss
    }

    private mutating func take(_ old: Row, into index: Int, own: Set<String>, isBack: Bool) {
        for (name, text) in old {
            switch name {
            case Self.code, Self.ref: rows[index][name] = rows[index][name] ?? text
            // It was not voided for a reason of its own.
            case Self.status where isBack: continue
            default: if !own.contains(name) { rows[index][name] = text }
            }
        }
    }

    /// What the spreadsheet has not any more: a ticket whose code was given out is voided.
    private mutating func keepLost(_ lost: [Row], in merge: inout Merge) {
        for var row in lost {
            guard row[Self.code] != nil else {
                merge.gone.append(Self.name(row))
                continue
            }
            if [nil, "valid", "unpaid", "unapproved"].contains(row[Self.status]) {
                row[Self.status] = TicketStatus.voided.word
                row[Self.notes] = [row[Self.notes], Self.goneNote].compactMap(\.self).joined(separator: "; ")
                add(columns: [Self.status, Self.notes])
                merge.voided.append(Self.name(row))
            }
            rows.append(row)
        }
    }

    private static func isGone(_ row: Row) -> Bool {
        row[status] == TicketStatus.voided.word && row[notes]?.hasSuffix(goneNote) == true
    }

    private static func withoutGoneNote(_ row: Row) -> Row {
        guard isGone(row), let text = row[notes] else { return row }
        var row = row
        let rest = text.dropLast(goneNote.count)
        row[notes] = rest.isEmpty ? nil : String(rest.dropLast("; ".count))
        return row
    }

    // MARK: - Who is who

    /// The columns by which two rows are compared: none if no column that both have says who it is, but another does.
    private static func told(_ own: Set<String>, _ other: Set<String>) -> [String] {
        let both = own.intersection(other).subtracting([code, ref, status])
        let namesPeople = !own.union(other).isDisjoint(with: who)
        return namesPeople && both.isDisjoint(with: who) ? [] : both.sorted()
    }

    private static func pairByCodeAndRef(_ match: inout RowMatch, told: [String]) {
        match.pair(by: { row in row[code].map { [$0] } })
        match.pair(by: { row in row[code].map { [$0, row["type"] ?? ""] } })
        match.pair(by: { row in row[ref].map { [$0] } })
        // Several tickets of an order.
        match.pair(inOrder: true, by: { row in row[ref].map { ref in [ref] + told.map { row[$0] ?? "" } } })
        for names in [["type", "holder", "seat"], ["type", "holder"], ["holder"], ["type"]] {
            match.pair(by: { row in row[ref].map { ref in [ref] + names.map { row[$0] ?? "" } } })
        }
    }

    private static func pairByPerson(_ match: inout RowMatch, told: [String], _ rows: [Row], _ earlier: [Row]) {
        // Where no ref is one of before, the spreadsheet has got ids: until now, the numbers were given by an import.
        let areNew = Set(rows.compactMap { $0[ref] }).isDisjoint(with: earlier.compactMap { $0[ref] })
        let hasNoOtherRef = { (new: Row, old: Row) in areNew || new[ref] == nil || old[ref] == nil }
        match.pair(
            inOrder: true, by: { row in told.isEmpty ? nil : told.map { row[$0] ?? "" } },
            if: { new, old in hasNoOtherRef(new, old) || who.contains { new[$0] != nil } })
        match.pair(by: { row in holder(row).flatMap { name in email(row).map { [name, $0] } } }, if: hasNoOtherRef)
        match.pair(by: { row in holder(row).map { [$0] } }, if: hasNoOtherRef)
        // A family may share an address.
        let shared = Set(
            [rows, earlier].flatMap { table in
                Dictionary(grouping: table.compactMap(email)) { $0 }.filter { $0.value.count > 1 }.keys
            })
        match.pair(
            by: { row in email(row).flatMap { shared.contains($0) ? nil : [$0] } },
            if: { new, old in hasNoOtherRef(new, old) && !isOtherName(new, than: old) })
    }

    private static func holder(_ row: Row) -> String? {
        (row["holder"]?.headerSpelling).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func email(_ row: Row) -> String? { row["email"]?.lowercased() }

    /// A ref that now names another person has probably been given anew.
    private static func check(_ match: RowMatch, _ rows: [Row], _ earlier: [Row], file: String) throws {
        let others = match.pairs.sorted { $0.new < $1.new }.filter { pair in
            rows[pair.new][code] == nil && earlier[pair.old][code] != nil
                && isOther(rows[pair.new], than: earlier[pair.old])
        }
        guard !others.isEmpty else { return }
        let shown = others.prefix(3).map { pair in
            let (new, old) = (rows[pair.new], earlier[pair.old])
            return "\n  \(new[ref] ?? ""): was \(person(old) ?? ""), is now \(person(new) ?? "")"
        }
        throw PublishingError(
            "replace", file,
            "the refs of \(Plural.text(others.count, "ticket")) with codes now name other people, and nothing was written"
                + shown.joined() + (others.count > 3 ? "\n  ... and \(others.count - 3) more" : ""),
            hint: """
                If ids were given anew, leave their column out (--map 'COLUMN='): tickets are then known by name. If these \
                people have really taken over the tickets, give --accept-other-names.
                """)
    }

    /// Neither the name nor the address is the same. Without two addresses, a word of the name is enough.
    private static func isOther(_ new: Row, than old: Row) -> Bool {
        guard let name = person(new), let before = person(old), name.headerSpelling != before.headerSpelling else {
            return false
        }
        if let address = email(new), let other = email(old) { return address != other }
        return words(name).isDisjoint(with: words(before))
    }

    /// Both have names without a common word: the address may be that of somebody who orders for others.
    private static func isOtherName(_ new: Row, than old: Row) -> Bool {
        guard let name = person(new), let before = person(old) else { return false }
        return words(name).isDisjoint(with: words(before))
    }

    private static func words(_ name: String) -> Set<String> {
        Set(name.split { !$0.isLetter && !$0.isNumber }.map { String($0).headerSpelling })
    }

    private static func person(_ row: Row) -> String? { row["holder"] ?? row["company"] }

    // MARK: - What is told

    /// `Eva Muster (1001)`
    private static func name(_ row: Row) -> String {
        let name = who.lazy.compactMap { row[$0] }.first
        return switch (name, row[ref]) {
        case (let name?, let ref?): "\(name) (\(ref))"
        case (nil, let ref?): ref
        default: name ?? "one without a name"
        }
    }

    /// `email, seat`, or `was Eva Mustre`; `nil` when nothing has changed.
    private static func change(from old: Row, to new: Row, _ columns: [String]) -> String? {
        let defaults = [status: TicketStatus.valid.word, "admits": "1"]
        let names = columns.filter { (new[$0] ?? defaults[$0]) != (old[$0] ?? defaults[$0]) }
        guard !names.isEmpty else { return nil }
        return names.map { name in
            name == "holder" ? old[name].map { "was \($0)" } ?? name : name
        }.joined(separator: ", ")
    }
}

extension TicketTable.Merge {
    /// What the organizer should know: one sentence each.
    public var notes: [String] {
        var notes: [String] = []
        func tell(_ names: [String], _ what: String) {
            guard !names.isEmpty else { return }
            let more = names.count > 10 ? " and \(names.count - 10) more" : ""
            notes.append("\(names.count) \(what): \(names.prefix(10).joined(separator: "; "))\(more)".withoutControls)
        }
        if keptCodes > 0 {
            notes.append(
                "\(Plural.text(keptCodes, "ticket")) \(keptCodes == 1 ? "keeps its code" : "keep their codes").")
        }
        if newRefs > 0 {
            notes.append(
                "\(Plural.text(newRefs, "ticket")) now with the ref of the spreadsheet: what was handed out shows the old one."
            )
        }
        tell(new, "new")
        tell(changed, "changed")
        tell(
            retyped,
            "with another type, which is another right to enter: who has entered on the ticket before can enter once more"
        )
        tell(back, "in the spreadsheet again, with the code of before")
        tell(voided, "not in the spreadsheet any more, voided")
        tell(gone, "without a code not in the spreadsheet any more, gone")
        if !new.isEmpty, !voided.isEmpty {
            notes.append(
                """
                If one that is voided is the same person as a new one, write the number in brackets of the voided one into \
                the row of the spreadsheet, in a column "ref", and import it again.
                """)
        }
        return notes
    }
}

/// Numbers of things.
enum Plural {
    /// `1 row`, `2 rows`
    static func text(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
