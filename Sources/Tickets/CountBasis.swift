/// Who counts people against a limit, and so how exactly it is kept. Raw values are used in the API.
public enum CountBasis: String, Codable, Sendable, CaseIterable {
    /// The venue's ledger counts for all gates, exactly.
    case venue
    /// This station counts, with what other gates report: a few more than the limit may come in meanwhile.
    case reports
    /// This station counts the people that it let in itself, exactly; it hears of no other gate.
    case station
}
