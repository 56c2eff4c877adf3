/// Something that staff find out before somebody is let in. Raw values are used in JSON.
public enum DoorQuestion: String, Codable, Sendable, CaseIterable {
    /// Whether the guest is as old as ``TicketType/minimumAge``.
    case age
}

extension TicketLine {
    /// What must be found out before somebody enters on this line.
    public var questions: Set<DoorQuestion> {
        type.asksAge && type.minimumAge != nil ? [.age] : []
    }
}
