import Foundation
import Publishing
import Testing
import Tickets

/// Rows and cells of a list, as tickets or as faults.
@Suite struct ReadingTests {
    private static let code = "wk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl"
    private static let event = """
        id: gala
        name: Gala
        organizer: Gala Ltd
        timezone: Europe/Berlin
        doors_open: 2026-12-05 17:00
        starts: 2026-12-05 19:00
        types: [{id: standard, name: Standard}, {id: vip, name: VIP}]
        """

    private func values(_ column: String, header: String, _ texts: [String]) throws -> [String] {
        let rows = texts.enumerated().map { "c\($0)\(Self.code);\"\($1)\"" }
        let reading = try Files.reading(csv: "code;\(header)\n" + rows.joined(separator: "\n"))
        return reading.tickets.map { $0.cells[column] ?? (reading.faults.isEmpty ? "" : "?") }
    }

    @Test(arguments: ["3+1", "trois", "1 ou 2"])
    func `one cell that is no number does not make "Nombre" a name`(text: String) throws {
        let reading = try Files.reading(
            csv: "Prénom;Nom;Nombre\nÈve;Dupré;2\nLi;Œuvre;\(text)\nZoé;Noël;4\nIdris;Adam;1\n")
        #expect(reading.tickets.first?.cells["admits"] == "2")
        #expect(reading.faults.contains { "\($0)".contains("C3") && "\($0)".contains(text) }, "\(reading.faults)")
    }

    @Test(arguments: ["Nombre de places", "Nb places", "Nb. de personnes", "Anzahl Karten", "Party size"])
    func `how many a ticket is for is known by more names`(header: String) throws {
        #expect(try values("admits", header: header, ["3"]) == ["3"])
    }

    @Test func `times are read as people write them`() throws {
        let texts = [
            "05.12.2026 19:00", "5.12.26 19.00 Uhr", "2026-12-05T19:00:30", "2026-12-05 19:00", "2026/12/5 7 pm",
            "25/12/2026 19h30", "Sa, 05.12.2026, 19:00", "5. Dezember 2026, 19 Uhr", "December 5, 2026 7:30 p.m.",
            "5 de diciembre de 2026 a las 19:00", "samedi 5 décembre 2026 à 19h", "5 Desemba 2026 19:00",
            "2026-12-05T16:00:00Z", "46361,79166667", "Sat 5 Dec 2026 12:00 AM",
        ]
        #expect(
            try values("not_before", header: "Gültig ab", texts) == [
                "2026-12-05 19:00", "2026-12-05 19:00", "2026-12-05 19:00:30", "2026-12-05 19:00", "2026-12-05 19:00",
                "2026-12-25 19:30", "2026-12-05 19:00", "2026-12-05 19:00", "2026-12-05 19:30", "2026-12-05 19:00",
                "2026-12-05 19:00", "2026-12-05 19:00", "2026-12-05T16:00:00Z", "2026-12-05 19:00", "2026-12-05 00:00",
            ])
    }

    @Test(arguments: [
        "31.11.2026 19:00", "2026-13-05 19:00", "05.12.2026", "05.12.2026 25:00", "5.12.2026 19", "19:00", "tomorrow",
        "5/12/2026 19:00", "13 pm 5.12.2026", "5. Dezembre 2026 19:00", "05.12.2026 13:00 pm",
    ])
    func `what is no time, or two, is a fault`(text: String) throws {
        #expect(try values("not_before", header: "valid from", [text]) == ["?"])
    }

    @Test(arguments: [
        ("2026-12-25T19:00:00+0300", "2026-12-25T19:00:00+03:00"),
        ("2026-12-25T19:00:00.000+0300", "2026-12-25T19:00:00+03:00"),
        ("2026-12-25 22:00:00 UTC", "2026-12-25T22:00:00Z"), ("2026-12-25 22:00 UTC", "2026-12-25T22:00:00Z"),
        ("2026-12-25 22:00 GMT+3", "2026-12-25T22:00:00+03:00"),
        ("25.12.2026 22:00 UTC-05:30", "2026-12-25T22:00:00-05:30"),
        ("Fri Dec 25 2026 19:00:00 GMT+0300 (East Africa Time)", "2026-12-25T19:00:00+03:00"),
        ("Fri, 25 Dec 2026 16:00:00 GMT", "2026-12-25T16:00:00Z"),
        ("Fri, 25 Dec 2026 16:00:00 +0000", "2026-12-25T16:00:00+00:00"),
        ("2026-12-25 24:00", "2026-12-26 00:00"), ("31.12.2026 24:00", "2027-01-01 00:00"),
        ("2026-12-25T24:00:00", "2026-12-26 00:00"),
        ("٢٠٢٦-١٢-٢٥ ١٩:٠٠", "2026-12-25 19:00"), ("25 grudnia 2026 19:00", "2026-12-25 19:00"),
        ("25 dicembre 2026 19:00", "2026-12-25 19:00"),
    ])
    func `times with an offset, and the end of a day, are read`(text: String, expected: String) throws {
        #expect(try values("not_after", header: "valid until", [text]) == [expected])
    }

    @Test(arguments: [
        "2026-12-05 19:00-22:00", "2026-12-05 24:30", "2026-12-05 19:00 EST", "2026-12-05 19:00 GMT+99",
        "2026-12-05 UTC",
    ])
    func `a time span and a zone that is no offset are no time`(text: String) throws {
        #expect(try values("not_after", header: "valid until", [text]) == ["?"])
    }

    @Test func `one date with a day above 12 tells how all are written`() throws {
        let read = try values("not_after", header: "valid until", ["5/12/2026 19:00", "12/13/2026 19:00"])
        #expect(read == ["2026-05-12 19:00", "2026-12-13 19:00"])
        #expect(
            try values("not_after", header: "valid until", ["13/12/2026 19:00", "12/13/2026 19:00", "1/2/2026 9:00"])
                == ["2026-12-13 19:00", "2026-12-13 19:00", "?"])
    }

    @Test func `yes and no, and words for a status, are read in five languages`() throws {
        let yes = ["yes", "Ja", "sí", "oui", "ndiyo", "x", "1", "TRUE", "✓", "03.11.2026", "Bezahlt"]
        #expect(try Set(values("status", header: "Bezahlt", yes)) == ["valid"])
        #expect(
            try Set(values("status", header: "Payé", ["no", "nein", "non", "hapana", "0", "falso", ""])) == ["unpaid"])
        #expect(
            try values(
                "status", header: "Statut",
                ["Confirmé", "storniert", "reembolsado", "imezuiwa", "offen", "revoked", "maybe"])
                == ["valid", "voided", "refunded", "blocked", "unpaid", "revoked", "?"])
    }

    @Test func `numbers of people are whole`() throws {
        #expect(try values("admits", header: "Anzahl", ["4", "4.0", "4,00", "1000"]) == ["4", "4", "4", "1000"])
        #expect(
            try values("admits", header: "Anzahl", ["2,5", "0", "1001", "many", "-1"]) == ["?", "?", "?", "?", "?"])
    }

    @Test(arguments: [
        ("Name,Vorname", "last_name first_name"), ("Name,Surname", "first_name last_name"),
        ("Name,Seat", "holder seat"),
        ("Nombre,Apellidos", "first_name last_name"), ("Nom,Prénom", "last_name first_name"),
        ("Jina,Kiti", "holder seat"),
        ("Order no.,ID", "ref -"), ("Kartennummer,Nr.", "- -"), ("E-Mail,Preis", "email price"),
        ("Ticket_Type,SEAT", "type seat"),
        ("not_before,not_after", "not_before not_after"), ("Vor- und Nachname,Hinweis", "holder attention"),
    ])
    func `a column is what its name and the others say`(header: String, expected: String) throws {
        let reading = try Files.reading(csv: "code,\(header)\n\(Self.code),a,b\n")
        let fields = reading.table.columns.dropFirst().map { $0.field?.rawValue ?? "-" }.joined(separator: " ")
        #expect(fields == expected)
    }

    @Test func `a number in a column called nombre is one of people`() throws {
        #expect(try Files.reading(csv: "code,Nombre\na,2\nb,3\n").table.columns[1].field == .admits)
        #expect(try Files.reading(csv: "code,Nombre\na,Eva\nb,3\n").table.columns[1].field == .holder)
    }

    @Test func `what a person says comes before what a name says`() throws {
        let text = "Kartennummer;Name;Bemerkung;;Tisch=3\n\(Self.code);Eva;x;A1;y\n"
        let reading = try Files.reading(
            csv: text, maps: ["kartennummer=code", "Bemerkung=", "D=seat", "Tisch=3=attention"])
        #expect(reading.faults == [])
        #expect(
            reading.tickets.first?.cells == ["code": Self.code, "holder": "Eva", "seat": "A1", "attention": "y"])
        for (map, words) in [("Gone=code", "there is no column"), ("Name=code", "are both read as code")] {
            let error = #expect(throws: PublishingError.self) {
                try Files.reading(csv: text, maps: ["Kartennummer=code", map])
            }
            #expect(error?.description.contains(words) == true, "\(String(describing: error))")
        }
        var settings = ImportSettings()
        #expect(settings.map("Name") != nil && settings.map("=code") != nil && settings.map("Name=nmae") != nil)
        #expect(settings.columns.isEmpty)
    }

    @Test func `rows that are no tickets are named, and none is lost`() throws {
        let reading = try Files.reading(
            csv: """
                Guests of the gala

                code,name,seats,people
                a\(Self.code),Eva,1,2
                code,name,seats,people
                ,,7,
                b\(Self.code),Total Eclipse Band,1,3
                Zwischensumme,,,5
                c\(Self.code),Amina,1,
                "Total:",,,5
                printed on 1 December,,,
                """)
        #expect(reading.tickets.map(\.row) == [4, 7, 9])
        #expect(
            reading.leftOut.map { "\($0.row) \($0.reason)" } == [
                "5 the names of the columns again", "6 nothing in the columns that are read",
                "8 totals (\"Zwischensumme\")", "10 totals (\"Total:\")", "11 nothing but \"printed on 1 December\"",
            ])
        #expect(reading.rowCount == 8 && reading.rightTicketCount == 3 && reading.faultyRowCount == 0)
        let codes = try Files.reading(csv: "code\na\(Self.code)\nprinted on 1 December\n")
        #expect(codes.faults == ["A3: is the only text in its row, and not a code: delete it if it is a remark"])
    }

    @Test(arguments: [
        "Summe Gäste", "Total Personen", "Gesamtsumme Gäste", "Grand total", "Gran total", "Jumla ya watu", "Totaux :",
        "GESAMT 2026", "Sum",
    ])
    func `what begins like a total is one, and not a guest`(words: String) throws {
        let reading = try Files.reading(csv: "Name,Anzahl,Kategorie\nEva,2,VIP\n\(words),135,\nKim,1,VIP\n")
        #expect(reading.tickets.map(\.row) == [2, 4] && reading.faults == [])
        #expect(reading.leftOut.map(\.reason) == ["totals (\"\(words)\")"])
    }

    @Test func `a band with a name like a sum is a guest`() throws {
        let reading = try Files.reading(
            csv: "name,people,type\nTotal Eclipse Band,3,VIP\nTotalitas,3,\nEva,2,VIP\nSuma,8,\n,8,\n,7,\n")
        #expect(reading.leftOut.map(\.reason) == ["totals (\"Suma\")", "totals (8 alone)"])
        #expect(
            reading.faults == [
                "B7: has a number of people, but the row has no name: delete the row if it is a total, or add a name"
            ])
        // Where nobody has a name, nobody needs one.
        #expect(try Files.reading(csv: "type,people\nVIP,3\nStandard,4\n").faults == [])
    }

    @Test func `a remark alone in its row is no guest, and a name alone is one`() throws {
        let reading = try Files.reading(
            csv: """
                Vorname;Nachname;Tisch;Bemerkung
                Anna;Müller;3;
                Stand: 23.11.2026;;;
                Ben;;;
                24.11.2026;;;
                ;;;alle bezahlt
                +1;;;
                Kim;Li;3;

                Liste von Eva;;;
                """)
        #expect(reading.tickets.map { $0.cells["holder"] } == ["Anna Müller", "Ben", "+1", "Kim Li"])
        #expect(
            reading.leftOut.map(\.reason) == [
                "nothing but \"Stand: 23.11.2026\"", "nothing but \"24.11.2026\"", "nothing but \"alle bezahlt\"",
                "nothing but \"Liste von Eva\"",
            ])
        #expect(try Files.reading(csv: "Name\nFamilie: Müller\n").tickets.count == 1)
    }

    @Test func `what is strange about rows is told in a line each`() throws {
        let reading = try Files.reading(
            csv: "Name,Firma,Anzahl\nEva,,2\n,Muster AG,\nKim,,\nLi,Alle Gäste,135\nBo,,4\n")
        #expect(reading.faults == [])
        #expect(
            reading.notes == [
                "1 row without a name: row 3.", "2 rows with nothing in \"Anzahl\" are for 1 person: rows 3, 4.",
                "Row 5 is a ticket for 135 people, the next largest is for 4: is it a total?",
            ])
        #expect(try Files.reading(csv: "Name,Anzahl\nEva,21\nKim,3\nLi,20\n").notes == [])
    }

    @Test func `a cancellation is one in whatever column it is told`() throws {
        let words = ["storniert", "abgesagt", "cancelled", "annulé", "cancelado", "imefutwa", "Storno"]
        for header in ["Bezahlt", "Status", "Storniert"] {
            #expect(try Set(values("status", header: header, words)) == ["voided"], "\(header)")
        }
        for header in ["Storniert", "Cancelled", "Annulé", "Cancelado", "Imefutwa", "abgesagt am"] {
            #expect(
                try values("status", header: header, ["x", "ja", "yes", "1", "24.11.2026", "no", "", "perhaps"])
                    == ["voided", "voided", "voided", "voided", "voided", "?", "?", "?"], "\(header)")
        }
        let reading = try Files.reading(
            csv: """
                code,paid,cancelled,status
                a,yes,,
                b,,x,
                c,no,,
                d,yes,2026-11-24,refunded
                e,storniert,,unpaid
                f,,,valid
                g,yes,no,
                """)
        #expect(reading.faults == [])
        #expect(
            reading.tickets.map { $0.cells["status"] } == [
                "valid", "voided", "unpaid", "refunded", "voided", "unpaid", "valid",
            ])
        #expect(reading.notes == ["1 row with nothing in \"paid\" is unpaid."])
    }

    @Test func `a payment that cannot be read is not told to be missing`() throws {
        let reading = try Files.reading(csv: "code,Bezahlt\na,perhaps\nb,ja\n")
        #expect(
            reading.faults == [
                "B2: paid \"perhaps\" is not yes, no or a known status: say what it means with --map-value 'Bezahlt: perhaps=valid', or another status"
            ])
        #expect(reading.notes == [])
    }

    @Test func `a number may be an id or that of the row, which only a person knows`() throws {
        for header in ["Nr.", "Nr", "No.", "N°", "Nº", "Lfd. Nr."] {
            let column = try Files.reading(csv: "\(header),Name\n1,Eva\n").table.columns[0]
            #expect(column.field == nil && column.mayBeRef, "\(header)")
        }
        let other = try Files.reading(csv: "Tischnr.,Name\n1,Eva\n", maps: ["Tischnr.=order"])
        #expect(other.tickets[0].cells == ["order": "1", "holder": "Eva"] && !other.table.columns[0].mayBeRef)
    }

    @Test func `a field too many in text is a fault`() throws {
        let reading = try Files.reading(csv: "code,name\na,Muster, Eva\nb,Li\nc,\"x\n")
        #expect(
            reading.faults.map { String($0.prefix(40)) } == [
                "C2: the row has more fields than the hea", "row 4: a quotation mark opens a field th",
            ])
        #expect(reading.rowCount == 3 && reading.rightTicketCount == 1 && reading.faultyRowCount == 2)
    }

    @Test func `numbers that a spreadsheet has damaged are found`() throws {
        func faults(_ codes: [String]) throws -> [String] {
            try Files.reading(csv: "code\n" + codes.joined(separator: "\n")).faults
        }
        #expect(try faults(["1.23457E+17"]).count == 1)
        #expect(try faults(["123456789012345000", "223456789012346000"]).count == 2)
        #expect(try faults(["123456789012345000", "223456789012346001"]) == [])
        let long = (0..<9).map { "98765432100\($0)" }
        #expect(try faults(long + ["87654321000"]).count == 1)
        #expect(try faults(long + ["012345678901", "87654321000"]) == [])
        #expect(try faults((0..<9).map { "\($0 * 9)" }) == [])
    }

    @Test func `the event's types and clocks are checked by cell`() throws {
        let reading = try Files.reading(
            csv: """
                code,type,valid from
                a,VIP,2026-10-25 02:30
                b,Lounge,2026-12-05 19:00
                c,standard,2026-03-29 02:30
                """, event: Self.event)
        #expect(
            reading.faults == [
                "B3: type \"Lounge\" is not in event.yaml",
                "C4: not_before \"2026-03-29 02:30\" does not exist in Europe/Berlin: the clocks go forward and skip it",
            ])
        let untyped = try Files.reading(csv: "code,name\na,Eva\nb,Li\n", event: Self.event)
        #expect(untyped.faults == ["row 1: no column has the type, and event.yaml has 2: name it with --map"])
    }

    @Test func `spellings of a type become one`() throws {
        let reading = try Files.reading(csv: "code,type\na,VIP\nb,vip\nc,VIP\nd, V I P\n")
        #expect(Set(reading.tickets.compactMap { $0.cells["type"] }) == ["VIP"])
        #expect(reading.notes.count == 2)
    }

    @Test func `nothing that is said of a fault is a code or a name`() throws {
        let reading = try Files.reading(
            csv: "code,name,seat\n\(Self.code),Eva Muster,A1\n\(Self.code),Łucja Strauß,A2\n")
        let told = (reading.faults + reading.notes).joined(separator: "\n")
        #expect(reading.faults.count == 1)
        #expect(!told.contains(Self.code) && !told.contains("Muster") && !told.contains("Strauß"))
    }
}
