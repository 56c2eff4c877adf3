/// Something that staff find out before somebody is let in.
public enum DoorQuestion: Hashable, Sendable {
    /// Whether the guest is as old as ``TicketType/minimumAge``. An answer about one age says nothing about another.
    case age(years: Int)

    /// In JSON.
    public var word: String {
        switch self {
        case .age: "age"
        }
    }
}

extension TicketLine {
    /// What must be found out before somebody enters on this line.
    public var questions: Set<DoorQuestion> {
        guard type.asksAge, let age = type.minimumAge else { return [] }
        return [.age(years: age)]
    }
}
