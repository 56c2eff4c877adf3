internal import Tickets

/// What only a person knows about a spreadsheet, and without which it is not read: nothing that limits admission is left out
/// because nobody has looked at it.
public struct ImportQuestion: Hashable, Sendable {
    /// What is asked.
    public enum Kind: Hashable, Sendable {
        /// The column is not read, and may say who must not come in.
        case limits
        /// It has several events, dates or times: which of them is meant. In the order of the sheet.
        case occasions([Occasion])
        /// A word that is not known, or empty for cells with nothing in them.
        case word(String, field: ImportField)
        /// Whether the column counts all people of a ticket, or those beside its holder.
        case people
    }

    /// One of several events or dates.
    public struct Occasion: Hashable, Sendable {
        public let text: String
        /// Rows that have it.
        public let rowCount: Int
    }

    public let kind: Kind
    /// Which column is asked about.
    public let column: ImportTable.Column
    /// The cell that shows why, `Guests!F4`.
    public let place: String
    /// Numbers of the rows that show why.
    public let rows: [Int]
    /// What these rows say, if it is a word that is known; it is no name and no code.
    public let words: [String]

    /// What is wrong as long as it is not answered, as a clause that names the options.
    public var problem: String {
        let (name, quoted) = (column.name, "\"\(column.name)\"")
        switch kind {
        case .limits:
            let said = words.prefix(4).map { "\"\($0)\"" }.joined(separator: ", ")
            let rows = said.isEmpty ? "" : " (\(said) in \(Plural.text(rows.count, "row")))"
            return """
                \(quoted) may say who must not come in\(rows), and is not read: --map '\(name)=FIELD' reads it, as \
                \(Self.statusFields), --map '\(name)=' leaves it out
                """
        case .occasions(let occasions):
            let shown = occasions.prefix(6).map { "\"\($0.text)\" (\(Plural.text($0.rowCount, "row")))" }
            return """
                \(quoted) has \(occasions.count) different texts, \(shown.joined(separator: ", "))\
                \(occasions.count > 6 ? ", …" : ""): --only '\(name)=\(occasions.first?.text ?? "")' reads the rows with one, \
                --map '\(name)=' leaves the column out, and --map '\(name)=not_before' takes it as the time of entry
                """
        case .word(let word, let field):
            let what = word.isEmpty ? "an empty cell means" : "it means"
            let more = rows.count > 1 ? ", in \(rows.count) rows" : ""
            return """
                \(field.rawValue) \(word.isEmpty ? "" : word.quotation)is \(Self.expectation(field))\(more): say what \(what) with \
                --map-value '\(name): \(word)=valid', or another status
                """
        case .people:
            return """
                \(quoted): does it count all people of a ticket (--map '\(name)=admits'), or those beside its holder \
                (--map '\(name)=besides')?
                """
        }
    }

    /// `status, paid, cancelled, refunded, attending or approved`
    public static let statusFields: String = {
        let words = ImportField.allCases.filter(\.isStatus).map(\.rawValue)
        return words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }()

    private static func expectation(_ field: ImportField) -> String {
        switch field {
        case .status: "not one of \(TicketRow.Status.words.joined(separator: ", ")), nor a known word for one of them"
        case .refunded: "not yes, no, a day, an amount or a known status"
        case .paid, .cancelled: "not yes, no or a known status"
        default: "neither yes nor no, nor a known status"
        }
    }
}
