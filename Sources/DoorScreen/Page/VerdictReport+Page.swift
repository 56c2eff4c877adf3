internal import StationAPI
internal import Tickets

extension VerdictReport {
    /// What a page needs to show it in any language.
    var shown: [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = [("color", .string(verdict.color.rawValue))]
        if let typeColor { members.append(("type_color", .string(typeColor))) }
        members.append(("verdict", json))
        return members
    }
}
