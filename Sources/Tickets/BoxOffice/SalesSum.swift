/// What one person has sold of one type for one price and payment at a station.
public struct SalesSum: Hashable, Sendable {
    /// Number of the type's line (``TicketType/lineNumber``).
    public let line: Int
    public let terms: SaleTerms
    /// Who sold.
    public let `operator`: String?
    /// Tickets, also those that were taken back.
    public let sold: Int
    /// How many of them were taken back.
    public let refunded: Int

    public init(line: Int, terms: SaleTerms, operator: String?, sold: Int, refunded: Int) {
        self.line = line
        self.terms = terms
        self.operator = `operator`
        self.sold = sold
        self.refunded = refunded
    }

    /// Without refunds; `nil` when they were given away.
    public var revenue: Amount? { terms.price.map { $0 * (sold - refunded) } }
}
