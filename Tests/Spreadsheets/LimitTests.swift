import Foundation
import Publishing
import Testing
import Tickets

/// What limits admission in a source is never dropped in silence.
@Suite struct LimitTests {
    private func reading(_ header: String, _ cells: [String], maps: [String] = [], values: [String] = []) throws
        -> TicketReading
    {
        let rows = cells.enumerated().map { "Guest \($0),\"\($1)\"" }
        return try Files.reading(
            csv: "Name,\(header)\n" + rows.joined(separator: "\n") + "\n", maps: maps, values: values)
    }

    private func statuses(_ reading: TicketReading) -> [String] {
        reading.tickets.map { $0.cells["status"] ?? "valid" }
    }

    @Test(arguments: [
        ("Refund amount", ["0.00", "25.00"]), ("Refund reason", ["", "was ill"]), ("Void reason", ["", "x"]),
        ("Checked in", ["No", "Yes"]), ("Checked In At", ["", "2026-12-05 18:00"]),
        ("Member status", ["ok", "lapsed?"]),
        ("Approval state", ["approved", "in review by Bo"]), ("Waitlist position", ["", "3"]),
        ("Blocked", ["", "yes"]), ("Do not admit", ["", "x"]), ("Hausverbot", ["", "x"]),
        ("Attendance", ["present", ""]), ("Entwertet", ["nein", "ja"]), ("Antwort", ["Ja", "Nein"]),
        ("Rückmeldung", ["Zusage", "vielleicht"]), ("Erstattungsbetrag", ["0,00 €", "12,50 €"]),
        ("Lista de espera", ["", "2"]),
        ("Statut du membre", ["actif", "à voir"]), ("返金状況", ["", "済"]), ("签到", ["否", "是"]),
        ("حالة الطلب", ["صالح", "?"]),
        ("Status pesanan", ["ok", "batal"]),
    ])
    func `a column whose name speaks of who may come in stops the import`(header: String, cells: [String]) throws {
        let read = try reading(header, cells)
        #expect(read.questions.map(\.column.header) == [header], "\(read.faults)")
        #expect(read.faults.count == 1 && read.faults[0].contains("--map '\(header)='"), "\(read.faults)")
        #expect(try reading(header, cells, maps: ["\(header)="]).faults == [])
    }

    @Test(arguments: [
        ("Column F", ["", "refunded"]), ("Info", ["x", "declined"]), ("Rem.", ["", "CANCELLED on 3 Nov"]),
        ("Intern", ["storniert am 3.11.", ""]), ("Wer", ["warteliste", "x"]), ("Aha", ["yes", "no"]),
        ("Hm", ["oui", "non"]),
        ("Extra", ["tak", "nie"]), ("Zusatz", ["ja", "vielleicht"]), ("其他", ["已退款", ""]), ("X", ["キャンセル", "参加"]),
        ("Y", ["надіслано", "скасовано"]), ("Z", ["ملغى", "x"]), ("W", ["בוטל", ""]), ("V", ["anulowane", "x"]),
        ("U", ["iptal", ""]),
    ])
    func `a column whose cells say who may not come in stops the import`(header: String, cells: [String]) throws {
        let read = try reading(header, cells)
        #expect(read.questions.map(\.column.header) == [header], "\(read.faults)")
        #expect(read.faults.count == 1)
    }

    @Test(arguments: [
        ("Newsletter", ["yes", "no"]), ("Vegetarian", ["no", "yes"]), ("Table", ["1", "0"]),
        ("Order date", ["2026-11-01", "2026-11-02"]),
        ("Birthday", ["2001-01-01", "2002-02-02"]), ("Timestamp", ["11/2/2026 19:02", "11/3/2026 19:03"]),
        ("Geburtsdatum", ["1.1.2001", "2.2.2002"]), ("Is Checked In", ["No", "No"]),
        ("Refund amount", ["0.00", "0,00 €"]),
        ("Blocked", ["", ""]), ("Event name", ["Gala", "gala "]), ("Country", ["no", "de"]),
        ("Phone", ["+47 1", "+49 2"]),
        ("Member status", ["active", "paid"]), ("Food", ["none", "vegan"]), ("Gender", ["f", "m"]), ("VIP", ["x", ""]),
    ])
    func `what limits nobody is left out without a question`(header: String, cells: [String]) throws {
        let read = try reading(header, cells)
        #expect(read.questions.isEmpty && read.faults == [], "\(read.faults)")
    }

    @Test func `refunded, deleted, declined and not approved are read by their columns`() throws {
        let read = try Files.reading(
            csv: """
                Name,Status,Refunded,Deleted,RSVP,Approved,Refund
                a,valid,No,No,Yes,yes,0.00
                b,valid,Yes,No,Yes,yes,
                c,valid,No,2026-11-03,Yes,yes,
                d,valid,No,No,No,yes,
                e,valid,No,No,Yes,no,
                f,valid,,,Yes,,25.00 €
                g,unpaid,No,No,Yes,yes,
                h,refunded,No,No,Yes,yes,
                i,valid,No,No,Yes,,
                """)
        #expect(read.faults == [])
        #expect(
            statuses(read) == [
                "valid", "refunded", "voided", "voided", "unapproved", "refunded", "unpaid", "refunded", "unapproved",
            ])
        #expect(read.notes.contains("1 row with nothing in \"Approved\" is unapproved."))
    }

    @Test func `a ticket of two columns for the status has the worse one`() throws {
        let read = try Files.reading(
            csv:
                "Name,Order status,Attendee status\na,Paid,Attending\nb,Refunded,Attending\nc,Paid,Not Attending\nd,Pending,Deleted\n"
        )
        #expect(read.faults == [])
        #expect(statuses(read) == ["valid", "refunded", "voided", "voided"])
    }

    @Test(arguments: [
        ("Attending", "valid"), ("registered", "valid"), ("Going", "valid"), ("completed", "valid"),
        ("Checked In", "valid"),
        ("Not Checked In", "valid"), ("approved", "valid"), ("ACTIVE", "valid"), ("not attending", "voided"),
        ("declined", "voided"),
        ("Rejected", "voided"), ("withdrawn", "voided"), ("Deleted", "voided"), ("transferred", "voided"),
        ("expired", "voided"),
        ("waitlist", "unapproved"), ("Wait-listed", "unapproved"), ("AWAITING_PAYMENT", "unpaid"),
        ("overdue", "unpaid"),
        ("Pending (overdue)", "unpaid"), ("Paid / Refunded", "refunded"), ("Confirmed - cancelled", "voided"),
        ("angemeldet", "valid"),
        ("Auf Warteliste", "unapproved"), ("lista de espera", "unapproved"), ("en attente de paiement", "unpaid"),
        ("Annullato", "voided"), ("geannuleerd", "voided"), ("anulowany", "voided"), ("iptal edildi", "voided"),
        ("скасовано", "voided"), ("ملغى", "voided"), ("בוטל", "voided"), ("キャンセル待ち", "unapproved"), ("已退款", "refunded"),
        ("amesajiliwa", "valid"), ("Pago", "valid"), ("betaald", "valid"),
    ])
    func `words of programs for a status are known`(word: String, status: String) throws {
        #expect(statuses(try reading("Attendee status", [word])) == [status])
    }

    @Test func `a word that is not known can be said once for all rows`() throws {
        let cells = ["Attending", "Wackelkandidat", "wackelkandidat", "Attending"]
        let read = try reading("Attendee status", cells)
        #expect(
            read.faults == [
                """
                B3: status "Wackelkandidat" is not one of valid, unpaid, voided, refunded, blocked, unapproved, revoked, nor a known \
                word for one of them: say what it means with --map-value 'Attendee status: Wackelkandidat=valid', or another status
                """,
                """
                B4: status "wackelkandidat" is not one of valid, unpaid, voided, refunded, blocked, unapproved, revoked, nor a known \
                word for one of them: say what it means with --map-value 'Attendee status: wackelkandidat=valid', or another status
                """,
            ])
        let said = try reading("Attendee status", cells, values: ["attendee status: WACKELKANDIDAT=blocked"])
        #expect(said.faults == [] && statuses(said) == ["valid", "blocked", "blocked", "valid"])
        let other = try reading(
            "Attendee status", cells, values: ["Attendee status: Attending=voided", "B: Wackelkandidat=valid"])
        #expect(statuses(other) == ["voided", "valid", "valid", "voided"])
    }

    @Test func `a word that is said makes a column one for the status`() throws {
        let read = try reading("Aha", ["yes", "no"], values: ["Aha: no=voided", "Aha: yes=valid"])
        #expect(read.table.columns[1].field == .status && read.faults == [] && statuses(read) == ["valid", "voided"])
    }

    @Test func `who has not answered is asked about`() throws {
        let read = try reading("RSVP", ["yes", "", "no"])
        #expect(read.faults.count == 1 && read.faults[0].contains("--map-value 'RSVP: =valid'"), "\(read.faults)")
        let said = try reading("RSVP", ["yes", "", "no"], values: ["RSVP: =unapproved"])
        #expect(said.faults == [] && statuses(said) == ["valid", "unapproved", "voided"])
    }

    @Test(arguments: [
        ("Event name", ["Gala", "Ball", "Gala"]), ("Event ID", ["7", "8", "7"]),
        ("Visit date", ["2026-12-05", "2026-12-06", "2026-12-05"]),
        ("Time slot", ["18:00", "19:00", "18:00"]), ("Vorstellung", ["A", "B", "A"]), ("Séance", ["A", "B", "A"]),
        ("公演", ["A", "B", "A"]), ("Bezoek", ["5-12-2026", "6-12-2026", "5-12-2026"]),
    ])
    func `several events, days or times are asked about`(header: String, cells: [String]) throws {
        let cells = cells + cells
        let read = try reading(header, cells)
        #expect(read.faults.count == 1 && read.faults[0].contains("--only '\(header)=\(cells[0])'"), "\(read.faults)")
        let chosen = try Files.reading(
            csv: "Name,\(header)\n" + cells.map { "x,\($0)" }.joined(separator: "\n"), only: ["\(header)=\(cells[0])"])
        #expect(chosen.faults == [] && chosen.tickets.count == 4)
        #expect(
            chosen.leftOut.map(\.reason) == ["\"\(header)\" is \"\(cells[1])\"", "\"\(header)\" is \"\(cells[1])\""])
        #expect(chosen.rowCount == 6)
    }

    @Test func `what is chosen must be there`() throws {
        let csv = "Name,Event\na,Gala\nb,Ball\n"
        let event = #expect(throws: PublishingError.self) { try Files.reading(csv: csv, only: ["Event=Gaal"]) }
        #expect(event?.description.contains("no row has \"Gaal\"") == true)
        let column = #expect(throws: PublishingError.self) { try Files.reading(csv: csv, only: ["Evnt=Gala"]) }
        #expect(column?.description.contains("did you mean \"Event\"?") == true)
    }

    @Test func `a chosen event settles what depends on it`() throws {
        let csv =
            "Name,Event name,Event date,Refund note\na,Gala,2026-12-05,\nb,Ball,2026-07-01,late\nc,Gala,2026-12-05,\n"
        #expect(try Files.reading(csv: csv).questions.count == 3)
        let chosen = try Files.reading(csv: csv, only: ["Event name=Gala"])
        #expect(chosen.faults == [] && chosen.tickets.count == 2)
    }

    @Test func `a cancellation among the notes is told`() throws {
        let read = try Files.reading(csv: "Name,Notes,Status\na,storniert,\nb,hears badly,\nc,refunded,refunded\n")
        #expect(read.faults == [])
        #expect(
            read.notes.contains("1 valid ticket with a remark about a cancellation or a refund: row 2."),
            "\(read.notes)")
    }

    @Test func `no error says what an unread column holds, unless it is a known word`() throws {
        let read = try Files.reading(csv: "code,Refund reason\na,Eva Muster was ill\nb,no\n")
        #expect(read.faults.count == 1 && !read.faults[0].contains("Muster"))
    }
}
