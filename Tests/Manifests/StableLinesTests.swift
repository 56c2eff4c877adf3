import Foundation
import GRDB
import Synchronization
import Testing
import Tickets

@testable import Manifests

/// A line is the same line in every list of the event: the code and the type, whatever rows come and go.
@Suite struct StableLinesTests {
    let workshop: Workshop
    private let code = Workshop.codes[0]

    init() throws {
        workshop = try Workshop()
    }

    private func list(_ types: [String], _ name: String = "gala.usher", at seconds: Int = 0) throws -> URL {
        try workshop.manifest(
            name, rows: types.map { TicketRow(code: code, type: $0) }, now: Workshop.now + .seconds(seconds))
    }

    private func numbers(_ installed: InstalledManifest) throws -> [String: Int] {
        let lines = try installed.lookUp(code)?.lines ?? []
        return Dictionary(uniqueKeysWithValues: lines.map { ($0.type.slug, $0.number) })
    }

    /// A list as it was built before lines had the numbers of their types, signed anew.
    private func counted(_ file: URL, sequence: Int64, numbers: [String: Int]) throws -> URL {
        try workshop.rewritten(file, sequence: sequence) { database in
            try database.execute(sql: "PRAGMA user_version = 0")
            for (slug, number) in numbers {
                try database.execute(
                    sql: "UPDATE ticket SET line = ? WHERE type = ?", arguments: [number, TicketType.number(of: slug)])
            }
        }
    }

    @Test func `a row that goes never gives its number to another type of the code`() throws {
        let store = try workshop.station()
        let both = try numbers(store.install(try list(["vip", "standard"]), now: Workshop.now))
        let one = try numbers(store.install(try list(["standard"], at: 1), now: Workshop.now))
        let swapped = try numbers(store.install(try list(["standard", "crew", "vip"], at: 2), now: Workshop.now))
        #expect(Set(both.values).count == 2)
        #expect(one["standard"] == both["standard"])
        #expect(swapped["standard"] == both["standard"])
        #expect(swapped["vip"] == both["vip"])
        #expect(both["vip"] == TicketType(id: 1, slug: "vip", name: "VIP").lineNumber)
    }

    @Test func `lists that count their lines keep what the list before gave, with --previous`() throws {
        let old = try counted(
            try list(["vip", "standard"]), sequence: Workshop.now.seconds + 1, numbers: ["vip": 0, "standard": 1])
        let other = Workshop.codes[1]
        let rows = ["standard", "crew"].map { TicketRow(code: code, type: $0) } + [TicketRow(code: other, type: "vip")]
        let new = try workshop.manifest("new.usher", rows: rows, previous: old)
        let store = try workshop.station()
        let before = try store.install(old, now: Workshop.now)
        #expect(!before.isNumberedByType)
        let installed = try store.install(new, now: Workshop.now)
        #expect(!installed.isNumberedByType)
        let now = try numbers(installed)
        #expect(now["standard"] == 1)
        #expect(now["crew"] == TicketType(id: 1, slug: "crew", name: "").lineNumber)
        // As a signed code without a row had it.
        #expect(try installed.lookUp(other)?.lines.map(\.number) == [0])
    }

    @Test func `a list with other numbers for tickets that have entered is refused`() throws {
        let memory = TestMemory()
        let store = try workshop.station(memory: memory)
        let old = try counted(
            try list(["vip", "standard"]), sequence: Workshop.now.seconds + 1, numbers: ["vip": 0, "standard": 1])
        let key = try store.install(old, now: Workshop.now).key(of: code)
        memory.passed.withLock { $0 = (["main"], [.init(key: key, number: 1)]) }
        let byType = try list(["vip", "standard"], "by-type.usher", at: 10)
        expect(.linesMoved) { _ = try store.install(byType, now: Workshop.now, acceptingLoss: true) }
        let moved = try counted(
            try list(["standard"], "moved.usher", at: 20), sequence: Workshop.now.seconds + 20, numbers: ["standard": 0]
        )
        expect(.linesMoved) { _ = try store.install(moved, now: Workshop.now, acceptingLoss: true) }
        memory.passed.withLock { $0 = ([], []) }
        #expect(try store.install(byType, now: Workshop.now).isNumberedByType)
    }

    @Test func `a signed code without a row is the line that its row would be`() throws {
        let byType = TicketType(id: TicketType.number(of: "vip"), slug: "vip", name: "VIP")
        let installed = try workshop.station().install(try list(["vip"]), now: Workshop.now)
        #expect(try installed.lookUp(code)?.lines.map(\.number) == [byType.lineNumber])
        #expect(installed.isNumberedByType)
    }

    @Test func `a line that has not the number of its type cannot be read`() throws {
        let file = try workshop.rewritten(try list(["vip"]), sequence: Workshop.now.seconds + 1) { database in
            try database.execute(sql: "UPDATE ticket SET line = 0")
        }
        let installed = try workshop.station().install(file, now: Workshop.now)
        expect(.badContent) { _ = try installed.lookUp(code) }
    }
}

/// Spellings of a type that people take for one.
@Suite struct TypeSpellingTests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    @Test(arguments: [
        ("VIP", "Vip"), ("VIP", "VIP\u{A0}"), ("VIP Gold", "VIPGold"), ("VIP Gold", "VIP\u{A0}Gold"),
        ("Straße", "STRASSE"), ("VIP", "\u{FF36}IP"), ("VIP", "V\u{200B}IP"),
        ("office", "o\u{FB03}ce"),
    ])
    func `types that differ only in case or white space are a fault that names both places`(
        first: String, second: String
    ) throws {
        let rows = [first, second].enumerated().map { TicketRow(code: Workshop.codes[$0], type: $1) }
        let error = #expect(throws: ManifestError.self) { _ = try workshop.manifest(rows: rows) }
        #expect(error?.code == .badTickets)
        #expect(error?.reason.contains("row 2: its type") == true)
        #expect(error?.reason.contains("of row 1") == true)
    }

    @Test func `a letter with an accent is the same, whichever way Unicode spells it`() throws {
        let rows = ["Caf\u{E9}", "Cafe\u{301}"].enumerated().map { TicketRow(code: Workshop.codes[$0], type: $1) }
        let installed = try workshop.station().install(
            try workshop.manifest(rows: rows.reversed()), now: Workshop.now)
        #expect(installed.plan.types.map(\.lineNumber) == [Int(TicketType.number(of: "Caf\u{E9}"))])
    }

    @Test func `types that differ in a letter, an accent or a dash are different`() throws {
        let types = ["Entree", "Entrée", "VIP", "V-I-P", "VIP 2"]
        let rows = types.enumerated().map { TicketRow(code: "\(Workshop.codes[0])\($0 + 10)", type: $1) }
        let installed = try workshop.station().install(try workshop.manifest(rows: rows), now: Workshop.now)
        #expect(installed.plan.types.count == types.count)
    }

    @Test func `ids of event.yaml that differ only in case are a fault`() throws {
        #expect(throws: (any Error).self) { try workshop.definition(more: "types: [{id: vip}, {id: VIP}]") }
        _ = try workshop.definition(more: "types: [{id: vip}, {id: standard}]")
    }

    @Test func `a type that is spelled otherwise than in the list before is refused`() throws {
        let old = try workshop.manifest(rows: [TicketRow(code: Workshop.codes[0], type: "VIP")])
        let rows = [TicketRow(code: Workshop.codes[0], type: "Vip")]
        expect(.lossNotAccepted) { _ = try workshop.manifest("new.usher", rows: rows, previous: old) }
        _ = try workshop.manifest("new.usher", rows: rows, previous: old, acceptsLoss: true)
    }
}
