import Foundation
import Publishing
import Testing

/// Names of columns as programs and people write them.
@Suite struct ColumnNameTests {
    private func fields(_ header: String, row: String = "") throws -> String {
        let count = header.split(separator: ",").count
        let cells = row.isEmpty ? (0..<count).map { "a\($0)" }.joined(separator: ",") : row
        let reading = try Files.reading(csv: "\(header)\n\(cells)\n", maps: [])
        return reading.table.columns.map { $0.field?.rawValue ?? "-" }.joined(separator: " ")
    }

    @Test(arguments: [
        ("Attendee #,First Name,Last Name", "ref first_name last_name"), ("Order #,Name", "ref holder"),
        ("Order #,Attendee #,Name", "order ref holder"), ("Barcode #,Guest", "code holder"),
        ("Attendee No.,Guest", "ref holder"),
        ("Seat №,Guest", "seat holder"), ("Barcode number,Guest", "code holder"), ("#,Guest", "- holder"),
        ("№,Guest", "- holder"),
        ("Ticket #,Guest", "- holder"), ("Teilnehmer-Nr.,Name", "ref holder"),
        ("Attendee first name,Attendee last name,Attendee email", "first_name last_name email"),
        ("First Name *,Last Name *,E-mail (required)", "first_name last_name email"),
        ("Vorname (Gast),Nachname (Gast)", "first_name last_name"),
        ("Ticket holder first name,Ticket holder e-mail", "first_name email"),
        ("Participant name,Participant code", "holder code"),
        ("attendeeFirstName,attendee_last_name", "first_name last_name"),
        ("Name of attendee,Email of attendee", "holder email"),
        ("Nom du participant,Prénom du participant", "last_name first_name"),
        ("Buyer name,Attendee name", "- holder"), ("Buyer first name,Buyer last name,Guest name", "- - holder"),
        ("Email,Attendee email,Name", "- email holder"), ("Buyer name,Buyer email", "holder email"),
        ("name,first name,last name", "holder first_name last_name"), ("Ticket type,Order type", "type -"),
        ("Account status,Name", "- holder"), ("Nome,Cognome", "first_name last_name"),
        ("Imię,Nazwisko", "first_name last_name"),
        ("Ad,Soyad", "first_name last_name"), ("姓,名", "last_name first_name"), ("姓名,邮箱", "holder email"),
        ("氏名,券種", "holder type"),
        ("الاسم,البريد الإلكتروني", "holder email"), ("שם,אימייל", "holder email"),
        ("Anzahl Pers.,Name", "admits holder"),
        ("# of people,Name", "admits holder"), ("No. of people,Name", "admits holder"),
        ("Anz. Personen,Name", "admits holder"), ("Plus ones,Name", "besides holder"),
        ("Number of persons (incl. you),Name", "admits holder"),
        ("Public ID,Name", "- holder"), ("Order ID,Position ID,Name", "ref - holder"),
    ])
    func `a name is understood`(header: String, expected: String) throws {
        let row =
            header.contains("people") || header.contains("Personen") || header.contains("Pers")
                || header.contains("Plus")
                || header.contains("persons") ? "1,a" : ""
        #expect(try fields(header, row: row) == expected)
    }

    @Test func `where the guests have no names, the buyers do`() throws {
        #expect(try fields("Attendee name,Buyer name,Code", row: ",Bo,x1") == "- holder code")
    }

    @Test func `a name beside both its parts is not doubled`() throws {
        let reading = try Files.reading(csv: "Name,First name,Last name\nAda Adams,Ada,Adams\n,Ben,Brown\n")
        #expect(reading.tickets.map { $0.cells["holder"] } == ["Ada Adams", "Ben Brown"])
    }

    @Test func `tickets without name, address and code are told of`() throws {
        let reading = try Files.reading(csv: "type,seat\nVIP,A1\nVIP,A2\nStandard,B1\n")
        #expect(
            reading.notes.contains { $0.hasPrefix("3 of 3 tickets have no name, no address and no code") },
            "\(reading.notes)")
        #expect(try Files.reading(csv: "name,seat\nEva,A1\nBo,A2\n").notes == [])
    }

    @Test(arguments: [
        ("Public ID", ["A-7XK2PQ", "A-8XK2PQ"]), ("Ticket ID", ["2148317512", "2148317513"]),
        ("UUID", ["a1b2c3d4", "b1b2c3d4"]),
    ])
    func `what the tickets show already may be the code`(header: String, ids: [String]) throws {
        let reading = try Files.reading(csv: "Name,\(header)\nEva,\(ids[0])\nBo,\(ids[1])\n")
        #expect(reading.notes.contains { $0.contains("--map '\(header)=code'") }, "\(reading.notes)")
        #expect(
            try Files.reading(csv: "Name,\(header)\nEva,\(ids[0])\nBo,\(ids[1])\n", maps: ["\(header)=code"]).notes
                == [])
    }

    // MARK: - Numbers of people

    private func people(_ header: String, _ cells: [String], maps: [String] = []) throws -> [String] {
        let rows = cells.enumerated().map { "g\($0),\"\($1)\"" }
        let reading = try Files.reading(csv: "Name,\"\(header)\"\n" + rows.joined(separator: "\n") + "\n", maps: maps)
        return reading.faults.isEmpty ? reading.tickets.map { $0.cells["admits"] ?? "1" } : reading.faults
    }

    @Test func `numbers of people are read in all digits, and with what they count`() throws {
        let cells = [
            "2", "٣", "２", "۴", "२", "2 Personen", "2x", "x2", "2 (me and my wife)", "3 pax", "2 osoby", "2名",
            "4 people", "2.0",
        ]
        #expect(try people("Persons", cells) == ["2", "3", "2", "4", "2", "2", "2", "2", "2", "3", "2", "2", "4", "2"])
        #expect(try people("Anzahl Pers.", ["4", "1"]) == ["4", "1"])
    }

    @Test(arguments: ["2 adults, 1 child", "two", "2 (plus 1 child)", "2-3", "2 or 3", "1+1", "2 VIP"])
    func `what could be several numbers is a fault`(cell: String) throws {
        #expect(try people("Persons", [cell]) == ["B2: admits \"\(cell)\" is not a number of people from 1 to 1000"])
    }

    @Test(arguments: ["Guests", "Gäste", "Invités", "How many guests will you bring?", "Wie viele Personen kommen?"])
    func `what may be all people or those beside the holder is asked once`(header: String) throws {
        let asked = try people(header, ["2", "1", "0"])
        #expect(asked.count == 1 && asked[0].contains("--map '\(header)=besides'"), "\(asked)")
        #expect(
            try people(header, ["2", "1", "0", "", "+1", "none"], maps: ["\(header)=besides"]) == [
                "3", "2", "1", "1", "2", "1",
            ])
        #expect(try people(header, ["2", "1"], maps: ["\(header)=admits"]) == ["2", "1"])
    }

    @Test(arguments: ["0", "+1", "+ 2"])
    func `a number that is none of all people is asked about`(cell: String) throws {
        let asked = try people("Persons", ["2", cell, "3"])
        #expect(asked.count == 1 && asked[0].hasPrefix("B3: \"Persons\": does it count all people"), "\(asked)")
        #expect(try people("Persons", ["2", cell], maps: ["Persons=admits"]).count == 1)
        #expect(try people("Persons", ["2", cell], maps: ["Persons=besides"]).count == 2)
    }

    @Test(arguments: ["Plus ones", "+1", "Begleitpersonen", "Acompañantes", "Accompagnants", "同伴者数"])
    func `who comes along is counted beside the holder`(header: String) throws {
        #expect(try people(header, ["1", "0", "yes", "no", "+2", ""]) == ["2", "1", "2", "1", "3", "1"])
    }

    @Test func `a column of small numbers may be one of people`() throws {
        func isProposed(_ cells: [String]) throws -> Bool {
            let reading = try Files.reading(csv: "Name,Zahl\n" + cells.map { "g,\($0)\n" }.joined())
            return reading.mayBePeople(reading.table.columns[1])
        }
        #expect(try isProposed(["1", "4", "2"]))
        #expect(
            try !isProposed(["1", "1"]) && !isProposed(["1", "400"]) && !isProposed(["1", "x"])
                && !isProposed(["", "2", ""]))
    }

    @Test func `the name of a companion is no number, and stands in no error`() throws {
        #expect(
            try people("Plus one", ["Maria Muster"]) == [
                "B2: besides is not a number of people beside the ticket holder, from 0 to 999"
            ])
    }

    @Test func `people beside the holder add to a number of tickets`() throws {
        let reading = try Files.reading(csv: "Name,Quantity,Plus ones\nEva,2,1\nBo,1,\n")
        #expect(reading.tickets.map { $0.cells["admits"] } == ["3", "1"])
    }
}
