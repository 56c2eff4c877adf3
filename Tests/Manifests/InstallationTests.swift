import Foundation
import Publishing
import Testing
import Tickets

@testable import Manifests

@Suite struct InstallationTests {
    let workshop: Workshop
    let memory = TestMemory()

    init() throws {
        workshop = try Workshop()
    }

    @Test func `installs a list and looks a ticket up`() throws {
        let store = try workshop.station(memory: memory)
        let installed = try store.install(try workshop.manifest(), now: Workshop.now)
        #expect(installed.claims.event.id == "gala")
        #expect(installed.keyID == workshop.organizer.verificationKey.id)
        let record = try #require(try installed.lookUp(Workshop.codes[1]))
        #expect(record.lines.map(\.admits) == [4])
        #expect(record.lines[0].type.slug == "standard")
        #expect(try installed.lookUp("unknown") == nil)
        #expect(store.installed.map(\.claims.event.id) == ["gala"])
        #expect(try workshop.namesInStation() == ["gala.\(Workshop.now.seconds).sqlite", "gala.line"])
        #expect(memory.remembered(event: "gala")?.sequence == Workshop.now.seconds)
    }

    @Test(arguments: [1, 7, 100_000])
    func `takes pieces of any size`(count: Int) throws {
        let store = try workshop.station()
        try push(Data(contentsOf: try workshop.manifest()), to: store, by: count)
        #expect(store.installed.count == 1)
    }

    @Test func `no ticket code and no name is in the file`() throws {
        for privacy in ["sealed", "staff"] {
            let file = try workshop.manifest(definition: workshop.definition(more: "privacy: \(privacy)"))
            let bytes = try Data(contentsOf: file)
            for secret in Workshop.codes + ["Strau", "strauss", "wheelchair"] {
                #expect(bytes.range(of: Data(secret.utf8)) == nil)
            }
        }
    }

    // MARK: - Tampering

    @Test func `every single changed bit of the line is refused`() throws {
        let store = try workshop.station(memory: memory)
        let (line, body) = try Workshop.parts(of: workshop.manifest())
        var believed: [Int] = []
        for bit in 0..<line.count * 8 {
            var changed = line
            changed[bit / 8] ^= 1 << (bit % 8)
            let refused = Result { try push(changed + Data("\n".utf8) + body, to: store, by: 1 << 20) }
            if case .success = refused { believed.append(bit) }
        }
        #expect(believed == [])
        #expect(store.installed.isEmpty)
        #expect(try workshop.namesInStation() == [])
        // And the line as it was is good.
        try push(line + Data("\n".utf8) + body, to: store)
    }

    @Test func `a changed body is refused and the list in force stays`() throws {
        let store = try workshop.station(memory: memory)
        let first = try store.install(try workshop.manifest(sequence: 1_796_000_000), now: Workshop.now)
        let (line, body) = try Workshop.parts(of: workshop.manifest())
        for position in [0, 100, body.count / 2, body.count - 1] {
            var changed = body
            changed[position] ^= 1
            expect(.wrongHash) { try push(line + Data("\n".utf8) + changed, to: store) }
        }
        expect(.truncated) { try push(line + Data("\n".utf8) + body.dropLast(), to: store) }
        expect(.overlong) { try push(line + Data("\n".utf8) + body + Data([0]), to: store) }
        expect(.malformed) { try push(Data(line.prefix(100)), to: store) }
        expect(.malformed) { try push(Data(), to: store) }
        #expect(store.installed.map(\.claims.sequence) == [first.claims.sequence])
        #expect(try store.installed[0].lookUp(Workshop.codes[0]) != nil)
        #expect(try workshop.namesInStation() == ["gala.1796000000.sqlite", "gala.line"])
    }

    @Test func `a line of a gigabyte is refused at its 64th kibibyte`() throws {
        let store = try workshop.station()
        let piece = Data(repeating: UInt8(ascii: "a"), count: 10_000)
        var taken = 0
        var installation = store.beginInstallation(now: Workshop.now)
        while taken < 1 << 30 {
            do { try installation.receive(piece) } catch let error as ManifestError {
                #expect(error.code == .lineTooLong)
                break
            }
            taken += piece.count
        }
        #expect(taken <= 64 * 1024)
        let code = #expect(throws: ManifestError.self) { try installation.receive(piece) }?.code
        #expect(code == .lineTooLong)
    }

    @Test(arguments: ["", "{}", "a.b.c", "a\u{0}b", "e30.e30.e30", "PK\u{3}\u{4}"])
    func `a file that is no manifest is refused`(text: String) throws {
        let store = try workshop.station()
        expect(.malformed) { try push(Data((text + "\n").utf8), to: store) }
        expect(.malformed) { try push(Data([0xFF, 0xFE, 0x0A]), to: store) }
    }

    // MARK: - Keys

    @Test func `a list of a key that nobody trusts is refused`() throws {
        let store = try workshop.station()
        let foreign = try workshop.manifest(key: SigningKey())
        expect(.untrustedKey) { try store.install(foreign, now: Workshop.now) }
    }

    @Test func `a line that names a trusted key and is signed with another is refused`() throws {
        let store = try workshop.station()
        let (line, body) = try Workshop.parts(of: workshop.manifest(key: SigningKey()))
        var parts = String(decoding: line, as: UTF8.self).split(separator: ".").map(String.init)
        let header = #"{"alg":"EdDSA","kid":"\#(workshop.organizer.verificationKey.id)","typ":"usher-manifest"}"#
        parts[0] = Base64URL.encode(Data(header.utf8))
        let forged = Data((parts.joined(separator: ".") + "\n").utf8) + body
        expect(.badSignature) { try push(forged, to: store) }
    }

    @Test func `an event stays with the organizer who installed it first`() throws {
        let other = SigningKey()
        let store = try workshop.station(memory: memory, keys: [workshop.organizer, other])
        try store.install(try workshop.manifest(), now: Workshop.now)
        let hijack = try workshop.manifest("other.usher", key: other, sequence: Workshop.now.seconds + 1)
        expect(.pinnedToAnotherKey) { try store.install(hijack, now: Workshop.now) }
        try store.remove(event: "gala")
        expect(.pinnedToAnotherKey) { try store.install(hijack, now: Workshop.now) }
    }

    @Test func `a ticket key of another event is refused`() throws {
        _ = try KeyFile.generate(named: workshop.path("tickets"), for: .tickets)
        let store = try workshop.station()
        for event in ["gala", "ball"] {
            let definition = try workshop.definition(id: event, more: "ticket_keys: [tickets.pub]")
            let file = try workshop.manifest("\(event).usher", definition: definition)
            if event == "gala" {
                try store.install(file, now: Workshop.now)
            } else {
                expect(.ticketKeyTaken) { try store.install(file, now: Workshop.now) }
            }
        }
        // A newer list of the same event may keep it.
        let again = try workshop.manifest(
            definition: workshop.definition(more: "ticket_keys: [tickets.pub]"), sequence: Workshop.now.seconds + 1)
        try store.install(again, now: Workshop.now)
    }

    // MARK: - Order

    @Test func `an older list and the same list again are refused`() throws {
        let store = try workshop.station(memory: memory)
        let file = try workshop.manifest()
        let older = try workshop.manifest("older.usher", sequence: Workshop.now.seconds - 1)
        let twin = try workshop.manifest("twin.usher", rows: [Workshop.rows[0]], sequence: Workshop.now.seconds)
        try store.install(file, now: Workshop.now)
        expect(.alreadyInForce) { try store.install(file, now: Workshop.now) }
        expect(.notNewer) { try store.install(older, now: Workshop.now) }
        expect(.notNewer) { try store.install(twin, now: Workshop.now) }
    }

    @Test func `removal and restart do not open the door to old lists`() throws {
        let file = try workshop.manifest()
        let older = try workshop.manifest("older.usher", sequence: Workshop.now.seconds - 1)
        try workshop.station(memory: memory).install(file, now: Workshop.now)
        let restarted = try workshop.station(memory: memory)
        expect(.notNewer) { try restarted.install(older, now: Workshop.now) }
        try restarted.remove(event: "gala")
        #expect(try workshop.namesInStation() == [])
        expect(.notNewer) { try restarted.install(older, now: Workshop.now) }
        try restarted.install(file, now: Workshop.now)
        let again = try workshop.station(memory: memory)
        expect(.notNewer) { try again.install(older, now: Workshop.now) }
        try again.install(
            try workshop.manifest("newer.usher", sequence: Workshop.now.seconds + 1), now: Workshop.now)
    }

    @Test func `a changed salt is refused`() throws {
        let store = try workshop.station(memory: memory)
        memory.forgetEverything()
        try memory.remember(
            RememberedManifest(
                event: "gala", sequence: 1, keyID: workshop.organizer.verificationKey.id, salt: Data(count: 32)))
        let file = try workshop.manifest()
        expect(.saltChanged) { try store.install(file, now: Workshop.now) }
    }

    @Test func `a sequence number over a year ahead is refused`() throws {
        let year: Int64 = 365 * 86_400
        let store = try workshop.station(memory: memory)
        let ahead = try workshop.manifest(sequence: Workshop.now.seconds + year + 1)
        expect(.tooFarAhead) { try store.install(ahead, now: Workshop.now) }
        try store.install(try workshop.manifest(sequence: Workshop.now.seconds + year), now: Workshop.now)
        // Ahead of the last list counts, too.
        try store.install(try workshop.manifest(sequence: Workshop.now.seconds + 2 * year), now: Workshop.now)
    }

    @Test func `a clock in 1970 does not keep the first list out`() throws {
        let store = try workshop.station(memory: memory)
        let epoch = Timestamp(seconds: 60)
        let absurd = try workshop.manifest(sequence: 1 << 50)
        expect(.tooFarAhead) { try store.install(absurd, now: epoch) }
        let installed = try store.install(try workshop.manifest(), now: epoch)
        #expect(installed.claims.notes(now: epoch) == [.issuedInFuture])
    }

    @Test func `an expired list is refused`() throws {
        let store = try workshop.station()
        let file = try workshop.manifest()
        let expiry = try workshop.definition().expires
        expect(.expired) { try store.install(file, now: expiry) }
        try store.install(file, now: expiry - .seconds(1))
        #expect(store.installed[0].claims.notes(now: expiry) == [.expired, .stale])
    }

    // MARK: - Disk

    @Test func `a list that would eat the journal's reserve is refused before its body`() throws {
        let store = try workshop.station(freeSpace: (1 << 20) + 70_000)
        let line = try Workshop.parts(of: workshop.manifest()).line
        expect(.noSpace) { try push(line + Data("\n".utf8), to: store) }
        #expect(try workshop.namesInStation() == [])
    }

    @Test func `an installation that is dropped leaves nothing`() throws {
        let store = try workshop.station()
        let bytes = try Data(contentsOf: workshop.manifest())
        do {
            var installation = store.beginInstallation(now: Workshop.now)
            try installation.receive(bytes.dropLast(100))
            #expect(try workshop.namesInStation().count == 1)
        }
        #expect(try workshop.namesInStation() == [])
    }

    @Test func `of two installations of one event at once the newer stays`() throws {
        let store = try workshop.station()
        let old = try Data(contentsOf: workshop.manifest(sequence: Workshop.now.seconds))
        let new = try Data(contentsOf: workshop.manifest(sequence: Workshop.now.seconds + 1))
        var first = store.beginInstallation(now: Workshop.now)
        try first.receive(old)
        try push(new, to: store)
        do {
            _ = try first.finish()
            Issue.record("the older list took the place of the newer")
        } catch let error as ManifestError {
            #expect(error.code == .notNewer)
        }
        #expect(store.installed.map(\.claims.sequence) == [Workshop.now.seconds + 1])
    }
}
