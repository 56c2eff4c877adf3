internal import Foundation
internal import Journal
internal import Logging
internal import Manifests
package import StationAPI
internal import Threads
package import Tickets
internal import Venue

/// Sells tickets at the door. A ticket is its code, signed by the box office's key: every station that has the event's list
/// lets it in, whether or not it has heard of the sale.
/// See docs/decisions/119-box-office.md.
package actor BoxOfficeDesk: BoxOfficeControl {
    private static let salesShown = 20
    /// In characters, on the ticket.
    private static let longestHolder = 100

    private let station: String
    private let door: Door
    private let journal: Journal
    private let keys: BoxOfficeKeys
    private let links: Links
    private let venue: VenueLink?
    private let occupancy: Occupancy
    private let authorization: StaffAuthorization
    private let printer: TicketPrinter?
    private let logger: Logger
    private let journalQueue: WorkQueue
    /// With its codes, which are kept nowhere else.
    private var last: LastSale?

    init(
        station: String, door: Door, journal: Journal, keys: BoxOfficeKeys, links: Links, venue: VenueLink?,
        occupancy: Occupancy, authorization: StaffAuthorization, printer: TicketPrinter?, logger: Logger,
        journalQueue: WorkQueue
    ) {
        self.station = station
        self.door = door
        self.journal = journal
        self.keys = keys
        self.links = links
        self.venue = venue
        self.occupancy = occupancy
        self.authorization = authorization
        self.printer = printer
        self.logger = logger
        self.journalQueue = journalQueue
    }

    // MARK: - What there is

    package func sellsHere() async -> Bool { await !offices().isEmpty }

    package func offers(for staff: Staff, reference: String?) async throws -> BoxOfficeAnswer {
        let reference = reference?.uppercased()
        let manifests = await offices()
        let (journal, station, authorization, keys) = (journal, station, authorization, keys)
        let (offices, sales) = try await journalQueue.run {
            try (
                manifests.compactMap { manifest in
                    try journal.look { reader in
                        try BoxOfficeAnswer.Office(manifest.plan, at: station, keys, reader) {
                            authorization.allows($0, to: staff)
                        }
                    }
                },
                manifests.flatMap { manifest in
                    try journal.sales(of: manifest.plan.event.id, reference: reference, limit: Self.salesShown).map {
                        SaleItem($0, plan: manifest.plan)
                    }
                }
            )
        }
        return BoxOfficeAnswer(
            offices: offices, canPrint: printer != nil,
            sales: Array(sales.sorted { $0.seq > $1.seq }.prefix(Self.salesShown)))
    }

    /// Lists of the events that are served now and have this station at their box office.
    private func offices() async -> [InstalledManifest] {
        await door.situation().served.filter { $0.plan.boxOffice?.stations.contains(station) ?? false }
    }

    // MARK: - Selling

    package func sell(_ request: SaleRequest, by staff: Staff) async throws -> SaleAnswer {
        let manifest = try await office(of: request)
        let plan = manifest.plan
        guard let office = plan.boxOffice, let quota = SaleQuota(request.type, of: plan, at: station) else {
            throw refused(request, "event.yaml does not offer it here", hint: "Look with usher sale list.")
        }
        try authorization.require(quota.offer.price == nil ? .give : .sell, of: staff)
        let count = request.count ?? 1
        guard BoxOffice.counts.contains(count) else {
            throw refused(request, "it must be 1 to \(BoxOffice.counts.upperBound) tickets at once")
        }
        let terms = try terms(of: request, office, quota.offer)
        let key = try keys.key(for: office, of: plan.event.id)
        let situation = await door.situation()
        try check(plan, type: quota.type, count: count, situation, request)
        try await door.requireRecorded("sell")
        let codes = try (0..<count).map { _ in try SoldCode(quota.type, manifest, signedWith: key) }
        let drafts = codes.map { code in
            CheckInDraft(
                station: station, event: plan.event.id, gate: gate(in: plan), key: code.key,
                line: quota.type.lineNumber, reference: code.reference, verdict: .sold, kind: .sale, count: 1,
                how: .manual, operator: staff.name, at: situation.now, clock: situation.clock,
                note: terms.description)
        }
        let outbox = links.saleDrafts(for: manifest)
        let (journal, venue) = (journal, venue)
        let (sequences, left) = try await journalQueue.run {
            try quota.ask(venue, for: count, journal)
            return try journal.transaction { transaction in
                let left = try quota.left(transaction.reader)
                guard left >= count else { throw Self.soldOut(request, left: left, isShared: quota.offer.together > 0) }
                let entries = try drafts.map { try transaction.append($0, outbox: outbox) }
                return (entries.map(\.checkIn.sequence), left - count)
            }
        }
        await door.noteEntry(at: situation.now, of: manifest)
        logger.notice(
            "tickets were sold",
            metadata: [
                "event": "\(plan.event.id)", "type": "\(quota.type.slug)", "count": "\(count)", "terms": "\(terms)",
                "operator": "\(staff.name)",
            ])
        let tickets = zip(sequences, codes).map { sequence, code in
            SaleAnswer.Ticket(
                seq: sequence, ref: code.reference, code: code.text, modules: code.matrix.rows)
        }
        let sale = PrintedSale(
            plan: plan, type: quota.type, price: terms.price.map { "\($0) \(terms.currency ?? "")" },
            holder: request.holder.map { String($0.withoutControls.prefix(Self.longestHolder)) }, tickets: tickets)
        var answer = SaleAnswer(
            event: plan.event.id, type: quota.type.name,
            total: terms.price.map { "\($0 * count) \(terms.currency ?? "")" }, left: left, tickets: tickets)
        last = LastSale(sale: sale, answer: answer)
        if request.isPrinted == true {
            // They are sold, whatever becomes of the paper.
            do { try await printed(sale) } catch { answer.printProblem = "\(error)" }
        }
        return answer
    }

    private func office(of request: SaleRequest) async throws -> InstalledManifest {
        let offices = await offices().filter { request.event == nil || $0.plan.event.id == request.event }
        guard let first = offices.first else {
            throw refused(
                request, "no event that is served here sells tickets at this station, \(station)",
                hint: "The organizer names the stations under box_office in event.yaml.")
        }
        guard offices.count == 1 else {
            throw StationError(
                .ambiguous, "sell", "tickets", "\(offices.count) events have a box office here",
                hint: "Name the event.")
        }
        return first
    }

    private func terms(of request: SaleRequest, _ office: BoxOffice, _ offer: BoxOffice.Offer) throws -> SaleTerms {
        guard offer.price != nil, !office.payments.isEmpty else {
            return SaleTerms(price: offer.price, currency: office.currency, payment: nil)
        }
        let words = office.payments.joined(separator: ", ")
        guard let payment = request.payment else {
            throw refused(request, "the way of payment is missing", hint: "Give one of \(words).")
        }
        guard office.payments.contains(payment) else {
            throw refused(
                request, "\(payment.withoutControls.prefix(40)) is not a way of payment here",
                hint: "Give one of \(words).")
        }
        return SaleTerms(price: offer.price, currency: office.currency, payment: payment)
    }

    /// Nobody is sold a ticket with which nobody would be let in.
    private func check(
        _ plan: EventPlan, type: TicketType, count: Int, _ situation: Situation, _ request: SaleRequest
    ) throws {
        switch plan.event.status {
        case .on: break
        case .cancelled: throw refused(request, "the event is cancelled")
        case .postponed: throw refused(request, "the event is postponed")
        }
        if !situation.isClockWrong, situation.now >= plan.closes(nil) { throw refused(request, "the event is over") }
        let lists = plan.lists.filter { $0.types.contains(type.slug) }
        guard !lists.isEmpty else { throw refused(request, "no admission list lets this type in") }
        guard let manifest = situation.served.first(where: { $0.plan.event.id == plan.event.id }) else { return }
        let isFull = try lists.allSatisfy { list in
            try !occupancy.hasRoom(for: count, on: list, in: manifest, now: situation.now)
        }
        if isFull {
            throw refused(request, "the maximum number of people is already inside", hint: "Wait until some have left.")
        }
    }

    private func gate(in plan: EventPlan) -> String? { door.settings.placement(in: plan)?.gate.slug }

    private func refused(_ request: SaleRequest, _ reason: String, hint: String? = nil) -> StationError {
        StationError(.refused, "sell", "tickets of the type \(request.type.withoutControls)", reason, hint: hint)
    }

    private static func soldOut(_ request: SaleRequest, left: Int, isShared: Bool) -> StationError {
        StationError(
            .refused, "sell", "\(request.count ?? 1) tickets of the type \(request.type.withoutControls)",
            left == 0 ? "this station has sold its share" : "this station may sell only \(left) more",
            hint: isShared
                ? "Stations that are connected to the venue's ledger, and other box offices, may have some left."
                : "Other box offices may have some left.")
    }

    // MARK: - Once more

    package func show(_ request: LastSaleRequest, by staff: Staff) async throws -> SaleAnswer {
        try lastSale(request, by: staff).answer
    }

    package func print(_ request: LastSaleRequest, by staff: Staff) async throws {
        try await printed(lastSale(request, by: staff).sale)
    }

    private func lastSale(
        _ request: LastSaleRequest, by staff: Staff
    ) throws -> LastSale {
        try authorization.require(.sell, of: staff)
        guard let last, last.answer.tickets.contains(where: { $0.seq == request.seq }) else {
            throw StationError(
                .refused, "show", "the tickets", "this station no longer has their codes",
                hint: "Only the last sale can be shown or printed. Take the tickets back, and sell new ones.")
        }
        return last
    }

    private func printed(_ sale: PrintedSale) async throws {
        guard let printer else {
            throw StationError(
                .unavailable, "print", "the tickets", "no printer is configured",
                hint: "Name it in usher.yaml: ticket_printer.")
        }
        try await printer.print(sale)
    }

    // MARK: - Taking back

    package func refund(_ request: RefundRequest, by staff: Staff) async throws -> UndoAnswer {
        try authorization.require(.refund, of: staff)
        try await door.requireRecorded("take back")
        let situation = await door.situation()
        let (journal, venue, station) = (journal, venue, station)
        let installed = situation.served + situation.others
        let links = links
        let (sold, entry) = try await journalQueue.run {
            let refund = try journal.look { try Self.refundable(request, in: $0).refund }
            // A gate that has let somebody in may be quicker in telling the ledger than this station in hearing of it.
            let isTold = venue?.runner?.refund(refund)
            return try journal.transaction { transaction in
                let (sold, refund) = try Self.refundable(request, in: transaction.reader)
                if isTold == false { throw Self.entered(sold) }
                let draft = CheckInDraft(
                    undoing: sold, station: station, operator: staff.name, at: situation.now, clock: situation.clock,
                    note: request.note)
                let manifest = installed.first { $0.plan.event.id == refund.event }
                let entry = try transaction.append(draft, outbox: manifest.map { links.saleDrafts(for: $0) } ?? [])
                try transaction.noteRefund(refund, isTold: venue == nil || isTold == true)
                return (sold, entry.checkIn)
            }
        }
        await door.noteEntry(at: situation.now, of: installed.first { $0.plan.event.id == sold.event })
        venue?.nudge()
        last = last?.without(sold.sequence)
        logger.notice(
            "a ticket was taken back",
            metadata: ["ref": "\(sold.reference ?? "")", "operator": "\(staff.name)", "note": "\(request.note ?? "")"])
        return UndoAnswer(
            seq: entry.sequence, undone: sold.sequence, entry: sold.id, verdict: sold.verdict.word,
            ref: sold.reference, at: entry.at)
    }

    /// What a request means, if it may be taken back.
    private static func refundable(
        _ request: RefundRequest, in journal: borrowing JournalReader
    ) throws -> (sold: CheckIn, refund: Refund) {
        guard let sale = try journal.sale(request.seq), let key = sale.checkIn.key, let event = sale.checkIn.event
        else {
            throw StationError(
                .notFound, "take back", "entry \(request.seq)", "no ticket was sold with it here",
                hint: "Look with usher sale list.")
        }
        if sale.isRefunded { throw refused(sale.checkIn, "it has already been taken back") }
        if try journal.hasPassed(key, event: event) { throw entered(sale.checkIn) }
        return (sale.checkIn, Refund(event: event, key: key))
    }

    private static func entered(_ sold: CheckIn) -> StationError {
        refused(
            sold, "somebody has already entered with this ticket", hint: "Undo the entry first, if nobody is inside.")
    }

    private static func refused(_ sold: CheckIn, _ reason: String, hint: String? = nil) -> StationError {
        StationError(.refused, "take back", "ticket \(sold.reference ?? "")", reason, hint: hint)
    }
}
