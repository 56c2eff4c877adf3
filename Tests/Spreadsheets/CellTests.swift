import Foundation
import Spreadsheets
import Testing

/// Cells of each kind, written as the formats allow and few programs do.
@Suite struct CellTests {
    private func xlsx(_ cells: String, formats: [String] = [], shared: String = "", properties: String = "") throws
        -> [String]
    {
        let data = "<x:row>\(cells)</x:row>"
        let archive = Archive.xlsx(data, formats: formats, shared: shared, properties: properties)
        return try Workbook(archive.bytes, named: "a.xlsx").sheets[0].rows.first?.cells.map(Self.described) ?? []
    }

    private static func described(_ cell: Cell) -> String {
        let kind =
            switch cell.content {
            case .text: "text"
            case .number: "number"
            case .date: "date"
            case .time: "time"
            case .boolean: "boolean"
            case .error: "error"
            }
        return "\(CellAddress.letters(of: cell.column)) \(kind) \(cell.text)\(cell.isFormula ? " =" : "")"
    }

    @Test func `a workbook's cells have their kinds, also without addresses`() throws {
        let read = try xlsx(
            """
            <x:c t="s"><x:v>0</x:v></x:c><x:c t="inlineStr"><x:is><x:r><x:t>in</x:t></x:r><x:r><x:t>line</x:t></x:r></x:is></x:c>\
            <x:c t="str"><x:f>A1</x:f><x:v>made</x:v></x:c><x:c><x:v>4711</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c>\
            <x:c t="e"><x:f>NA()</x:f><x:v>#N/A</x:v></x:c><x:c/><x:c r="J1" t="d"><x:v>2026-12-05T19:00:00</x:v></x:c>\
            <x:c t="s"><x:v>99</x:v></x:c><x:c><x:v>1.23457E+17</x:v></x:c>
            """, shared: "<si><t>sha</t><rPh><t>spoken</t></rPh><t>red_x0041_</t></si>")
        #expect(
            read == [
                "A text sharedA", "B text inline", "C text made =", "D number 4711", "E boolean TRUE", "F error #N/A =",
                "J date 2026-12-05 19:00", "K error #TEXT?", "L number 1.23457e+17",
            ])
    }

    @Test(arguments: [
        ("yyyy-mm-dd", "date 2026-12-05 19:00"), ("[$-407]d. mmmm yyyy h:mm", "date 2026-12-05 19:00"),
        ("m/d/yy h:mm AM/PM;@", "date 2026-12-05 19:00"), ("\"day\" 0", "number 46361.791666666664"),
        ("[Red]0.00", "number 46361.791666666664"), ("#,##0 [$€-1]", "number 46361.791666666664"),
        ("General", "number 46361.791666666664"), ("mmmm", "date 2026-12-05 19:00"), ("@", "number 46361.791666666664"),
        ("hh:mm", "date 2026-12-05 19:00"), ("\\d0", "number 46361.791666666664"),
    ])
    func `a number's format says what it is`(format: String, expected: String) throws {
        let escaped = format.replacing("\"", with: "&quot;")
        #expect(try xlsx("<x:c s=\"1\"><x:v>46361.791666666664</x:v></x:c>", formats: [escaped]) == ["A " + expected])
    }

    @Test func `zeros that a format shows are digits`() throws {
        #expect(try xlsx("<x:c s=\"1\"><x:v>42</x:v></x:c>", formats: ["00000000"]) == ["A number 00000042"])
    }

    @Test(arguments: [
        (1.0, false, "1900-01-01"), (59.0, false, "1900-02-28"), (61.0, false, "1900-03-01"), (60.0, false, nil),
        (44_899.75, true, "2026-12-05 18:00"), (46_361.999_999_9, false, "2026-12-06 00:00"), (0.0, true, "1904-01-01"),
        (2_958_465.0, false, "9999-12-31"), (2_958_466.0, false, nil), (-1.0, false, nil),
        (46_081.0, false, "2026-02-28"),
    ])
    func `serial numbers are days`(serial: Double, from1904: Bool, expected: String?) {
        let hasTime = expected?.contains(":") == true
        #expect(SheetDate(serial: serial, from1904: from1904, hasTime: hasTime)?.description == expected)
    }

    @Test func `a workbook that counts from 1904 says so`() throws {
        let read = try xlsx(
            "<x:c s=\"1\"><x:v>44899.75</x:v></x:c>", formats: ["d/m/yy h:mm"], properties: "date1904=\"1\"")
        #expect(read == ["A date 2026-12-05 18:00"])
    }

    @Test func `an OpenDocument's cells have their kinds`() throws {
        let table = """
            <table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="5"/></table:table-row>\
            <table:table-row table:visibility="filter">\
            <table:table-cell office:value-type="string"><text:p>two<text:s text:c="2"/>spaces</text:p><text:p>a <text:span>line</text:span></text:p>\
            <office:annotation><text:p>a comment</text:p></office:annotation><draw:frame><text:p>a picture</text:p></draw:frame></table:table-cell>\
            <table:table-cell office:value-type="float" office:value="42"><text:p>00042</text:p></table:table-cell>\
            <table:covered-table-cell/><table:table-cell table:number-columns-repeated="2" office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>\
            <table:table-cell office:value-type="date" office:date-value="2026-12-05T19:00:00.4"><text:p>5.12.</text:p></table:table-cell>\
            <table:table-cell office:value-type="time" office:time-value="PT19H30M00S"><text:p>19:30</text:p></table:table-cell>\
            <table:table-cell table:formula="of:=NA()" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>\
            </table:table-row>
            """
        let sheet = try Workbook(Archive.ods(table).bytes, named: "a.ods").sheets[0]
        let row = try #require(sheet.rows.first)
        #expect(sheet.rows.count == 1 && row.number == 4 && row.isHidden)
        #expect(
            row.cells.map(Self.described) == [
                "A text two  spaces\na line", "B number 00042", "D boolean TRUE", "E boolean TRUE",
                "F date 2026-12-05 19:00", "G time 19:30", "H error #N/A =",
            ])
    }

    @Test(arguments: [
        ("a,b\r\n1,\"x, \"\"y\"\"\r\nz\"\r\n", ",", ["a|b", "1|x, \"y\"\r\nz"]),
        ("a;b\n1;2,5\n", ";", ["a|b", "1|2,5"]),
        ("a\tb\r1\t2\r", "\t", ["a|b", "1|2"]), ("sep=|\na|b,c\n", "|", ["a|b,c"]), ("a\n\nb\n", nil, ["a", "b"]),
        ("title\n\na;b;c\n1,5;2,5;3,5\n1,5;2,5;3,5\n", ";", ["title", "a|b|c", "1,5|2,5|3,5", "1,5|2,5|3,5"]),
    ])
    func `text in columns has the separator that fits`(text: String, delimiter: String?, expected: [String]) throws {
        let workbook = try Workbook(Data(text.utf8), named: "a.csv")
        #expect(workbook.format == .csv(.utf8, delimiter: delimiter?.first))
        #expect(workbook.sheets[0].rows.map { $0.cells.map(\.text).joined(separator: "|") } == expected)
    }

    @Test func `text in columns may be damaged, and says where`() throws {
        let workbook = try Workbook(Data("a,b\n\"x\"y,2\n3,\"4\n5,6\n".utf8), named: "a.csv")
        #expect(
            workbook.sheets[0].rows.map(\.fault) == [
                nil, "there is text after the closing quotation mark of a field",
                "a quotation mark opens a field that never ends",
            ])
    }

    @Test(arguments: [
        (String.Encoding.utf8, [UInt8](), TextEncoding.utf8), (.utf8, [0xEF, 0xBB, 0xBF], .utf8),
        (.utf16LittleEndian, [0xFF, 0xFE], .utf16LittleEndian), (.utf16LittleEndian, [], .utf16LittleEndian),
        (.utf16BigEndian, [0xFE, 0xFF], .utf16BigEndian), (.utf16BigEndian, [], .utf16BigEndian),
        (.windowsCP1252, [], .windows1252),
    ])
    func `text is read in the encoding that it has`(encoding: String.Encoding, mark: [UInt8], expected: TextEncoding)
        throws
    {
        let text = "code;name\n4711;Zoë Müller – 5 €\n"
        let bytes = Data(mark) + (try #require(text.data(using: encoding)))
        let workbook = try Workbook(bytes, named: "a.csv")
        #expect(workbook.format == .csv(expected, delimiter: ";"))
        #expect(workbook.sheets[0].rows.last?[1]?.text == "Zoë Müller – 5 €")
    }

    @Test func `letters name columns`() {
        #expect([0, 25, 26, 701, 702, 16_383].map(CellAddress.letters(of:)) == ["A", "Z", "AA", "ZZ", "AAA", "XFD"])
    }
}
