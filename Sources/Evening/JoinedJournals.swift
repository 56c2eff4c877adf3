internal import Journal
internal import Tickets

/// The entries of one event, from the journals of all its stations.
struct JoinedJournals {
    /// In the order of time. The entries of one station keep the order of its journal, whatever their times say: after a
    /// clock was corrected, an exit before an entry must not move behind it.
    let entries: [CheckIn]
    /// All entries by their ids.
    let byID: [String: CheckIn]
    /// Ids of those that were undone, by whichever station.
    let undone: Set<String>
    /// When everybody on an admission list last counted as out, by its slug.
    let hours: [String: Timestamp]
    /// People who passed on each line, in the order of ``entries``, without what was undone.
    let passages: [ListedLine: [Passage]]

    /// - Parameter journals: one of each station.
    init(_ journals: [ExportedJournal], event: String) {
        var placed: [(at: Timestamp, checkIn: CheckIn)] = []
        for journal in journals {
            var latest = Timestamp.earliest
            for checkIn in journal.entries.map(\.checkIn) where checkIn.event == event {
                latest = max(latest, checkIn.at)
                placed.append((latest, checkIn))
            }
        }
        // Stable, so that entries of the same time stay in the order of their journal.
        entries = placed.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element.checkIn)
        byID = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
        undone = Set(entries.compactMap(\.undoes))
        let marks = Marks(entries)
        hours = marks.hours
        passages = Self.passages(entries, undone, marks)
    }

    private static func passages(
        _ entries: [CheckIn], _ undone: Set<String>, _ marks: Marks
    ) -> [ListedLine: [Passage]] {
        var passages: [ListedLine: [Passage]] = [:]
        for entry in entries where entry.isPassage && !undone.contains(entry.id) {
            guard let line = entry.listedLine else { continue }
            passages[line, default: []].append(Passage(entry, isBeforeHour: marks.areAfter(entry)))
        }
        return passages
    }

    /// What stations noted of the hours at which everybody counts as out.
    private struct Marks {
        private(set) var hours: [String: Timestamp] = [:]
        /// Number of the last mark of each list in the journal of each station.
        private var numbers: [String: [String: Int64]] = [:]

        init(_ entries: [CheckIn]) {
            for entry in entries where entry.kind == .everyoneOut {
                guard let list = entry.list, let hour = entry.note.flatMap(Timestamp.init(rfc3339:)) else { continue }
                hours[list] = max(hours[list] ?? hour, hour)
                numbers[list, default: [:]][entry.station] = entry.sequence
            }
        }

        /// Whether an entry is of before the hour: its own station noted it later, or could say so by its clock.
        func areAfter(_ entry: CheckIn) -> Bool {
            guard let list = entry.list, let hour = hours[list], entry.at < hour else { return false }
            let number = numbers[list]?[entry.station] ?? 0
            return entry.sequence < number || entry.clock == .synchronised
        }
    }

    /// How many entries have the id of another one: a journal was copied under another name.
    var copies: Int { entries.count - byID.count }

    /// Entries that undo what is not here: of a station whose journal is missing, or known to a server only.
    var strayUndos: [CheckIn] { entries.filter { $0.undoes.map { byID[$0] == nil } ?? false } }

    /// For figures, numbered anew: those of different stations have the same numbers.
    var tallyRows: [TallyRow] {
        let numbers = Dictionary(entries.enumerated().map { ($1.id, Int64($0 + 1)) }) { first, _ in first }
        func tallied(_ entry: CheckIn) -> TallyEntry { TallyEntry(entry, sequence: numbers[entry.id] ?? 0) }
        // A sale is no passage, and has sums of its own.
        return entries.filter { $0.verdict != .sold }.map { entry in
            TallyRow(tallied(entry), undone: entry.undoes.flatMap { byID[$0] }.map(tallied))
        }
    }

    /// What was sold, by type, terms and person.
    var sales: [SalesSum] {
        let sold = entries.filter { $0.kind == .sale && $0.undoes == nil }
        let sums = Dictionary(grouping: sold) { sale in
            SaleKey(line: sale.line ?? 0, note: sale.note, operator: sale.operator)
        }
        return sums.map { key, sales in
            SalesSum(
                line: key.line, terms: SaleTerms(ofSale: key.note), operator: key.operator, sold: sales.count,
                refunded: sales.count { undone.contains($0.id) })
        }.sorted {
            ($0.line, $0.terms.description, $0.operator ?? "") < ($1.line, $1.terms.description, $1.operator ?? "")
        }
    }

    private struct SaleKey: Hashable {
        let line: Int
        let note: String?
        let `operator`: String?
    }
}

extension CheckIn {
    /// Somebody passed, on an admission list.
    var isPassage: Bool { undoes == nil && (verdict == .admitted || verdict == .checkedOut) }
}

extension TallyEntry {
    fileprivate init(_ entry: CheckIn, sequence: Int64) {
        self.init(
            origin: .here, sequence: sequence, id: entry.id, event: entry.event, list: entry.list, gate: entry.gate,
            key: entry.key, line: entry.line, reference: entry.reference, verdict: entry.verdict, kind: entry.kind,
            undoes: entry.undoes, count: entry.count, operator: entry.operator, at: entry.at)
    }
}
