internal import Journal
internal import Reports
internal import Tickets

/// The journal of one station: the longest of its exports, and what speaks against it.
struct StationJournal {
    let export: ExportedJournal
    /// What was found, one English sentence each; empty when nothing speaks against it.
    let doubts: [String]

    /// For people.
    var name: String { export.station ?? export.name }

    /// One of each key, by the name of the station.
    static func all(of exports: [ExportedJournal], heads: [JournalHead], doorsOpen: Timestamp) -> [StationJournal] {
        let byKey = Dictionary(grouping: exports) { $0.head.key.id }
        let names = Dictionary(grouping: byKey.values.compactMap { $0.first?.station }) { $0 }.mapValues(\.count)
        return byKey.values.compactMap { exports in
            guard let longest = exports.max(by: { $0.head.sequence < $1.head.sequence }) else { return nil }
            let kept = heads.filter { $0.key == longest.head.key }
            let others = exports.map(\.head) + kept
            let strangers = heads.filter { $0.key != longest.head.key && $0.station == longest.station }
            return StationJournal(
                longest, others: others, strangers: strangers,
                isVouched: heads.isEmpty || !kept.isEmpty || !strangers.isEmpty,
                sharesName: longest.station.map { names[$0, default: 0] > 1 } ?? false, doorsOpen: doorsOpen)
        }.sorted { ($0.name, $0.export.head.key.id) < ($1.name, $1.export.head.key.id) }
    }

    /// Stations of which heads were kept, and no journal is here: one that was lost or stolen, or forgotten.
    static func missing(_ exports: [ExportedJournal], heads: [JournalHead]) -> [String] {
        let known = Set(exports.map(\.head.key.id))
        // Of a station that has a journal, another key is told with that.
        let names = Set(exports.compactMap(\.station))
        let lost = Dictionary(
            grouping: heads.filter { head in
                !known.contains(head.key.id) && !(head.station.map(names.contains) ?? false)
            }
        ) { $0.key.id }
        return lost.sorted { $0.key < $1.key }.compactMap { key, heads in
            guard let last = heads.max(by: { $0.sequence < $1.sequence }), last.sequence > 0 else { return nil }
            return
                "No journal of \(last.station ?? "a station") with the key \(key) is here; it had \(last.sequence) entries or more."
        }
    }

    /// - Parameters:
    ///   - others: heads that the same key signed.
    ///   - strangers: heads of a station of this name that another key signed.
    ///   - isVouched: a head was kept of it, or none at all.
    private init(
        _ export: ExportedJournal, others: [JournalHead], strangers: [JournalHead], isVouched: Bool, sharesName: Bool,
        doorsOpen: Timestamp
    ) {
        self.export = export
        let name = export.station ?? export.name
        var doubts: [String] = []
        if let fault = export.verification.fault { doubts.append("\(export.name): \(fault).") }
        if let fault = others.compactMap({ export.contradiction(by: $0) }).first {
            doubts.append("\(export.name): \(fault); an earlier head of the station says so.")
        }
        if let newer = others.map(\.sequence).max(), newer > export.head.sequence {
            doubts.append(
                "\(export.name) ends with entry \(export.head.sequence), and \(name) has \(newer): export it again.")
        }
        if !isVouched {
            doubts.append("No head that was kept is of the key of \(export.name): nothing shows that it is \(name)'s.")
        }
        if !strangers.isEmpty {
            doubts.append(
                "\(export.name) is signed with the key \(export.head.key.id); a head of \(name) that was kept is not.")
        }
        if sharesName { doubts.append("Journals of two keys are of a station named \(name).") }
        if let purged = export.lastPurge, purged > doorsOpen {
            doubts.append("\(name) has purged entries since the doors opened: some may have been of this event.")
        }
        self.doubts = doubts
    }

    /// How the report names it.
    func line(event: String) -> EventReport.JournalLine {
        let entries = export.entries.filter { $0.checkIn.event == event }
        let times = entries.map(\.checkIn.at)
        return EventReport.JournalLine(
            station: name, key: export.head.key.id, entries: entries.count, first: times.min(), last: times.max(),
            isWhole: doubts.isEmpty)
    }
}
