internal import Foundation

/// Rows of a CSV file (RFC 4180) that spreadsheets may open.
public enum CSVText {
    public static func row(_ cells: [String]) -> String {
        cells.map(cell).joined(separator: ",") + "\r\n"
    }

    /// A cell that begins like a formula would be one; the apostrophe makes it text
    /// (https://owasp.org/www-community/attacks/CSV_Injection).
    private static func cell(_ text: String) -> String {
        let harmless = text.first.map { "=+-@".contains($0) } == true ? "'" + text : text
        guard harmless.contains(where: { ",\"\r\n".contains($0) }) else { return harmless }
        return "\"" + harmless.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}
