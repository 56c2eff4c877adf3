internal import Journal
internal import Logging
internal import Manifests
internal import Synchronization
internal import Tickets
internal import Venue

/// Gives the venue's ledger what it needs of the journal, and stores what the ledger says.
///
/// The ledger's thread decides how long pages are. Each page is one transaction, so that scans get their turn in
/// between.
final class StationLedgerJournal: LedgerJournal {
    /// What the ledger has reported.
    enum Update: Sendable {
        /// People passed at other gates, or their passages were undone.
        case passages
        case lists([PublishedList])
    }

    /// For one reader.
    let updates: AsyncStream<Update>
    /// Ends when the ledger has been tried for the first time, with or without success.
    let tried: AsyncStream<Void>
    /// Signed orders of the control room, for one reader.
    let orders: AsyncStream<[String]>
    private let ordersSource: AsyncStream<[String]>.Continuation
    private let updatesSource: AsyncStream<Update>.Continuation
    private let triedSource: AsyncStream<Void>.Continuation
    private let journal: Journal
    private let manifests: ManifestStore?
    private let heard: HeardTime
    private let clock: StationClock
    private let logger: Logger
    private let changed: Mutex<Timestamp?> = Mutex(nil)
    private let capacities: Mutex<[ListCapacity]> = Mutex([])

    /// - Parameter manifests: lists, which say what was known of a ticket before; `nil` when nothing was.
    init(journal: Journal, manifests: ManifestStore? = nil, heard: HeardTime, logger: Logger) {
        self.journal = journal
        self.manifests = manifests
        self.heard = heard
        clock = heard.clock
        self.logger = logger
        // That there is something new is said once, however much there is.
        (updates, updatesSource) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(8))
        (tried, triedSource) = AsyncStream.makeStream()
        (orders, ordersSource) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// When the condition of the ledger last changed; `nil` before the first change.
    var since: Timestamp? { changed.withLock { $0 } }

    func take(orders lines: [String]) { ordersSource.yield(lines) }

    func cursors() throws -> [String: Int64] { try journal.ledgerCursors() }

    func keep(_ entries: [LedgerEntry], cursors: [String: Int64]) throws {
        let fresh = try journal.recordElsewhere(
            entries.compactMap(ForeignEntry.init), heard: clock.synchronisedTime(), ledgerCursors: cursors)
        if !fresh.isEmpty { updatesSource.yield(.passages) }
    }

    func waiting(limit: Int) throws -> [LedgerEntry] {
        try journal.waitingForLedger(limit: limit).compactMap { entry in
            var ledgerEntry = LedgerEntry(entry.checkIn, admits: entry.admits, reentry: entry.reentry)
            if let ticket = ledgerEntry?.ticket, let used = manifests?.used(on: entry.checkIn.line, of: ticket) {
                ledgerEntry = LedgerEntry(entry.checkIn, admits: entry.admits, reentry: entry.reentry, used: used)
            }
            return ledgerEntry
        }
    }

    func settle(_ ids: [String]) throws { try journal.settleLedger(ids) }

    func park(_ id: String, because error: VenueError) throws {
        // Two stations that were alone took the same back, and the ledger keeps one undo of an entry.
        guard try !journal.isUndoneElsewhere(by: id) else { return try journal.settleLedger([id]) }
        try journal.parkForLedger(id, reason: error.reason)
        logger.error("the venue's ledger will not have an entry", metadata: ["entry": "\(id)", "why": "\(error)"])
    }

    func exitHours() throws -> [ExitHour] {
        try journal.hours().map { ExitHour(event: $0.event, list: $0.list, at: $1) }
    }

    var knowsSales: Bool { manifests?.installed.contains { $0.plan.boxOffice != nil } ?? false }

    func untoldRefunds() throws -> [Refund] { try journal.untoldRefunds(limit: 100) }

    func settleRefunds(_ refunds: [Refund]) throws { try journal.settleRefunds(refunds) }

    func keepRefunds(_ refunds: [Refund]) throws { try journal.noteRefunds(refunds) }

    func has(_ entry: LedgerEntry) throws -> Bool { try journal.has(entry.id, sequence: entry.seq ?? 0) }

    func newestNumber() throws -> Int64 { try journal.newestNumber() }

    func noteTime(_ time: Timestamp) { heard.note(ledger: time) }

    func note(_ notices: LedgerNotices) {
        updatesSource.yield(.lists(notices.lists))
        capacities.withLock { $0 = notices.capacities }
    }

    /// How many people may be inside on a list, as the ledger last said; `nil` for no limit.
    func capacity(of list: String, event: String) -> Int? {
        capacities.withLock { $0.first { $0.event == event && $0.list == list }?.people }
    }

    func noteCondition(_ condition: LedgerCondition) {
        changed.withLock { $0 = clock.now() }
        switch condition {
        case .connected:
            triedSource.finish()
            logger.notice("the venue's ledger is asked")
        case .healing:
            logger.debug("learning from the venue's ledger")
        case .alone(let error):
            triedSource.finish()
            let why = error.map { "\($0)" } ?? "it has not been tried yet"
            logger.notice("alone, without the venue's ledger", metadata: ["why": "\(why)"])
        }
    }
}

extension ForeignEntry {
    /// Of a reference or a name, in bytes: one entry must not fill the disk of every station.
    private static let longestText = 500

    /// `nil` for what no ledger should hold.
    init?(_ entry: LedgerEntry) {
        let texts = [
            entry.id, entry.station, entry.event, entry.list, entry.gate, entry.ref, entry.undoes, entry.operator,
        ]
        guard texts.allSatisfy({ ($0 ?? "").utf8.count <= Self.longestText }), entry.line >= 0 else { return nil }
        guard let key = TicketKey(hex: entry.key), let verdict = Verdict(word: entry.verdict, reason: nil) else {
            return nil
        }
        self.init(
            id: entry.id, station: entry.station,
            line: ListedLine(event: entry.event, list: entry.list, key: key, line: entry.line), gate: entry.gate,
            reference: entry.ref, verdict: verdict, undoes: entry.undoes, count: entry.count,
            operator: entry.operator, at: entry.time, knew: Set(entry.knew ?? []),
            clock: entry.synchronised.map { $0 ? .synchronised : .unsynchronised })
    }
}
