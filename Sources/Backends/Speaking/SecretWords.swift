internal import Foundation

extension String {
    /// A server's words without what could be a key or a ticket code that it repeats: letters and digits, 16 or more in a
    /// row, among them a digit; no word of a language looks so.
    var hidingSecrets: String {
        replacing(#/[A-Za-z0-9+\/=_~.:|-]{16,}/#) { match in
            match.output.contains(where: \.isNumber) ? "..." : String(match.output)
        }
    }
}
