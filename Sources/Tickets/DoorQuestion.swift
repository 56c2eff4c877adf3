/// Something that staff find out before somebody is let in.
public enum DoorQuestion: Hashable, Sendable {
    /// Whether the guest is as old as ``TicketType/minimumAge``. An answer about one age says nothing about another.
    case age(years: Int)
    /// Whether somebody may come in although the ticket is not paid (``AdmissionList/asksUnpaid``).
    case unpaid
    /// What the organizer wants to know of the guest. An answer to an earlier wording says nothing.
    case answer(CheckInQuestion)
    /// Whether the guest has been let in before: the station's own records are damaged. Asked alone, after the others.
    case records

    /// In JSON.
    public var word: String {
        switch self {
        case .age: "age"
        case .unpaid: "unpaid"
        case .records: "records"
        case .answer(let question): question.kind == .medium ? "medium" : "answers"
        }
    }
}

extension Set<DoorQuestion> {
    /// In JSON, without a word twice. A medium among other questions is one of them.
    var words: [String] {
        let words = Set<String>(map(\.word))
        guard words.count > 1, words.contains("medium") else { return words.sorted() }
        return words.subtracting(["medium"]).union(["answers"]).sorted()
    }
}

extension TicketLine {
    /// What must be found out before somebody enters on this line, besides the questions of the event.
    public func questions(on list: AdmissionList) -> Set<DoorQuestion> {
        var questions: Set<DoorQuestion> = []
        if type.asksAge, let age = type.minimumAge { questions.insert(.age(years: age)) }
        if status == .unpaid, list.asksUnpaid { questions.insert(.unpaid) }
        return questions
    }
}
