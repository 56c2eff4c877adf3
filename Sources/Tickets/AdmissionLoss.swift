/// How many people could enter with an earlier version of a ticket list, and cannot with the next.
///
/// The one rule of imports, of lists that are built and published, and of stations: people count, never rows. A list that
/// lost half of its guests by accident says "refunded" of them as easily as nothing.
/// See docs/decisions/105-confirm-losses-at-each-station.md.
public struct AdmissionLoss: Hashable, Sendable {
    /// Why people cannot enter any more.
    public enum Cause: Hashable, Sendable {
        /// Their line is not there any more.
        case gone
        /// It has a status that admits on no list.
        case status(TicketStatus)
        /// It admits later than before, or not as long.
        case window
        /// It admits on fewer of the admission lists that there still are.
        case lists
        /// It is for fewer people.
        case admits
    }

    /// People who could enter before, from 0.
    public private(set) var before: Int64 = 0
    /// How many of them cannot any more, by cause.
    public private(set) var causes: [Cause: Int64] = [:]
    private let now: Timestamp
    /// Slugs of the admission lists that the next version has.
    private let lists: Set<String>

    /// Fewer than these are everyday refunds.
    private static let mostLost: Int64 = 5
    private static let mostLostPercent: Int64 = 10

    /// - Parameters:
    ///   - lists: slugs of the admission lists that the next version has.
    ///   - now: people whose time is over lose nothing.
    public init(lists: Set<String>, now: Timestamp) {
        (self.lists, self.now) = (lists, now)
    }

    /// Whether so many of so many need a person's confirmation: more than a tenth and more than five.
    public static func isLarge(_ lost: Int64, of all: Int64) -> Bool {
        lost > mostLost && lost * 100 > all * mostLostPercent
    }

    /// People who could enter before and cannot any more.
    public var lost: Int64 { causes.values.reduce(0, +) }
    /// A person has to confirm it.
    public var needsConfirmation: Bool { Self.isLarge(lost, of: before) }

    /// Adds people who could enter before and still can.
    public mutating func addKept(_ people: Int64) { before += people }

    /// Adds one code: its lines before, and those of the next version.
    ///
    /// A line is compared with the one of its type, else with one that has another type now.
    public mutating func add(_ old: [EntryRight], then new: [EntryRight]) {
        var left = new
        var unmatched: [EntryRight] = []
        for right in old {
            guard let index = left.firstIndex(where: { $0.type == right.type }) else {
                unmatched.append(right)
                continue
            }
            add(right, then: left.remove(at: index))
        }
        for right in unmatched { add(right, then: left.isEmpty ? nil : left.removeFirst()) }
    }

    private mutating func add(_ old: EntryRight, then new: EntryRight?) {
        let people = old.people(at: now)
        guard people > 0 else { return }
        before += Int64(people)
        guard let (cause, lost) = loss(of: people, from: old, to: new) else { return }
        causes[cause, default: 0] += Int64(lost)
    }

    private func loss(of people: Int, from old: EntryRight, to new: EntryRight?) -> (Cause, Int)? {
        guard let new else { return (.gone, people) }
        if new.lists.isEmpty { return (new.status == .valid ? .lists : .status(new.status), people) }
        if Self.isShorter(new, than: old) || new.people(at: now) == 0 { return (.window, people) }
        guard old.lists.intersection(lists).isSubset(of: new.lists) else { return (.lists, people) }
        return new.admits < people ? (.admits, people - new.admits) : nil
    }

    private static func isShorter(_ new: EntryRight, than old: EntryRight) -> Bool {
        let opensLater = new.opens.time > old.opens.time && !(new.opens.isOfEvent && old.opens.isOfEvent)
        let closesEarlier = new.closes.time < old.closes.time && !(new.closes.isOfEvent && old.closes.isOfEvent)
        return opensLater || closesEarlier
    }
}

extension AdmissionLoss {
    /// `28 of the 40 people who can enter could not any more: 12 not in it, 16 voided`
    public var words: String {
        "\(lost) of the \(before) people who can enter could not any more: "
            + Self.order.compactMap { cause in causes[cause].map { "\($0) \(cause.words)" } }.joined(separator: ", ")
    }

    private static let order: [Cause] =
        [.gone] + TicketStatus.allCases.map(Cause.status) + [.window, .lists, .admits]
}

extension AdmissionLoss.Cause {
    fileprivate var words: String {
        switch self {
        case .gone: "not in it"
        case .status(let status): status.word
        case .window: "for a shorter time"
        case .lists: "on fewer admission lists"
        case .admits: "fewer on their tickets"
        }
    }
}
