internal import Tickets

/// Converts the orders of an event into the rows of a ticket list.
struct PretixTickets: Sendable {
    /// The fields that are requested: no price, and no company or e-mail address that nobody is to be found by.
    /// - Parameter answers: what guests have answered, where a question is asked or shown at the door.
    static func fields(answers: Bool, finding terms: Set<SearchTerm> = []) -> KeyValuePairs<String, String?> {
        [
            "testmode": "false", "ordering": "datetime",
            "include": "code", "include": "status", "include": "require_approval", "include": "valid_if_pending",
            "include": "checkin_attention", "include": "checkin_text", "include": "positions.id",
            "include": "positions.positionid",
            "include": "positions.item", "include": "positions.variation",
            "include": "positions.secret", "include": "positions.addon_to", "include": "positions.subevent",
            "include": "positions.attendee_name", "include": "positions.seat", "include": "positions.checkins",
            "include": "positions.canceled", "include": "positions.valid_from", "include": "positions.valid_until",
            "include": "positions.blocked", "include": answers ? "positions.answers" : nil,
            "include": terms.contains(.company) ? "positions.company" : nil,
            "include": terms.contains(.email) ? "positions.attendee_email" : nil,
            "include": terms.contains(.email) ? "email" : nil,
        ]
    }

    private let date: Int?
    private let lists: [PretixList]
    private let questions: PretixQuestions
    private let media: PretixMedia
    /// Numbers of the tickets that were taken.
    private(set) var positions: Set<Int> = []
    private(set) var products: PretixProducts
    private(set) var rows: [TicketRow] = []
    /// How many codes stand for several tickets, by the number of the list.
    private(set) var ambiguous: [Int: Int] = [:]

    /// - Parameter date: only this date of a series; `nil` for all positions.
    init(date: Int?, lists: [PretixList], products: PretixProducts, questions: PretixQuestions, media: PretixMedia) {
        self.media = media
        self.questions = questions
        self.date = date
        self.lists = lists
        self.products = products
    }

    mutating func take(_ order: LenientJSON) {
        let positions = (order["positions"].items ?? []).compactMap(PretixPosition.init).filter { position in
            !position.isCanceled && (date == nil || position.date == date)
        }
        // Orders move between pages while tickets are being sold.
        let fresh = positions.filter { self.positions.insert($0.id).inserted }
        let byID = Dictionary(positions.map { ($0.id, $0) }) { first, _ in first }
        for position in fresh {
            let base = position.addOnTo.flatMap { byID[$0] }
            rows.append(row(of: position, in: order, base: base, use: ownUse(of: position)))
        }
        takeAddOnsByTicket(fresh, bases: byID, in: order)
    }

    /// Adds revoked codes, unless a ticket has them.
    mutating func revoke(_ secrets: [String]) {
        var known = Set(rows.map(\.code))
        for secret in secrets where known.insert(secret).inserted {
            rows.append(TicketRow(code: secret, status: .revoked))
        }
    }

    /// On a list with add-on matching, the code of a ticket is used for its add-ons. Where the list admits several of them, or
    /// the ticket itself, too, they all are lines of the code: then a station lets in on none of them, as pretix does
    /// (``AdmissionList/takesOneLine``). Of several of one product, two say that.
    private mutating func takeAddOnsByTicket(
        _ positions: [PretixPosition], bases: [Int: PretixPosition], in order: LenientJSON
    ) {
        var seen: [AddOn: Int] = [:]
        var counts: [Int: [Int: Int]] = [:]
        for position in positions {
            guard let base = position.addOnTo.flatMap({ bases[$0] }) else { continue }
            let matching = lists.filter { $0.matchesAddOns && $0.admits(position) }
            guard !matching.isEmpty else { continue }
            for list in matching { counts[base.id, default: [:]][list.id, default: 0] += 1 }
            let addOn = AddOn(base: base.id, product: position.item, variation: position.variation)
            seen[addOn, default: 0] += 1
            guard let place = seen[addOn], place <= 2 else { continue }
            let use = place == 1 ? PretixProducts.Use.addOnByTicket : .secondAddOnByTicket
            rows.append(row(of: position, in: order, base: base, use: use))
        }
        for (base, found) in counts {
            for list in lists {
                let own = bases[base].map(list.admits) == true ? 1 : 0
                if let count = found[list.id], count + own > 1 { ambiguous[list.id, default: 0] += 1 }
            }
        }
    }

    /// What makes two add-ons of a ticket the same to its code.
    private struct AddOn: Hashable {
        let base: Int
        let product: Int
        let variation: Int?
    }

    /// Sentences for the organizer, one for each list with codes that stand for several tickets there.
    var notes: [String] {
        lists.compactMap { list in
            ambiguous[list.id].map { count in
                "On list \(list.name.withoutControls) (\(list.id)), \(count == 1 ? "1 code stands" : "\(count) codes stand") for "
                    + "several tickets: pretix lets in on none of them, and neither do stations. Switch off add-on matching "
                    + "there, or take products off the list."
            }
        }
    }

    private func ownUse(of position: PretixPosition) -> PretixProducts.Use {
        let isMatched = lists.contains { $0.matchesAddOns && $0.admits(position) }
        return position.addOnTo != nil && isMatched ? .addOn : .ticket
    }

    private mutating func row(
        of position: PretixPosition, in order: LenientJSON, base: PretixPosition?, use: PretixProducts.Use
    ) -> TicketRow {
        let type = products.use(.init(position.item, position.variation, use: use))
        return TicketRow(
            code: use.isByTicket ? base?.secret ?? position.secret : position.secret,
            reference: PretixReference(
                order: order["code"].text, number: position.number, id: position.id
            ).text, type: type, holder: position.holder ?? base?.holder, seat: position.seat,
            status: .ticket(Self.status(of: position, in: order)),
            notBefore: position.window?.start, notAfter: position.window?.end,
            attention: PretixProducts.attention([order]), notes: questions.shown(of: position),
            date: position.date.map(Int64.init),
            used: lists.filter { list in
                use == .ticket || list.matchesAddOns == use.isByTicket
            }.compactMap { PretixPassage.used(position.passages, on: $0) },
            answered: settled(for: position),
            // A code that is used for an add-on is the ticket's own: its media stand for both.
            media: use.isByTicket ? [] : media.codes[position.id] ?? [],
            company: position.company ?? base?.company,
            emails: [position.email ?? base?.email, order["email"].text].compactMap { $0 })
    }

    private func settled(for position: PretixPosition) -> Set<String> {
        let answered = questions.settled(for: position)
        guard media.codes[position.id] != nil, let question = media.question(of: position) else { return answered }
        return answered.union([question])
    }

    /// The first of pretix's checks that a ticket fails by itself (`perform_checkin` in pretix).
    static func status(of position: PretixPosition, in order: LenientJSON) -> TicketStatus {
        let status = order["status"].text
        if position.isCanceled || status != "p" && status != "n" { return .voided }
        if position.isBlocked { return .blocked }
        guard status == "n" else { return .valid }
        if order["require_approval"].flag == true { return .unapproved }
        return order["valid_if_pending"].flag == true ? .valid : .unpaid
    }
}
