import Foundation
import GRDB
import TestSupport
import Testing
import Tickets

@testable import Journal

@Suite struct OutboxTests {
    private static let box = OutboxDraft(backend: "box-office")

    private func next(_ station: Station, limit: Int = 100) throws -> [Int64] {
        try station.journal.nextToUpload(backend: "box-office", limit: limit).map(\.checkIn.sequence)
    }

    @Test func `entries go in their order, a ticket's one after the other, and nobody waits for a parked one`() throws {
        let station = try Station()
        let first = try station.record(.passing(), outbox: Self.box)
        try station.record(.passing(.of("T1"), .checkedOut), outbox: Self.box)
        try station.record(.passing(.of("T2")), outbox: Self.box)
        try station.record(.refusal(), outbox: Self.box)
        try station.record(.refusal(), outbox: Self.box)
        try station.record(.passing(.of("T3")))
        #expect(try next(station) == [1])

        try station.settle(first, .rejected(reason: "timed out"))
        #expect(try next(station) == [3, 4, 5])
        #expect(try next(station, limit: 2) == [3, 4])
        #expect(try station.journal.retry(entry: first.id) == 1)
        #expect(try next(station) == [1])

        try station.settle(first, .accepted)
        #expect(try next(station) == [2, 3, 4, 5])
    }

    @Test func `a refused entry is kept with the backend's words and lets the next one go`() throws {
        let station = try Station()
        let first = try station.record(.passing(), outbox: Self.box)
        try station.record(.passing(.of("T1"), .checkedOut), outbox: Self.box)
        try station.settle(first, .contradicted(reason: "already\nredeemed"), at: .minute(7))
        #expect(try next(station) == [2])
        let refused = try station.journal.outbox(states: [.refused], limit: 10)
        #expect(refused.map(\.reason) == ["alreadyredeemed"])
        #expect(refused.map(\.settled) == [.minute(7)])
        #expect(try station.journal.retry() == 1)
        #expect(try station.journal.outbox(states: [.refused], limit: 10).isEmpty)
        #expect(try next(station) == [1])
    }

    @Test(
        arguments: [(ServerAnswer.accepted, 1), (.disputed(reason: "used"), 1), (.contradicted(reason: "used"), nil)]
            as [(ServerAnswer, Int?)])
    func `an undo tells how many the backend has taken of what it takes back`(
        _ outcome: ServerAnswer, _ count: Int?
    ) throws {
        let station = try Station()
        let entry = try station.record(.passing(), outbox: Self.box)
        try station.settle(entry, outcome)
        try station.undo(entry, at: .minute(40), outbox: Self.box)
        let uploads = try station.journal.nextToUpload(backend: "box-office", limit: 10)
        #expect(uploads.map(\.undoneCount) == [count])
    }

    @Test func `an acknowledged entry stays acknowledged`() throws {
        let station = try Station()
        let entry = try station.record(.passing(), outbox: Self.box)
        try station.settle(entry, .accepted, at: .minute(1))
        try station.settle(entry, .contradicted(reason: "late answer"), at: .minute(2))
        #expect(try station.journal.retry() == 0)
        let items = try station.journal.outbox(states: [.acknowledged], limit: 10)
        #expect(items.map(\.settled) == [.minute(1)])
        #expect(items.map(\.reason) == [nil])
    }

    @Test func `a disputed entry is taken for good, and kept for a person with the backend's words`() throws {
        let station = try Station()
        let entry = try station.record(.passing(), outbox: OutboxDraft(backend: "box-office", code: "secret"))
        try station.settle(entry, .disputed(reason: "used before"), at: .minute(1))
        try station.settle(entry, .contradicted(reason: "late answer"), at: .minute(2))
        #expect(try station.journal.retry() == 0 && next(station) == [])
        let items = try station.journal.outbox(limit: 10)
        #expect(items.map(\.state) == [.disputed] && items.map(\.reason) == ["used before"])
        let sealed = try station.journal.queue.read { try Data.fetchOne($0, sql: "SELECT sealed FROM outbox") }
        #expect(sealed == nil)
    }

    @Test func `the outbox is listed in pages and counted`() throws {
        let station = try Station()
        let entries = try (0..<6).map { try station.record(.passing(.of("T\($0)")), outbox: Self.box) }
        try station.settle(entries[1], .rejected(reason: "later"))
        try station.settle(entries[2], .contradicted(reason: "no"))
        try station.settle(entries[3], .accepted)
        func page(after start: Int64) throws -> [Int64] {
            try station.journal.outbox(after: start, limit: 3).map(\.entry.checkIn.sequence)
        }
        #expect(try page(after: 0) == [1, 2, 3])
        #expect(try page(after: 3) == [5, 6])
        let figures = try station.journal.figures()
        #expect((figures.waiting, figures.parked, figures.refused) == (3, 1, 1))
    }

    @Test func `a ticket code is kept sealed until it is acknowledged`() throws {
        let code = "wk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl"
        let station = try Station()
        let entry = try station.record(.passing(), outbox: OutboxDraft(backend: "box-office", code: code))
        let upload = try #require(try station.journal.nextToUpload(backend: "box-office", limit: 1).first)
        #expect(upload.code == code)
        #expect("\(upload)" == entry.id)

        let sealed = try #require(
            try station.journal.queue.read { try Data.fetchOne($0, sql: "SELECT sealed FROM outbox") })
        #expect(station.journal.seal.open(sealed, entry: entry.id, backend: "another") == nil)
        try station.settle(entry, .accepted)
        // Waits for the tidying that follows.
        _ = try station.journal.figures()
        for (name, bytes) in try station.folder.contents() {
            #expect(bytes.range(of: sealed) == nil, "the sealed code is still in \(name)")
        }
    }

    @Test func `no ticket code is in the bytes of the state folder`() throws {
        let code = "wk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl"
        let station = try Station()
        let key = TicketKey(code: code, salt: Data(count: 32))
        try station.record(.passing(key), outbox: OutboxDraft(backend: "box-office", code: code))
        let files = try station.folder.contents()
        #expect(Set(files.keys) == ["journal.sqlite", "journal.sqlite-wal", "reserve", "station.json"])
        for (name, bytes) in files {
            #expect(bytes.range(of: Data(code.utf8)) == nil, "the code is in \(name)")
            #expect(bytes.range(of: Data(code.utf8.prefix(16))) == nil, "a part of the code is in \(name)")
        }
        #expect(try #require(files["journal.sqlite-wal"]).range(of: key.bytes) != nil, "this looks where entries are")
    }

    @Test func `a code sealed under a former key still opens`() throws {
        let folder = try TemporaryFolder()
        do {
            let station = try Station(in: folder)
            try station.record(.passing(), outbox: OutboxDraft(backend: "box-office", code: "TKT:1"))
            try station.journal.close()
        }
        _ = try StationIdentity.renew(folder: folder.url, machineID: Station.machine)
        let station = try Station(in: folder)
        #expect(try station.journal.nextToUpload(backend: "box-office", limit: 1).map(\.code) == ["TKT:1"])
    }
}
