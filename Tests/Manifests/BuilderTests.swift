import Foundation
import GRDB
import Testing
import Tickets

@testable import Manifests
@testable import Publishing

@Suite struct BuilderTests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private func claims(of file: URL) throws -> ManifestClaims {
        try ManifestInspection(of: file, keys: [workshop.organizer.verificationKey]).claims
    }

    @Test func `guessable codes are refused unless they are accepted, and then shown`() throws {
        let rows = (1...100).map { TicketRow(code: String(format: "%032d", $0)) }
        func build(accepting: Bool) throws -> ManifestClaims {
            var source = TicketRows(rows, name: "rows")
            return try ManifestBuilder(
                definition: workshop.definition(), key: workshop.organizer, now: Workshop.now,
                acceptsGuessableCodes: accepting
            ).build(&source, to: workshop.path("gala.usher"))
        }
        expect(.guessableCodes) { _ = try build(accepting: false) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: workshop.folder.path) == [])
        #expect(try build(accepting: true).hasGuessableCodes)
        #expect(try claims(of: workshop.path("gala.usher")).notes(now: Workshop.now) == [.guessableCodes])
        // Accepting what nobody can guess says nothing.
        #expect(try !claims(of: workshop.manifest()).hasGuessableCodes)
    }

    @Test func `the salt is the same in every list of an event and differs between events`() throws {
        let first = try claims(of: workshop.manifest())
        let second = try claims(of: workshop.manifest(rows: []))
        let other = try claims(of: workshop.manifest(definition: workshop.definition(id: "ball")))
        #expect(first.salt == second.salt)
        #expect(first.salt != other.salt)
        #expect(first.salt.count == 32)
    }

    @Test func `a list before gives its salt and its sequence number`() throws {
        // A list that another program made, with a random salt.
        let (_, body) = try Workshop.parts(of: workshop.manifest(sequence: Workshop.now.seconds + 100))
        let made = try claims(of: workshop.path("gala.usher"))
        let salt = Data(repeating: 7, count: 32)
        let json = made.json.text.replacing(Base64URL.encode(made.salt), with: Base64URL.encode(salt))
        let line = try SignedClaims.sign(Data(json.utf8), purpose: .manifest, with: workshop.organizer)
        let previous = workshop.path("previous.usher")
        try (Data((line + "\n").utf8) + body).write(to: previous)

        let next = try claims(of: workshop.manifest("next.usher", previous: previous))
        #expect(next.salt == salt)
        #expect(next.sequence == Workshop.now.seconds + 101)
        expect(.notNewer) {
            _ = try workshop.manifest("next.usher", sequence: Workshop.now.seconds + 100, previous: previous)
        }
        expect(.badPrevious) {
            _ = try workshop.manifest("next.usher", definition: workshop.definition(id: "ball"), previous: previous)
        }
        expect(.untrustedKey) {
            _ = try workshop.manifest("next.usher", key: SigningKey(), previous: previous)
        }
        let cut = try workshop.write("no manifest", to: "cut.usher")
        expect(.malformed) { _ = try workshop.manifest("next.usher", previous: cut) }
    }

    @Test func `claims say what the definition says`() throws {
        let key = try KeyFile.generate(named: workshop.path("box"), for: .tickets)
        let more = "ticket_keys: [box.pub]\nbackend: box-office\nprivacy: staff\nmax_age: 2h"
        let file = try workshop.manifest(definition: workshop.definition(more: more), isTest: true)
        let claims = try claims(of: file)
        #expect(claims.organizer == "Gala Ltd")
        #expect(claims.event == (try workshop.definition()).event)
        #expect(claims.issued == Workshop.now)
        #expect(claims.sequence == Workshop.now.seconds)
        #expect(claims.isTest)
        #expect(claims.privacy == .staff)
        #expect(claims.ticketKeys == [key])
        #expect(claims.backend == "box-office")
        #expect(claims.maxAge == .seconds(7200))
        #expect(claims.body.tickets == 2)
        let later = Workshop.now + .seconds(7201)
        #expect(claims.notes(now: later) == [.test, .stale])
    }

    @Test func `a list that no station would take is not built`() throws {
        let late = try workshop.definition().expires
        expect(.expired) { _ = try workshop.manifest(now: late) }
        _ = try KeyFile.generate(named: workshop.path("box"), for: .tickets, key: workshop.organizer)
        let definition = try workshop.definition(more: "ticket_keys: [box.pub]")
        expect(.ticketKeyTaken) { _ = try workshop.manifest(definition: definition) }
    }

    @Test func `rows in memory bring what the backend knew`() throws {
        let (first, last) = (Workshop.now - .seconds(600), Workshop.now - .seconds(60))
        let used = TicketRow.Used(list: "main", ins: 2, outs: 1, firstAt: first, lastAt: last)
        let file = try workshop.manifest(rows: [TicketRow(code: Workshop.codes[0], admits: 3, used: [used])])
        let installed = try workshop.station().install(file, now: Workshop.now)
        let expected = TicketRecord.UsedCount(
            line: 0x7E6D_3468, list: "main", history: History(ins: 2, outs: 1, first: .init(at: first)),
            until: last + .milliseconds(999))
        #expect(try installed.lookUp(Workshop.codes[0])?.used == [expected])
        var walked: [TicketRecord.UsedCount] = []
        try installed.forEachUsed { key, count in
            #expect(key == installed.key(of: Workshop.codes[0]))
            walked.append(count)
        }
        #expect(walked == [expected])
        let lost = TicketRow.Used(list: "lounge", ins: 1)
        expect(.badTickets) {
            _ = try workshop.manifest(rows: [TicketRow(code: Workshop.codes[0], used: [lost])])
        }
    }

    @Test func `the body is compact and needs no journal`() throws {
        let rows = (0..<5000).map {
            TicketRow(code: "\(Workshop.codes[0])\(String(format: "%08x", $0 &* 2_654_435_761))")
        }
        let (_, body) = try Workshop.parts(of: workshop.manifest(rows: rows))
        let file = workshop.path("body.sqlite")
        try body.write(to: file)
        let queue = try DatabaseQueue(path: file.path)
        try queue.read { database in
            #expect(try String.fetchOne(database, sql: "PRAGMA journal_mode") == "delete")
            #expect(try Int.fetchOne(database, sql: "PRAGMA freelist_count") == 0)
            let pages = try #require(try Int.fetchOne(database, sql: "PRAGMA page_count"))
            let bytes = try #require(
                try Int.fetchOne(database, sql: "SELECT sum(payload) FROM dbstat WHERE name = 'ticket'"))
            #expect(pages * 4096 < bytes + bytes / 5 + 20 * 4096)
            #expect(try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok")
        }
    }

    @Test func `progress ends with the number of rows`() throws {
        let rows = (0..<2500).map { TicketRow(code: "\(Workshop.codes[0])\($0)") }
        var source = TicketRows(rows, name: "rows")
        var seen: [Int64] = []
        try ManifestBuilder(
            definition: workshop.definition(), key: workshop.organizer, now: Workshop.now, acceptsGuessableCodes: true
        ).build(&source, to: workshop.path("gala.usher")) { seen.append($0) }
        #expect(seen == [1000, 2000, 2500])
    }
}
