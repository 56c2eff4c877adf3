internal import Foundation

/// Rows of a CSV file (RFC 4180).
public enum CSVText {
    /// One row with its CRLF that is safe to open in a spreadsheet. Cells are quoted where they need it; one that begins
    /// like a formula gets a leading apostrophe.
    public static func row(_ cells: [String], separator: String = ",") -> String {
        exactRow(cells.map(harmless), separator: separator)
    }

    /// One row with its CRLF for a program that must get each cell as it is: a ticket code may begin like a formula.
    public static func exactRow(_ cells: [String], separator: String = ",") -> String {
        cells.map(quoted).joined(separator: separator) + "\r\n"
    }

    /// A spreadsheet would run a cell that begins like a formula; the apostrophe makes it text
    /// (https://owasp.org/www-community/attacks/CSV_Injection).
    private static func harmless(_ text: String) -> String {
        text.unicodeScalars.first.map { "=+-@\t＝＋－＠".unicodeScalars.contains($0) } == true ? "'" + text : text
    }

    private static func quoted(_ text: String) -> String {
        // Scalars, not characters: readers of CSV see a quotation mark also where a combining accent follows it.
        guard text.unicodeScalars.contains(where: { ",;\"\r\n".unicodeScalars.contains($0) }) else { return text }
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }
}
