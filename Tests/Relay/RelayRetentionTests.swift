import Foundation
import GRDB
import TestSupport
import Testing
import Tickets

@testable import Backends
@testable import Relay

/// What a relay removes by itself, and what it must not.
@Suite struct RelayRetentionTests {
    private static let noon = Timestamp(seconds: 1_795_262_400)
    private let folder: TemporaryFolder
    private let store: RelayStore

    init() throws {
        folder = try TemporaryFolder()
        store = try RelayStore(folder: folder.url, now: { .relayNow })
    }

    private func receive(
        _ event: String, _ numbers: ClosedRange<Int>, ref: String = "R-1", backend: String? = nil
    ) throws {
        let messages = numbers.map { number in
            CheckInMessage(
                CheckIn(
                    id: "00000000-0000-7000-8000-\(String(100_000_000_000 + number))", station: "kiosk-1",
                    sequence: Int64(number), event: event, list: "main", reference: ref, verdict: .admitted, count: 1,
                    how: .camera, at: Self.noon, clock: .synchronised))
        }
        _ = try store.receive(messages.map { RelayStore.Incoming(message: $0, event: event, backend: backend) })
    }

    private func days(_ days: ClosedRange<Int>) throws {
        for day in days { try store.noteDay(Self.noon + .seconds(day * 86_400)) }
    }

    private func left() throws -> Int {
        try store.queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM checkin") ?? 0 }
    }

    @Test func `an event goes after its days, whole, and stations go on where they were`() throws {
        try receive("gala", 1...4500)
        try days(0...2)
        #expect(try store.removeOld(days: 3) == [])
        try days(3...3)
        #expect(try store.removeOld(days: 3) == ["gala"])
        #expect(try left() == 0)
        #expect(try store.removeOld(days: 3) == [], "it is not told of again and again")
        let cursor = store.cursor(at: .init(checkIn: 4500))
        #expect(try store.place(of: cursor) != nil)
        #expect(try store.place(of: store.cursor(at: .init(checkIn: 4501))) == nil)
        try receive("ball", 5000...5001)
        #expect(try store.page(after: 4500, limit: 10).messages.count == 2)
    }

    @Test func `an event that goes on keeps its oldest check-in, and one for which a server waits stays`() throws {
        try receive("series", 1...2)
        try receive("gala", 3...4, backend: "box")
        try days(0...2)
        try receive("series", 5...5)
        try days(3...4)
        #expect(try store.removeOld(days: 3) == [])
        #expect(try left() == 5)
        try store.settle(
            (3...4).map {
                SettledCheckIn(id: "00000000-0000-7000-8000-\(String(100_000_000_000 + $0))", answer: .accepted)
            }, backend: "box")
        #expect(try store.removeOld(days: 3) == ["gala"])
        #expect(try left() == 3)
    }

    @Test func `a ticket of an event that is over is forgotten, and stations go on where they were`() throws {
        try receive("gala", 1...2, backend: "box")
        try receive("ball", 3...3, ref: "R-2")
        try receive("gala", 4...4, ref: "R-2")
        try receive("gala", 5...5, ref: "R-2#41")
        let today = ClockEvidence(now: Self.noon, isSynchronised: true)
        let later = ClockEvidence(now: Self.noon + .seconds(86_401), isSynchronised: true)
        #expect { try store.forget(ticket: "R-2", event: "gala", clock: today) } throws: {
            "\($0)".contains("last day")
        }
        let doubtful = ClockEvidence(now: later.now, isSynchronised: false)
        #expect { try store.forget(ticket: "R-2", event: "gala", clock: doubtful) } throws: {
            "\($0)".contains("clock is not synchronised")
        }
        #expect(throws: RelayError.self, "a server waits for it") {
            try store.forget(ticket: "R-1", event: "gala", clock: later)
        }
        #expect(try store.forget(ticket: "R-2", event: "gala", clock: later) == 2)
        #expect(try left() == 3)
        #expect(try store.place(of: store.cursor(at: .init(checkIn: 5))) != nil)
        #expect(throws: RelayError.self, "it is gone") { try store.forget(ticket: "R-2", event: "gala", clock: later) }
        #expect(throws: RelayError.self, "it may not have begun") {
            try store.forget(ticket: "R-2", event: "expo", clock: later)
        }
    }

    private func passing(_ number: Int, _ ticket: String, at time: Timestamp = noon, undoes: Int? = nil)
        -> RelayStore.Incoming
    {
        func id(_ number: Int) -> String { "00000000-0000-7000-8000-\(String(100_000_000_000 + number))" }
        return RelayStore.Incoming(
            message: CheckInMessage(
                CheckIn(
                    id: id(number), station: "kiosk-1", sequence: Int64(number), event: "gala", list: "main", gate: "A",
                    key: TicketKey(code: ticket, salt: Data(count: 32)), line: 0, reference: "R-\(ticket)",
                    verdict: .admitted, kind: undoes == nil ? .scan : .undo, undoes: undoes.map(id), count: 1,
                    how: .camera, operator: "Ann", at: time, clock: .synchronised, note: "by the back door")),
            event: "gala", backend: nil)
    }

    @Test func `who passed stays by the key alone, for stations that come later, until a person confirms otherwise`()
        throws
    {
        _ = try store.receive([passing(1, "T1"), passing(2, "T2"), passing(3, "T2", undoes: 2)])
        try receive("gala", 4...4)
        try days(0...3)
        #expect(try store.removeOld(days: 3) == ["gala"])
        #expect(try store.removeOld(days: 3) == [])
        let messages = try store.page(after: 0, limit: 10).messages.map(\.checkIn)
        #expect(messages.map(\.sequence) == [1, 2, 3])
        for message in messages {
            #expect((message.reference, message.operator, message.note, message.gate) == (nil, nil, nil, nil))
            #expect(message.key != nil)
        }
        let text = try store.queue.read { try String.fetchAll($0, sql: "SELECT message FROM checkin").joined() }
        #expect(!text.contains("R-T1") && !text.contains("Ann"))
        #expect(try store.usedTickets(of: "gala") == 1)
        try store.readmit(event: "gala")
        #expect(try left() == 0)
    }

    @Test func `a ticket that is forgotten stays used`() throws {
        _ = try store.receive([passing(1, "T1"), passing(2, "T2")])
        let later = ClockEvidence(now: Self.noon + .seconds(86_401), isSynchronised: true)
        #expect(try store.forget(ticket: "R-T1", event: "gala", clock: later) == 1)
        #expect(try store.usedTickets(of: "gala") == 1)
        #expect(try store.page(after: 0, limit: 10).messages.map(\.checkIn.reference) == [nil, "R-T2"])
    }

    @Test func `a check-in of the year 9999 keeps no ticket from being forgotten`() throws {
        _ = try store.receive([passing(1, "T1", at: .latest)])
        let later = ClockEvidence(now: Self.noon + .seconds(86_401), isSynchronised: true)
        #expect(try store.forget(ticket: "R-T1", event: "gala", clock: later) == 1)
    }

    @Test
    func `what came while the relay's clock was ahead counts as come before what came next, or before a noted day`()
        throws
    {
        _ = try store.receive([passing(1, "T1")])
        try store.queue.write {
            try $0.execute(sql: "UPDATE checkin SET received = ?", arguments: [Timestamp.latest.milliseconds])
        }
        let later = ClockEvidence(now: Self.noon + .seconds(5 * 86_400), isSynchronised: true)
        #expect(throws: RelayError.self) { try store.forget(ticket: "R-T1", event: "gala", clock: later) }
        try store.noteDay(Self.noon + .seconds(86_400))
        #expect(try store.forget(ticket: "R-T1", event: "gala", clock: later) == 1)
    }

    @Test func `nothing goes while the clock is not trusted, and orders that are over go when it is`() throws {
        try receive("gala", 1...2)
        try days(0...3)
        try store.keep(order: "line", until: Self.noon + .seconds(60), at: Self.noon)
        func look(_ isSynchronised: Bool) {
            RelayRetentionService(store: store, days: 3, logger: .quiet) {
                ClockEvidence(now: Self.noon + .seconds(4 * 86_400), isSynchronised: isSynchronised)
            }.look()
        }
        func orders() throws -> Int {
            try store.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM control_order") ?? 0 }
        }
        look(false)
        #expect(try (left(), orders()) == (2, 1))
        look(true)
        #expect(try (left(), orders()) == (0, 0))
    }

    @Test(arguments: [("1", Int?.some(1)), ("3650", 3650), ("0", nil), ("3651", nil), ("90d", nil)])
    func `days are a whole number`(text: String, days: Int?) throws {
        let file = try folder.write(
            """
            listen: 127.0.0.1:0
            state: state
            stations: {kiosk-1: kiosk-1}
            backends: {box: {kind: webhook, url: "https://example.org/", credential: hook}}
            events: {gala: box}
            keep_days: \(text)

            """, to: "relay.yaml")
        if let days {
            #expect(try RelayConfiguration(contentsOf: file).keptDays == days)
        } else {
            #expect { try RelayConfiguration(contentsOf: file) } throws: { "\($0)".contains("keep_days") }
        }
    }

    @Test func `a relay needs no server`() throws {
        let head = "listen: 127.0.0.1:0\nstate: state\nstations: {kiosk-1: kiosk-1}\n"
        let configuration = try RelayConfiguration(
            contentsOf: folder.write(head + "events: {gala: none}\n", to: "relay.yaml"))
        #expect(configuration.backends.isEmpty)
        #expect(configuration.events.isEmpty)
        #expect(configuration.eventsWithoutServer == ["gala"])
        for wrong in ["", "events: {gala: box}\n", "backends: {none: {kind: webhook, url: \"https://a.example/\"}}\n"] {
            #expect(throws: (any Error).self) {
                try RelayConfiguration(contentsOf: folder.write(head + wrong, to: "relay.yaml"))
            }
        }
    }

    @Test func `a clock that jumps ahead by years, or back, makes one day of it`() throws {
        try receive("gala", 1...2)
        try days(0...0)
        for years in [1, 10, 0] { try store.noteDay(Self.noon + .seconds(years * 365 * 86_400)) }
        #expect(try store.removeOld(days: 3) == [])
        #expect(try left() == 2)
        try store.keep(report: "report", head: "head", of: "kiosk-1", at: Self.noon + .seconds(3 * 86_400))
        try days(1...3)
        #expect(try store.removeOld(days: 3) == ["gala"])
        #expect(try store.heads(of: "kiosk-1") == ["head"], "it came later than the day on which the clock was ahead")
    }
}
