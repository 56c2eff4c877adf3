internal import Tickets

/// One ticket of an order, as the API writes it.
struct PretixPosition: Sendable {
    let id: Int
    let item: Int
    let variation: Int?
    let secret: String
    /// Id of the position that this one was bought with.
    let addOnTo: Int?
    let date: Int?
    let holder: String?
    let seat: String?
    let isCanceled: Bool
    let isBlocked: Bool
    let validFrom: Timestamp?
    let validUntil: Timestamp?
    let passages: [PretixPassage]

    init?(_ value: LooseJSON) {
        guard let id = value["id"].integer, let item = value["item"].integer, let secret = value["secret"].text else {
            return nil
        }
        self.id = id
        self.item = item
        self.secret = secret
        variation = value["variation"].integer
        addOnTo = value["addon_to"].integer
        date = value["subevent"].integer
        holder = value["attendee_name"].text
        seat = value["seat"]["name"].text
        isCanceled = value["canceled"].flag == true
        isBlocked = !(value["blocked"].items ?? []).isEmpty
        validFrom = value["valid_from"].time
        validUntil = value["valid_until"].time
        passages = (value["checkins"].items ?? []).compactMap(PretixPassage.init)
    }
}

/// Somebody passing, as pretix keeps it (its "check-in", entries and exits alike). Annulled ones are not told.
struct PretixPassage: Hashable, Sendable {
    let id: Int
    /// Number of the list.
    let list: Int
    let isExit: Bool
    /// As the device that told it says.
    let at: Timestamp
    /// Number of the device among the organizer's; `nil` for what was made in a browser.
    let device: Int?

    init?(_ value: LooseJSON) {
        guard let id = value["id"].integer, let list = value["list"].integer, let at = value["datetime"].time else {
            return nil
        }
        self.id = id
        self.list = list
        self.at = at
        isExit = value["type"].text == "exit"
        device = value["device_id"].integer
    }

    /// What a list knows of a ticket; `nil` when it was never shown there.
    ///
    /// pretix lets in again after whatever was last an exit, stations when as many went out as came in. Where the two
    /// differ (an entry that was forced), the exits are counted so that both say the same. An exit without an
    /// entry before it does not count.
    static func used(_ passages: [PretixPassage], on list: PretixList) -> TicketRow.Used? {
        let here = passages.filter { $0.list == list.id }.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
        guard let last = here.last else { return nil }
        let entries = here.filter { !$0.isExit }
        var exits = min(here.count - entries.count, entries.count)
        if list.reentry == .afterExit, !entries.isEmpty {
            exits = last.isExit ? entries.count : min(exits, entries.count - 1)
        }
        return TicketRow.Used(
            list: list.slug, ins: entries.count, outs: exits, firstAt: entries.first?.at, lastAt: last.at)
    }
}
