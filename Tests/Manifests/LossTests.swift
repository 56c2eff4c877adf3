import Crypto
import Foundation
import Synchronization
import TestSupport
import Testing
import Tickets

@testable import Manifests
@testable import Publishing

/// Lists that must not take the place of a good one by accident.
@Suite struct LossTests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private func rows(_ count: Int, type: String = "standard") -> [TicketRow] {
        (0..<count).map { TicketRow(code: "\(Workshop.codes[0])\($0 + 1000)", reference: "\($0)", type: type) }
    }

    private func list(_ rows: [TicketRow], _ name: String, at seconds: Int, more: String = "") throws -> URL {
        try workshop.manifest(
            name, definition: workshop.definition(more: more), rows: rows, now: Workshop.now + .seconds(seconds))
    }

    @Test(arguments: [(100, 90, true), (100, 89, false), (10, 5, true), (10, 4, false), (5, 1, true), (5, 0, false)])
    func `more than a tenth and more than five tickets fewer want a confirmation`(
        before: Int, after: Int, isTaken: Bool
    ) throws {
        let store = try workshop.station()
        let old = try list(rows(before), "old.usher", at: 0)
        try store.install(old, now: Workshop.now)
        let new = try list(rows(after), "new.usher", at: 1)
        guard !isTaken else {
            #expect(try store.install(new, now: Workshop.now).claims.body.tickets == Int64(after))
            _ = try workshop.manifest("built.usher", rows: rows(after), previous: old)
            return
        }
        expect(.lossNotAccepted) { _ = try store.install(new, now: Workshop.now) }
        #expect(store.installed[0].claims.body.tickets == Int64(before))
        expect(.lossNotAccepted) { _ = try workshop.manifest("built.usher", rows: rows(after), previous: old) }
        #expect(!FileManager.default.fileExists(atPath: workshop.path("built.usher").path))
        _ = try workshop.manifest("built.usher", rows: rows(after), previous: old, acceptsLoss: true)
        #expect(try store.install(new, now: Workshop.now, acceptingLoss: true).claims.body.tickets == Int64(after))
    }

    /// What may become of a row of many.
    enum Change: CaseIterable {
        case refunded, unpaid, blocked, later, earlier, fewer, otherList, gone

        func apply(to row: TicketRow) -> TicketRow? {
            var row = row
            switch self {
            case .refunded: row.status = .ticket(.refunded)
            case .unpaid: row.status = .ticket(.unpaid)
            case .blocked: row.status = .ticket(.blocked)
            case .later: row.notBefore = Timestamp(rfc3339: "2026-12-05T16:00:00Z")
            case .earlier: row.notAfter = Timestamp(rfc3339: "2026-12-05T16:00:00Z")
            case .fewer: row.admits = 1
            case .otherList: row.type = "lounge"
            case .gone: return nil
            }
            return row
        }
    }

    private static let twoLists = """
        types: [{id: standard}, {id: lounge}]
        lists: [{id: main, types: [standard]}, {id: bar, types: [standard, lounge]}]
        gates: [{id: A, list: main}, {id: B, list: bar}]
        """

    @Test(arguments: Change.allCases, [2, 28])
    func `people who cannot enter any more want a confirmation, whatever the rows say`(
        change: Change, count: Int
    ) throws {
        let before = rows(40).map { row in
            var row = row
            row.admits = 2
            return row
        }
        let after = before.enumerated().compactMap { $0 < count ? change.apply(to: $1) : $1 }
        let store = try workshop.station()
        let old = try list(before, "old.usher", at: 0, more: Self.twoLists)
        try store.install(old, now: Workshop.now)
        let new = try list(after, "new.usher", at: 1, more: Self.twoLists)
        func build() throws {
            _ = try workshop.manifest(
                "built.usher", definition: workshop.definition(more: Self.twoLists), rows: after, previous: old)
        }
        guard count > 2 else {
            try build()
            try store.install(new, now: Workshop.now)
            return
        }
        expect(.lossNotAccepted) { try build() }
        expect(.lossNotAccepted) { try store.install(new, now: Workshop.now) }
        #expect(store.installed[0].claims.sequence < Workshop.now.seconds + 1)
        try store.install(new, now: Workshop.now, acceptingLoss: true)
    }

    @Test func `rows that let in nobody may go in any number`() throws {
        var before = rows(40)
        for index in 10..<40 { before[index].status = .ticket(.voided) }
        let old = try list(before, "old.usher", at: 0)
        let store = try workshop.station()
        try store.install(old, now: Workshop.now)
        let new = try list(Array(before[..<10]), "new.usher", at: 1)
        #expect(try store.install(new, now: Workshop.now).claims.body.tickets == 10)
        _ = try workshop.manifest("built.usher", rows: Array(before[..<10]), previous: old)
    }

    @Test func `an event that moves to another day loses nobody`() throws {
        let old = try list(rows(40), "old.usher", at: 0)
        let store = try workshop.station()
        try store.install(old, now: Workshop.now)
        let moved = WinterGala.yaml(id: "gala", more: "").replacing("2026-12-05", with: "2026-12-12")
            .replacing("2026-12-06", with: "2026-12-13")
        let definition = try EventDefinition(yaml: moved, named: "event.yaml", folder: workshop.folder)
        let new = try workshop.manifest(
            "new.usher", definition: definition, rows: rows(40), previous: old, now: Workshop.now + .seconds(1))
        try store.install(new, now: Workshop.now)
    }

    @Test func `as many tickets as before, but others, want a confirmation where both lists are at hand`() throws {
        let old = try list(rows(100), "old.usher", at: 0)
        let others = (0..<100).map { TicketRow(code: "\(Workshop.codes[1])\($0 + 1000)") }
        expect(.lossNotAccepted) { _ = try workshop.manifest("new.usher", rows: others, previous: old) }
    }

    @Test func `an admission list that is gone is refused, unless another one says that it replaces it`() throws {
        let old = try list(rows(3), "old.usher", at: 0, more: "lists: [{id: main}]")
        let renamed = try workshop.definition(more: "lists: [{id: hall}]")
        let replacing = try workshop.definition(
            more: "lists: [{id: hall, name: Hall, replaces: main}]\ngates: [{id: A, list: hall}]")
        let error = #expect(throws: ManifestError.self) {
            _ = try workshop.manifest("new.usher", definition: renamed, rows: rows(3), previous: old)
        }
        #expect(error?.code == .lossNotAccepted)
        #expect(error?.hint?.contains("replaces: main") == true)
        let new = try workshop.manifest("new.usher", definition: replacing, rows: rows(3), previous: old)

        let memory = TestMemory()
        let store = try workshop.station(memory: memory)
        try store.install(old, now: Workshop.now)
        let forgetful = try workshop.manifest(
            "forgetful.usher", definition: renamed, rows: rows(3), now: Workshop.now + .seconds(1))
        memory.passed.withLock { $0 = (["main"], []) }
        expect(.lossNotAccepted) { _ = try store.install(forgetful, now: Workshop.now) }
        let installed = try store.install(new, now: Workshop.now)
        // The entries of `main` go on counting.
        #expect(installed.plan.lists.map(\.slug) == ["main"])
        #expect(installed.plan.lists.map(\.name) == ["Hall"])
        #expect(installed.plan.gates.map(\.list) == ["main"])
    }

    @Test func `a list that nobody has entered on may go`() throws {
        let store = try workshop.station()
        try store.install(try list(rows(3), "old.usher", at: 0, more: "lists: [{id: main}]"), now: Workshop.now)
        try store.install(try list(rows(3), "new.usher", at: 1, more: "lists: [{id: hall}]"), now: Workshop.now)
        #expect(store.installed[0].plan.lists.map(\.slug) == ["hall"])
    }

    @Test(arguments: ["[{id: main}, {id: hall, replaces: main}]", "[{id: a, replaces: main}, {id: b, replaces: main}]"])
    func `two lists cannot count as one`(lists: String) {
        #expect(throws: (any Error).self) {
            let list = lists.contains("id: a") ? "a" : "main"
            return try workshop.definition(more: "lists: \(lists)\ngates: [{id: A, list: \(list)}]")
        }
    }

    @Test func `tickets that have entered and are of another type now want a confirmation`() throws {
        let memory = TestMemory()
        let store = try workshop.station(memory: memory)
        let installed = try store.install(try list(rows(20), "old.usher", at: 0), now: Workshop.now)
        let number = TicketType(id: 1, slug: "standard", name: "").lineNumber
        let lines = rows(10).map { RecordedPassages.Line(key: installed.key(of: $0.code), number: number) }
        memory.passed.withLock { $0 = (["main"], Set(lines)) }
        let renamed = try list(rows(20, type: "regular"), "renamed.usher", at: 1)
        expect(.lossNotAccepted) { _ = try store.install(renamed, now: Workshop.now) }
        try store.install(renamed, now: Workshop.now, acceptingLoss: true)
    }

    @Test func `a list that has shrunk by a fifth step by step says so until a person accepts one`() throws {
        let store = try workshop.station()
        for (step, count) in [100, 92, 84, 80].enumerated() {
            try store.install(try list(rows(count), "\(step).usher", at: step), now: Workshop.now)
        }
        #expect(store.installed[0].notes(now: Workshop.now) == [.guessableCodes, .shrunk])
        let again = try workshop.station()
        #expect(again.installed[0].notes(now: Workshop.now).contains(.shrunk))
        try again.install(try list(rows(79), "5.usher", at: 5), now: Workshop.now, acceptingLoss: true)
        #expect(again.installed[0].notes(now: Workshop.now) == [.guessableCodes])
    }

    @Test func `a list without tickets says so`() throws {
        let installed = try workshop.station().install(try list([], "empty.usher", at: 0), now: Workshop.now)
        #expect(installed.notes(now: Workshop.now) == [.empty])
    }
}

/// What changed from list to list.
@Suite struct DifferenceTests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private static let rows = (0..<10).map { number in
        TicketRow(code: code(number), reference: "\(number)", holder: "Guest \(number)")
    }

    /// Nobody guesses it.
    private static func code(_ number: Int) -> String {
        Data(SHA256.hash(data: Data("ticket \(number)".utf8))).hex
    }

    private func difference(_ rows: [TicketRow], more: String = "") throws -> ManifestDifference {
        let old = try workshop.manifest("old.usher", rows: Self.rows)
        let new = try workshop.manifest("new.usher", definition: workshop.definition(more: more), rows: rows)
        return try ManifestDifference(from: old, to: new, keys: [workshop.organizer.verificationKey], now: Workshop.now)
    }

    @Test func `one line tells what changed`() throws {
        var rows = Self.rows
        rows[0].status = .ticket(.refunded)
        rows[1].holder = "Somebody Else"
        rows[2].holder = nil
        rows[3].admits = 2
        rows.remove(at: 9)
        rows += (0..<3).map { TicketRow(code: Self.code($0 + 10)) }
        let changes = try difference(rows.reversed())
        #expect(changes.summary == "+3 -1, 1 refunded, 2 with another name or note, 1 otherwise changed")
        #expect((changes.before, changes.after) == (10, 12))
        #expect(changes.loss == nil)
    }

    @Test func `a type that is exchanged is told as what it is`() throws {
        var rows = Self.rows
        rows[0].type = "vip"
        let changes = try difference(rows)
        #expect(changes.retyped == 1)
        #expect(changes.summary == "+1 -1, 1 of another type, changed: ticket types, admission lists")
    }

    @Test func `the same tickets in another order make the same body`() throws {
        let changes = try difference(Self.rows.reversed())
        #expect(changes.isEmpty)
        #expect(changes.summary == "no change")
        let bodies = try ["old.usher", "new.usher"].map { try Workshop.parts(of: workshop.path($0)).body }
        #expect(bodies[0] == bodies[1])
    }

    @Test func `what else the list says is named`() throws {
        let changes = try difference(Self.rows, more: "status: postponed\nbackend: till")
        #expect(changes.summary == "changed: event, settings")
        #expect(try difference(Self.rows, more: "gates: [{id: B}]").summary == "changed: gates")
    }

    @Test func `lists of two events, two salts or another key are not compared`() throws {
        let old = try workshop.manifest("old.usher")
        let ball = try workshop.manifest("ball.usher", definition: workshop.definition(id: "ball"))
        expect(.badPrevious) { _ = try ManifestDifference(from: old, to: ball, now: Workshop.now) }
        let foreign = try workshop.manifest("foreign.usher", key: SigningKey())
        expect(.saltChanged) { _ = try ManifestDifference(from: old, to: foreign, now: Workshop.now) }
        expect(.untrustedKey) {
            _ = try ManifestDifference(
                from: old, to: foreign, keys: [workshop.organizer.verificationKey], now: Workshop.now)
        }
    }

    @Test func `nothing is made when nothing changed, until the list is half as old as it may grow`() throws {
        func make(at seconds: Int, rows: [TicketRow] = Self.rows) throws -> ManifestBuilder.Outcome {
            var source = TicketRows(rows, name: "rows")
            let file = workshop.path("gala.usher")
            return try ManifestBuilder(
                definition: workshop.definition(), key: workshop.organizer, previous: .anyIn(file),
                now: Workshop.now + .seconds(seconds), acceptsGuessableCodes: true
            ).make(&source, to: file, keepsUnchanged: true)
        }
        #expect(try make(at: 0).difference == nil)
        let bytes = try Data(contentsOf: workshop.path("gala.usher"))
        let second = try make(at: 300)
        #expect(second.isUnchanged)
        #expect(second.claims.issued == Workshop.now)
        #expect(try Data(contentsOf: workshop.path("gala.usher")) == bytes)
        let third = try make(at: 600, rows: Self.rows.dropLast())
        #expect(third.difference?.summary == "-1")
        #expect(third.claims.sequence > second.claims.sequence)
        #expect(try make(at: 600 + 43_200, rows: Self.rows.dropLast()).isUnchanged == false)
    }

    @Test func `an age that some types have and is asked for is no change the next time`() throws {
        let definition = try workshop.definition(more: "types: [{id: a}, {id: b, age: 18}]\nask_age: true\n")
        func make() throws -> ManifestBuilder.Outcome {
            var source = TicketRows([TicketRow(code: Workshop.codes[0], type: "a")], name: "rows")
            let file = workshop.path("ages.usher")
            return try ManifestBuilder(
                definition: definition, key: workshop.organizer, previous: .anyIn(file), now: Workshop.now,
                acceptsGuessableCodes: true
            ).make(&source, to: file, keepsUnchanged: true)
        }
        #expect(try make().difference == nil)
        #expect(try make().isUnchanged)
    }

    @Test func `a file that is no list, or a list of another event or key, is not overwritten`() throws {
        let file = try workshop.write("no list", to: "gala.usher")
        var source = TicketRows(Self.rows, name: "rows")
        func builder(event: String = "gala", acceptingLoss: Bool = false) throws -> ManifestBuilder {
            ManifestBuilder(
                definition: try workshop.definition(id: event), key: workshop.organizer, previous: .anyIn(file),
                now: Workshop.now, acceptsGuessableCodes: true, acceptsLoss: acceptingLoss)
        }
        expect(.badPrevious) { _ = try builder().make(&source, to: file) }
        try FileManager.default.removeItem(at: file)
        _ = try workshop.manifest()
        expect(.lossNotAccepted) { _ = try builder(event: "gaia").make(&source, to: file) }
        _ = try workshop.manifest(key: SigningKey())
        expect(.lossNotAccepted) { _ = try builder().make(&source, to: file) }
        source = TicketRows(Self.rows, name: "rows")
        #expect(try builder(acceptingLoss: true).make(&source, to: file).difference == nil)
    }
}

/// Numbers of lists.
@Suite struct SequenceTests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private func build(
        at time: Timestamp = Workshop.now, sequence: Int64? = nil, event: String = "gala"
    ) throws -> Int64 {
        var source = TicketRows(Workshop.rows, name: "rows")
        return try ManifestBuilder(
            definition: workshop.definition(id: event), key: workshop.organizer, sequence: sequence, now: time,
            acceptsGuessableCodes: true, sequences: SequenceFile(nextToKey: workshop.path("organizer.key"))
        ).build(&source, to: workshop.path("list-\(UUID().uuidString).usher")).sequence
    }

    @Test func `lists built within one second have different numbers`() throws {
        let numbers = try (0..<3).map { _ in try build() }
        #expect(numbers == (0..<3).map { Workshop.now.seconds + $0 })
        #expect(try build(event: "ball") == Workshop.now.seconds)
    }

    @Test func `a clock that was put back gives no number again`() throws {
        let first = try build()
        #expect(try build(at: Workshop.now - .seconds(86_400)) == first + 1)
    }

    @Test func `a number that a person chose is taken as it is`() throws {
        #expect(try build(sequence: 7) == 7)
        #expect(try build() == Workshop.now.seconds)
    }

    @Test func `where the file cannot be kept, the time is the number`() throws {
        try FileManager.default.createDirectory(
            at: workshop.path("organizer.key.seq"), withIntermediateDirectories: false)
        #expect(try build() == Workshop.now.seconds)
    }
}
