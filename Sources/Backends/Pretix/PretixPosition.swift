internal import Tickets

/// One ticket of an order, as in the API (https://docs.pretix.eu/dev/api/resources/orders.html).
struct PretixPosition: Sendable {
    let id: Int
    /// In its order, from 1.
    let number: Int?
    let item: Int
    let variation: Int?
    let secret: String
    /// Id of the position with which this one was bought; `nil` when it is no add-on.
    let addOnTo: Int?
    let date: Int?
    let holder: String?
    /// `nil` also where they were not asked for.
    let company: String?
    let email: String?
    let seat: String?
    let isCanceled: Bool
    let isBlocked: Bool
    /// The ticket's own times, as a list has them; `nil` when it has none.
    let window: (start: Timestamp, end: Timestamp)?
    let passages: [PretixPassage]
    /// By the number of the question; empty where none were asked for.
    let answers: [Int: PretixAnswer]

    init?(_ value: LenientJSON) {
        guard let id = value["id"].integer, let item = value["item"].integer, let secret = value["secret"].text else {
            return nil
        }
        self.id = id
        number = value["positionid"].integer
        self.item = item
        self.secret = secret
        variation = value["variation"].integer
        addOnTo = value["addon_to"].integer
        date = value["subevent"].integer
        holder = value["attendee_name"].text
        company = value["company"].text
        email = value["attendee_email"].text
        seat = value["seat"]["name"].text
        isCanceled = value["canceled"].flag == true
        isBlocked = !(value["blocked"].items ?? []).isEmpty
        let (from, until) = (value["valid_from"].time, value["valid_until"].time)
        window =
            from == nil && until == nil ? nil : (from ?? .earliest, until.map { $0 + .milliseconds(1) } ?? .latest)
        passages = (value["checkins"].items ?? []).compactMap(PretixPassage.init)
        let given = (value["answers"].items ?? []).compactMap { answer in
            answer["question"].integer.flatMap { number in PretixAnswer(answer).map { (number, $0) } }
        }
        answers = Dictionary(given) { first, _ in first }
    }
}

/// A passage, as pretix stores it: its "check-in", entries and exits alike. The API leaves out annulled ones.
struct PretixPassage: Hashable, Sendable {
    let id: Int
    /// Number of the list.
    let list: Int
    let isExit: Bool
    /// As the device that sent it says.
    let at: Timestamp
    /// Number of the device among the organizer's; `nil` for what was made in a browser.
    let device: Int?

    init?(_ value: LenientJSON) {
        guard let id = value["id"].integer, let list = value["list"].integer, let at = value["datetime"].time else {
            return nil
        }
        self.id = id
        self.list = list
        self.at = at
        isExit = value["type"].text == "exit"
        device = value["device_id"].integer
    }

    /// A ticket's entries and exits on a list; `nil` when it was never presented there.
    ///
    /// pretix admits again if the last passage was an exit; stations, if as many people left as entered. Where the two
    /// differ (after a forced entry), the exits are counted so that both give the same result. An exit without an entry
    /// before it is not counted.
    static func used(_ passages: [PretixPassage], on list: PretixList) -> TicketRow.Used? {
        used(passages, on: list.id, slug: list.slug, reentry: list.reentry, hasRule: list.rule != nil)
    }

    /// The same, on a list of which only this is known.
    static func used(
        _ passages: [PretixPassage], on number: Int, slug: String, reentry: Reentry, hasRule: Bool = false
    ) -> TicketRow.Used? {
        let here = passages.filter { $0.list == number }.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
        guard let last = here.last else { return nil }
        let entries = here.filter { !$0.isExit }
        var exits = min(here.count - entries.count, entries.count)
        if reentry == .afterExit || hasRule, !entries.isEmpty {
            exits = last.isExit ? entries.count : min(exits, entries.count - 1)
        }
        return TicketRow.Used(
            list: slug, ins: entries.count, outs: exits, firstAt: entries.first?.at, lastAt: last.at,
            entries: entries.map(\.at))
    }
}
