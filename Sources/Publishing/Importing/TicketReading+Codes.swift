internal import Spreadsheets
internal import Tickets

/// Codes, references and letters, as all rows together show them.
extension TicketReading {
    /// A code in which somebody cannot see, or cannot distinguish, a sign is unknown at the door.
    mutating func checkSigns() {
        guard !settings.acceptsSigns else { return }
        for field in [ImportField.code, .ref] {
            let usual = CodeLetters(tickets.compactMap { $0.cells[field.rawValue] })
            for ticket in tickets {
                guard let text = ticket.cells[field.rawValue], let sign = CodeText.fault(of: text, among: usual) else {
                    continue
                }
                fail(
                    address(ticket.row, field.rawValue),
                    """
                    \(field.rawValue) has the sign \(sign), which a scanner will hardly send: type again the sign that was meant; if it \
                    is right, give --accept-signs
                    """, row: ticket.row)
            }
        }
    }

    /// A column that may be what the tickets show, where none is the code.
    mutating func noteCodeColumns() {
        for field in [ImportField.code, .ref] {
            guard let count = wrapped[field], count > 0 else { continue }
            notes.append(
                "\(Plural.text(count, field.rawValue)) \(count == 1 ? "is" : "are") read without what stands around: =\"…\", an apostrophe, or quotation marks."
            )
        }
        guard table.column(.code) == nil else { return }
        for column in table.columns where column.origin != .told && isLikeCodes(column) {
            notes.append(
                """
                Is "\(column.name)" what the QR codes of tickets show that are sold already? Then --map '\(column.name)=code'; \
                otherwise they will have new codes.
                """)
        }
    }

    private static let codeWords: Set<String> = [
        "id", "uid", "uuid", "guid", "code", "key", "token", "hash", "secret", "serial", "barcode", "qr",
    ]

    /// Each row has another text of letters and digits.
    private func isLikeCodes(_ column: ImportTable.Column) -> Bool {
        let name = column.header.lowercased()
        let isRead = column.field != nil && !(column.field == .ref && name.contains("ticket"))
        guard !isRead, Self.codeWords.contains(where: name.contains), !name.contains("order"), column.count > 1,
            column.count * 10 >= table.rows.count * 9
        else { return false }
        let texts = table.rows.compactMap { $0[column.column]?.text }
        return Set(texts).count == texts.count
            && texts.allSatisfy { text in
                text.count >= (text.contains(where: \.isLetter) ? 6 : 8) && text.contains(where: \.isNumber)
                    && !text.contains(where: \.isWhitespace)
            }
    }

    /// Most tickets would be anybody's, and their codes new ones.
    mutating func noteNobody() {
        let bare = tickets.filter { ticket in
            ["code", "holder", "company", "email"].allSatisfy { ticket.cells[$0] == nil }
                && ticket.cells["status"] != "revoked"
        }
        guard tickets.count > 1, bare.count * 2 > tickets.count else { return }
        notes.append(
            """
            \(bare.count) of \(Plural.text(tickets.count, "ticket")) have no name, no address and no code: is there a column for one that \
            is left out?
            """)
    }

    /// What staff read in the notes lets in as it is.
    mutating func noteRemarks() {
        let rows = tickets.filter { ticket in
            ["notes", "attention"].contains { ticket.cells[$0].map(LimitWords.isStrong) ?? false }
                && (ticket.cells["status"].flatMap(TicketRow.Status.init(word:))?.severity ?? 0) == 0
        }.map(\.row)
        guard !rows.isEmpty else { return }
        notes.append(
            "\(Plural.text(rows.count, "valid ticket")) with a remark about a cancellation or a refund: \(list(rows, "row"))."
        )
    }

    /// Letters that another program has read in the wrong encoding.
    mutating func noteLetters() {
        let texts = tickets.lazy.flatMap { ticket in
            ["holder", "company", "seat", "type", "notes"].compactMap { ticket.cells[$0] }
        }
        guard let broken = BrokenLetters(in: texts) else { return }
        notes.append(
            """
            Names and texts look as if a program had read \(broken.encoding.name) as \(broken.takenFor.name): their letters are \
            broken. Export the list again as UTF-8 or .xlsx.
            """)
    }
}
