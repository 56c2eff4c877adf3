/// What may be sold or given away at the door, by whom, and how many of it: `box_office` in event.yaml (docs/EVENT.md).
/// See docs/decisions/119-box-office.md.
public struct BoxOffice: Hashable, Sendable {
    /// A type of tickets that is sold or given away.
    public struct Offer: Hashable, Sendable {
        /// Slug of the ticket type.
        public let type: String
        /// `nil`: it is given away, by supervisors only.
        public let price: Amount?
        /// How many tickets at most, at all stations together: within ``BoxOffice/quotas``.
        public let quota: Int
        /// How many of them only stations that are connected to the venue's ledger sell: up to ``quota``. The others are
        /// shared out among the stations.
        public let together: Int

        public init(type: String, price: Amount?, quota: Int, together: Int = 0) {
            self.type = type
            self.price = price
            self.quota = quota
            self.together = together
        }
    }

    /// What a quota can be.
    public static let quotas = 1...1_000_000
    /// How many stations may sell.
    public static let mostStations = 100
    /// How many ways of payment there may be.
    public static let mostPayments = 20
    /// Of the word for a way of payment, in bytes.
    public static let longestPayment = 40
    /// Tickets in one sale.
    public static let counts = 1...50

    /// Signs the tickets that are sold. It is one of the event's ticket keys, and signs no list.
    public let key: VerificationKey
    /// ISO 4217: `EUR`. `nil` when nothing has a price.
    public let currency: String?
    /// Words for how a guest has paid: `cash`, `card`. When there are any, one must be chosen.
    public let payments: [String]
    /// Names of the stations that may sell, each once.
    public let stations: [String]
    /// Each type once.
    public let offers: [Offer]

    public init(
        key: VerificationKey, currency: String?, payments: [String], stations: [String], offers: [Offer]
    ) {
        self.key = key
        self.currency = currency
        self.payments = payments
        self.stations = stations
        self.offers = offers
    }

    /// `nil` when the type is not offered.
    public func offer(of type: String) -> Offer? { offers.first { $0.type == type } }

    /// How many tickets of an offer a station may sell whether or not it hears of the others. The shares of all stations
    /// and ``Offer/together`` are the quota.
    public func share(of offer: Offer, at station: String) -> Int {
        guard let place = stations.firstIndex(of: station) else { return 0 }
        let shared = offer.quota - offer.together
        return shared / stations.count + (place < shared % stations.count ? 1 : 0)
    }

    /// Whether a text is a currency's code.
    public static func isCurrency(_ text: String) -> Bool { text.wholeMatch(of: /[A-Z]{3}/) != nil }

    /// Whether a text can be a way of payment.
    public static func isPayment(_ text: String) -> Bool {
        (1...longestPayment).contains(text.utf8.count) && text == text.withoutControls && !text.isBlank
            // A mark that joins the space before it could not be read back.
            && ", \(text)".count == text.count + 2
    }
}

/// A sum of money without its currency, exactly as it was written: `15.00`.
public struct Amount: Hashable, Sendable, CustomStringConvertible {
    /// In thousandths: no currency has smaller parts.
    public let thousandths: Int64
    /// Digits after the point, 0 to 3.
    public let digits: Int

    private init(thousandths: Int64, digits: Int) {
        self.thousandths = thousandths
        self.digits = digits
    }

    /// - Parameter text: up to nine digits, and up to three after a point; `nil` for anything else.
    public init?(_ text: String) {
        guard let match = text.wholeMatch(of: /(\d{1,9})(\.(\d{1,3}))?/), let whole = Int64(match.output.1) else {
            return nil
        }
        let fraction = match.output.3.map(String.init) ?? ""
        let padded = fraction + String(repeating: "0", count: 3 - fraction.count)
        self.init(thousandths: whole * 1000 + (Int64(padded) ?? 0), digits: fraction.count)
    }

    /// The sum of equal amounts.
    public static func * (amount: Amount, count: Int) -> Amount {
        Amount(thousandths: amount.thousandths * Int64(count), digits: amount.digits)
    }

    public static func + (one: Amount, other: Amount) -> Amount {
        Amount(thousandths: one.thousandths + other.thousandths, digits: max(one.digits, other.digits))
    }

    public var description: String {
        let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
        guard digits > 0 else { return "\(whole)" }
        let fraction = String(repeating: "0", count: 3 - "\(rest)".count) + "\(rest)"
        return "\(whole).\(fraction.prefix(digits))"
    }
}
