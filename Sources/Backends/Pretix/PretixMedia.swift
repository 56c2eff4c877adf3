internal import Tickets

/// Reusable media: wristbands and cards that stand for tickets
/// (https://docs.pretix.eu/dev/api/resources/reusablemedia.html).
struct PretixMedia: Sendable {
    /// By the number of the position: codes of the media that are linked to it.
    private(set) var codes: [Int: [String]] = [:]
    /// By the number of the product: the type of the medium that its guests get.
    private let exchanged: [Int: String]

    /// Types that a station can read as text. The other one, `nfc_mf0aes`, is a chip with a key of its own.
    static let types = ["barcode", "nfc_uid"]

    /// - Parameter items: the event's products, as the API lists them.
    init(items: [LenientJSON]) {
        let types = items.compactMap { item -> (Int, String)? in
            guard item["media_policy"].text != nil, let type = item["media_type"].text, Self.types.contains(type) else {
                return nil
            }
            return item["id"].integer.map { ($0, type) }
        }
        exchanged = Dictionary(types) { first, _ in first }
    }

    /// Takes one medium of the organizer, unless it is expired.
    mutating func take(_ medium: LenientJSON, now: Timestamp) {
        guard let code = medium["identifier"].text, let type = medium["type"].text, Self.types.contains(type),
            medium["expires"].time.map({ $0 > now }) ?? true
        else { return }
        let linked = medium["linked_orderpositions"].items ?? [medium["linked_orderposition"]]
        for position in linked.compactMap(\.integer) { codes[position, default: []].append(code) }
    }

    /// The guest of such a position gets a medium, or has one already.
    func question(of position: PretixPosition) -> String? {
        exchanged[position.item].map(PretixMedium.question)
    }

    /// The question for guests who get a medium: its code.
    func questions(types: (Set<Int>) -> Set<String>) -> [CheckInQuestion] {
        Self.types.compactMap { type in
            let products = Set(exchanged.filter { $0.value == type }.keys)
            guard !products.isEmpty else { return nil }
            return CheckInQuestion(
                id: PretixMedium.question(type), text: "Wristband or card", kind: .medium, isRequired: true,
                types: types(products))
        }
    }
}

/// A medium that was handed out at the door, among what the guest answered.
struct PretixMedium: Hashable, Sendable {
    /// As in pretix: `barcode`.
    let type: String
    /// Its code.
    let identifier: String

    static let prefix = "medium-"

    /// The id of the question whose answer is the medium's code.
    static func question(_ type: String) -> String { prefix + type }

    /// `nil` without one.
    init?(_ answers: [String: String]) {
        guard let found = answers.first(where: { $0.key.hasPrefix(Self.prefix) && !$0.value.isEmpty }) else {
            return nil
        }
        type = String(found.key.dropFirst(Self.prefix.count))
        identifier = found.value
    }
}
