import Foundation
import TestSupport
import Testing
import Tickets

@testable import Journal

@Suite struct ChainTests {
    /// Made with Python: sha256 of json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False).
    @Test func `hashes an entry like another language does`() throws {
        let first = JournalEntry(
            CheckIn(
                id: "019fb000-0000-7001-8000-000000000001", station: "kiosk-3", sequence: 1, event: "winter-gala-2026",
                list: "main", gate: "A", key: TicketKey(hex: "00112233445566778899aabbccddeeff"), line: 0,
                reference: "T-1001", verdict: .admitted, count: 1, how: .camera,
                at: try #require(Timestamp(rfc3339: "2026-12-05T16:02:11.048Z"))),
            after: JournalEntry.beginning)
        #expect(first.hash == "fdf60adb284eda6292e0dc6b2f497a8926cbf44d2bc101330de789c622bca1cf")

        let second = JournalEntry(
            CheckIn(
                id: "019fb000-0000-7002-8000-000000000002", station: "kiosk-3", sequence: 2, gate: "A",
                verdict: .refused(.invalid), count: 0, how: .wedge, operator: "Zoë", at: Timestamp(milliseconds: 7),
                clock: .unsynchronised,
                note: "Zoë 中 🎫 \"quoted\" back\\slash /\u{0}\u{1}\u{8}\t\n\u{C}\r\u{1F}\u{7F}\u{2028}",
                knew: ["019fb000-0000-7001-8000-000000000001"]),
            after: first.hash)
        #expect(second.hash == "75367319339fe659739de89c708283ec88a1f054c66b6e470fd8f2e52704f45c")
    }

    @Test func `each entry follows the one before, across openings`() throws {
        let folder = try TemporaryFolder()
        for round in 0..<3 {
            let station = try Station(in: folder)
            try station.record(.passing(at: .minute(Int64(round))))
            try station.record(.refusal())
            try station.journal.close()
        }
        let entries = try Station(in: folder).journal.entries(limit: 100)
        #expect(entries.map(\.checkIn.sequence) == [1, 2, 3, 4, 5, 6])
        #expect(entries.map(\.previous) == [JournalEntry.beginning] + entries.dropLast().map(\.hash))
    }

    @Test func `an entry read back is the entry that was recorded`() throws {
        let station = try Station()
        let drafts: [CheckInDraft] = [
            .passing(.of("T9"), line: 3, list: "lounge", .checkedOut, kind: .checkoutAll, count: 4, note: "Zoë 🎫"),
            .refusal(.noManifest),
            CheckInDraft(
                station: "k", direction: .look, verdict: .refused(.full), kind: .override, count: 0, how: .stdin,
                operator: "ann", at: Timestamp(milliseconds: 1), clock: .unsynchronised),
        ]
        let written = try station.journal.transaction { transaction in
            var entries: [JournalEntry] = []
            for draft in drafts { entries.append(try transaction.append(draft)) }
            return entries
        }
        #expect(try station.journal.entries(limit: 10) == written)
        #expect(try station.journal.look { try $0.entry(id: written[1].checkIn.id) } == written[1])
        #expect(try station.journal.look { try $0.entry(id: "none") } == nil)
    }

    @Test func `a note loses its control characters before it is hashed`() throws {
        let station = try Station()
        let entry = try station.record(.passing(note: "wrong\u{0} \u{202E}door\n"))
        #expect(entry.note == "wrong door")
        #expect(try station.journal.verify().isWhole)
    }

    @Test func `nothing of a transaction that throws is kept`() throws {
        struct Stop: Error {}
        let station = try Station()
        #expect(throws: Stop.self) {
            try station.journal.transaction { transaction in
                try transaction.append(.passing())
                throw Stop()
            }
        }
        #expect(try station.record(.passing()).sequence == 1)
        let first = History.FirstEntry(at: .minute(0), gate: "A", station: "kiosk-3")
        #expect(try station.history().counts == History(ins: 1, first: first).counts)
    }

    @Test(arguments: [
        (Timestamp.minute(0), Int64(1), UInt64.max, "01a246ef-0800-7001-bfff-ffffffffffff"),
        (Timestamp.minute(0), Int64(4097), UInt64(0), "01a246ef-0800-7001-8000-000000000000"),
        (Timestamp(milliseconds: 5), Int64(4095), UInt64(1), "00000000-0005-7fff-8000-000000000001"),
        (Timestamp(milliseconds: -5), Int64(2), UInt64(2), "00000000-0000-7002-8000-000000000002"),
    ])
    func `ids are UUIDs of version 7`(time: Timestamp, sequence: Int64, random: UInt64, expected: String) {
        #expect(UUIDv7.text(at: time, sequence: sequence, random: random) == expected)
    }

    @Test func `ids made in one millisecond are in the order of the entries`() throws {
        let station = try Station()
        let ids = try station.journal.transaction { transaction in
            var ids: [String] = []
            for _ in 0..<50 { ids.append(try transaction.append(.passing()).checkIn.id) }
            return ids
        }
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == 50)
    }

    @Test func `entries are listed in pages and by what was decided`() throws {
        let station = try Station()
        for minute in 0..<5 { try station.record(.passing(at: .minute(Int64(minute)))) }
        try station.record(.passing(event: "other"))
        try station.record(.passing(.of("T2"), .refused(.alreadyScanned), count: 0))
        func numbers(after start: Int64 = 0, limit: Int = 100, _ filter: EntryFilter) throws -> [Int64] {
            try station.journal.entries(after: start, limit: limit, filter: filter).map(\.checkIn.sequence)
        }
        #expect(try numbers(after: 2, limit: 2, EntryFilter()) == [3, 4])
        #expect(try numbers(EntryFilter(event: "other")) == [6])
        #expect(try numbers(EntryFilter(verdict: "refused")) == [7])
        #expect(try numbers(EntryFilter(reason: .alreadyScanned)) == [7])
        #expect(try numbers(EntryFilter(verdict: "admitted", gate: "B")).isEmpty)
    }
}
