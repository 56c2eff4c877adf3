/// For how much, and how, a ticket was sold: the `note` of its entry in the journal (docs/JOURNAL.md).
public struct SaleTerms: Hashable, Sendable, CustomStringConvertible {
    /// `nil`: it was given away.
    public let price: Amount?
    /// ISO 4217; only with a price.
    public let currency: String?
    /// One of ``BoxOffice/payments``; `nil` where nobody said.
    public let payment: String?

    public init(price: Amount?, currency: String?, payment: String?) {
        self.price = price
        self.currency = price == nil ? nil : currency
        self.payment = payment
    }

    /// Reads a note; `nil` for what is none of these.
    public init?(_ note: String) {
        guard let match = note.wholeMatch(of: /(given away|(\d+(\.\d+)?) ([A-Z]{3}))(, (.+))?/) else { return nil }
        let price = match.output.2.flatMap { Amount(String($0)) }
        guard match.output.2 == nil || price != nil else { return nil }
        self.init(
            price: price, currency: match.output.4.map(String.init), payment: match.output.6.map(String.init))
    }

    /// Reads the note of a sale's entry. One that cannot be read is shown as it is: no ticket may be missing in a sum.
    public init(ofSale note: String?) {
        self = note.flatMap(SaleTerms.init) ?? SaleTerms(price: nil, currency: nil, payment: note)
    }

    /// `15.00 EUR, cash`
    public var description: String {
        let sum = price.map { "\($0) \(currency ?? "")" } ?? "given away"
        return payment.map { "\(sum), \($0)" } ?? sum
    }
}
