import Foundation
import GRDB
import TestSupport
import Testing
import Tickets

@testable import Journal

/// What a journal keeps of a venue's ledger, beside its chain.
@Suite struct LedgerTests {
    private static let claimed = LedgerDraft(isClaimed: true, admits: 1, reentry: .none)
    private static let alone = LedgerDraft(isClaimed: false, admits: 4, reentry: .afterExit)

    private func record(_ station: Station, _ draft: CheckInDraft, _ ledger: LedgerDraft?) throws -> CheckIn {
        try station.journal.transaction { try $0.append(draft, ledger: ledger) }.checkIn
    }

    private func elsewhere(
        _ id: String, station: String = "kiosk-7", gate: String? = "B", at: Timestamp = .minute(3),
        verdict: Verdict = .admitted, undoes: String? = nil
    ) -> ForeignEntry {
        ForeignEntry(
            id: id, station: station, line: Station.line(.of("T1")), gate: gate,
            verdict: verdict, undoes: undoes, count: undoes == nil ? 1 : 0, at: at)
    }

    private func id(_ number: Int) -> String { "00000000-0000-7000-8000-\(String(format: "%012d", number))" }

    @Test func `an entry has the id that was decided for it before`() throws {
        let station = try Station()
        try station.record(.refusal())
        var draft = CheckInDraft.passing()
        let upcoming = try station.journal.look { try $0.upcoming(draft) }
        #expect(upcoming.sequence == 2)
        draft.id = upcoming.id
        #expect(try station.journal.look { try $0.upcoming(draft) } == upcoming)
        #expect(try record(station, draft, Self.claimed) == upcoming)
        #expect(try station.journal.verify().isWhole)
    }

    @Test func `what was decided alone waits in order, until it is settled or parked`() throws {
        let station = try Station()
        let first = try record(station, .passing(.of("T1"), count: 3), Self.alone)
        let claimed = try record(station, .passing(.of("T2")), Self.claimed)
        let refusal = try record(station, .refusal(), nil)
        let last = try record(station, .passing(.of("T3")), Self.alone)
        let waiting = try station.journal.waitingForLedger(limit: 10)
        #expect(waiting.map(\.checkIn) == [first, last])
        #expect(waiting.map(\.admits) == [4, 4])
        #expect(waiting.map(\.reentry) == [.afterExit, .afterExit])
        #expect(try station.journal.waitingForLedger(limit: 1).map(\.checkIn) == [first])

        try station.journal.settleLedger([first.id, claimed.id])
        try station.journal.parkForLedger(last.id, reason: "it holds\u{7} nonsense")
        #expect(try station.journal.waitingForLedger(limit: 10).isEmpty)
        let standings = try [first, claimed, refusal, last].map { try station.journal.ledgerStanding($0.id) }
        #expect(standings == [.delivered, .claimed, nil, .parked])
        let open = try station.journal.openForLedger()
        #expect((open.waiting, open.parked, open.reason) == (0, 1, "it holds nonsense"))
        #expect(try station.journal.retry() == 1)
        #expect(try station.journal.waitingForLedger(limit: 10).map(\.checkIn) == [last])
    }

    @Test func `an ended event stays while the ledger is to learn of it, unless it was exported`() throws {
        let station = try Station()
        let box = OutboxDraft(backend: "box-office")
        let entry = try station.journal.transaction { try $0.append(.passing(), outbox: [box], ledger: Self.alone) }
            .checkIn
        try station.settle(entry, .accepted)
        #expect(try station.journal.purge(events: [Station.event], now: .minute(99)).removed == 0)
        try station.journal.settleLedger([entry.id])
        #expect(try station.journal.purge(events: [Station.event], now: .minute(99)).removed == 1)
        // It was here, and so nobody takes it back in the ledger.
        #expect(try station.journal.has(entry.id, sequence: entry.sequence))
        #expect(try !station.journal.has(id(9), sequence: 2))
    }

    @Test func `what other stations did is kept together with where their news go on`() throws {
        let station = try Station()
        let own = try record(station, .passing(.of("T2")), Self.claimed)
        let told = ForeignEntry(
            id: own.id, station: "kiosk-3", line: Station.line(.of("T2")), gate: "A",
            verdict: .admitted, count: 1, at: own.at)
        let fresh = try station.journal.recordElsewhere(
            [elsewhere(id(1)), told, elsewhere(id(1))], ledgerCursors: ["kiosk-7": 1, "kiosk-3": 1])
        #expect(fresh.map(\.id) == [id(1)])
        #expect(try station.journal.ledgerCursors() == ["kiosk-7": 1, "kiosk-3": 1])
        try station.journal.recordElsewhere([], ledgerCursors: ["kiosk-7": 5])
        #expect(try station.journal.ledgerCursors() == ["kiosk-7": 5, "kiosk-3": 1])
    }

    @Test(arguments: [false, true])
    func `a passage that ledger and server tell of counts once`(isServerFirst: Bool) throws {
        let station = try Station()
        let byLedger = elsewhere(id(1))
        let byServer = elsewhere("pretix:5", station: "pretix device 3", gate: nil, at: .minute(3) + .seconds(2))
        try station.journal.recordElsewhere(isServerFirst ? [byServer, byLedger] : [byLedger, byServer])
        try station.journal.recordElsewhere([byServer, byLedger])
        let history = try station.history(usedUntil: nil)
        #expect(history.ins == 1)
        #expect(history.first?.gate == "B")
        #expect(history.first?.station == "kiosk-7")
        // The server says that it was taken back there.
        try station.journal.recordElsewhere([elsewhere("pretix:5:annulled", gate: nil, undoes: "pretix:5")])
        #expect(try station.history(usedUntil: nil).ins == 0)
    }

    @Test func `a server's undo that came first still counts for the passage that the ledger tells`() throws {
        let station = try Station()
        try station.journal.recordElsewhere([
            elsewhere("pretix:5", gate: nil), elsewhere("pretix:5:annulled", gate: nil, undoes: "pretix:5"),
            elsewhere(id(1)),
        ])
        #expect(try station.history(usedUntil: nil).ins == 0)
    }

    @Test(arguments: [
        ("another time", Timestamp.minute(4), Verdict.admitted, 2), ("another way", .minute(3), .checkedOut, 1),
    ]) func `a server's passage stays its own at`(what: String, at: Timestamp, verdict: Verdict, ins: Int) throws {
        let station = try Station()
        try station.journal.recordElsewhere([elsewhere(id(1)), elsewhere("pretix:5", at: at, verdict: verdict)])
        #expect(try station.history(usedUntil: nil).ins == ins)
    }

    @Test func `each passage has one twin, the nearest`() throws {
        let station = try Station()
        try station.journal.recordElsewhere([
            elsewhere(id(1)), elsewhere(id(2), at: .minute(3) + .seconds(5)),
            elsewhere("pretix:6", at: .minute(3) + .seconds(5)), elsewhere("pretix:5"), elsewhere("pretix:7"),
        ])
        // Two people that stations let in, and one by a device that is none of them.
        #expect(try station.history(usedUntil: nil).ins == 3)
        try station.journal.recordElsewhere([elsewhere("pretix:6:annulled", undoes: "pretix:6")])
        let line = Station.line(.of("T1"))
        #expect(
            try station.journal.look { try $0.passages(of: line) }.compactMap(\.id).sorted()
                == [id(1), "pretix:7"].sorted())
    }

    @Test(arguments: [(Duration.zero, 1), (.milliseconds(1), 2)])
    func `an own passage that a server tells under its own name is known by its time`(late: Duration, ins: Int) throws {
        let station = try Station()
        let own = try station.record(.passing()).at
        try station.journal.recordElsewhere([elsewhere("pretix:5", gate: nil, at: own + late)])
        #expect(try station.history(usedUntil: nil).ins == ins)
    }

    private static let firstView = "CREATE VIEW movement AS SELECT 1 AS here FROM entry"

    @Test func `a journal of the version before is opened with all that it has`() throws {
        let folder = try TemporaryFolder()
        let entry = try {
            let station = try Station(in: folder)
            let entry = try station.record(.passing())
            try station.journal.recordElsewhere([elsewhere(id(1))])
            for sql in [
                "DROP VIEW passage", "DROP VIEW own_passage", "DROP VIEW foreign_passage", "DROP TABLE ledger",
                "DROP TABLE ledger_cursor", "DROP INDEX elsewhere_alias",
                "DROP INDEX elsewhere_single",
                "ALTER TABLE elsewhere DROP COLUMN operator", "ALTER TABLE elsewhere DROP COLUMN alias",
                "ALTER TABLE elsewhere DROP COLUMN is_entry", "DROP TABLE unplaced",
                "DROP INDEX elsewhere_station", "ALTER TABLE elsewhere DROP COLUMN heard",
                "DELETE FROM grdb_migrations WHERE identifier IN ('3', '4', '5', '6')", Self.firstView,
            ] { try station.tamper(sql) }
            try station.journal.close()
            return entry
        }()
        let station = try Station(in: folder)
        #expect(try station.journal.entries(limit: 9).map(\.checkIn) == [entry])
        #expect(try station.history(usedUntil: nil).ins == 2)
        #expect(try station.journal.waitingForLedger(limit: 9).isEmpty)
    }
}
