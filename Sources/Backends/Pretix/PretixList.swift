internal import Tickets

/// A check-in list of pretix.
struct PretixList: Hashable, Sendable {
    let id: Int
    let name: String
    /// What the manifest calls it.
    let slug: String
    /// Numbers of the products on it; `nil` for all.
    let products: Set<Int>?
    let reentry: Reentry
    /// The code of a ticket also stands for the add-ons of the ticket.
    let matchesAddOns: Bool
    /// Number of the only date it is for.
    let date: Int?
    let hasRules: Bool
    let includesPending: Bool
    let checksOutAtNight: Bool

    /// - Parameter slugs: what manifests call lists, by their number in pretix.
    init?(_ value: LooseJSON, slugs: [String: String] = [:]) {
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
        hasRules = Self.isSomething(value["rules"])
        includesPending = value["include_pending"].flag == true
        checksOutAtNight = !value["exit_all_at"].isNull
    }

    func admits(_ product: Int) -> Bool {
        products?.contains(product) ?? true
    }

    /// Rules are an expression of JSONLogic; an empty one forbids nothing.
    private static func isSomething(_ rules: LooseJSON) -> Bool {
        switch rules {
        case .null: false
        case .object(let members): !members.isEmpty
        case .array(let items): !items.isEmpty
        default: true
        }
    }

    /// What there is to say of a list that a station cannot do as pretix does.
    var notes: [String] {
        var notes: [String] = []
        if includesPending {
            notes.append(
                "List \(name): unpaid tickets are refused as unpaid; staff let them in with an override, as pretix asks."
            )
        }
        if checksOutAtNight {
            notes.append(
                "List \(name): pretix checks everyone out once a day; stations learn of it from the next list.")
        }
        return notes
    }
}
