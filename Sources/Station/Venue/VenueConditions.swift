internal import Journal
internal import Manifests
internal import Messages
internal import Tickets
internal import Venue

/// The station's link to the venue's ledger.
struct VenueConditions: ConditionSource {
    let venue: VenueLink?
    let journal: Journal
    let manifests: ManifestStore

    func conditions(at situation: Situation) throws -> [Condition] {
        guard let venue else { return [] }
        let open = try journal.openForLedger()
        var conditions = [Self.link(venue.condition, waiting: open.waiting)]
        if let error = venue.uploadsError { conditions.append(Condition(.uploadsAlone, because: error)) }
        if let unknown = unknownTypes(in: venue.settings) { conditions.append(unknown) }
        if open.parked > 0 {
            conditions.append(
                Condition(.ledgerParked, ["count": "\(open.parked)", "why": open.reason ?? "it refused them"]))
        }
        return conditions
    }

    private static func link(_ condition: LedgerCondition, waiting: Int) -> Condition {
        switch condition {
        case .connected: Condition(.ledgerFine, ["waiting": "\(waiting)"])
        case .healing: Condition(.ledgerBack)
        case .alone(nil): Condition(.ledgerNotAsked)
        case .alone(let error?):
            // An error that knows no better way out has the one of its kind.
            Condition(
                .alone, variant: error.hint == nil ? error.code.rawValue.firstUppercased : "", because: error)
        }
    }

    /// A misspelt type in `when_alone` would let in guests who should wait.
    private func unknownTypes(in settings: VenueSettings) -> Condition? {
        let plans = manifests.installed.map(\.plan)
        let known = Set(plans.flatMap(\.types).map(\.slug))
        let unknown = settings.whenAloneByType.keys.filter { !known.contains($0) }.sorted()
        guard !plans.isEmpty, !unknown.isEmpty else { return nil }
        return Condition(
            .unknownTypes,
            ["types": unknown.joined(separator: ", "), "known": known.sorted().joined(separator: ", ")])
    }
}

extension String {
    fileprivate var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}
