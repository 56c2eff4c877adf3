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
