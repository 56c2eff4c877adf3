internal import Tickets

/// Reusable media: wristbands and cards that stand for tickets, and those that may be handed out
/// (https://docs.pretix.eu/dev/api/resources/reusablemedia.html).
///
/// A medium is handed out only if pretix has it: of the type `barcode` it takes no other one. Where a product's policy is
/// `new`, `reuse_or_new` or `append_or_new`, pretix makes a chip (`nfc_uid`) known when it is first used; a station does the
/// same only if the organizer says so (``BackendSettings/newMedia``), because then any chip is one.
struct PretixMedia: Sendable {
    /// By the number of the position: codes of the media that are linked to it.
    private(set) var codes: [Int: [String]] = [:]
    /// By the number of the product: the question for the medium that its guests get.
    private let exchanged: [Int: String]
    /// All that can be used now, by type, with the positions that they are linked to.
    private var usable: [(type: String, code: String, linked: [Int])] = []
    /// Ids of questions that new chips answer, too.
    private let open: Set<String>
    /// How many products get chips that pretix need not have, where stations take only those that it has.
    let closedProductCount: Int

    /// Types that a station can read as text. The other one, `nfc_mf0aes`, is a chip with a key of its own.
    static let types = ["barcode", "nfc_uid"]
    /// The only one of them that pretix makes known when it is first used (`medium_created_from_unknown_supported` in its
    /// `base/media.py`).
    private static let creatable = "nfc_uid"
    private static let creating: Set = ["new", "reuse_or_new", "append_or_new"]

    /// - Parameters:
    ///   - items: the event's products, as the API lists them.
    ///   - takesNew: what ``BackendSettings/newMedia`` says.
    init(items: [LenientJSON], takesNew: Bool = false) {
        var (exchanged, closed): ([Int: String], Int) = ([:], 0)
        for item in items {
            guard let policy = item["media_policy"].text, let type = item["media_type"].text, Self.types.contains(type),
                let id = item["id"].integer
            else { continue }
            let isOpen = type == Self.creatable && Self.creating.contains(policy)
            exchanged[id] = PretixMedium.question(type, isOpen: isOpen && takesNew)
            if isOpen, !takesNew { closed += 1 }
        }
        self.exchanged = exchanged
        closedProductCount = closed
        open = takesNew ? [PretixMedium.question(Self.creatable, isOpen: true)] : []
    }

    /// Takes one medium of the organizer, unless it is switched off or expired.
    mutating func take(_ medium: LenientJSON, now: Timestamp) {
        guard let code = medium["identifier"].text, let type = medium["type"].text, Self.types.contains(type),
            medium["active"].flag ?? true, medium["expires"].time.map({ $0 > now }) ?? true
        else { return }
        let linked = (medium["linked_orderpositions"].items ?? [medium["linked_orderposition"]]).compactMap(\.integer)
        for position in linked { codes[position, default: []].append(code) }
        usable.append((type, code, linked))
    }

    /// The guest of such a position gets a medium, or has one already.
    func question(of position: PretixPosition) -> String? { exchanged[position.item] }

    /// The questions for guests who get a medium: its code.
    func questions(types: (Set<Int>) -> Set<String>) -> [CheckInQuestion] {
        Set(exchanged.values).sorted().map { question in
            CheckInQuestion(
                id: question, text: "Wristband or card", kind: .medium, isRequired: true,
                types: types(Set(exchanged.filter { $0.value == question }.keys)), takesNew: open.contains(question))
        }
    }

    /// The media that may be handed out: those that stand for no ticket that was pulled.
    /// - Parameter positions: numbers of the tickets that were pulled.
    func spare(beside positions: Set<Int>) -> [SpareMedium] {
        let questions = Dictionary(grouping: Set(exchanged.values), by: PretixMedium.type(of:))
        return usable.filter { positions.isDisjoint(with: $0.linked) }.flatMap { medium in
            (questions[medium.type] ?? []).sorted().map { SpareMedium(code: medium.code, question: $0) }
        }
    }

    /// Guests of a product get one at the door.
    var isHandedOut: Bool { !exchanged.isEmpty }

    /// For the organizer.
    var notes: [String] {
        guard closedProductCount > 0 else { return [] }
        let products = closedProductCount == 1 ? "1 product gets" : "\(closedProductCount) products get"
        return [
            "\(products) chips that pretix may see for the first time at the door. Stations take only those that pretix has "
                + "already; new_media: true beside only_lists lets them take any chip."
        ]
    }
}

/// A medium that was handed out at the door, among what the guest answered.
struct PretixMedium: Hashable, Sendable {
    /// As in pretix: `barcode`.
    let type: String
    /// Its code.
    let identifier: String

    static let prefix = "medium-"
    private static let openSuffix = ".new"

    /// The id of the question whose answer is the medium's code.
    /// - Parameter isOpen: media that pretix does not have yet answer it, too.
    static func question(_ type: String, isOpen: Bool = false) -> String { prefix + type + (isOpen ? openSuffix : "") }

    /// The type of the medium that answers a question, by the question's id.
    static func type(of question: String) -> String {
        let type = question.dropFirst(prefix.count)
        return String(type.hasSuffix(openSuffix) ? type.dropLast(openSuffix.count) : type)
    }

    /// `nil` without one.
    init?(_ answers: [String: String]) {
        guard let found = answers.first(where: { $0.key.hasPrefix(Self.prefix) && !$0.value.isEmpty }) else {
            return nil
        }
        type = Self.type(of: found.key)
        identifier = found.value
    }
}
