import Crypto
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing
import Tickets

@testable import Manifests
@testable import Publishing

/// Changes of a list, compared with lists that were built whole.
@Suite struct ListChangesTests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    // MARK: - Round trip

    @Test(arguments: [0, 1, 2, 3])
    func `base and changes give the bytes of the list that was built whole`(round: Int) throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        var office = BoxOffice(seed: seed, count: 200 * round)
        var lists = [try workshop.whole(workshop.list(office.rows, "0.usher", sequence: 1))]
        var steps: [ListChanges] = []
        for number in 1...4 {
            for _ in 0..<(1 + office.random.below(20)) { office.change() }
            let more = number == 3 ? "gates: [{id: B}, {id: A}, {id: main}]" : ""
            lists.append(
                try workshop.whole(
                    workshop.list(office.rows, "\(number).usher", sequence: Int64(number + 1), more: more)))
            // Of small lists changes can be longer than a quarter; they are right all the same.
            guard let changes = try ListChanges.between(lists[number - 1].body, lists[number].body) else { continue }
            let expected = try Workshop.parts(of: lists[number].file).body
            #expect(
                try workshop.applied(changes, to: lists[number - 1], for: lists[number]) == expected, "seed \(seed)")
            steps.append(try ListChanges(changes.bytes))
        }
        guard steps.count == 4 else { return #expect(round < 3, "seed \(seed)") }
        let first = try #require(try steps[0].followed(by: steps[1], limit: .max))
        let rest = try #require(try steps[2].followed(by: steps[3], limit: .max))
        let all = try #require(try first.followed(by: rest, limit: .max))
        let expected = try Workshop.parts(of: lists[4].file).body
        #expect(try workshop.applied(all, to: lists[0], for: lists[4]) == expected, "seed \(seed)")
    }

    @Test func `one ticket more among hundreds is some hundred bytes`() throws {
        #expect(try workshop.step().changes.byteCount < 500)
    }

    @Test func `the order in which tickets come does not change the list`() throws {
        let rows = BoxOffice(seed: 2, count: 300).rows
        let one = try workshop.whole(workshop.list(rows, "one.usher", sequence: 1))
        let other = try workshop.whole(workshop.list(rows.reversed(), "other.usher", sequence: 2))
        #expect(one.body.claims == other.body.claims)
        let changes = try #require(try ListChanges.between(one.body, other.body))
        #expect(changes.byteCount < 200)
    }

    @Test func `nothing is in a page but its rows`() throws {
        // Rows of very different lengths move others to other pages, and leave parts of them behind.
        var office = BoxOffice(seed: 6, count: 2000)
        for place in office.rows.indices {
            office.rows[place].attention = String(repeating: "x", count: [0, 0, 3, 400, 900][office.random.below(5)])
        }
        let body = [UInt8](try Workshop.parts(of: workshop.list(office.rows, "list.usher", sequence: 1)).body)
        var (pages, unused) = (0, 0)
        for page in stride(from: 4096, to: body.count, by: 4096) where [2, 10].contains(body[page]) {
            let cells = Int(body[page + 3]) << 8 | Int(body[page + 4])
            let content = Int(body[page + 5]) << 8 | Int(body[page + 6])
            let rest = body[(page + (body[page] == 2 ? 12 : 8) + 2 * cells)..<(page + content)]
            pages += 1
            unused += rest.count
            #expect(rest.allSatisfy { $0 == 0 })
        }
        #expect(pages > 50 && unused > 1000)
    }

    @Test func `a body that nobody could make from its rows gets no changes`() throws {
        let (old, new, _) = try workshop.step()
        let other = try workshop.rewritten(new.file, sequence: 43) { database in
            // The same rows in larger pages.
            try database.execute(sql: "PRAGMA page_size = 8192; VACUUM")
        }
        let written = try workshop.whole(other)
        expect(.badChanges) { _ = try ListChanges.between(old.body, written.body) }
    }

    @Test func `nothing is made that is longer than a quarter of the list`() throws {
        let old = try workshop.whole(workshop.list(BoxOffice(seed: 3, count: 300).rows, "old.usher", sequence: 1))
        let new = try workshop.whole(workshop.list(BoxOffice(seed: 4, count: 300).rows, "new.usher", sequence: 2))
        #expect(try ListChanges.between(old.body, new.body) == nil)
        let (_, _, changes) = try workshop.step()
        let stay = ListChanges(
            from: changes.result, to: changes.result, header: changes.header, rows: Data([RowChange.end]))
        #expect(try changes.followed(by: stay, limit: changes.byteCount)?.bytes == changes.bytes)
        #expect(try changes.followed(by: stay, limit: changes.byteCount - 1) == nil)
        expect(.badChanges) { _ = try stay.followed(by: changes, limit: .max) }
    }

    // MARK: - At a station

    @Test func `a station installs the line and the changes like a whole list`() throws {
        let (old, new, changes) = try workshop.step()
        let store = try workshop.station()
        try store.install(old.file, now: Workshop.now)
        let step = try #require(try store.step(to: new.line, now: Workshop.now))
        #expect(step.base == 41 && step.sequence == 42 && !step.hasSameBody)
        #expect(changes.byteCount < step.maximumByteCount)
        let installed = try store.install(line: new.line, changes: try workshop.save(changes.bytes), now: Workshop.now)
        #expect(installed.claims.sequence == 42)
        #expect(store.installed.map(\.claims) == [installed.claims])
        #expect(try workshop.namesInStation() == ["gala.42.sqlite", "gala.line"])
        let body = try Data(contentsOf: workshop.path("manifests/gala.42.sqlite"))
        #expect(try body == Workshop.parts(of: new.file).body)
        // After a restart the whole body is measured again.
        #expect(try workshop.station().installed.map(\.claims.sequence) == [42])
    }

    @Test func `a list that was only signed again needs no changes`() throws {
        let rows = BoxOffice(seed: 5, count: 50).rows
        let (old, new) = (
            try workshop.whole(workshop.list(rows, "old.usher", sequence: 1)),
            try workshop.whole(workshop.list(rows, "new.usher", sequence: 2))
        )
        let store = try workshop.station()
        try store.install(old.file, now: Workshop.now)
        #expect(try store.step(to: new.line, now: Workshop.now)?.hasSameBody == true)
        #expect(try store.install(line: new.line, changes: nil, now: Workshop.now).claims.sequence == 2)
        #expect(try workshop.namesInStation() == ["gala.2.sqlite", "gala.line"])
    }

    @Test func `a line decides, not the changes`() throws {
        let (old, new, changes) = try workshop.step()
        let file = try workshop.save(changes.bytes)
        let store = try workshop.station()
        expect(.badChanges) { _ = try store.install(line: new.line, changes: file, now: Workshop.now) }
        #expect(try store.step(to: new.line, now: Workshop.now) == nil)
        try store.install(new.file, now: Workshop.now)
        // An old line, with changes that would lead there.
        let back = try #require(try ListChanges.between(new.body, old.body))
        expect(.notNewer) {
            _ = try store.install(line: old.line, changes: try workshop.save(back.bytes), now: Workshop.now)
        }
        expect(.notNewer) { _ = try store.step(to: old.line, now: Workshop.now) }
        expect(.alreadyInForce) { _ = try store.step(to: new.line, now: Workshop.now) }
        // A stranger's line, a line of another event, and one that was changed on its way.
        let stranger = try workshop.whole(
            workshop.manifest("stranger.usher", rows: Workshop.rows, key: SigningKey(), sequence: 50))
        expect(.untrustedKey) { _ = try store.step(to: stranger.line, now: Workshop.now) }
        let ball = try workshop.whole(
            workshop.manifest("ball.usher", definition: workshop.definition(id: "ball"), sequence: 50))
        #expect(try store.step(to: ball.line, now: Workshop.now) == nil)
        expect(.badChanges) { _ = try store.install(line: ball.line, changes: file, now: Workshop.now) }
        let last = new.line.last == UInt8(ascii: "A") ? "Q" : "A"
        let changed = new.line.dropLast() + Data(last.utf8)
        expect(.badSignature) {
            _ = try store.install(line: changed, changes: file, now: Workshop.now)
        }
        #expect(try workshop.namesInStation() == ["gala.42.sqlite", "gala.line"])
    }

    @Test func `changes for another list than the one in force are not tried`() throws {
        let (_, new, changes) = try workshop.step()
        var office = BoxOffice(seed: 1, count: 300)
        office.rows.removeFirst()
        let other = try workshop.whole(workshop.list(office.rows, "other.usher", sequence: 40))
        let store = try workshop.station()
        try store.install(other.file, now: Workshop.now)
        expect(.badChanges) {
            _ = try store.install(line: new.line, changes: try workshop.save(changes.bytes), now: Workshop.now)
        }
        // The same, although they say that they were made for it.
        let forged = ListChanges(
            from: other.body.claims.sha256, to: changes.result, header: changes.header,
            rows: changes.rows)
        expect(.wrongHash) {
            _ = try store.install(line: new.line, changes: try workshop.save(forged.bytes), now: Workshop.now)
        }
        #expect(try workshop.namesInStation() == ["gala.40.sqlite", "gala.line"])
    }

    @Test func `what a station refuses of a whole list, it refuses of changes`() throws {
        let memory = TestMemory()
        let store = try workshop.station(memory: memory)
        let (old, new, changes) = try workshop.step()
        let key = try store.install(old.file, now: Workshop.now).key(of: Workshop.codes[0])
        memory.passed.withLock { $0 = (["balcony"], [.init(key: key, number: 1)]) }
        expect(.lossNotAccepted) {
            _ = try store.install(line: new.line, changes: try workshop.save(changes.bytes), now: Workshop.now)
        }
    }

    @Test func `a disk without room for the list twice keeps what it has`() throws {
        let (old, new, changes) = try workshop.step(count: 1000)
        let reserve: Int64 = 1 << 20
        let store = try workshop.station(freeSpace: reserve + 2 * new.body.claims.bytes - 1)
        try store.install(old.file, now: Workshop.now)
        expect(.badChanges) {
            _ = try store.install(line: new.line, changes: try workshop.save(changes.bytes), now: Workshop.now)
        }
        #expect(store.installed.map(\.claims.sequence) == [41])
    }
}
