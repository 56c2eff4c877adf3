internal import Messages

/// A part of the station that knows what is right and wrong with it.
protocol ConditionSource: Sendable {
    /// All present conditions, also those that are in order.
    func conditions(at situation: Situation) throws -> [Condition]
}

/// All present conditions: what parts have reported, and what each source says when it is asked.
struct CurrentConditions: Sendable {
    let reported: ReportedConditions
    let sources: [any ConditionSource]

    /// Each once, the worst first, then in a stable order.
    func all(at situation: Situation) throws -> [Condition] {
        let reports = reported.all.sorted {
            ($0.code.rawValue, $0.subject ?? "") < ($1.code.rawValue, $1.subject ?? "")
        }
        var seen: Set<Condition.Name> = []
        let conditions = try (reports + sources.flatMap { try $0.conditions(at: situation) })
            .filter { seen.insert($0.name).inserted }
        return Condition.Level.allCases.reversed().flatMap { level in conditions.filter { $0.level == level } }
    }
}
