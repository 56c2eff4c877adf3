internal import Journal
internal import Tickets
internal import Venue

/// How many tickets of a type this station may still sell: its share of the quota, and what the venue's ledger has given it
/// beyond that. What it has sold stays its own, also after a refund, so that all stations together never sell more.
/// See docs/decisions/119-box-office.md.
struct SaleQuota {
    let event: String
    let type: TicketType
    let offer: BoxOffice.Offer
    let share: Int

    /// `nil` when the event has no such offer, or the station is not at its box office.
    init?(_ slug: String, of plan: EventPlan, at station: String) {
        guard let office = plan.boxOffice, office.stations.contains(station), let offer = office.offer(of: slug),
            let type = plan.types.first(where: { $0.slug == slug })
        else { return nil }
        event = plan.event.id
        self.type = type
        self.offer = offer
        share = office.share(of: offer, at: station)
    }

    /// Without asking anybody.
    func left(_ journal: borrowing JournalReader) throws -> Int {
        let granted = min(try journal.granted(event: event, line: type.lineNumber), offer.together)
        return max(0, share + granted - (try sold(journal)))
    }

    func sold(_ journal: borrowing JournalReader) throws -> Int {
        try journal.soldCount(event: event, line: type.lineNumber)
    }

    /// Asks the venue's ledger for what is missing. Without a ledger, or while it is away, nothing changes.
    func ask(_ venue: VenueLink?, for count: Int, _ journal: Journal) throws {
        guard offer.together > 0, let ledger = venue?.runner else { return }
        let (left, granted) = try journal.look { reader in
            (try self.left(reader), try reader.granted(event: event, line: type.lineNumber))
        }
        guard left < count else { return }
        let grant = ledger.grant(
            SaleGrant(
                journal: journal.publicKey.id, event: event, type: type.lineNumber, together: offer.together,
                wanted: granted + count - left))
        guard let grant else { return }
        try journal.noteGrant(event: event, line: type.lineNumber, tickets: grant)
    }
}
