import Foundation
import Publishing
import Testing
import Tickets

@testable import Spreadsheets

/// Text in columns in the encodings that programs use without saying so.
@Suite struct EncodingTests {
    private func names(_ workbook: Workbook) -> String {
        workbook.sheets[0].rows.dropFirst().compactMap { $0[0]?.text }.joined(separator: " / ")
    }

    private func encoding(_ workbook: Workbook) -> String? {
        if case .csv(let encoding, _) = workbook.format { encoding.name } else { nil }
    }

    /// `Şule Iğdır`, or `Þule Iðdýr`.
    private static let turkish: Data = {
        var bytes = Array("Name\n".utf8)
        bytes += [0xDE] + "ule I".utf8
        bytes += [0xF0] + "d".utf8
        bytes += [0xFD] + "r\n".utf8
        return Data(bytes)
    }()

    @Test(arguments: EncodingSamples.all.indices)
    func `an encoding is recognised by a few names, or asked for`(index: Int) throws {
        let sample = EncodingSamples.all[index]
        let bytes = try #require(Data(base64Encoded: sample.file))
        let said = try Workbook(bytes, named: "g.csv", encoding: TextEncoding(named: sample.encoding))
        #expect(names(said).precomposedStringWithCanonicalMapping == sample.names)
        do {
            let read = try Workbook(bytes, named: "g.csv")
            #expect(names(read).precomposedStringWithCanonicalMapping == sample.names, "\(encoding(read) ?? "")")
        } catch let question as EncodingQuestion {
            #expect(question.choices.contains { $0.encoding.name == sample.encoding }, "\(question.choices)")
        }
    }

    @Test func `nearly all lists of four guests need no question`() throws {
        let asked = EncodingSamples.all.filter { sample in
            (try? Workbook(Data(base64Encoded: sample.file) ?? Data(), named: "g.csv")) == nil
        }
        #expect(asked.count <= 3, "\(asked.map(\.encoding))")
    }

    @Test func `letters that could be of two languages are asked for, without a name in the error`() throws {
        let bytes = Self.turkish
        let error = #expect(throws: EncodingQuestion.self) { try Workbook(bytes, named: "g.csv") }
        let question = try #require(error)
        #expect(question.choices.map(\.encoding.name) == ["Windows-1254", "Windows-1252"])
        #expect(question.choices[0].letters == "Ş ğ ı" && question.choices[0].examples == ["Şule Iğdır"])
        #expect(!question.description.contains("Iğdır"))
    }

    @Test(arguments: [
        String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian,
    ])
    func `Unicode in two or four bytes is read with a mark and without one`(encoding: String.Encoding) throws {
        for text in ["Name,Type\nAda,VIP\nBen,VIP\n", "氏名,種別\n山田太郎,一般席\n佐藤花子,一般席\n", "Имя;Тип\nИван;Гость\n"] {
            let bytes = try #require(text.data(using: encoding))
            let read = try Workbook(bytes, named: "g.csv").sheets[0].rows.flatMap(\.cells).map(\.text)
            #expect(read == text.split { ",;\n".contains($0) }.map(String.init))
        }
    }

    @Test(arguments: [[UInt8](repeating: 0, count: 40), [0x1A], [0x1A, 0, 0, 0], [0x0D, 0x0A, 0x1A]])
    func `what fills up the end of a file is no ticket`(end: [UInt8]) throws {
        let workbook = try Workbook(Data("Name,Type\nAda,VIP\n".utf8) + Data(end), named: "g.csv")
        #expect(workbook.sheets[0].rows.map { $0.cells.map(\.text) } == [["Name", "Type"], ["Ada", "VIP"]])
    }

    @Test func `fields that are filled up with NULs are read`() throws {
        let workbook = try Workbook(Data("Name\0\0,Type,Email\nAda\0\0\0,VIP,ada@example.org\n".utf8), named: "g.csv")
        #expect(
            workbook.sheets[0].rows.map { $0.cells.map(\.text) } == [
                ["Name", "Type", "Email"], ["Ada", "VIP", "ada@example.org"],
            ])
    }

    @Test(
        arguments: [
            [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3, 0x4B, 0xCC, 0x29, 0xC8, 1, 2, 6],
            [
                0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0, 0, 0,
                1,
            ],
        ] as [[UInt8]])
    func `what is no text is not read as one`(bytes: [UInt8]) {
        let error = #expect(throws: SpreadsheetError.self) { try Workbook(Data(bytes), named: "g.csv") }
        #expect(error?.reason.contains("neither a spreadsheet nor text") == true)
    }

    @Test func `lines of two encodings are named, and a file that ends in a letter`() throws {
        for (bytes, line) in [
            (Data("Name\nZoë\n".utf8) + Data([0x4A, 0x6F, 0x73, 0xE9, 0x0A]), "line 3 is"),
            (Data("Name\nZoë Łuczak\nJosé\nReneé".utf8).dropLast(), "line 4 is"),
        ] {
            let error = #expect(throws: SpreadsheetError.self) { try Workbook(bytes, named: "g.csv") }
            #expect(error?.reason.contains(line) == true, "\(String(describing: error))")
        }
    }

    @Test(arguments: [
        ("windows-1251", "Windows-1251"), ("cp1251", "Windows-1251"), ("1251", "Windows-1251"),
        ("latin1", "Windows-1252"),
        ("ISO 8859-2", "ISO-8859-2"), ("iso-8859-2", "ISO-8859-2"), ("koi8-r", "KOI8-R"), ("Shift JIS", "Shift_JIS"),
        ("sjis", "Shift_JIS"), ("euc-kr", "EUC-KR"), ("850", "CP850"), ("cp850", "CP850"), ("gbk", "GB18030"),
        ("utf-8", "UTF-8"), ("UTF8", "UTF-8"),
    ])
    func `an encoding has the names that people give it`(text: String, name: String) {
        #expect(TextEncoding(named: text)?.name == name)
    }

    @Test(arguments: ["", "klingon", "windows-99999"])
    func `what is no encoding has no name`(text: String) {
        #expect(TextEncoding(named: text) == nil)
    }

    @Test func `a named encoding that the file is not in is an error`() throws {
        let bytes = Data([0x4A, 0xF6, 0x72, 0x67])
        let error = #expect(throws: SpreadsheetError.self) {
            try Workbook(bytes, named: "g.csv", encoding: TextEncoding(named: "UTF-8"))
        }
        #expect(error?.reason == "it is not text in UTF-8")
    }

    @Test(
        arguments: [
            (["JosÃ© MuÃ±oz", "ZoÃ« GagnÃ©", "Ada"], "UTF-8", "Windows-1252"),
            (["Èâàí Ïåòðîâ", "Îëüãà Ñèäîðîâà"], "Windows-1251", "Windows-1252"),
            (["РћР»СЊРіР°", "РђРЅРЅР°"], "UTF-8", "Windows-1251"),
            (["J├Ârg M├╝ller", "K├ñthe Gro├ƒ"], "UTF-8", "CP850"),
            (["José Muñoz", "Zoë Gagné"], nil, nil), (["Иван Петров", "Ольга"], nil, nil), (["山田太郎"], nil, nil),
            (["Łucja Święta", "Jörg"], nil, nil), (["Þórður Guðmundsson"], nil, nil), (["Ada"], nil, nil),
            ([], nil, nil),
        ] as [([String], String?, String?)])
    func `letters that another program has broken are noticed`(texts: [String], encoding: String?, takenFor: String?) {
        let broken = BrokenLetters(in: texts)
        #expect(broken?.encoding.name == encoding && broken?.takenFor.name == takenFor, "\(String(describing: broken))")
    }

    @Test func `broken names are told of`() throws {
        let reading = try Files.reading(csv: "Name,Type\nJosÃ© MuÃ±oz,VIP\nZoÃ« GagnÃ©,VIP\nAda,VIP\n")
        #expect(reading.faults == [])
        #expect(reading.notes.contains { $0.contains("had read UTF-8 as Windows-1252") }, "\(reading.notes)")
    }
}
