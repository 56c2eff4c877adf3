import Foundation
import Spreadsheets
import Testing
import Tickets

/// Files that were made to do harm, or that are something else: each ends in a sentence.
@Suite struct HostileFileTests {
    private func refusal(_ bytes: Data) throws -> String {
        let error = #expect(throws: SpreadsheetError.self) { try Workbook(bytes, named: "guests") }
        return error?.description ?? ""
    }

    private static let row = "<x:row><x:c t=\"inlineStr\"><x:is><x:t>code</x:t></x:is></x:c></x:row>"

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>",
        "<!DOCTYPE a [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>", "<!DOCTYPE a SYSTEM \"http://127.0.0.1:9/a.dtd\">",
    ])
    func `a document type is refused, and with it entities`(prologue: String) throws {
        #expect(try refusal(Archive.xlsx(Self.row, prologue: prologue).bytes).contains("document type"))
        #expect(try refusal(Archive.ods("", prologue: prologue).bytes).contains("document type"))
    }

    @Test func `elements in elements end`() throws {
        let deep = String(repeating: "<x:a>", count: 100_000)
        #expect(try refusal(Archive.xlsx(deep).bytes).contains("without end"))
    }

    @Test func `a tag has an end`() throws {
        let long = String(repeating: "a", count: 3 << 20)
        #expect(try refusal(Archive.xlsx("<x:row \(long)=\"1\"/>").bytes).contains("tag longer than"))
    }

    @Test(arguments: [
        "<table:table-row table:number-rows-repeated=\"1048576\"><table:table-cell table:number-columns-repeated=\"16384\" office:value-type=\"string\"><text:p>x</text:p></table:table-cell></table:table-row>",
        "<table:table-row table:number-rows-repeated=\"1048577\"><table:table-cell office:value-type=\"string\"><text:p>x</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell office:value-type=\"string\"><text:p>x</text:p></table:table-cell></table:table-row>",
    ])
    func `cells that are repeated for ever are too many`(table: String) throws {
        #expect(try refusal(Archive.ods(table).bytes).contains("too large"))
    }

    @Test func `empty cells that are repeated for ever are none`() throws {
        let table = """
            <table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>\
            <table:table-row table:number-rows-repeated="99999999999999999999"><table:table-cell/></table:table-row>
            """
        #expect(try Workbook(Archive.ods(table).bytes, named: "a.ods").sheets[0].rows.isEmpty)
    }

    @Test(arguments: ["r=\"0\"", "r=\"-4\"", "r=\"1048577\"", "r=\"9223372036854775807\""])
    func `a row that no sheet has is refused`(number: String) throws {
        let row = Self.row.replacing("<x:row>", with: "<x:row \(number)>")
        #expect(try refusal(Archive.xlsx(row + Self.row).bytes).contains("too large"))
    }

    @Test func `an archive that lacks a part, or whose part is no XML, names it`() throws {
        var archive = Archive.xlsx(Self.row)
        archive.members.removeAll { $0.name == "xl/s.xml" }
        #expect(try refusal(archive.bytes).contains("xl/s.xml is missing"))
        archive.members.append(("xl/s.xml", Array("<a".utf8)))
        #expect(try refusal(archive.bytes).contains("xl/s.xml is not XML"))
    }

    @Test func `a byte that has changed in a part is noticed`() throws {
        let whole = Archive.xlsx(Self.row).bytes
        let place = try #require(whole.range(of: Data("code".utf8)))
        var bytes = whole
        bytes[place.lowerBound] = UInt8(ascii: "k")
        #expect(try refusal(bytes).contains("xl/s.xml cannot be unpacked"))
        #expect(try Workbook(whole, named: "a").sheets[0].rows.count == 1)
    }

    @Test func `half a file is refused`() throws {
        let whole = Archive.xlsx(Self.row).bytes
        #expect(try refusal(whole.prefix(whole.count / 2)).contains("not whole"))
    }

    @Test(arguments: [
        ("libreoffice-excel97.xls", "Excel 97"), ("libreoffice-flat.fods", "XML file"),
        ("libreoffice-page.xls", "web page"), ("libreoffice-password.ods", "password"),
        ("msoffcrypto-password.xlsx", "password"),
    ])
    func `what is no spreadsheet is told by its name`(file: String, word: String) throws {
        #expect(try refusal(Data(contentsOf: Files.folder.appending(path: file))).contains(word))
    }

    @Test func `other archives, pictures and nothing are told apart`() throws {
        #expect(try refusal(Data()).contains("it is empty"))
        #expect(try refusal(Data("%PDF-1.7".utf8)).contains("PDF"))
        #expect(try refusal(Data([0x89, 0x50, 0x4E, 0x47, 0, 0, 0, 13])).contains("neither a spreadsheet nor text"))
        #expect(try refusal(Archive(["a.txt": "a"]).bytes).contains("ZIP archive without a spreadsheet"))
        #expect(try refusal(Archive(["Index/Document.iwa": "a"]).bytes).contains("Numbers"))
        #expect(try refusal(Archive(["_rels/.rels": "<a/>", "xl/workbook.bin": "a"]).bytes).contains(".xlsb"))
    }
}
