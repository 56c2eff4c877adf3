import Foundation
import Testing

@testable import Spreadsheets

@Suite struct XLSXWriterTests {
    private static let rows: [[XLSXWriter.Cell]] = [
        [.text("total"), .text("=1+1"), .number(42)],
        [.text("Zoë & <Łucja> \"x\"\u{FFFE}"), .text(""), .number(Decimal(string: "30.5")!)],
        [.text("0012"), .text("  spaces "), .text("42")],
    ]

    private func file() throws -> [UInt8] {
        try XLSXWriter.file(header: ["section", "key", "value"], rows: Self.rows, sheet: "Report & more")
    }

    @Test func `what is written is read back as it was`() throws {
        let sheet = try #require(try Workbook(Data(file()), named: "report.xlsx").sheets.first)
        #expect(sheet.name == "Report & more")
        #expect(
            sheet.rows.map { $0.cells.map(\.content) } == [
                [.text("section"), .text("key"), .text("value")],
                [.text("total"), .text("=1+1"), .number(42, digits: 0)],
                [.text("Zoë & <Łucja> \"x\""), .number(30.5, digits: 0)],
                [.text("0012"), .text("  spaces "), .text("42")],
            ])
        #expect(sheet.rows.allSatisfy { row in row.cells.allSatisfy { !$0.isFormula } })
    }

    @Test func `the same table gives the same bytes`() throws {
        #expect(try file() == file())
    }
}
