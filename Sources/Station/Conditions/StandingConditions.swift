internal import Messages

/// A subject of the station that knows what is right and wrong with it.
protocol ConditionSource: Sendable {
    /// What stands at the moment, also what is in order.
    func conditions(at situation: Situation) throws -> [Condition]
}

/// Everything that stands at the moment: what the parts have reported, and what each subject says when it is asked.
struct StandingConditions: Sendable {
    let reported: ReportedConditions
    let sources: [any ConditionSource]

    /// The worst first; otherwise in a stable order.
    func all(at situation: Situation) throws -> [Condition] {
        let reports = reported.all.sorted {
            ($0.code.rawValue, $0.subject ?? "") < ($1.code.rawValue, $1.subject ?? "")
        }
        let conditions = try reports + sources.flatMap { try $0.conditions(at: situation) }
        return Condition.Level.allCases.reversed().flatMap { level in conditions.filter { $0.level == level } }
    }
}
