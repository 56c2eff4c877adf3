import Foundation
import GRDB
import TestSupport
import Testing
import Tickets

@testable import Manifests
@testable import Publishing

/// Lists of a series: its dates, and which of them a ticket and an admission list are for.
@Suite struct SeriesListTests {
    static let dates = [
        EventDate(
            id: 17, name: "Guided tour", starts: time("2026-12-05T11:20:00Z"), ends: time("2026-12-05T11:40:00Z"),
            admission: time("2026-12-05T11:10:00Z")),
        EventDate(id: 18, name: "Guided tour", starts: time("2026-12-05T11:40:00Z")),
    ]
    private static let rows = [
        TicketRow(code: Workshop.codes[0], type: "vip", date: 17),
        TicketRow(code: Workshop.codes[1], type: "vip", notBefore: .earliest, notAfter: .latest, date: 18),
    ]
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private func outline(_ dates: [EventDate] = dates, keys: [VerificationKey] = []) -> EventOutline {
        EventOutline(
            openEnds: [.start, .end],
            lists: [
                .init(slug: "all", name: "All", reentry: .none),
                .init(slug: "first", name: "First", reentry: .none, date: 17),
            ],
            gates: [Gate(slug: "all", name: "All", list: "all"), Gate(slug: "first", name: "First", list: "first")],
            ticketKeys: keys, dates: dates)
    }

    /// The times of the file are those of the series; without them, tickets have no limit.
    private func definition(
        id: String = "gala", _ more: String = "", _ outline: EventOutline? = nil
    ) throws -> EventDefinition {
        var outline = outline ?? self.outline()
        (outline.doorsOpen, outline.starts, outline.ends) = (
            time("2026-12-05T11:10:00Z"), time("2026-12-05T11:20:00Z"), time("2026-12-05T23:40:00Z")
        )
        return try EventDefinition(
            yaml: "id: \(id)\nname: Museum\norganizer: Museum\ntimezone: UTC\n\(more)", named: "event.yaml",
            folder: workshop.folder, outline: outline)
    }

    private func installed(_ more: String = "", rows: [TicketRow] = rows) throws -> InstalledManifest {
        try workshop.station().install(
            try workshop.manifest(definition: definition(more), rows: rows), now: Workshop.now)
    }

    private static let slots = "slots: {early: 15m, late: 30m}"

    @Test func `a line comes with its date, and an admission list with the only one it is for`() throws {
        let list = try installed()
        #expect(list.plan.dates == [17: Self.dates[0], 18: Self.dates[1]] && list.plan.slots == nil)
        #expect(list.plan.lists.map(\.date) == [nil, 17])
        let line = try #require(try list.lookUp(Workshop.codes[0])?.lines.first)
        #expect(line.date == Self.dates[0] && line.notBefore == .earliest)
        #expect(line.notAfter.seconds == Timestamp.latest.seconds)
        let inspection = try ManifestInspection(of: workshop.path("gala.usher"), keys: [])
        #expect(inspection.bodyFault == nil && inspection.plan?.dates.count == 2)
    }

    @Test func `a slot is the time of the tickets that have none of their own`() throws {
        let list = try installed(Self.slots)
        #expect(list.plan.slots == SlotTolerance(early: .seconds(900), late: .seconds(1800)))
        let line = try #require(try list.lookUp(Workshop.codes[0])?.lines.first)
        #expect(line.notBefore == time("2026-12-05T10:55:00Z") && line.notAfter == time("2026-12-05T11:50:00Z"))
        let own = try #require(try list.lookUp(Workshop.codes[1])?.lines.first)
        #expect(own.notBefore == .earliest && own.notAfter.seconds == Timestamp.latest.seconds)
    }

    @Test func `found without its code, a ticket has its date, too`() throws {
        let list = try installed(rows: [TicketRow(code: Workshop.codes[0], reference: "A-1", type: "vip", date: 18)])
        #expect(try list.find(reference: "A-1").map(\.line.date) == [Self.dates[1]])
        #expect(try list.find(#require(ReferenceQuery("a1")), limit: 2).map(\.line.date) == [Self.dates[1]])
    }

    @Test(arguments: [
        ("slots: {early: 15m}", "slots.late: is missing"), ("slots: {late: 10s}", "slots.late: must be a time span"),
        ("slots: {late: 1h, early: 99d}", "slots.early: must be"), ("slots: {late: 1h, erly: 1m}", "erly: no such key"),
    ])
    func `slots that cannot be read are a fault`(yaml: String, fault: String) throws {
        let error = #expect(throws: (any Error).self) { try definition(yaml) }
        #expect("\(try #require(error))".contains(fault), "\(String(describing: error))")
    }

    @Test func `slots of an event without dates are a fault`() {
        let error = #expect(throws: (any Error).self) { try workshop.definition(more: Self.slots) }
        #expect(error.map { "\($0)".contains("the event is not a series of dates") } == true)
    }

    @Test func `who is let in at any time is told, and that slots can limit it`() throws {
        #expect(try definition().windowNotes.first?.contains("slots limits them") == true)
        #expect(try definition(Self.slots).windowNotes.isEmpty)
    }

    @Test func `a ticket of an unknown date is a fault of its row`() {
        for (date, rows) in [(19, "ticket A-1")] {
            let row = TicketRow(code: Workshop.codes[0], reference: "A-1", type: "vip", date: Int64(date))
            let error = #expect(throws: ManifestError.self) {
                try workshop.manifest(definition: definition(), rows: [row])
            }
            #expect(error?.reason.contains("\(rows): it is for a date that is not one of the event") == true)
        }
    }

    @Test func `more lists than a station reads are refused with what to do`() throws {
        var outline = outline()
        outline.lists = (0...100).map { .init(slug: "\($0)", name: "Date", reentry: .none, date: 17) }
        outline.gates = nil
        let definition = try definition("gates: [{id: A, list: \"0\"}]", outline)
        let error = #expect(throws: ManifestError.self) { try workshop.manifest(definition: definition) }
        #expect(error?.hint?.contains("only_lists") == true)
    }

    // MARK: - The format

    /// A list of the series with another claim `dates`.
    private func resigned(_ old: String, _ new: String) throws -> URL {
        let list = try workshop.manifest(definition: definition(Self.slots), rows: Self.rows)
        return try workshop.resigned(list, replacing: old, with: new)
    }

    private static let claim = #""dates":{"lists":{"first":17},"early":900,"late":1800}"#

    @Test(arguments: [
        #""dates":{"lists":{"first":17},"early":900,"late":1800,"middle":5}"#, #""dates":{"early":900}"#,
        #""dates":{"early":900,"late":0}"#, #""dates":{"early":-1,"late":1800}"#, #""dates":{"lists":{"a/b":17}}"#,
    ])
    func `a claim that is not as the format says is refused`(claim: String) throws {
        let file = try resigned(Self.claim, claim)
        expect(.malformed) { _ = try workshop.station().install(file, now: Workshop.now) }
    }

    @Test func `dates without their claim, or a claim without them, are refused`() throws {
        let silent = try resigned("," + Self.claim, "")
        expect(.badContent) { _ = try workshop.station().install(silent, now: Workshop.now) }
        let file = try workshop.manifest(definition: definition(), rows: Self.rows)
        let bare = try workshop.rewritten(file, sequence: Workshop.now.seconds + 1) { database in
            try database.execute(sql: "DROP TABLE ticket_date; DROP TABLE date")
        }
        expect(.badContent) { _ = try workshop.station().install(bare, now: Workshop.now) }
    }

    @Test func `a line whose date is not in the list is no ticket`() throws {
        let file = try workshop.manifest(definition: definition(), rows: Self.rows)
        let changed = try workshop.rewritten(file, sequence: Workshop.now.seconds + 1) { database in
            try database.execute(sql: "UPDATE ticket_date SET date = 99 WHERE date = 17")
        }
        let list = try workshop.station().install(changed, now: Workshop.now)
        expect(.badContent) { _ = try list.lookUp(Workshop.codes[0]) }
        #expect(try list.lookUp(Workshop.codes[1])?.lines.count == 1)
    }

    @Test func `another date of a ticket, and another time of a date, are differences`() throws {
        let before = try workshop.manifest("1.usher", definition: definition(), rows: Self.rows, sequence: 1)
        var rows = Self.rows
        rows[0].date = 18
        let moved = try workshop.manifest("2.usher", definition: definition(), rows: rows, sequence: 2)
        let difference = try ManifestDifference(from: before, to: moved, now: Workshop.now)
        #expect(difference.otherwiseChanged == 1 && difference.plan.isEmpty)
        let later = EventDate(id: 18, name: "Guided tour", starts: time("2026-12-05T12:00:00Z"))
        let delayed = try workshop.manifest(
            "3.usher", definition: definition("", outline([Self.dates[0], later])), rows: Self.rows, sequence: 3)
        #expect(try ManifestDifference(from: before, to: delayed, now: Workshop.now).plan == ["dates"])
    }

    @Test func `changes lead from one list of a series to the next, and not to one without dates`() throws {
        var office = BoxOffice(seed: 7, count: 400)
        func whole(_ name: String, _ sequence: Int64, _ dates: [EventDate], more: String = "") throws -> WholeList {
            try workshop.whole(
                workshop.list(
                    office.rows.dated(dates), name, sequence: sequence, more: more, outline: EventOutline(dates: dates))
            )
        }
        for (number, rules) in ["", "lists: [{id: main, rules: {once: a day}}]"].enumerated() {
            let old = try whole("old\(number).usher", 1, Self.dates, more: rules)
            office.sell()
            // Another order of dates, and one more: most tickets have another one now.
            let dates = [EventDate(id: 19, name: "Late", starts: time("2026-12-05T12:00:00Z"))] + Self.dates
            let new = try whole("new\(number).usher", 2, dates, more: rules)
            let changes = try #require(try ListChanges.between(old.body, new.body))
            #expect(try workshop.applied(changes, to: old, for: new) == Workshop.parts(of: new.file).body)
            #expect(try ListChanges.between(old.body, whole("bare\(number).usher", 4, [], more: rules).body) == nil)
        }
    }

    // MARK: - Two lists of a series

    @Test func `lists of different dates may share the key of signed codes, and no others`() throws {
        let key = SigningKey().verificationKey
        func list(_ id: String, _ dates: [EventDate]) throws -> URL {
            try workshop.manifest(
                "\(id).usher", definition: definition(id: id, "", outline(dates, keys: [key])),
                rows: [TicketRow(code: Workshop.codes[0], type: "vip", date: dates[0].id)])
        }
        let station = try workshop.station()
        try station.install(list("first", [Self.dates[0]]), now: Workshop.now)
        try station.install(list("second", [Self.dates[1]]), now: Workshop.now)
        let both = try list("both", Self.dates)
        expect(.ticketKeyTaken) { try station.install(both, now: Workshop.now) }
        var plain = outline([], keys: [key])
        plain.lists = nil
        plain.gates = nil
        let bare = try workshop.manifest("bare.usher", definition: definition(id: "bare", "", plain))
        expect(.ticketKeyTaken) { try station.install(bare, now: Workshop.now) }
        #expect(try workshop.station().installed.map(\.claims.event.id) == ["first", "second"])
    }

    // MARK: - At full size

    @Test func `a year of slots is a list like any other`() throws {
        let start = time("2027-01-01T06:00:00Z")
        let dates = (0..<7300).map { (number: Int) -> EventDate in
            EventDate(
                id: Int64(number + 1), name: "Museum",
                starts: start + .seconds(number / 20 * 86_400 + number % 20 * 1200))
        }
        var office = BoxOffice(seed: 3, count: 50_000)
        for index in office.rows.indices { office.rows[index].date = Int64(index * 7 % 7300 + 1) }
        let outline = outline(dates)
        let file = try workshop.manifest(
            "year.usher",
            definition: definition("expires: 2028-01-10 00:00\nends: 2028-01-01 00:00\n" + Self.slots, outline),
            rows: office.rows)
        let list = try workshop.station().install(file, now: Workshop.now)
        #expect(list.plan.dates.count == 7300)
        for row in office.rows.prefix(500) {
            let line = try #require(try list.lookUp(row.code)?.lines.first)
            let date = try #require(dates.first { $0.id == row.date })
            #expect(line.date == date && line.notAfter == date.starts + .seconds(1800))
        }
    }
}
