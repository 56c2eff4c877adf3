internal import Tickets

/// Whether the passages that a station has recorded mean the same in the next list of the event as in the one before.
/// If an admission list or a line got another name, everybody could enter once more.
struct Continuity {
    /// The list in force; `nil` when there is none.
    let current: InstalledManifest?
    let next: InstalledManifest
    let passages: RecordedPassages
    let subject: String
    let now: Timestamp

    /// Refuses what nobody can confirm: passages that would count for other lines.
    func checkLines() throws {
        // Then each line has the number of its type, and so have passages.
        if next.isNumberedByType, current?.isNumberedByType ?? false { return }
        for passage in try passages.lines() where try isMoved(passage) {
            throw ManifestError(
                .linesMoved, "use", subject,
                "its numbers for tickets that have already entered differ from those of the list before, so they could enter again",
                hint: "Build it again with --previous and the list before.")
        }
    }

    private func isMoved(_ passage: RecordedPassages.Line) throws -> Bool {
        let before = try current?.record(of: passage.key)?.lines.first { $0.number == passage.number }?.type.slug
        let now = try next.record(of: passage.key)?.lines ?? []
        guard let before else {
            // A signed code, or a row that is gone. Its number counted lines; the numbers in the new list do not.
            return next.isNumberedByType && passage.number < BodySchema.maximumTypeCount
        }
        return now.contains { ($0.type.slug == before) != ($0.number == passage.number) }
    }

    /// Refuses what a person has to confirm.
    func checkLoss() throws {
        if let list = passages.lists.filter({ next.plan.list($0) == nil }).min() {
            throw LossGuard.refusal(
                "use", subject, "it has no admission list \(list), on which people have entered",
                hint: """
                    If the list has another id now, the organizer gives `replaces: \(list)` on it in event.yaml; else confirm \
                    it with --accept-loss.
                    """)
        }
        if let current {
            try LossGuard.checkAny(
                before: current.claims.body.tickets, after: next.claims.body.tickets, operation: "use", subject: subject
            )
            guard current.claims.body.sha256 != next.claims.body.sha256 || current.plan.lists != next.plan.lists else {
                return
            }
            let loss = try AdmissionLoss(
                from: .init(body: current.body, plan: current.plan), to: .init(body: next.body, plan: next.plan),
                subject: subject, now: now)
            try LossGuard.check(loss, operation: "use", subject: subject)
        }
        let lines = try passages.lines()
        if let current { try checkTypes(lines, of: current) }
        try checkCodes(lines)
    }

    private func checkTypes(_ lines: Set<RecordedPassages.Line>, of current: InstalledManifest) throws {
        let gone = Set(current.plan.types.map(\.slug)).subtracting(next.plan.types.map(\.slug))
        guard !gone.isEmpty else { return }
        let retyped = try lines.count { try isRetyped($0, gone: gone, in: current) }
        guard !AdmissionLoss.isLarge(Int64(retyped), of: Int64(lines.count)) else {
            throw LossGuard.refusal(
                "use", subject,
                "\(retyped) tickets that have entered are of another type in it, and could enter once more",
                hint: "Keep the ids of types once tickets are sold; or confirm it with --accept-loss.")
        }
    }

    /// Without the list before, tickets that were never in it cannot be told from those that are gone.
    private func checkCodes(_ lines: Set<RecordedPassages.Line>) throws {
        if current == nil, !next.claims.ticketKeys.isEmpty || next.plan.boxOffice != nil { return }
        let missing = try lines.count { try next.record(of: $0.key) == nil && wasListed($0.key) }
        guard !AdmissionLoss.isLarge(Int64(missing), of: Int64(lines.count)) else {
            throw LossGuard.refusal(
                "use", subject,
                "the codes of \(missing) tickets that have entered are not in it; with new codes they could enter once more",
                hint: "Keep codes once tickets are sold; or confirm it with --accept-loss.")
        }
    }

    private func wasListed(_ key: TicketKey) throws -> Bool {
        try current.map { try $0.record(of: key) != nil } ?? true
    }

    private func isRetyped(
        _ passage: RecordedPassages.Line, gone: Set<String>, in current: InstalledManifest
    ) throws -> Bool {
        guard let old = try current.record(of: passage.key)?.lines,
            let line = old.first(where: { $0.number == passage.number }), gone.contains(line.type.slug)
        else { return false }
        let known = Set(old.map(\.type.slug))
        return try next.record(of: passage.key)?.lines.contains { !known.contains($0.type.slug) } ?? false
    }
}
