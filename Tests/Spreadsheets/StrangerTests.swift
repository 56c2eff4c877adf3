import Foundation
import Publishing
import Spreadsheets
import Testing

/// Lists of other programs: what comes of each without a question.
@Suite struct StrangerTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "strangers")

    private func reading(_ name: String) throws -> TicketReading {
        try Files.reading(of: Workbook(contentsOf: Self.folder.appending(path: name)), name)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let file: String
        /// What the columns are read as, from left to right; `-` is left out.
        let fields: String
        /// Of the tickets, in their order.
        let statuses: String
        /// The first ticket.
        let first: String
        var notes = 0

        var testDescription: String { file }
    }

    static let cases: [Case] = [
        Case(
            file: "eventbrite-new.csv",
            fields: "ref - first_name last_name email - - - - admits - type - price - - - status code",
            statuses: "valid valid refunded voided voided voided unpaid valid",
            first: """
                admits=1 code=112119122019000000007001 email=ada@example.org holder=Ada Adams price=25.00 ref=11211912201 \
                status=valid type=General Admission
                """),
        Case(
            file: "eventbrite-old.csv",
            fields: "order - first_name last_name email admits - type ref code - - - - - status -",
            statuses: "valid voided voided",
            first: """
                admits=1 code=112119123018000000007001 email=ada@example.org holder=Ada Adams order=11211912301 ref=2000000001 \
                status=valid type=General Admission
                """),
        Case(
            file: "fooevents.csv", fields: "ref order first_name last_name email status type - - - -",
            statuses: "valid voided unpaid",
            first: "email=ada@example.org holder=Ada Adams order=4711 ref=2148317512 status=valid type=Standard",
            notes: 1),
        Case(
            file: "hievents.csv", fields: "ref first_name last_name email status - - - type - - - - -",
            statuses: "valid voided unpaid",
            first: "email=ada@example.org holder=Ada Adams ref=1 status=valid type=Standard", notes: 2),
        Case(
            file: "pretix-orders.csv",
            fields: "ref - status - - type holder email company code - not_before not_after -",
            statuses: "valid voided unpaid voided unpaid",
            first: """
                code=szaeavsntcpm5q1nxw1rnj47e65gh2bh company=Muster AG email=ada@example.org holder=Ada Adams ref=3LXUQ status=valid \
                type=Standard
                """),
        Case(
            file: "google-forms.csv", fields: "- email holder admits - -", statuses: "- - -",
            first: "admits=2 email=ada@example.org holder=Ada Adams"),
        Case(
            file: "refunded-column.csv", fields: "holder email code refunded cancelled attending",
            statuses: "valid refunded voided",
            first: "code=yhp9r0qyhxe09wqand3c4ns513 email=ada@example.org holder=Ada Adams status=valid"),
        Case(
            file: "formula-random.csv", fields: "holder email code", statuses: "- -",
            first: "code=3yx9j25sb913s02k6rehxw5bfw email=ada@example.org holder=Ada", notes: 1),
        Case(
            file: "narrow-space.csv", fields: "holder email not_before not_after", statuses: "- - - - - -",
            first: "email=ada@example.org holder=Ada not_after=2026-12-26 01:00 not_before=2026-12-25 19:00"),
        Case(
            file: "one-column.csv", fields: "holder email admits", statuses: "- -",
            first: "admits=2 email=ada@example.org holder=Ada Adams"),
        Case(file: "utf32.csv", fields: "holder email", statuses: "-", first: "email=ada@example.org holder=Ada"),
        Case(
            file: "nul-padded.csv", fields: "holder email admits", statuses: "-",
            first: "admits=1 email=ada@example.org holder=Ada"),
        Case(
            file: "ctrl-z.csv", fields: "holder email admits", statuses: "-",
            first: "admits=1 email=ada@example.org holder=Ada"),
        Case(
            file: "full.csv", fields: "holder email code",
            statuses: Array(repeating: "-", count: 40).joined(separator: " "),
            first: "code=gp1xf3a7qyfr6f0dthbra48w88 email=guest00@example.org holder=Guest 00"),
    ]

    @Test(arguments: cases) func `a list is read as it was meant`(expected: Case) throws {
        let reading = try reading(expected.file)
        #expect(reading.faults == [])
        #expect(reading.table.columns.map { $0.field?.rawValue ?? "-" }.joined(separator: " ") == expected.fields)
        #expect(reading.tickets.map { $0.cells["status"] ?? "-" }.joined(separator: " ") == expected.statuses)
        let first = reading.tickets.first?.cells.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        #expect(first?.joined(separator: " ") == expected.first)
        #expect(reading.notes.count == expected.notes, "\(reading.notes)")
    }

    @Test func `what cannot be a code is named by its cell`() throws {
        #expect(
            try reading("unseen.csv").faults.map { $0.prefix(28) } == [
                "B5: code has the sign U+00AD", "B6: code has the sign U+2013",
            ])
        #expect(
            try reading("numbers.csv").faults == [
                "C5: admits \"two\" is not a number of people from 1 to 1000",
                "C6: admits \"1+1\" is not a number of people from 1 to 1000",
            ])
        #expect(throws: SpreadsheetError.self) { try reading("mixed-bytes.csv") }
    }

    @Test func `every file is in the list of what they are`() throws {
        let page = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) where name.hasSuffix("csv") {
            #expect(page.contains("`\(name)`"), "\(name)")
        }
    }
}
