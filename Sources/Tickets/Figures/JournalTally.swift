/// Adds up journal entries, each once. A passage that is undone is subtracted, whether the passage or its undo arrives
/// first. Entries of one origin must arrive in the order of their numbers.
public struct JournalTally: Sendable {
    /// The number of the last entry of each origin that was added; 0 before the first.
    public struct Position: Hashable, Sendable {
        /// The journal's `seq`.
        public var here: Int64 = 0
        /// The number under which this station keeps the reports of other gates.
        public var elsewhere: Int64 = 0

        /// Before the first entry.
        public init() {}
    }

    /// Where the next entries begin.
    public private(set) var position = Position()
    /// By event id.
    public private(set) var events: [String: EventTally] = [:]
    /// Ids and aliases of the entries that were undone: one undo may use a station's id, another that of a ticketing
    /// server.
    private var undone: Set<String> = []

    /// Nothing counted yet.
    public init() {}

    /// Adds an entry.
    ///
    /// - Parameters:
    ///   - type: gives the slug of an entry's ticket type; `nil` for a ticket that no installed list has.
    ///   - inside: gives the number of people inside now on the line of an entry, according to all journals. The tally
    ///     cannot count them itself: entries do not arrive in the order of time, in which passages count.
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
        // Two gates may undo the same entry.
        let isFirst = !isUndone(names)
        undone.formUnion(names)
        guard isFirst else { return }
        if let event = entry.event ?? row.undone?.event {
            events[event, default: EventTally()].note(entry, people: row.undone?.count ?? 0)
        }
        guard let target = row.undone, target.isPassage, isIn(target), let event = target.event else { return }
        events[event, default: EventTally()].takeOff(target, type: try type(target), inside: try inside(target))
    }

    /// Corrects the sums of a line for which the ticket list counts passages, too. A second correction of the line
    /// replaces the first.
    ///
    /// - Parameters:
    ///   - total: everything that is known, the ticket list included.
    ///   - tallied: the part of it that is in journals.
    public mutating func correct(_ line: ListedLine, total: History, tallied: History) {
        events[line.event, default: EventTally()].correct(line, total: total, tallied: tallied)
    }

    /// Removes the corrections of an event, when another list of it is installed.
    public mutating func forgetCorrections(of event: String) {
        events[event]?.forgetCorrections()
    }

    /// Removes what no figure at `now` or later needs.
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
    /// People passed, on a known list.
    var isPassage: Bool { undoes == nil && list != nil && (verdict == .admitted || verdict == .checkedOut) }
}
