/// Why a rule does not let somebody pass.
public struct RuleRefusal: Hashable, Sendable {
    /// A condition that is not met.
    public enum Condition: Hashable, Sendable {
        /// Only until then, or only from then on.
        case onlyUntil(Timestamp)
        case onlyFrom(Timestamp)
        /// Not on this day of the week.
        case weekday
        /// Not with a ticket of this type.
        case ticketType
        case gate
        /// The ticket is inside already; or it is not, and would have to be.
        case alreadyInside
        case notInside
        /// It has had as many entries as the rule allows: in all, today, or before or after some time.
        case noMoreEntries
        case noMoreEntriesToday
        case noMoreEntriesNow
        /// It was used on as many days as the rule allows.
        case noMoreDays
        /// Not yet, or not any more, after an entry.
        case tooSoon(after: Timestamp)
        case tooLate(after: Timestamp)
        /// There is no word for it.
        case other

        /// In JSON and, with a capital, in the message files.
        public var word: String {
            switch self {
            case .onlyUntil: "onlyUntil"
            case .onlyFrom: "onlyFrom"
            case .weekday: "weekday"
            case .ticketType: "ticketType"
            case .gate: "gate"
            case .alreadyInside: "alreadyInside"
            case .notInside: "notInside"
            case .noMoreEntries: "noMoreEntries"
            case .noMoreEntriesToday: "noMoreEntriesToday"
            case .noMoreEntriesNow: "noMoreEntriesNow"
            case .noMoreDays: "noMoreDays"
            case .tooSoon: "tooSoon"
            case .tooLate: "tooLate"
            case .other: "other"
            }
        }

        /// It depends on who has entered or left.
        var isAboutPassages: Bool {
            switch self {
            case .alreadyInside, .notInside, .noMoreEntries, .noMoreEntriesToday, .noMoreEntriesNow, .noMoreDays,
                .tooSoon,
                .tooLate:
                true
            case .onlyUntil, .onlyFrom, .weekday, .ticketType, .gate, .other: false
            }
        }

        /// The time that goes with it.
        var time: Timestamp? {
            switch self {
            case .onlyUntil(let time), .onlyFrom(let time), .tooSoon(let time), .tooLate(let time): time
            default: nil
            }
        }
    }

    /// The one that is nearest to being met, of all ways to meet the rule; ``Condition/other`` when it cannot be evaluated.
    public let condition: Condition
    /// When the rule lets this ticket pass if nothing else happens, within eight days or at a time that it names; `nil`:
    /// not then.
    public let next: Timestamp?

    public init(_ condition: Condition, next: Timestamp? = nil) {
        self.condition = condition
        self.next = next
    }
}

extension Sentence {
    /// Why a rule does not let somebody pass, and when it does.
    init(_ refusal: RuleRefusal) {
        let word = refusal.condition.word
        let reason = Sentence(
            "sentences.rules\(word.prefix(1).uppercased() + word.dropFirst())",
            refusal.condition.time.map { ["time": .time($0)] } ?? [:])
        self =
            refusal.next.map { next in
                Sentence("sentences.rulesNext", ["refusal": .sentence(reason), "next": .time(next)])
            } ?? reason
    }
}
