internal import Journal
internal import StationAPI
internal import Tickets

extension BoxOfficeAnswer.Office {
    /// `nil` without a box office.
    init?(
        _ plan: EventPlan, at station: String, _ keys: BoxOfficeKeys, _ journal: borrowing JournalReader,
        allows: (StaffAct) -> Bool
    ) throws {
        guard let office = plan.boxOffice else { return nil }
        var offers: [BoxOfficeAnswer.Offer] = []
        for offer in office.offers {
            guard let quota = SaleQuota(offer.type, of: plan, at: station) else { continue }
            offers.append(
                BoxOfficeAnswer.Offer(
                    type: offer.type, name: quota.type.name, price: offer.price?.description,
                    sold: try quota.sold(journal), left: try quota.left(journal), isShared: offer.together > 0,
                    obstacle: allows(offer.price == nil ? .give : .sell) ? nil : "role"))
        }
        self.init(
            event: plan.event.id, name: plan.event.name, currency: office.currency, payments: office.payments,
            offers: offers, problem: keys.problem(for: office, of: plan.event.id))
    }
}

extension SaleItem {
    init(_ sale: Sale, plan: EventPlan) {
        let entry = sale.checkIn
        self.init(
            seq: entry.sequence, at: entry.at, ref: entry.reference,
            type: plan.types.first { $0.lineNumber == entry.line }?.name, terms: entry.note,
            operator: entry.operator, isRefunded: sale.isRefunded)
    }
}
