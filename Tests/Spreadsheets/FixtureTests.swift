import Foundation
import Publishing
import Spreadsheets
import Testing
import Tickets

/// Spreadsheets as programs write them: what comes of each without a question.
@Suite struct FixtureTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let file: String
        /// Where the names of the columns are.
        var header = 1
        /// What the columns are read as, from left to right; `-` is left out.
        let fields: String
        var tickets = 12
        var leftOut = 0
        var faults = 0
        /// Words of notes.
        var notes: [String] = []
        /// One ticket, as tickets.csv has it: that of the row after the names.
        let first: String

        var testDescription: String { file }
    }

    private static let code = "ujzde8gxd6ncf10epf91dhod"
    private static let german = "code last_name first_name type seat admits not_before attention"
    private static let germanFirst =
        "admits=1 attention=Band, rot code=\(code) holder=Eva Muster not_before=2026-12-05 17:00 seat=A1 type=VIP"
    private static let plain = "code ref type holder seat admits notes"
    private static let plainFirst = "admits=1 code=\(code) holder=Eva Muster ref=1001 seat=A1 type=VIP"
    private static let short = "code=\(code) holder=Eva Muster type=VIP"
    private static let doors = "not_before=2026-12-05 17:00"

    static let cases: [Case] = [
        Case(file: "openpyxl-plain.xlsx", fields: plain, first: plainFirst),
        Case(file: "gnumeric.xlsx", fields: plain, first: plainFirst),
        Case(file: "gnumeric.ods", fields: plain, first: plainFirst),
        Case(
            file: "openpyxl-german-title-total.xlsx", header: 4,
            fields: "code ref first_name last_name type seat admits paid -", leftOut: 1,
            first: plainFirst.replacing("type", with: "status=valid type")),
        Case(
            file: "openpyxl-1904-spanish.xlsx", fields: "code first_name last_name type not_before not_after paid",
            first: "code=\(code) holder=Eva Muster not_after=2026-12-06 01:30 \(doors) status=valid type=VIP"),
        Case(
            file: "gnumeric-1904.xlsx", fields: "code first_name last_name type not_before not_after paid",
            first: "code=\(code) holder=Eva Muster not_after=2026-12-06 01:30 \(doors) status=valid type=VIP"),
        Case(
            file: "openpyxl-dates.xlsx", fields: "code not_before not_after",
            notes: ["Dates!B7 46361.79166666666 as Saturday 5 December 2026 19:00"],
            first: "code=\(code) not_after=2026-12-06 02:15:30 not_before=2026-12-05 19:00"),
        Case(
            file: "gnumeric-dates.csv", fields: "code not_before not_after", notes: ["B7 46361.79166666666"],
            first: "code=\(code) not_after=2026-12-06 02:15:30 not_before=2026-12-05 19:00"),
        Case(
            file: "openpyxl-filter-hidden-sheets.xlsx", fields: "code holder type status",
            notes: ["3 rows that the spreadsheet hides"], first: "code=\(code) holder=Eva Muster status=valid type=VIP"),
        Case(file: "openpyxl-rich-text.xlsx", fields: "code holder type", first: short),
        Case(
            file: "openpyxl-french-no-codes.xlsx", fields: "code first_name last_name admits paid notes",
            first: "admits=1 holder=Eva Muster notes=végétarien status=valid"),
        Case(
            file: "openpyxl-swahili.xlsx", fields: "code holder type seat admits paid",
            first: "admits=1 code=\(code) holder=Eva Muster seat=A1 status=valid type=VIP"),
        Case(
            file: "openpyxl-duplicates.xlsx", fields: "code ref type seat", tickets: 14, faults: 1,
            first: "code=\(code) ref=1001 seat=A1 type=VIP"),
        Case(file: "xlsxwriter-inline.xlsx", fields: "code holder type", first: short),
        Case(
            file: "xlsxwriter-formulas.xlsx", fields: "code holder admits paid seat - -", leftOut: 1,
            first: "admits=2 code=\(code) holder=Eva Muster seat=A1 status=valid"),
        Case(
            file: "xlsxwriter-errors.xlsx", fields: "code holder seat", faults: 2,
            first: "code=\(code) holder=Eva Muster seat=A1"),
        Case(file: "xlsxwriter-long-numbers.xlsx", fields: "code holder", faults: 12, first: "holder=Eva Muster"),
        Case(
            file: "xlsxwriter-lost-zeros.xlsx", fields: "code holder", faults: 1,
            first: "code=812345678901 holder=Eva Muster"),
        Case(file: "xlsxwriter-zero-format.xlsx", fields: "code holder", first: "code=0004711000000 holder=Eva Muster"),
        Case(
            file: "xlsxwriter-merged.xlsx", header: 2, fields: "code holder type seat", notes: ["B3 to B5 is one cell"],
            first: "code=\(code) holder=Eva Muster seat=A1 type=VIP"),
        Case(
            file: "pandas-index.xlsx", fields: "- code holder type not_before admits",
            first: "admits=1 code=\(code) holder=Eva Muster \(doors) type=VIP"),
        Case(
            file: "pandas-odfpy.ods", fields: "code holder type not_before admits",
            first: "admits=1 code=\(code) holder=Eva Muster \(doors) type=VIP"),
        Case(file: "pandas-bom.csv", fields: "code holder type admits", first: "admits=1 " + short),
        Case(
            file: "polars-table.xlsx", fields: "code holder type not_before paid",
            first: "code=\(code) holder=Eva Muster \(doors) status=valid type=VIP"),
        Case(
            file: "pyexcelerate.xlsx", fields: "code ref holder not_before", notes: ["12 numbers read as a date"],
            first: "code=\(code) holder=Eva Muster \(doors) ref=1001"),
        Case(
            file: "pyexcel-ods3.ods", fields: "code ref holder admits paid",
            first: "admits=1 code=\(code) holder=Eva Muster ref=1001 status=valid"),
        Case(file: "perl-excel-writer.xlsx", fields: german, first: germanFirst),
        Case(
            file: "libreoffice.xlsx", header: 3, fields: german, leftOut: 1, notes: ["12 numbers"], first: germanFirst),
        Case(file: "libreoffice.ods", header: 3, fields: german, leftOut: 1, notes: ["12 numbers"], first: germanFirst),
        Case(
            file: "libreoffice-hidden-repeated.ods", fields: "code holder type paid seat",
            notes: ["2 rows that the spreadsheet hides, by a filter or by hand, are read, too: rows 4, 5"],
            first: "code=\(code) holder=Eva Muster seat=free status=valid type=Standard"),
        Case(
            file: "libreoffice-dates-errors.ods", fields: "code not_before not_after seat admits", faults: 2,
            first: "admits=2 code=\(code) not_after=2026-12-06 01:30 \(doors) seat=A2"),
        Case(
            file: "libreoffice-dates-errors.xlsx", fields: "code not_before not_after seat admits", faults: 2,
            first: "admits=2 code=\(code) not_after=2026-12-06 01:30 \(doors) seat=A2"),
        Case(
            file: "libreoffice-comma-utf8.csv", header: 3, fields: german, leftOut: 1, notes: ["12 numbers"],
            first: germanFirst),
        Case(
            file: "libreoffice-semicolon-1252.csv", header: 3, fields: german, leftOut: 1,
            notes: ["12 numbers", "A name with a ? in it, rows 5, 14"], first: germanFirst),
        Case(
            file: "libreoffice-tab-utf16.csv", header: 3, fields: german, leftOut: 1, notes: ["12 numbers"],
            first: germanFirst),
        Case(file: "python-source.csv", fields: german, first: germanFirst),
        Case(file: "php-semicolon.csv", fields: german, first: germanFirst),
        Case(file: "php-utf16-tab.txt", fields: german, first: germanFirst),
        Case(file: "php-utf16be-no-mark.csv", fields: german, first: germanFirst),
        Case(file: "sqlite3.csv", fields: "code - type holder admits", first: "admits=1 " + short),
        Case(
            file: "python-excel-tab.txt", fields: "code holder type not_after",
            first: "code=\(code) holder=Eva Muster not_after=2026-12-06 01:30 type=VIP"),
        Case(
            file: "python-ambiguous-dates.csv", fields: "code holder not_after", faults: 12,
            first: "code=\(code) holder=Eva Muster"),
        Case(
            file: "python-pipe.csv", fields: "code ref holder notes",
            first: "code=\(code) holder=Eva Muster notes=a, b; c d ref=1001"),
        Case(
            file: "imitated-excel-sep.csv", header: 2, fields: "code holder price admits paid", tickets: 10,
            notes: ["4 rows with nothing in \"Bezahlt am\" are unpaid"],
            first: "admits=1 code=\(code) holder=Eva Muster price=12,50 € status=unpaid"),
        Case(file: "imitated-macintosh.csv", fields: "code holder type", first: short),
        Case(file: "imitated-excel-rounded.csv", fields: "code holder", faults: 12, first: "holder=Eva Muster"),
    ]

    @Test(arguments: cases) func `a file is read as it was meant`(expected: Case) throws {
        let reading = try Files.reading(expected.file)
        #expect(reading.table.headerRow == expected.header)
        let fields = reading.table.columns.map { $0.field?.rawValue ?? "-" }.joined(separator: " ")
        #expect(fields == expected.fields)
        #expect(reading.tickets.count == expected.tickets)
        #expect(reading.leftOut.count == expected.leftOut, "\(reading.leftOut)")
        #expect(reading.faults.count == expected.faults, "\(reading.faults)")
        #expect(reading.rowCount == reading.rightTicketCount + reading.leftOut.count + reading.faultyRowCount)
        for words in expected.notes {
            let isTold = reading.notes.contains { $0.contains(words) }
            #expect(isTold, "\(words): \(reading.notes)")
        }
        #expect(
            expected.notes.count == reading.notes.count || expected.faults > 0 || expected.file.contains("merged")
                || expected.file.contains("dates"), "\(reading.notes)")
        let first = reading.tickets.first?.cells.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        #expect(first?.joined(separator: " ") == expected.first)
    }

    @Test func `every file is in the table, and in the list of who wrote it`() throws {
        let all = try FileManager.default.contentsOfDirectory(atPath: Files.folder.path)
        let names = Set(all).subtracting(["README.md", ".gitattributes"])
        let refused: Set = [
            "libreoffice-excel97.xls", "libreoffice-flat.fods", "libreoffice-page.xls", "libreoffice-password.ods",
            "msoffcrypto-password.xlsx",
        ]
        #expect(Set(Self.cases.map(\.file)) == names.subtracting(refused))
        let page = try String(contentsOf: Files.folder.appending(path: "README.md"), encoding: .utf8)
        for name in names { #expect(page.contains("`\(name)`"), "\(name)") }
    }

    @Test func `sheets that could all be meant are named`() throws {
        var settings = ImportSettings()
        let workbook = try Files.workbook("openpyxl-filter-hidden-sheets.xlsx")
        #expect(workbook.sheets.map(\.name) == ["Read me", "Guests", "Old"])
        #expect(workbook.sheets.map(\.isHidden) == [false, false, true])
        settings.sheet = "guests "
        #expect(try workbook.sheetWithTickets(settings, file: "a").name == "Guests")
        settings.sheet = "Gone"
        let error = #expect(throws: PublishingError.self) { try workbook.sheetWithTickets(settings, file: "a") }
        #expect(error?.description.contains("\"Read me\", \"Guests\", \"Old\"") == true)
    }

    @Test func `an order of dates that is said settles them`() throws {
        let reading = try Files.reading("python-ambiguous-dates.csv", dates: .monthFirst)
        #expect(reading.faults == [])
        #expect(reading.tickets.first?.cells["not_after"] == "2026-05-12 23:30")
    }

    @Test func `faults tell the cell, what was read, and what to do`() throws {
        #expect(
            try Files.reading("xlsxwriter-errors.xlsx").faults == [
                "Guests!C4: seat is the error #N/A: correct the formula",
                "Guests!C6: seat is the error #DIV/0!: correct the formula",
            ])
        #expect(
            try Files.reading("openpyxl-duplicates.xlsx").faults == [
                """
                Twice!A14: has the code and type of row 4
                      row 4: ref 1003, type Standard, seat A3
                      row 14: ref 1099, type Standard, seat B7
                """
            ])
        let rounded = try Files.reading("imitated-excel-rounded.csv")
        #expect(rounded.faults.first == "A2: code \"1,23457E+17\" is a number that a spreadsheet has rounded")
        #expect(rounded.hint?.contains("format text") == true)
    }
}
