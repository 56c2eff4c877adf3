internal import Spreadsheets
internal import Tickets

/// What only all rows together show.
extension TicketReading {
    private var isCSV: Bool { sheetName == nil }

    mutating func checkAll() {
        if table.column(.type) == nil, let types = event?.declaredTypes, types.count > 1 {
            fail(
                address(table.headerRow, nil),
                "no column has the type, and event.yaml has \(types.count): name it with --map",
                row: nil)
        }
        checkDamage()
        checkSigns()
        unifyTypes()
        checkDuplicates()
        noteCodes()
        noteCodeColumns()
        noteRows()
        noteNames()
        noteGaps()
        noteNobody()
        noteRemarks()
        noteLetters()
        noteLargest()
        noteTimes()
    }

    private mutating func checkDamage() {
        for cell in DamagedNumbers.cut(codes) {
            fail(
                address(cell.row, ImportField.code.rawValue),
                "code has zeros from its 16th digit on, as all long ones: a spreadsheet keeps 15 digits, the others are lost",
                row: cell.row)
        }
        let (short, length) = DamagedNumbers.short(codes, inCSV: isCSV)
        guard !short.isEmpty else { return }
        guard !settings.acceptsShortCodes else {
            notes.append(
                "\(Plural.text(short.count, "code")) \(short.count == 1 ? "has" : "have") fewer than the \(length) digits of most."
            )
            return
        }
        for cell in short {
            fail(
                address(cell.row, ImportField.code.rawValue),
                """
                code \(cell.code.quotation)has \(cell.code.count) digits, most have \(length): has it lost a zero at its \
                beginning? If not, give --accept-short-codes
                """, row: cell.row)
        }
    }

    /// Types that differ only in case or white space become the one that most rows have.
    private mutating func unifyTypes() {
        let name = ImportField.type.rawValue
        guard event?.declaredTypes == nil else { return }
        let groups = Dictionary(grouping: tickets.compactMap { $0.cells[name] }, by: \.comparableSpelling)
        var spellings: [String: String] = [:]
        for (loose, texts) in groups where Set(texts).count > 1 {
            let counts = Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
            spellings[loose] = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        }
        var changed: [String: Int] = [:]
        for index in tickets.indices {
            guard let text = tickets[index].cells[name], let best = spellings[text.comparableSpelling], best != text
            else {
                continue
            }
            tickets[index].cells[name] = best
            changed["\"\(text)\" is read as \"\(best)\"", default: 0] += 1
        }
        for (change, count) in changed.sorted(by: { $0.key < $1.key }) {
            notes.append("The type \(change) in \(Plural.text(count, "row")).")
        }
    }

    private struct Right: Hashable {
        let code: String
        let type: String
    }

    private mutating func checkDuplicates() {
        var first: [Right: Ticket] = [:]
        var same: [[String: String]: Ticket] = [:]
        var copies: [String] = []
        for ticket in tickets {
            guard let text = ticket.cells[ImportField.code.rawValue] else {
                if let other = same[ticket.cells] {
                    copies.append("\(other.row) and \(ticket.row)")
                } else {
                    same[ticket.cells] = ticket
                }
                continue
            }
            var code = text
            if case .ticket(let read) = ScannedText(parsing: text) { code = read.text }
            let right = Right(code: code, type: ticket.cells[ImportField.type.rawValue] ?? "")
            guard let other = first[right] else {
                first[right] = ticket
                continue
            }
            fail(
                address(ticket.row, ImportField.code.rawValue),
                """
                has the code\(right.type.isEmpty ? "" : " and type") of row \(other.row)
                      \(Self.summary(other))
                      \(Self.summary(ticket))
                """, row: ticket.row)
        }
        if !copies.isEmpty {
            notes.append(
                "\(Plural.text(copies.count, "row")) without a code \(copies.count == 1 ? "is" : "are") the same as "
                    + "others, each a ticket: rows " + copies.prefix(5).joined(separator: ", ")
                    + (copies.count > 5 ? ", …" : "") + ".")
        }
    }

    /// What tells two tickets apart, without code and name.
    private static func summary(_ ticket: Ticket) -> String {
        let names = ["ref", "type", "seat", "status", "admits", "not_before", "not_after"]
        let parts = names.compactMap { name in ticket.cells[name].map { "\(name) \($0.prefix(40))" } }
        return "row \(ticket.row)" + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
    }

    // MARK: - Notes

    private mutating func noteCodes() {
        let missing = tickets.filter { $0.cells[ImportField.code.rawValue] == nil && !faultyRows.contains($0.row) }
        if table.column(.code) != nil, !missing.isEmpty, missing.count < tickets.count {
            notes.append("\(Plural.text(missing.count, "row")) without a code: \(list(missing.map(\.row), "row")).")
        }
        if codes.contains(where: \.cell.isFormula) {
            notes.append("Codes are results of formulas: they are read as they were when the file was saved.")
        }
    }

    private mutating func noteRows() {
        let hidden = table.rows.filter(\.isHidden).map(\.number)
        if !hidden.isEmpty {
            notes.append(
                "\(Plural.text(hidden.count, "row")) that the spreadsheet hides, by a filter or by hand, "
                    + "\(hidden.count == 1 ? "is" : "are") read, too: \(list(hidden, "row")).")
        }
        let read = Set(table.columns.filter { $0.field != nil }.map(\.column))
        for area in table.sheet.mergedRows where area.last.row > table.headerRow && area.first.row > table.headerRow {
            guard (area.first.column...max(area.first.column, area.last.column)).contains(where: read.contains) else {
                continue
            }
            notes.append("\(area.first) to \(area.last) is one cell: only row \(area.first.row) has what is in it.")
        }
        for (field, word) in [(ImportField.paid, "unpaid"), (.approved, "unapproved")] {
            guard let count = empty[field], let column = table.column(field) else { continue }
            notes.append(
                "\(Plural.text(count, "row")) with nothing in \"\(column.name)\" \(count == 1 ? "is" : "are") \(word).")
        }
    }

    /// What an export in the letters of Windows makes of a letter that is none of them.
    private mutating func noteNames() {
        let rows = tickets.filter { $0.cells[ImportField.holder.rawValue]?.contains("?") == true }.map(\.row)
        guard !rows.isEmpty else { return }
        notes.append(
            "A name with a ? in it, \(list(rows, "row")): has an export lost a letter? Save it as .xlsx, .ods or UTF-8."
        )
    }

    /// Rows that are tickets, but say less than the others.
    private mutating func noteGaps() {
        func rows(without name: String) -> [Int] {
            tickets.filter { ticket in
                ticket.cells[name] == nil && ticket.cells["status"] != "revoked" && !faultyRows.contains(ticket.row)
            }.map(\.row)
        }
        let nameless = hasCells(in: [.holder, .firstName, .lastName]) ? rows(without: "holder") : []
        if !nameless.isEmpty {
            notes.append("\(Plural.text(nameless.count, "row")) without a name: \(list(nameless, "row")).")
        }
        guard let column = table.column(.admits), column.count > 0 else { return }
        let uncounted = rows(without: "admits")
        if !uncounted.isEmpty {
            notes.append(
                "\(Plural.text(uncounted.count, "row")) with nothing in \"\(column.name)\" "
                    + "\(uncounted.count == 1 ? "is" : "are") for 1 person: \(list(uncounted, "row")).")
        }
    }

    /// A sum that has no word for it.
    private mutating func noteLargest() {
        let sorted = tickets.map { (row: $0.row, people: $0.cells["admits"].flatMap { Int($0) } ?? 1) }
            .sorted { $0.people > $1.people }
        guard sorted.count > 1, sorted[0].people > 20, sorted[0].people > 10 * sorted[1].people else { return }
        notes.append(
            "Row \(sorted[0].row) is a ticket for \(sorted[0].people) people, the next largest is for "
                + "\(sorted[1].people): is it a total?")
    }

    private mutating func noteTimes() {
        for field in [ImportField.notBefore, .notAfter] {
            guard let (example, count) = serials[field] else { continue }
            notes.append("\(field.rawValue): \(Plural.text(count, "number")) read as a date: \(example).")
        }
    }

    func list(_ rows: [Int], _ noun: String) -> String {
        "\(noun)\(rows.count == 1 ? "" : "s") " + rows.prefix(8).map(String.init).joined(separator: ", ")
            + (rows.count > 8 ? ", …" : "")
    }
}
