import Foundation
import GRDB
import Testing
import Tickets

@testable import Manifests
@testable import Publishing

/// Rules of admission lists, from event.yaml to the station.
@Suite struct EntryRuleListTests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private static let onceADay = "lists: [{id: main, rules: {once: a day}}]"

    private func definition(_ more: String, outline: EventOutline = EventOutline()) throws -> EventDefinition {
        let yaml = """
            id: gala
            name: Winter Gala
            organizer: Gala Ltd
            timezone: Africa/Kampala
            doors_open: 2026-12-05 17:00
            starts: 2026-12-05 19:00

            """
        return try EventDefinition(
            yaml: yaml + more, named: "event.yaml", folder: workshop.folder, outline: outline)
    }

    @Test func `event.yaml says rules in plain words`() throws {
        let rules = "{once: a day, entries: 3, wait: 4h after the last entry, only: [weekdays 10:00-16:00, sat]}"
        let list = try #require(
            try definition("lists: [{id: main, rules: \(rules)}]").plan(ticketTypes: []).lists.first)
        let spans = ["weekdays 10:00-16:00", "sat"].compactMap { PlainRule.Span($0) }
        #expect(
            list.rule
                == (try EntryRule([.onceADay, .entries(3), .wait(minutes: 240), .only(spans)])))
        #expect(list.reentry == .unlimited)
    }

    @Test(arguments: [
        ("{only: sat}", Reentry.none, true), ("{once: a day}, reentry: after_exit", .afterExit, true),
        ("{wait: 30m}", .unlimited, true), ("{}", .none, false),
    ])
    func `a list with rules about entries lets in again`(rules: String, reentry: Reentry, hasRule: Bool) throws {
        let list = try definition("lists: [{id: main, rules: \(rules)}]").plan(ticketTypes: []).lists.first
        #expect(list?.reentry == reentry && (list?.rule != nil) == hasRule)
    }

    @Test(arguments: [
        ("{once: a week}", "once: must be \"a day\", not \"a week\""),
        ("{entries: 0}", "entries: must be a whole number"),
        (
            "{wait: 90s}",
            "wait: must be a time span of whole minutes after the last entry, like 90m or 4h, up to 365d, not \"90s\""
        ),
        ("{wait: 366d}", "wait: must be a time span of whole minutes after the last entry, like 90m or 4h, up to 365d"),
        ("{only: noon}", "only: must be days and hours like"),
        ("{only: [sat, noon]}", "only[1]: must be days and hours like"),
        ("{only: []}", "only: is empty"), ("{onse: a day}", "onse: no such key, did you mean \"once\"?"),
    ])
    func `a rule that cannot be read is a fault`(rules: String, fault: String) throws {
        let faults = try #require(
            #expect(throws: YAMLFaultsOf.self) {
                do {
                    _ = try definition("lists: [{id: main, rules: \(rules)}]")
                } catch {
                    throw YAMLFaultsOf(text: "\(error)")
                }
            })
        #expect(faults.text.contains("lists[0].rules.\(fault)"), "\(faults.text)")
    }

    @Test func `rules that are too large are a fault, and not left out`() throws {
        let spans = (0..<200).map { "\"weekdays 10:00-16:\($0 % 50 + 10)\"" }.joined(separator: ", ")
        #expect(throws: (any Error).self) { try definition("lists: [{id: main, rules: {only: [\(spans)]}}]") }
    }

    private struct YAMLFaultsOf: Error {
        let text: String
    }

    @Test func `a list of event.yaml keeps the server's rule, unless it has its own`() throws {
        let rule = try EntryRule([.entries(2)])
        let outline = EventOutline(
            lists: [.init(slug: "12", name: "Hall", reentry: .none, rule: rule)], gateNumbers: ["north": 3])
        let kept = try definition("lists: [{id: \"12\"}]\ngates: [{id: north}]", outline: outline).plan(ticketTypes: [])
        #expect(kept.lists.first?.rule == rule && kept.gates.first?.number == 3)
        let own = try definition("lists: [{id: \"12\", rules: {entries: 3}}]", outline: outline).plan(ticketTypes: [])
        #expect(own.lists.first?.rule == (try EntryRule([.entries(3)])))
    }

    @Test(arguments: [("", Timestamp?.some(.latest)), ("ends: 2026-12-06 02:00", nil)])
    func `a server without windows has none, unless event.yaml says when`(more: String, closes: Timestamp?) throws {
        // doors_open is in the file.
        let outline = EventOutline(ends: Timestamp(rfc3339: "2026-12-06T00:00:00Z"), openEnds: [.start, .end])
        let definition = try definition(more, outline: outline)
        #expect(definition.openEnds == (closes == nil ? [] : [.end]))
        #expect(definition.windowNotes.count == (closes == nil ? 0 : 1))
        let file = try workshop.manifest(definition: definition, rows: Self.rows)
        let installed = try workshop.station().install(file, now: Workshop.now)
        let line = try #require(try installed.lookUp(Workshop.codes[0])?.lines.first)
        #expect(line.notBefore == definition.event.doorsOpen && installed.plan.opens(nil) == line.notBefore)
        #expect(installed.plan.closes(nil) == closes ?? definition.event.ends)
        #expect(line.notAfter.seconds == installed.plan.closes(nil).seconds)
    }

    @Test func `what changed in a rule is told in words, and what went with it`() throws {
        func list(_ lists: String, _ name: String, _ sequence: Int64) throws -> URL {
            try workshop.manifest(name, definition: try definition(lists), rows: Self.rows, sequence: sequence)
        }
        let old = try list(Self.onceADay, "old.usher", 1)
        let other = try list("lists: [{id: main, rules: {entries: 3}}]", "other.usher", 2)
        let change = try ManifestDifference(from: old, to: other, now: Workshop.now)
        #expect(change.summary.hasSuffix(", rules") && change.notes.isEmpty)
        #expect(
            change.rules == [
                .init(
                    list: "main", before: ["all of", "  entries today < 1"], after: ["all of", "  entries < 3"])
            ])
        let gone = try ManifestDifference(
            from: old, to: try list("lists: [{id: main}]", "gone.usher", 3), now: Workshop.now)
        #expect(gone.rules.map(\.after) == [[]])
        #expect(
            gone.notes == [
                "List main: it has no rules any more, and its re-entry is none now, not unlimited. To keep that, give "
                    + "reentry in event.yaml."
            ])
        let kept = try list("lists: [{id: main, reentry: unlimited}]", "kept.usher", 4)
        #expect(try ManifestDifference(from: old, to: kept, now: Workshop.now).notes.isEmpty)
        #expect(try ManifestDifference(from: old, to: old, now: Workshop.now).rules.isEmpty)
    }

    // MARK: - In a list

    private static let times = [-7200, -3600, -3600].map { Workshop.now + .seconds($0) }
    private static let rows = [
        TicketRow(
            code: Workshop.codes[0], admits: 3,
            used: [.init(list: "main", ins: 3, firstAt: times[0], lastAt: times[2], entries: times)]),
        TicketRow(code: Workshop.codes[1]),
    ]

    @Test func `a station gets the rule, the gates' numbers, and when people entered`() throws {
        let outline = EventOutline(gateNumbers: ["main": 5])
        let definition = try definition(Self.onceADay + "\ngates: [{id: main}]", outline: outline)
        let file = try workshop.manifest(definition: definition, rows: Self.rows)
        let installed = try workshop.station().install(file, now: Workshop.now)
        #expect(installed.plan.lists.first?.rule == (try EntryRule([.onceADay])))
        #expect(installed.plan.gates.first?.number == 5)
        #expect(try installed.lookUp(Workshop.codes[0])?.used.first?.entries == Self.times)
        #expect(try installed.lookUp(Workshop.codes[1])?.used.isEmpty == true)
    }

    @Test func `of people who were counted without times, one was first and the others last, or nobody knows`() throws {
        let rows = [
            TicketRow(
                code: Workshop.codes[0], admits: 3,
                used: [.init(list: "main", ins: 3, firstAt: Self.times[0], lastAt: Self.times[2])]),
            TicketRow(code: Workshop.codes[1], admits: 3, used: [.init(list: "main", ins: 3)]),
        ]
        let file = try workshop.manifest(definition: try definition(Self.onceADay), rows: rows)
        let installed = try workshop.station().install(file, now: Workshop.now)
        func entries(_ code: String) throws -> [Timestamp]? {
            try installed.lookUp(code)?.used.first.map {
                History(listed: ListedHistory($0, issued: Workshop.now), passages: []).entries
            }
        }
        // The list has whole seconds: it was somewhere in the last one.
        let (first, last) = (Self.times[0], Self.times[2] + .milliseconds(999))
        #expect(try entries(Workshop.codes[0]) == [first, last, last])
        #expect(try entries(Workshop.codes[1]) == [.earliest, .earliest, .earliest])
    }

    @Test func `a list without rules has no table of entries`() throws {
        let file = try workshop.manifest(definition: try definition(""), rows: Self.rows)
        let installed = try workshop.station().install(file, now: Workshop.now)
        #expect(try installed.lookUp(Workshop.codes[0])?.used.first?.entries == [])
        #expect(try installed.lookUp(Workshop.codes[0])?.used.first?.history.ins == 3)
    }

    @Test(arguments: [
        "UPDATE entered SET count = 0", "UPDATE entered SET count = 9000000000", "UPDATE entered SET line = -1 << 40",
    ])
    func `entries that make no sense are an error and no verdict`(sql: String) throws {
        let file = try workshop.manifest(definition: try definition(Self.onceADay), rows: Self.rows)
        let changed = try workshop.rewritten(file, sequence: 1_796_126_401) { try $0.execute(sql: sql) }
        let installed = try workshop.station().install(changed, now: Workshop.now)
        expect(.badContent) { _ = try installed.lookUp(Workshop.codes[0]) }
    }

    @Test func `changes lead from one list with rules to the next`() throws {
        let definition = try definition(Self.onceADay)
        var rows = (0..<300).map { TicketRow(code: "\(Workshop.codes[0])\($0)", used: Self.rows[0].used) }
        let old = try workshop.whole(workshop.manifest("old.usher", definition: definition, rows: rows, sequence: 1))
        let later = Workshop.now - .seconds(60)
        rows[7].used = [
            .init(list: "main", ins: 4, firstAt: Self.times[0], lastAt: later, entries: Self.times + [later])
        ]
        let new = try workshop.whole(workshop.manifest("new.usher", definition: definition, rows: rows, sequence: 2))
        let changes = try #require(try ListChanges.between(old.body, new.body))
        #expect(changes.byteCount < 400)
        let expected = try Workshop.parts(of: new.file).body
        #expect(try workshop.applied(changes, to: old, for: new) == expected)
    }

    @Test func `no changes lead from a list without rules to one with them`() throws {
        let old = try workshop.whole(
            workshop.manifest("old.usher", definition: try definition(""), rows: Self.rows, sequence: 1))
        let new = try workshop.whole(
            workshop.manifest("new.usher", definition: try definition(Self.onceADay), rows: Self.rows, sequence: 2))
        #expect(try ListChanges.between(old.body, new.body) == nil)
        #expect(try ListChanges.between(new.body, old.body) == nil)
    }

    @Test func `changes of a table that a list does not have lead nowhere, and do no harm`() throws {
        let definition = try definition(Self.onceADay)
        let first = try workshop.whole(
            workshop.manifest("a.usher", definition: definition, rows: [Self.rows[1]], sequence: 1))
        let second = try workshop.whole(
            workshop.manifest("b.usher", definition: definition, rows: Self.rows, sequence: 2))
        let plain = try workshop.whole(
            workshop.manifest("c.usher", definition: try self.definition(""), rows: [Self.rows[1]], sequence: 3))
        let changes = try #require(try ListChanges.between(first.body, second.body))
        let expected = try Workshop.parts(of: second.file).body
        #expect((try? workshop.applied(changes, to: plain, for: second)) != expected)
    }
}
