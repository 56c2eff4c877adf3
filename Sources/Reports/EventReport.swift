internal import Foundation
public import Messages
public import StationAPI
public import Tickets

/// One event in numbers, for those who have to account for it. No holder's name is in it.
public struct EventReport: Sendable {
    /// A check-in that a ticketing server refused.
    public struct ServerRefusal: Sendable {
        let at: Timestamp
        let list: String?
        let gate: String?
        let reference: String?
        let backend: String
        let reason: String?

        /// - Parameters:
        ///   - at: when the ticket was scanned, by the station's clock.
        ///   - list: slug of the admission list.
        ///   - gate: slug.
        ///   - reference: the server's own id of the ticket.
        ///   - backend: its name in usher.yaml.
        ///   - reason: the server's.
        public init(
            at: Timestamp, list: String?, gate: String?, reference: String?, backend: String, reason: String?
        ) {
            self.at = at
            self.list = list
            self.gate = gate
            self.reference = reference
            self.backend = backend
            self.reason = reason
        }
    }

    let figures: EventFigures
    let tally: EventTally
    let plan: EventPlan
    let organizer: String
    let conflicts: [DoubleEntryItem]
    let serverRefusals: [ServerRefusal]
    let sales: [SalesSum]
    let joined: Joined?

    /// - Parameters:
    ///   - tally: what the figures are made of, with the refusals by gate and what staff did by hand.
    ///   - conflicts: tickets of this event that two gates let in.
    ///   - serverRefusals: check-ins of this event.
    ///   - sales: at this station, of this event.
    ///   - joined: of a report on all stations; `nil`: on this one.
    public init(
        figures: EventFigures, tally: EventTally, plan: EventPlan, organizer: String, conflicts: [DoubleEntryItem],
        serverRefusals: [ServerRefusal], sales: [SalesSum], joined: Joined? = nil
    ) {
        self.joined = joined
        self.sales = sales
        self.figures = figures
        self.tally = tally
        self.plan = plan
        self.organizer = organizer
        self.conflicts = conflicts
        self.serverRefusals = serverRefusals
    }

    /// As a PDF file of A4 pages.
    /// - Throws: `PictureError`
    public func pdfFile(in messages: Messages) throws -> [UInt8] {
        try ReportDocument(self, in: messages).pdfFile()
    }

    private var zone: Zone { plan.event.timeZone }

    /// How often codes were refused for a reason at a gate, the most frequent first.
    var refusals: [(reason: Reason, gate: String?, codes: Int)] {
        tally.refusals.map { ($0.key.reason, $0.key.gate, $0.value) }.sorted {
            ($1.2, $0.0.rawValue, $0.1 ?? "") < ($0.2, $1.0.rawValue, $1.1 ?? "")
        }
    }

    /// Name and slug of the type of a sale; `nil` for one that the list does not have.
    func type(of sale: SalesSum) -> (name: String, slug: String)? {
        plan.types.first { $0.lineNumber == sale.line }.map { ($0.name, $0.slug) }
    }

    /// What was taken, by how it was paid and in which currency, without refunds.
    var revenues: [(payment: String?, currency: String, amount: Amount)] {
        let amounts = sales.compactMap { sale in
            sale.revenue.map { ([sale.terms.currency ?? "", sale.terms.payment ?? ""], $0) }
        }
        let sums = Dictionary(amounts, uniquingKeysWith: +)
        return sums.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, amount in
            (key[1].isEmpty ? nil : key[1], key[0], amount)
        }
    }

    /// `2026-12-05 19:00` in the time zone of the event; with seconds for acts, which may follow each other quickly.
    func wallTime(_ time: Timestamp, seconds: Bool = false) -> String {
        zone.plainText(of: time, seconds: seconds)
    }

    /// `19:00`
    func clock(_ time: Timestamp) -> String { String(wallTime(time).dropFirst(11)) }
}
