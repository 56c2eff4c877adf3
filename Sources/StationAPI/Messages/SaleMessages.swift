public import Tickets

// What is asked and answered about tickets that are sold at the door, as JSON objects with keys in snake_case.

/// What this station can sell now.
public struct BoxOfficeAnswer: Codable, Hashable, Sendable {
    /// The box office of one event.
    public struct Office: Codable, Hashable, Sendable {
        /// Id of the event.
        public var event: String
        /// For people.
        public var name: String
        /// ISO 4217; `nil` when nothing has a price.
        public var currency: String?
        /// Words to choose one of; empty when nobody asks how a guest pays.
        public var payments: [String]
        /// In the order of event.yaml.
        public var offers: [Offer]
        /// Why nothing can be sold, as a clause; `nil` when it can.
        public var problem: String?

        public init(
            event: String, name: String, currency: String?, payments: [String], offers: [Offer], problem: String? = nil
        ) {
            self.problem = problem
            self.event = event
            self.name = name
            self.currency = currency
            self.payments = payments
            self.offers = offers
        }
    }

    /// A type of tickets.
    public struct Offer: Codable, Hashable, Sendable {
        /// Slug of the type.
        public var type: String
        /// For people.
        public var name: String
        /// `15.00`; `nil`: it is given away.
        public var price: String?
        /// How many were sold here, without refunds.
        public var sold: Int
        /// How many this station may sell without asking anybody.
        public var left: Int
        /// The venue's ledger may have more.
        public var isShared: Bool
        /// Why this person may not sell it: `role`; `nil`: they may.
        public var obstacle: String?

        public init(
            type: String, name: String, price: String?, sold: Int, left: Int, isShared: Bool, obstacle: String?
        ) {
            self.type = type
            self.name = name
            self.price = price
            self.sold = sold
            self.left = left
            self.isShared = isShared
            self.obstacle = obstacle
        }
    }

    /// Of the events that are served now and have this station at their box office.
    public var offices: [Office]
    /// A printer is configured.
    public var canPrint: Bool
    /// The last sales here, newest first, 20 at most.
    public var sales: [SaleItem]

    public init(offices: [Office], canPrint: Bool, sales: [SaleItem]) {
        self.offices = offices
        self.canPrint = canPrint
        self.sales = sales
    }
}

/// A ticket that was sold here.
public struct SaleItem: Codable, Hashable, Sendable {
    /// Number of its entry in the journal: names it in a ``RefundRequest``.
    public var seq: Int64
    /// When it was sold.
    public var at: Timestamp
    /// What the ticket says: `7KQ4-M2XD`.
    public var ref: String?
    /// Name of the type; `nil` when the event has it no more.
    public var type: String?
    /// For how much, and how it was paid: `15.00 EUR, cash`.
    public var terms: String?
    /// Who sold it.
    public var `operator`: String?
    /// It was taken back.
    public var isRefunded: Bool

    public init(
        seq: Int64, at: Timestamp, ref: String?, type: String?, terms: String?, operator: String?, isRefunded: Bool
    ) {
        self.seq = seq
        self.at = at
        self.ref = ref
        self.type = type
        self.terms = terms
        self.operator = `operator`
        self.isRefunded = isRefunded
    }
}

/// Sells, or gives away, tickets of one type: the body of `POST /v1/sales`.
public struct SaleRequest: Codable, Hashable, Sendable {
    /// Slug of the type.
    public var type: String
    /// How many, 1 to 50, each for one person; `nil` is 1.
    public var count: Int?
    /// One of the payments of the box office, if it has any and the type has a price.
    public var payment: String?
    /// A name for the ticket. It is printed, and kept nowhere.
    public var holder: String?
    /// Id of the event; needed when several have a box office here.
    public var event: String?
    /// `true`: also prints them, on the configured printer.
    public var isPrinted: Bool?
    /// Not used: the note of the entry says price and payment.
    public var note: String?
    /// Who acts, as in ``ManualRequest/operator``.
    public var `operator`: String?

    public init(
        type: String, count: Int? = nil, payment: String? = nil, holder: String? = nil, event: String? = nil,
        isPrinted: Bool? = nil, operator: String? = nil
    ) {
        self.isPrinted = isPrinted
        self.type = type
        self.count = count
        self.payment = payment
        self.holder = holder
        self.event = event
        self.operator = `operator`
    }
}

/// Tickets of the last sale, each with its code: a secret that is kept only until the next sale, in memory.
public struct SaleAnswer: Codable, Hashable, Sendable {
    /// One ticket.
    public struct Ticket: Codable, Hashable, Sendable {
        /// Number of its entry in the journal.
        public var seq: Int64
        /// For people: `7KQ4-M2XD`.
        public var ref: String
        /// The text of the code; a secret.
        public var code: String
        /// The QR code, without the quiet zone: for each row a text of `1` (dark) and `0`.
        public var modules: [String]

        public init(seq: Int64, ref: String, code: String, modules: [String]) {
            self.seq = seq
            self.ref = ref
            self.code = code
            self.modules = modules
        }
    }

    /// Id of the event.
    public var event: String
    /// Name of the type.
    public var type: String
    /// Of all tickets together, `45.00 EUR`; `nil` when they were given away.
    public var total: String?
    /// How many this station could still sell without asking anybody.
    public var left: Int
    /// In the order of their entries.
    public var tickets: [Ticket]
    /// Why they were not printed, as an English sentence; `nil` when they were, or were not to be.
    public var printProblem: String?

    public init(
        event: String, type: String, total: String?, left: Int, tickets: [Ticket], printProblem: String? = nil
    ) {
        self.printProblem = printProblem
        self.event = event
        self.type = type
        self.total = total
        self.left = left
        self.tickets = tickets
    }
}

/// Shows or prints the tickets of the last sale: the body of `POST /v1/sales/show` and `POST /v1/sales/print`.
public struct LastSaleRequest: Codable, Hashable, Sendable {
    /// Number of an entry of that sale.
    public var seq: Int64

    public init(seq: Int64) {
        self.seq = seq
    }
}

/// Takes back a ticket that was sold here, and lets nobody in with it any more: the body of `POST /v1/sales/refund`.
public struct RefundRequest: Codable, Hashable, Sendable {
    /// Number of the entry of the sale.
    public var seq: Int64
    /// Why, in the person's words; kept in the journal.
    public var note: String?
    /// Who acts, as in ``ManualRequest/operator``.
    public var `operator`: String?

    public init(seq: Int64, note: String? = nil, operator: String? = nil) {
        self.seq = seq
        self.note = note
        self.operator = `operator`
    }
}
