internal import Tickets

/// The products of an event as ticket types: one for each product, and one for each of its variations.
struct PretixProducts: Sendable {
    /// How a ticket of a product is presented at the door. In pretix the code of a ticket can also be valid for its
    /// add-ons, but only on lists that say so: a list must be able to distinguish the two.
    enum Use: Hashable, Sendable, CaseIterable {
        case ticket
        /// An add-on with its own code.
        case addOn
        /// An add-on with the code of the ticket it was bought with.
        case addOnByTicket
        /// A second one of the same product: with it, the code stands for two tickets.
        case secondAddOnByTicket

        /// Found by the code of another ticket.
        var isByTicket: Bool { self == .addOnByTicket || self == .secondAddOnByTicket }
    }

    struct Kind: Hashable, Sendable {
        let product: Int
        let variation: Int?
        let use: Use

        init(_ product: Int, _ variation: Int? = nil, use: Use = .ticket) {
            self.product = product
            self.variation = variation
            self.use = use
        }

        /// Made of numbers only: names may change between two lists.
        var slug: String {
            let number = variation.map { "item-\(product)-\($0)" } ?? "item-\(product)"
            return switch use {
            case .ticket: number
            case .addOn: number + "-addon"
            case .addOnByTicket: number + "-with-ticket"
            case .secondAddOnByTicket: number + "-with-ticket-2"
            }
        }

        /// Negative for add-ons: signed codes identify only whole tickets.
        var id: Int64 {
            let number = TicketType.number(item: Int64(product), variation: Int64(variation ?? 0))
            return switch use {
            case .ticket: number
            case .addOn: -4 &* number
            case .addOnByTicket: -4 &* number &- 1
            case .secondAddOnByTicket: -4 &* number &- 2
            }
        }
    }

    private struct Texts: Sendable {
        let name: String
        let attention: String?
    }

    private var labels: [Kind: Texts] = [:]
    /// In pretix's order.
    private var kinds: [Kind] = []
    /// Seen in orders, in addition to those.
    private var addOns: Set<Kind> = []

    /// - Parameter items: the event's products, as the API lists them.
    init(_ items: [LenientJSON], locale: String?) {
        for item in items {
            guard let number = item["id"].integer else { continue }
            let name = item["name"].name(in: locale) ?? "Product \(number)"
            add(Kind(number), name: name, from: [item])
            for variation in item["variations"].items ?? [] {
                guard let id = variation["id"].integer else { continue }
                let value = variation["value"].name(in: locale) ?? String(id)
                add(Kind(number, id), name: "\(name) (\(value))", from: [variation, item])
            }
        }
    }

    private mutating func add(_ kind: Kind, name: String, from sources: [LenientJSON]) {
        kinds.append(kind)
        labels[kind] = Texts(name: name, attention: Self.attention(sources))
    }

    /// pretix has a mark without a text, too.
    static let plainAttention = "Needs special attention"

    /// What a steward must do, from the objects of pretix that can say so, in the order of `sources`.
    static func attention(_ sources: [LenientJSON]) -> String? {
        let texts = sources.compactMap { $0["checkin_text"].text }
        if !texts.isEmpty { return texts.joined(separator: "; ") }
        return sources.contains { $0["checkin_attention"].flag == true } ? plainAttention : nil
    }

    /// Records that there are tickets of a kind.
    ///
    /// - Returns: the slug of its type.
    mutating func use(_ kind: Kind) -> String {
        if kind.use != .ticket { addOns.insert(kind) }
        // Deleted products stay in orders.
        if labels[Kind(kind.product, kind.variation)] == nil {
            add(Kind(kind.product, kind.variation), name: "Product \(kind.product)", from: [])
        }
        return kind.slug
    }

    private var all: [Kind] {
        kinds + addOns.sorted { $0.slug < $1.slug }
    }

    var types: [TicketType] {
        all.map { kind in
            let labels = labels[Kind(kind.product, kind.variation)]
            return TicketType(
                id: kind.id, slug: kind.slug, name: labels?.name ?? kind.slug, attention: labels?.attention)
        }
    }

    /// Slugs of the types of these products.
    func types(of products: Set<Int>) -> Set<String> {
        Set(all.filter { products.contains($0.product) }.map(\.slug))
    }

    /// Slugs of the types that a list admits.
    func types(on list: PretixList) -> [String] {
        all.filter { kind in
            guard list.admits(kind.product) else { return false }
            return switch kind.use {
            case .ticket: true
            case .addOn: !list.matchesAddOns
            case .addOnByTicket, .secondAddOnByTicket: list.matchesAddOns
            }
        }.map(\.slug)
    }
}
