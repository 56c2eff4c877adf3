internal import Journal
internal import Logging
internal import Manifests
internal import Synchronization
internal import Tickets
internal import Venue

/// The journal, in the words of the venue's ledger.
///
/// Its pages are as long as the ledger's thread makes them, and each is one transaction: a scan gets its turn between two.
final class JournalLedgerDesk: LedgerDesk {
    /// What the ledger has told, for whoever acts on it.
    enum News: Sendable {
        /// Somebody passed at another gate, or was taken back there.
        case passages
        case lists([PublishedList])
    }

    /// For one reader.
    let news: AsyncStream<News>
    /// Ends when the ledger has been tried for the first time, whatever came of it.
    let tried: AsyncStream<Void>
    private let newsSource: AsyncStream<News>.Continuation
    private let triedSource: AsyncStream<Void>.Continuation
    private let journal: Journal
    private let manifests: ManifestStore?
    private let clock: StationClock
    private let logger: Logger
    private let changed: Mutex<Timestamp?> = Mutex(nil)
    /// The server's clock at a moment of this machine's, which nobody sets.
    private let heard: Mutex<(time: Timestamp, at: ContinuousClock.Instant)?> = Mutex(nil)
    private let capacities: Mutex<[ListCapacity]> = Mutex([])

    /// - Parameter manifests: say what was known of a ticket before; `nil`: nothing was.
    init(journal: Journal, manifests: ManifestStore? = nil, clock: StationClock, logger: Logger) {
        self.journal = journal
        self.manifests = manifests
        self.clock = clock
        self.logger = logger
        // That there is something new is said once, however much there is.
        (news, newsSource) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(8))
        (tried, triedSource) = AsyncStream.makeStream()
    }

    /// Since when its condition is what it is; `nil` before the first change.
    var since: Timestamp? { changed.withLock { $0 } }

    func cursors() throws -> [String: Int64] { try journal.ledgerCursors() }

    func keep(_ entries: [LedgerEntry], cursors: [String: Int64]) throws {
        let fresh = try journal.recordElsewhere(
            entries.compactMap(ForeignEntry.init), heard: clock.now(), ledgerCursors: cursors)
        if !fresh.isEmpty { newsSource.yield(.passages) }
    }

    func waiting(limit: Int) throws -> [LedgerEntry] {
        try journal.waitingForLedger(limit: limit).compactMap { entry in
            var told = LedgerEntry(entry.checkIn, admits: entry.admits, reentry: entry.reentry)
            if let ticket = told?.ticket, let used = manifests?.used(on: entry.checkIn.line, of: ticket) {
                told = LedgerEntry(entry.checkIn, admits: entry.admits, reentry: entry.reentry, used: used)
            }
            return told
        }
    }

    func settle(_ ids: [String]) throws { try journal.settleLedger(ids) }

    func park(_ id: String, because trouble: VenueError) throws {
        // Two stations that were alone took the same back, and the ledger keeps one undo of an entry.
        guard try !journal.isUndoneElsewhere(by: id) else { return try journal.settleLedger([id]) }
        try journal.parkForLedger(id, words: trouble.reason)
        logger.error("the venue's ledger will not have an entry", metadata: ["entry": "\(id)", "why": "\(trouble)"])
    }

    func has(_ entry: LedgerEntry) throws -> Bool { try journal.has(entry.id, sequence: entry.seq ?? 0) }

    func newestNumber() throws -> Int64 { try journal.newestNumber() }

    /// How far this machine's clock is from the server's, positive when it is ahead; `nil` before the first connection.
    /// It follows a clock that somebody sets, without asking again.
    var clockOffset: Duration? {
        heard.withLock { $0.map { clock.now() - ($0.time + $0.at.duration(to: .now)) } }
    }

    func noteTime(_ time: Timestamp) { heard.withLock { $0 = (time, .now) } }

    func note(_ notices: LedgerNotices) {
        newsSource.yield(.lists(notices.lists))
        capacities.withLock { $0 = notices.capacities }
    }

    /// The most people on a list at once, as the ledger has said last.
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
        case .alone(let trouble):
            triedSource.finish()
            let why = trouble.map { "\($0)" } ?? "it was not tried yet"
            logger.notice("alone, without the venue's ledger", metadata: ["why": "\(why)"])
        }
    }
}

extension ForeignEntry {
    /// Of a reference or a name, in bytes: an entry must not fill the disk of every station.
    private static let longestText = 500

    /// `nil` for what no version of the ledger should hold.
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
            operator: entry.operator, at: entry.time)
    }
}
