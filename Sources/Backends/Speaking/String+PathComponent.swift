internal import Foundation

extension String {
    /// Percent-encoded for use as one component of a path.
    var asPathComponent: String {
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(charactersIn: "/;")
        return addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}
