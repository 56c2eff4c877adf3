internal import Foundation

/// Rows of a CSV file (RFC 4180) that are safe to open in a spreadsheet.
public enum CSVText {
    /// One row with its CRLF. Cells are quoted where they need it; one that begins like a formula gets a leading
    /// apostrophe.
    public static func row(_ cells: [String]) -> String {
        cells.map(cell).joined(separator: ",") + "\r\n"
    }

    /// A spreadsheet would run a cell that begins like a formula; the apostrophe makes it text
    /// (https://owasp.org/www-community/attacks/CSV_Injection).
    private static func cell(_ text: String) -> String {
        // Scalars, not characters: readers of CSV see a quotation mark also where a combining accent follows it.
        let scalars = text.unicodeScalars
        let harmless = scalars.first.map { "=+-@\t＝＋－＠".unicodeScalars.contains($0) } == true ? "'" + text : text
        guard harmless.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
            return harmless
        }
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in harmless.unicodeScalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }
}
