import Foundation
import Publishing
import TestSupport
import Testing
import Tickets

/// tickets.csv after an import, and after the next one.
@Suite struct TicketTableTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func table(_ csv: String) throws -> TicketTable {
        TicketTable(try Files.reading(csv: csv))
    }

    private func earlier(_ csv: String) throws -> TicketTable {
        try TicketTable(contentsOf: folder.write(csv, to: "tickets.csv"))
    }

    private func text(_ table: TicketTable) -> [String] {
        String(decoding: table.csv, as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    @Test func `cells stay as they are, also where they begin like a formula`() throws {
        let written = try table("code;name\n-abc;\"Muster, \"\"Eva\"\"\"\n=1+1;@b\n")
        #expect(text(written) == ["code,holder", "-abc,\"Muster, \"\"Eva\"\"\"", "=1+1,@b"])
        #expect(try earlier(String(decoding: written.csv, as: UTF8.self)) == written)
    }

    @Test func `a row without a code keeps the one that it was given`() throws {
        var next = try table("ref,name,seat\n2,Eva Muster,A9\n1,Okello,A1\n3,Li,A3\n")
        let merge = try next.takeOver(earlier("code,ref,holder,notes\nc1,1,Okello,\nc2,2,Eva,hears badly\n"), in: "t")
        #expect(merge.keptCodes == 2 && merge.voided == [] && merge.gone == [])
        #expect(
            text(next) == [
                "code,ref,holder,seat,notes", "c2,2,Eva Muster,A9,hears badly", "c1,1,Okello,A1,", ",3,Li,A3,",
            ])
    }

    @Test func `several tickets of one order are told apart by the rest`() throws {
        var next = try table("ref,type,name\n7,VIP,Eva\n7,Standard,Eva\n7,Standard,Li\n")
        let merge = try next.takeOver(
            earlier("code,ref,type,holder\nc1,7,Standard,Li\nc2,7,VIP,Eva\nc3,7,Standard,Eva M\n"), in: "t")
        #expect(merge.keptCodes == 3)
        #expect(next.rows.compactMap { $0["code"] } == ["c2", "c3", "c1"])
    }

    @Test func `rows that are the same in all get the codes in their order`() throws {
        var next = try table("name,type\nOkello,Standard\nOkello,Standard\nLi,VIP\n")
        let merge = try next.takeOver(
            earlier("code,type,holder\nc1,Standard,Okello\nc2,Standard,Okello\nc3,VIP,Li\n"), in: "t")
        #expect(merge.keptCodes == 3)
        #expect(next.rows.compactMap { $0["code"] } == ["c1", "c2", "c3"])
    }

    @Test func `a ticket that is gone stays, voided`() throws {
        var next = try table("code,ref\nc1,1\n")
        let merge = try next.takeOver(
            earlier("code,ref,status\nc1,1,unpaid\nc2,2,\nc3,3,refunded\n,4,\n"), in: "t")
        #expect(merge.keptCodes == 0 && merge.voided == ["2"] && merge.gone == ["4"])
        #expect(
            text(next) == [
                "code,ref,status,notes", "c1,1,unpaid,", "c2,2,voided,not in the spreadsheet any more",
                "c3,3,refunded,",
            ])
    }

    /// Twenty tickets that were given out.
    private func twenty(_ change: (Int) -> String = { _ in "valid,1" }, of count: Int = 20) throws -> String {
        "code,ref,type,status,admits\n"
            + (0..<count).map { "c\($0),\($0),Standard,\(change($0))\n" }.joined()
    }

    private func merge(_ csv: String, event: String? = nil) throws -> TicketTable.Merge {
        var next = try table(csv)
        let definition = try event.map { try EventDefinition(yaml: $0, named: "event.yaml", folder: folder.url) }
        return try next.takeOver(earlier(twenty()), in: "t", event: definition)
    }

    @Test(arguments: ["refunded,1", "voided,1", "unpaid,1", "blocked,1", "unapproved,1", "revoked,1"])
    func `people who could enter and cannot any more are counted, whatever the file says of them`(cells: String) throws
    {
        #expect(try merge(twenty { $0 < 5 ? cells : "valid,1" }).needsConfirmation == false)
        let merge = try merge(twenty { $0 < 6 ? cells : "valid,1" })
        #expect(merge.needsConfirmation && merge.loss.lost == 6 && merge.loss.before == 20)
    }

    @Test func `rows that are gone, and an empty list, want a confirmation`() throws {
        #expect(try merge(twenty(of: 15)).needsConfirmation == false)
        #expect(try merge(twenty(of: 14)).loss.causes == [.gone: 6])
        #expect(try merge(twenty(of: 0)).isEmptied)
        var next = try table("code,ref\n")
        let few = try next.takeOver(earlier("code,ref\nc1,1\n"), in: "t")
        #expect(few.needsConfirmation && few.loss.lost == 1)
        var same = try table("code,ref\nc1,1\n")
        #expect(try same.takeOver(earlier("code,ref,status\nc1,1,\nc2,2,voided\n"), in: "t").loss.lost == 0)
    }

    @Test func `a shorter time and another list are a loss, by the event`() throws {
        let event = """
            id: gala
            name: Gala
            organizer: Gala Ltd
            timezone: Europe/Berlin
            doors_open: 2026-12-05 17:00
            starts: 2026-12-05 19:00
            types: [{id: Standard}, {id: Crew}]
            lists: [{id: main, types: [Standard]}, {id: back, types: [Crew]}]
            gates: [{id: A, list: main}, {id: B, list: back}]
            """
        let crew = twentyTypes { $0 < 7 ? "Crew" : "Standard" }
        #expect(try merge(crew, event: event).loss.causes == [.lists: 7])
        #expect(try merge(crew).loss.lost == 0)
        let late = "code,ref,type,not before\n" + (0..<20).map { "c\($0),\($0),Standard,2026-12-05 22:00\n" }.joined()
        #expect(try merge(late, event: event).loss.causes == [.window: 20])
    }

    private func twentyTypes(_ type: (Int) -> String) -> String {
        "code,ref,type\n" + (0..<20).map { "c\($0),\($0),\(type($0))\n" }.joined()
    }

    @Test func `another type is told as another right to enter`() throws {
        let merge = try merge(twentyTypes { $0 == 3 ? "VIP" : "Standard" })
        #expect(merge.retyped == ["3"] && merge.changed == ["3: type"])
        #expect(
            merge.notes.contains { $0.hasPrefix("1 with another type, which is another right to enter") },
            "\(merge.notes)")
    }

    @Test func `words and choices that were said are kept, and read again`() throws {
        let spreadsheet = folder.file("g.csv")
        var settings = ImportSettings()
        for value in ["Attendee status: On = Tour=valid", "RSVP: =voided"] { #expect(settings.mapValue(value) == nil) }
        for text in ["Event name=Winter Gala", "Event name=Gala = 2", "Day=Sat"] {
            #expect(settings.choose(text) == nil)
        }
        settings.encoding = "Windows-1250"
        _ = try settings.keep(beside: spreadsheet)
        #expect(try ImportSettings(keptBeside: spreadsheet) == settings)
        #expect(settings.only["Event name"] == ["Winter Gala", "Gala = 2"])
        for wrong in ["x", "a=valid", "a: b=vaild"] { #expect(settings.mapValue(wrong) != nil, "\(wrong)") }
        for wrong in ["x", "=a", "a="] { #expect(settings.choose(wrong) != nil, "\(wrong)") }
    }

    @Test(arguments: ["ref\n1\n", "code,nmae\nc1,Eva\n", "code,ref\nc1\n", "code,code\nc1,c1\n"])
    func `what is no tickets file is not replaced`(text: String) throws {
        #expect(throws: PublishingError.self) { try earlier(text) }
    }

    @Test func `what was said is kept, and read again`() throws {
        let spreadsheet = folder.file("Gäste \"2026\".xlsx")
        var settings = ImportSettings()
        #expect(try settings.keep(beside: spreadsheet) == nil)
        for map in ["Karten: \"Nr.\" #1=code", "Bemerkung=", "Tür=not_before"] { #expect(settings.map(map) == nil) }
        settings.sheet = "Gäste: alle"
        settings.dates = .monthFirst
        let file = try #require(try settings.keep(beside: spreadsheet))
        #expect(file.lastPathComponent == "Gäste \"2026\".xlsx.usher-map.yaml")
        #expect(try ImportSettings(keptBeside: spreadsheet) == settings)
        try folder.write("columns: {Name: nmae}\ndatse: day-first\n", to: file.lastPathComponent)
        let error = #expect(throws: (any Error).self) { try ImportSettings(keptBeside: spreadsheet) }
        #expect("\(String(describing: error))".contains("did you mean"))
    }

    @Test func `an event that is begun can be read, and one to fill in says what is missing`() throws {
        var draft = EventDraft()
        let missing = #expect(throws: (any Error).self) {
            try EventDefinition(yaml: draft.yaml, named: "e", folder: folder.url)
        }
        for key in ["name", "organizer", "timezone", "doors_open", "starts"] {
            #expect("\(missing!)".contains("\(key): is missing"))
        }
        draft.name = "Bal d'été: \"Nuit\" #1"
        draft.organizer = "Gala & Söhne"
        draft.timezone = "Africa/Kampala"
        draft.doorsOpen = EventDraft.time("05.12.2026 17:00")
        draft.starts = EventDraft.time("5 December 2026, 7 pm")
        #expect(draft.isComplete)
        let event = try EventDefinition(yaml: draft.yaml, named: "e", folder: folder.url).event
        #expect(event.id == "bal-d-e-te-nuit-1-2026")
        #expect(event.name == draft.name && event.starts == Timestamp(rfc3339: "2026-12-05T16:00:00Z"))
        #expect(EventDraft.isZone("Europe/Berlin") && !EventDraft.isZone("Berlin") && !EventDraft.isZone("EST"))
        #expect(EventDraft.time("05.12.2026") == nil)
        draft.name = "Winterball 2026"
        #expect(draft.yaml.contains("id: winterball-2026\n"))
        draft.name = "Gala 20261"
        #expect(draft.yaml.contains("id: gala-20261-2026\n"))
    }

    @Test(arguments: [
        ("Berlin", "Europe/Berlin"), ("new york", "America/New_York"), ("africa/kampala", "Africa/Kampala"),
        ("Europe/Berlin", "Europe/Berlin"), ("Deutschland", nil), ("EST", nil), ("", nil),
    ])
    func `a city stands for its time zone`(text: String, zone: String?) {
        #expect(EventDraft.zone(text) == zone)
    }
}
