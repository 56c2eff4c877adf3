/// Adds up entries as they come, each once: what is taken back later is taken off again, whichever of the two is heard of
/// first. Entries of one origin come in the order of their numbers.
public struct JournalTally: Sendable {
    /// The last entry of each origin that is in.
    public struct Position: Hashable, Sendable {
        public var here: Int64 = 0
        public var elsewhere: Int64 = 0

        public init() {}
    }

    public private(set) var position = Position()
    /// By event id.
    public private(set) var events: [String: EventTally] = [:]
    /// Names of the entries that were taken back: what one undo calls by its id, another may call as a server does.
    private var undone: Set<String> = []

    public init() {}

    /// - Parameters:
    ///   - type: tells the slug of an entry's ticket type; `nil` for a ticket that no list has.
    ///   - inside: tells how many are inside now on the line of an entry, by all journals: passages are not heard of in
    ///     the order of time, in which they count.
    public mutating func add(
        _ row: TallyRow, type: (TallyEntry) throws -> String?, inside: (TallyEntry) throws -> Int
    ) rethrows {
        let entry = row.entry
        defer { advance(to: entry) }
        guard let undoes = entry.undoes else {
            guard let event = entry.event, !(entry.isPassage && isUndone(entry.names)) else { return }
            let slug = entry.isPassage ? try type(entry) : nil
            let people = entry.isPassage ? try inside(entry) : 0
            events[event, default: EventTally()].add(entry, type: slug, inside: people)
            return
        }
        let names = (row.undone?.names ?? []).union([undoes])
        // Two gates may take back the same entry.
        let isFirst = !isUndone(names)
        undone.formUnion(names)
        guard isFirst else { return }
        if let event = entry.event ?? row.undone?.event {
            events[event, default: EventTally()].note(entry, people: row.undone?.count ?? 0)
        }
        guard let target = row.undone, target.isPassage, isIn(target), let event = target.event else { return }
        events[event, default: EventTally()].takeOff(target, type: try type(target), inside: try inside(target))
    }

    /// Says what is known of a line where the ticket list knows of passages, too.
    ///
    /// - Parameters:
    ///   - total: all that is known.
    ///   - tallied: the part of it that is in journals.
    public mutating func correct(
        event: String, list: String, key: TicketKey, line: Int, total: History, tallied: History
    ) {
        events[event, default: EventTally()].correct(
            list: list, key: key, line: line, total: total, tallied: tallied)
    }

    /// An event has another list: what the old one knew of is over.
    public mutating func forgetCorrections(of event: String) {
        events[event]?.forgetCorrections()
    }

    /// Forgets what no figure of `now` or later needs.
    public mutating func trim(now: Timestamp) {
        for event in events.keys { events[event]?.trim(now: now) }
    }

    private mutating func advance(to entry: TallyEntry) {
        switch entry.origin {
        case .here: position.here = entry.sequence
        case .elsewhere: position.elsewhere = entry.sequence
        }
    }

    private func isUndone(_ names: Set<String>) -> Bool { !undone.isDisjoint(with: names) }

    private func isIn(_ entry: TallyEntry) -> Bool {
        switch entry.origin {
        case .here: entry.sequence <= position.here
        case .elsewhere: entry.sequence <= position.elsewhere
        }
    }
}

extension TallyEntry {
    /// Somebody passed.
    var isPassage: Bool { undoes == nil && verdict.reason == nil && list != nil }
}
