internal import Journal
internal import Manifests
internal import Tickets

/// What is known of a line, from everything that knows of it: the list in force, this station's journal, what other gates
/// reported, and decisions that the disk has not taken yet.
struct LineHistories {
    let unrecorded: UnrecordedQueue
    /// By the clock now: rules may need to know how long ago people entered.
    var isTimeTrusted = true

    /// - Parameters:
    ///   - used: what the list counts of the line, or the server for a ticket that is in no list.
    ///   - asOf: when the server said so; `nil` for the list.
    func history(
        of line: ListedLine, used: TicketRecord.UsedCount?, asOf: Timestamp? = nil, in manifest: InstalledManifest,
        journal: borrowing JournalReader
    ) throws -> History {
        let listed = used.map { ListedHistory($0, issued: asOf ?? manifest.claims.issued) }
        return try journal.history(
            of: line, listed: listed, waiting: unrecorded.passages(of: line, isUndated: !isTimeTrusted),
            isTimeTrusted: isTimeTrusted)
    }

    /// By number, of all lines of a ticket on one admission list.
    func histories(
        of record: TicketRecord, on list: String, in manifest: InstalledManifest, journal: borrowing JournalReader
    ) throws -> [Int: History] {
        var histories: [Int: History] = [:]
        for line in record.lines {
            let listed = ListedLine(
                event: manifest.plan.event.id, list: list, key: record.key, line: line.number)
            histories[line.number] = try history(
                of: listed, used: record.used(on: listed), asOf: record.asOf, in: manifest, journal: journal)
        }
        return histories
    }
}

extension InstalledManifest {
    func listed(_ used: TicketRecord.UsedCount?) -> ListedHistory? {
        used.map { ListedHistory($0, issued: claims.issued) }
    }

    /// What the list counts of a line; `nil` when it counts nothing.
    func used(on line: ListedLine) throws -> TicketRecord.UsedCount? {
        guard hasUsed else { return nil }
        return try record(of: line.key)?.used(on: line)
    }
}

extension TicketRecord {
    fileprivate func used(on line: ListedLine) -> UsedCount? {
        used.first { $0.line == line.line && $0.list == line.list }
    }
}
