import Foundation
import Publishing
import TestSupport
import Testing
import Tickets

/// The second import of a spreadsheet without codes: who is who, and what is told of it.
@Suite struct CorrectedSheetTests {
    private let folder: TemporaryFolder
    private static let first = """
        Vorname;Nachname;E-Mail;Tisch
        Anna;Müller;anna@example.org;1
        Ben;Yıldız;ben@example.org;1
        Čeněk;Novák;;2
        Dora;Okello;family@example.org;3
        Emil;Okello;family@example.org;3

        """

    init() throws {
        folder = try TemporaryFolder()
    }

    /// As `usher ticket import` makes it; `Tisch` is the seat.
    private func table(_ csv: String) throws -> TicketTable {
        TicketTable(try Files.reading(csv: csv, maps: csv.contains("Tisch") ? ["Tisch=seat"] : []))
    }

    /// After an import, and after `usher ticket issue`.
    private func issued(_ csv: String = first) throws -> TicketTable {
        var table = try table(csv)
        table.giveRefs()
        return try withCodes(table)
    }

    private func withCodes(_ table: TicketTable) throws -> TicketTable {
        let lines = String(decoding: table.csv, as: UTF8.self).split(separator: "\r\n").enumerated().map {
            index, line in
            line.hasPrefix(",") ? "c\(line.split(separator: ",")[0])\(line)" : String(line)
        }
        return try TicketTable(contentsOf: folder.write(lines.joined(separator: "\r\n") + "\r\n", to: "tickets.csv"))
    }

    /// `Anna Müller c1001 valid`, in the order of the file.
    private func rows(_ table: TicketTable) -> [String] {
        table.rows.map { row in
            [row["holder"] ?? "-", row["code"] ?? "-", row["status"] ?? "valid"].joined(separator: " ")
        }
    }

    @Test func `each ticket has a short reference of its own, which stays`() throws {
        var next = try table(Self.first + "Finn;Abel;;4\n")
        let merge = try next.takeOver(issued(), in: "t")
        #expect(next.rows.map { $0["ref"] } == ["1001", "1002", "1003", "1004", "1005", "1006"])
        #expect(merge.keptCodes == 5 && merge.new == ["Finn Abel (1006)"])
        #expect(merge.changed == [] && merge.voided == [])
    }

    @Test func `rows are added, deleted and corrected at once, and every code stays with its owner`() throws {
        var next = try table(
            """
            Vorname;Nachname;E-Mail;Tisch
            Finn;Abel;finn@example.org;1
            cenek;NOVAK;;5
            Anna;Müller;anna.mueller@example.org;1
            Ben;Yildiz-Kaya;ben@example.org;1
            Emil;Okello;family@example.org;3
            Dora;Otim;family@example.org;3

            """)
        let merge = try next.takeOver(issued(), in: "t")
        #expect(
            rows(next) == [
                "Finn Abel - valid", "cenek NOVAK c1003 valid", "Anna Müller c1001 valid",
                "Ben Yildiz-Kaya c1002 valid", "Emil Okello c1005 valid", "Dora Otim - valid",
                "Dora Okello c1004 voided",
            ])
        #expect(merge.keptCodes == 4)
        #expect(merge.new == ["Finn Abel (1006)", "Dora Otim (1007)"])
        #expect(merge.voided == ["Dora Okello (1004)"])
        #expect(
            merge.changed == [
                "cenek NOVAK (1003): was Čeněk Novák, seat", "Anna Müller (1001): email",
                "Ben Yildiz-Kaya (1002): was Ben Yıldız",
            ])
        #expect(
            merge.notes == [
                "4 tickets keep their codes.", "2 new: Finn Abel (1006); Dora Otim (1007)",
                "3 changed: cenek NOVAK (1003): was Čeněk Novák, seat; Anna Müller (1001): email; "
                    + "Ben Yildiz-Kaya (1002): was Ben Yıldız",
                "1 not in the spreadsheet any more, voided: Dora Okello (1004)",
                "If one that is voided is the same person as a new one, write the number in brackets of the voided one "
                    + "into the row of the spreadsheet, in a column \"ref\", and import it again.",
            ])
    }

    @Test func `an address alone gives nobody the code of somebody else`() throws {
        // Whoever orders for others has one address for all of them.
        var next = try table(
            Self.first.replacing("Anna;Müller;anna@example.org", with: "Karim;Haddad;anna@example.org"))
        let merge = try next.takeOver(issued(), in: "t")
        #expect(merge.new == ["Karim Haddad (1006)"] && merge.voided == ["Anna Müller (1001)"])
        #expect(rows(next).contains("Karim Haddad - valid") && rows(next).contains("Anna Müller c1001 voided"))
    }

    @Test func `the ref of a voided ticket in a row gives it back`() throws {
        let voided = try {
            var next = try table(Self.first.replacing("Dora;Okello", with: "Dora;Otim"))
            _ = try next.takeOver(issued(), in: "t")
            return try withCodes(next)
        }()
        #expect(rows(voided).last == "Dora Okello c1004 voided")
        var next = try table(
            "ref;Vorname;Nachname;E-Mail;Tisch\n;Anna;Müller;anna@example.org;1\n;Ben;Yıldız;ben@example.org;1\n"
                + ";Čeněk;Novák;;2\n1004;Dora;Otim;family@example.org;3\n;Emil;Okello;family@example.org;3\n")
        let merge = try next.takeOver(voided, in: "t")
        #expect(merge.back == ["Dora Otim (1004)"] && merge.voided == ["Dora Otim (1006)"])
        #expect(rows(next).contains("Dora Otim c1004 valid"))
        #expect(next.rows.map { $0["ref"] } == ["1001", "1002", "1003", "1004", "1005", "1006"])
    }

    @Test func `a ticket that comes back has its old code, and its notes`() throws {
        var next = try table("Vorname;Nachname;E-Mail;Tisch\nAnna;Müller;anna@example.org;1\n")
        let earlier = try issued()
        let merge = try next.takeOver(earlier, in: "t")
        #expect(merge.voided.count == 4)
        #expect(next.rows.last?["notes"] == "not in the spreadsheet any more")
        let without = try withCodes(next)
        // Once more: they are voided already.
        next = try table("Vorname;Nachname;E-Mail;Tisch\nAnna;Müller;anna@example.org;1\n")
        #expect(try next.takeOver(without, in: "t").notes == ["1 ticket keeps its code."])
        next = try table(Self.first)
        let back = try next.takeOver(without, in: "t")
        #expect(back.back.count == 4 && back.new == [] && back.voided == [])
        #expect(rows(next) == rows(earlier))
        #expect(next.rows.allSatisfy { $0["notes"] == nil && $0["status"] == nil })
    }

    @Test func `what the organizer has voided in the file stays voided`() throws {
        var earlier = try String(decoding: issued().csv, as: UTF8.self)
        earlier = earlier.replacing("holder,email,seat", with: "holder,email,seat,status").replacing(
            "\r\n", with: ",voided\r\n"
        ).replacing("status,voided", with: "status")
        var next = try table(Self.first)
        let merge = try next.takeOver(TicketTable(contentsOf: folder.write(earlier, to: "t.csv")), in: "t")
        #expect(merge.back == [] && next.rows.allSatisfy { $0["status"] == "voided" })
    }

    @Test func `two people of one name are not taken for each other`() throws {
        let earlier = try issued("Name;E-Mail\nAnna Müller;a@example.org\nAnna Müller;b@example.org\n")
        var next = try table("Name;E-Mail\nAnna Müller;c@example.org\nAnna Müller;b@example.org\n")
        var merge = try next.takeOver(earlier, in: "t")
        // One is the same in all; so the other is the one that is left.
        #expect(rows(next) == ["Anna Müller c1001 valid", "Anna Müller c1002 valid"] && merge.changed.count == 1)
        next = try table("Name;E-Mail\nAnna Müller;c@example.org\n")
        merge = try next.takeOver(earlier, in: "t")
        #expect(rows(next) == ["Anna Müller - valid", "Anna Müller c1001 voided", "Anna Müller c1002 voided"])
    }

    @Test func `ids that the spreadsheet gets later take the place of numbers`() throws {
        let lines = Self.first.split(separator: "\n")
        let numbered = lines.enumerated().map { $0 == 0 ? "Nr.;\($1)" : "\($0);\($1)" }.joined(separator: "\n")
        let reading = try Files.reading(csv: numbered, maps: ["Nr.=ref", "Tisch=seat"])
        var next = TicketTable(reading)
        let merge = try next.takeOver(issued(), in: "t")
        #expect(next.rows.map { $0["ref"] } == ["1", "2", "3", "4", "5"])
        #expect(merge.newRefs == 5 && merge.notes.count == 2)
        #expect(next.rows.map { $0["code"] } == ["c1001", "c1002", "c1003", "c1004", "c1005"])
    }

    @Test func `ids that were given anew move no code`() throws {
        let earlier = try issued("ref;Name;E-Mail\n1;Anna Müller;a@x.org\n2;Ben Yıldız;b@x.org\n3;Li;\n4;Kim;k@x.org\n")
        let text = "ref;Name;E-Mail\n1;Ben Yıldız;b@x.org\n2;Li;\n3;Kim;k@x.org\n"
        var next = try table(text)
        let error = #expect(throws: PublishingError.self) { try next.takeOver(earlier, in: "t") }
        #expect(
            error?.reason == """
                the refs of 3 tickets with codes now name other people, and nothing was written
                  1: was Anna Müller, is now Ben Yıldız
                  2: was Ben Yıldız, is now Li
                  3: was Li, is now Kim
                """)
        #expect(error?.hint?.contains("--accept-other-names") == true)
        next = try table(text)
        _ = try next.takeOver(earlier, in: "t", acceptingOtherNames: true)
        #expect(rows(next).prefix(3) == ["Ben Yıldız c1 valid", "Li c2 valid", "Kim c3 valid"])
        // Without the column, names say who is who.
        next = TicketTable(try Files.reading(csv: text, maps: ["ref="]))
        let merge = try next.takeOver(earlier, in: "t")
        #expect(rows(next) == ["Ben Yıldız c2 valid", "Li c3 valid", "Kim c4 valid", "Anna Müller c1 voided"])
        #expect(merge.notes.count == 2)
    }

    @Test(arguments: [
        ("1;Anna Schmidt;a@x.org", true), ("1;Anna Schmidt;", true), ("1;Eva Schmidt;", false),
        ("1;Anna Müller;other@x.org", true), ("1;Anna Schmidt;other@x.org", false), ("1;;other@x.org", true),
    ])
    func `a ref is believed while the name or the address is the same`(row: String, isBelieved: Bool) throws {
        let earlier = try issued("ref;Name;E-Mail\n1;Anna Müller;a@x.org\n")
        var next = try table("ref;Name;E-Mail\n\(row)\n")
        if isBelieved {
            #expect(try next.takeOver(earlier, in: "t").keptCodes == 1)
        } else {
            #expect(throws: PublishingError.self) { try next.takeOver(earlier, in: "t") }
        }
    }

    @Test func `a ticket with an id of its own is not the one that somebody of the name had`() throws {
        let earlier = try issued("ref;Name;Tisch\n7;Anna;1\n8;Ben;1\n")
        var next = try table("ref;Name;Tisch\n9;Anna;2\n8;Ben;1\n")
        _ = try next.takeOver(earlier, in: "t")
        #expect(rows(next) == ["Anna - valid", "Ben c8 valid", "Anna c7 voided"])
    }

    @Test func `nobody is known by what many have`() throws {
        let earlier = try issued("Name;Tisch\nAnna;\nBen;\n")
        var next = try table("E-Mail;Tisch\na@x.org;\nb@x.org;\n")
        let merge = try next.takeOver(earlier, in: "t")
        #expect(merge.keptCodes == 0 && merge.voided.count == 2)
        // Tickets of nobody are all the same.
        let anonymous = try issued("Kategorie;Tisch\nVIP;1\nVIP;1\nStandard;1\n")
        next = try table("Kategorie;Tisch\nVIP;1\nStandard;1\n")
        #expect(try next.takeOver(anonymous, in: "t").voided == ["1002"])
    }

    @Test func `a long list of names is cut`() throws {
        var next = try table("Name\n" + (1...12).map { "Guest \($0)\n" }.joined())
        let merge = try next.takeOver(TicketTable(contentsOf: folder.write("code,holder\nc,Eva\n", to: "t")), in: "t")
        #expect(merge.notes.first?.hasPrefix("12 new: Guest 1 (1001); ") == true)
        #expect(merge.notes.first?.hasSuffix("Guest 10 (1010) and 2 more") == true)
    }
}
