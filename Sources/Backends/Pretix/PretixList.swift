internal import Tickets

/// A check-in list of pretix (https://docs.pretix.eu/dev/api/resources/checkinlists.html).
struct PretixList: Hashable, Sendable {
    let id: Int
    let name: String
    /// Its slug in the manifest.
    let slug: String
    /// Numbers of the products on it; `nil` for all.
    let products: Set<Int>?
    let reentry: Reentry
    /// The code of a ticket is also valid for the add-ons of the ticket.
    let matchesAddOns: Bool
    /// Number of the only date (`subevent`) it is for; `nil` for all dates.
    let date: Int?
    let rule: PretixRule?
    let includesPending: Bool
    /// When pretix next checks everybody out, which it does every day.
    let exitAll: Timestamp?

    /// - Parameter slugs: the manifests' slugs of lists, by their number in pretix.
    init?(_ value: LenientJSON, slugs: [String: String] = [:]) {
        guard let id = value["id"].integer, let name = value["name"].text else { return nil }
        self.id = id
        self.name = name
        slug = slugs[String(id)] ?? String(id)
        products =
            value["all_products"].flag == true ? nil : Set((value["limit_products"].items ?? []).compactMap(\.integer))
        reentry =
            if value["allow_multiple_entries"].flag == true {
                .unlimited
            } else if value["allow_entry_after_exit"].flag == true {
                .afterExit
            } else {
                .none
            }
        matchesAddOns = value["addon_match"].flag == true
        date = value["subevent"].integer
        rule = PretixRule(value["rules"])
        includesPending = value["include_pending"].flag == true
        exitAll = value["exit_all_at"].text.flatMap(Timestamp.init(rfc3339:))
    }

    func admits(_ product: Int) -> Bool {
        products?.contains(product) ?? true
    }

    /// Whether it is for the product and the date.
    func admits(_ position: PretixPosition) -> Bool {
        admits(position.item) && (date == nil || date == position.date)
    }
}
