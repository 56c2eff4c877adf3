internal import Foundation

extension String {
    /// A server's text without what could be a key or a ticket code: 16 or more of these characters in a row with a
    /// digit among them. No word of a language looks like that.
    var hidingSecrets: String {
        replacing(#/[A-Za-z0-9+\/=_~.:|-]{16,}/#) { match in
            match.output.contains(where: \.isNumber) ? "..." : String(match.output)
        }
    }
}
