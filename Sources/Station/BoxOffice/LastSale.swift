internal import StationAPI

/// The tickets of one sale, as they are shown and printed again.
struct LastSale {
    var sale: PrintedSale
    var answer: SaleAnswer

    /// `nil` when no ticket is left.
    /// - Parameter sequence: of a ticket that was taken back.
    func without(_ sequence: Int64) -> LastSale? {
        var rest = self
        rest.answer.tickets.removeAll { $0.seq == sequence }
        rest.sale.tickets = rest.answer.tickets
        return rest.answer.tickets.isEmpty ? nil : rest
    }
}
