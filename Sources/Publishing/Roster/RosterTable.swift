public import Fleet
public import Foundation
internal import Messages
internal import Spreadsheets
public import Tickets

/// The staff as an organizer keeps them: a spreadsheet with a row for each person. docs/ROSTER.md describes it.
public struct RosterTable: Sendable {
    /// A person, with what only they should know.
    public struct Member: Sendable {
        public let name: String
        public let role: StaffRole
        /// 6 to 64 digits.
        public let pin: String
        /// Text of the code on their badge.
        public let badge: String
        /// Slugs; `nil`: all.
        public let gates: [String]?
        let language: String?
        let from: Timestamp?
        let until: Timestamp?
        let salt: Data
    }

    /// In the order of the table.
    public let members: [Member]
    /// Names in rows that the program hides, by a filter or by hand. They are members, too.
    public let hidden: [String]

    /// What a column can be.
    private enum Column: String, CaseIterable {
        case name, role, pin, issue, language, gates, from, until, badge
    }

    /// Further faults are only counted.
    private static let mostFaults = 50

    /// - Parameters:
    ///   - zone: of times in it that name none.
    ///   - key: what signs the roster; PINs and badges that are not in the table are made of it.
    /// - Throws: ``PublishingError`` with all faults of the table, or a ``SpreadsheetError``
    public init(contentsOf file: URL, zone: Zone, key: SigningKey, today: Timestamp) throws {
        let sheet = try Workbook(contentsOf: file).sheets.first { !$0.isHidden }
        guard let header = sheet?.rows.first, let rows = sheet?.rows.dropFirst() else {
            throw Self.refuse(file, ["it has no rows"], hint: Self.columnsHint)
        }
        var faults: [String] = []
        var columns: [Column: Int] = [:]
        for cell in header.cells {
            let name = cell.text.trimmingCharacters(in: .whitespaces).lowercased()
            guard let column = Column(rawValue: name) else {
                faults.append(
                    "its column \"\(cell.text.withoutControls)\" is none of "
                        + Column.allCases.map(\.rawValue).joined(separator: ", "))
                continue
            }
            if columns.updateValue(cell.column, forKey: column) != nil {
                faults.append("it has two columns \"\(name)\"")
            }
        }
        if columns[.name] == nil { faults.append("it has no column \"name\"") }
        guard faults.isEmpty else { throw Self.refuse(file, faults, hint: Self.columnsHint) }

        var members: [Member] = []
        var hidden: [String] = []
        var known = KnownPeople()
        for row in rows {
            var reader = RowReader(row: row, columns: columns, zone: zone)
            guard !reader.isEmpty else { continue }
            guard members.count < Roster.mostPeople else {
                faults.append("it has more than \(Roster.mostPeople) people")
                break
            }
            if let member = reader.member(key: key, today: today) {
                reader.faults += known.faults(of: member, hasOwnPIN: reader.hasOwnPIN)
                members.append(member)
                if row.isHidden { hidden.append(member.name) }
            }
            faults += reader.faults.map { "row \(row.number): \($0.withoutControls)" }
        }
        if members.isEmpty, faults.isEmpty { faults.append("it has nobody") }
        guard faults.isEmpty else { throw Self.refuse(file, faults) }
        (self.members, self.hidden) = (members, hidden)
    }

    /// What no two people may have.
    private struct KnownPeople {
        private var names: [String: String] = [:]
        private var pins: [String: String] = [:]
        private var badges: [String: String] = [:]

        /// - Parameter hasOwnPIN: one of the table; those that are made may happen to be the same.
        mutating func faults(of member: Member, hasOwnPIN: Bool) -> [String] {
            var faults: [String] = []
            if let other = names.updateValue(member.name, forKey: member.name.lowercased()) {
                faults.append("there is another \(other)")
            }
            if hasOwnPIN, let other = pins.updateValue(member.name, forKey: member.pin) {
                faults.append("its PIN is that of \(other): give each person another")
            }
            if let other = badges.updateValue(member.name, forKey: member.badge), other != member.name {
                faults.append("its badge is that of \(other)")
            }
            return faults
        }
    }

    /// Whether a time is in it, which is one in some time zone.
    public var hasHours: Bool { members.contains { $0.from != nil || $0.until != nil } }

    /// What was probably not meant, a clause each. Stations would still take the roster.
    /// - Parameter gates: those of the event, if they are known.
    public func doubts(gates: Set<String>?, now: Timestamp) -> [String] {
        var doubts: [String] = []
        if !hidden.isEmpty {
            doubts.append("rows that are hidden in the table are in it, too: \(hidden.joined(separator: ", "))")
        }
        if !members.contains(where: { $0.role == .supervisor }) { doubts.append("it has no supervisor") }
        let over = members.filter { $0.until ?? .latest <= now }.map(\.name)
        if !over.isEmpty { doubts.append("the hours are over of \(over.joined(separator: ", "))") }
        if let gates {
            let unknown = Set(members.flatMap { $0.gates ?? [] }).subtracting(gates).sorted()
            if !unknown.isEmpty {
                doubts.append(
                    "the list has no gate \(unknown.joined(separator: ", ")); it has \(gates.sorted().joined(separator: ", "))"
                )
            }
        }
        return doubts
    }

    /// The roster, without a PIN or a badge that could be read in it. Takes tens of milliseconds for each person.
    /// - Parameters:
    ///   - issuer: who makes it.
    ///   - issued: later than that of the one before.
    public func roster(by issuer: String, issued: Timestamp) throws -> Roster {
        let people = try members.map { member in
            Roster.Person(
                name: member.name, role: member.role, pin: try PINHash(of: member.pin, salt: member.salt),
                language: member.language, gates: member.gates, from: member.from, until: member.until,
                badge: Roster.badgeHash(of: member.badge.utf8))
        }
        let roster = Roster(issuer: issuer, issued: issued, people: people.sorted { $0.name < $1.name })
        if let fault = roster.fault { throw PublishingError("make", "the roster", fault) }
        return roster
    }

    private static let columnsHint =
        "The first row names the columns: name, and of role, pin, issue, language, gates, from, until and badge those that "
        + "are needed."

    private static func refuse(_ file: URL, _ faults: [String], hint: String? = nil) -> PublishingError {
        let more = faults.count > mostFaults ? ["... and \(faults.count - mostFaults) more"] : []
        let listed = (faults.prefix(mostFaults) + more).joined(separator: "\n  ")
        return PublishingError(
            "use", file.path, faults.count == 1 ? listed : "it has \(faults.count) faults:\n  " + listed, hint: hint)
    }

    /// Reads one person.
    private struct RowReader {
        let row: Row
        let columns: [Column: Int]
        let zone: Zone
        var faults: [String] = []

        init(row: Row, columns: [Column: Int], zone: Zone) {
            (self.row, self.columns, self.zone) = (row, columns, zone)
        }

        var isEmpty: Bool { columns.keys.allSatisfy { text($0) == nil } }

        var hasOwnPIN: Bool { text(.pin) != nil }

        mutating func member(key: SigningKey, today: Timestamp) -> Member? {
            for (column, index) in columns.sorted(by: { $0.value < $1.value }) {
                guard case .error(let word)? = row[index]?.content else { continue }
                faults.append("its \(column.rawValue) is a formula that came to \(word)")
            }
            guard let name = text(.name)?.precomposedStringWithCanonicalMapping else {
                faults.append("it has no name")
                return nil
            }
            if name.utf8.count > 100 || name != name.withoutControls {
                faults.append("its name has more than 100 bytes, or control characters")
            }
            let role = text(.role).map { StaffRole(rawValue: $0.lowercased()) } ?? .steward
            if role == nil { faults.append("its role is neither steward nor supervisor") }
            let language = text(.language)?.lowercased()
            if let language, !MessageFile.languages.contains(language) {
                faults.append("its language is none of \(MessageFile.languages.joined(separator: ", "))")
            }
            let gates = text(.gates)?.split { $0 == "," || $0 == ";" || $0.isWhitespace }.map(String.init)
            if gates?.isEmpty ?? false { faults.append("its gates are only separators") }
            if gates?.count ?? 0 > 100 { faults.append("it has more than 100 gates") }
            for gate in gates ?? [] where !Event.isValidID(gate) {
                faults.append("\"\(gate.withoutControls)\" is not the id of a gate")
            }
            let (from, until) = (time(.from, as: .start), time(.until, as: .end))
            if let from, let until, from >= until { faults.append("its hours end before they begin") }
            if text(.badge)?.hasPrefix("usher-pairing:") ?? false { faults.append("its badge is a pairing") }
            let secrets = StaffSecrets(key: key, name: name, issue: text(.issue) ?? "")
            // As people write it down: 593 281.
            let pin = text(.pin).map { $0.filter { !$0.isWhitespace } } ?? secrets.pin(today: today)
            if let fault = PINRule.fault(of: pin, today: today) { faults.append(fault.problem) }
            return Member(
                name: name, role: role ?? .steward, pin: pin, badge: text(.badge) ?? secrets.badge, gates: gates,
                language: language, from: from, until: until, salt: secrets.salt(for: pin))
        }

        private func text(_ column: Column) -> String? {
            columns[column].flatMap { row[$0]?.text.trimmingCharacters(in: .whitespaces) }.flatMap {
                $0.isEmpty ? nil : $0
            }
        }

        /// A day without a time of day is meant from its beginning to its end.
        private mutating func time(_ column: Column, as side: WallTime.Side) -> Timestamp? {
            guard let index = columns[column], let cell = row[index], let written = text(column) else { return nil }
            let date: SheetDate
            if case .date(let kept) = cell.content {
                date = kept
            } else {
                switch ImportTime(written, order: nil) {
                case .date(let read): date = read
                case .instant(let text): return Timestamp(rfc3339: text)
                case .ambiguous:
                    faults.append("\"\(written.withoutControls)\" may be two days: write it as 2026-12-05 18:00")
                    return nil
                case nil:
                    faults.append("\"\(written.withoutControls)\" is not a time like 2026-12-05 18:00")
                    return nil
                }
            }
            let isWholeDay = date.time == nil
            let text = isWholeDay ? "\(date) " + (side == .start ? "00:00:00" : "23:59:59") : date.description
            guard case .instant(let instant) = WallTime.read(text, in: zone, as: side) else {
                faults.append("\(date) does not exist in \(zone.name): the clocks go forward and skip it")
                return nil
            }
            return isWholeDay && side == .end ? instant + .seconds(1) : instant
        }
    }
}
