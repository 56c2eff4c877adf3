internal import Foundation

/// Rows of a CSV file (RFC 4180) that spreadsheets may open.
public enum CSVText {
    public static func row(_ cells: [String]) -> String {
        cells.map(cell).joined(separator: ",") + "\r\n"
    }

    /// A cell that begins like a formula would be one; the apostrophe makes it text
    /// (https://owasp.org/www-community/attacks/CSV_Injection).
    private static func cell(_ text: String) -> String {
        // Scalars and not characters: a quotation mark with an accent on it is one to every reader of CSV.
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
