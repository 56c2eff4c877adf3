import Foundation
import Publishing
import Testing
import Tickets

/// Codes and references are what a scanner will send.
@Suite struct CodeTextTests {
    private static let code = "wk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl"

    private func cells(_ column: String, _ texts: [String]) throws -> [String] {
        let rows = texts.enumerated().map { index, text in
            "\"\(text.replacing("\"", with: "\"\""))\",Guest \(index)"
        }
        let reading = try Files.reading(csv: "\(column),name\n" + rows.joined(separator: "\n") + "\n")
        return reading.faults.isEmpty ? reading.tickets.map { $0.cells[column] ?? "" } : reading.faults
    }

    @Test(
        arguments: ["code", "ref"],
        [
            "=\"X\"", "'X", "\"X\"", "'X'", "“X”", "„X“", "«X»", "‘X’", "= \"X\"", "=\"\"\"X\"\"\"", "\u{FEFF}X",
            "X\u{200B}", "\u{200E}X\u{200F}",
            "\u{A0}X\u{2003}", "\tX", "X\u{3000}", "'\u{A0}X", "\u{2060}X\u{2060}", "`X`", "=\" X \"", "X\u{AD}",
        ])
    func `what stands around is no part of it`(column: String, wrapped: String) throws {
        let texts = [1, 2].map { wrapped.replacing("X", with: "\(Self.code)\($0)") }
        #expect(try cells(column, texts) == ["\(Self.code)1", "\(Self.code)2"])
    }

    @Test func `what is taken off is told`() throws {
        let reading = try Files.reading(csv: "code,ref,name\n=\"a\(Self.code)\",'7,Eva\n=\"b\(Self.code)\",8,Bo\n")
        #expect(
            reading.notes.contains { $0.hasPrefix("2 codes are read without what stands around") }, "\(reading.notes)")
        #expect(reading.notes.contains { $0.hasPrefix("1 ref is read without") })
    }

    @Test func `digits that a formula has kept need no more`() throws {
        let codes = (0..<9).map { "=\"98765432100\($0)\"" } + ["=\"7654321000\""]
        #expect(try cells("code", codes).last == "7654321000")
    }

    @Test(arguments: ["=T(\"abcdefgh12345678\")", "=TEXT(A1,\"0\")", "=\"0\"&\"123456789\"", "=CONCAT(\"a\",\"b\")"])
    func `a formula is no code`(text: String) throws {
        let read = try cells("code", [text])
        #expect(read.count == 1 && read[0].contains("is a formula"), "\(read)")
    }

    @Test func `codes are compared in one form of their letters`() throws {
        #expect(try cells("code", ["Bu\u{0308}cher-\(Self.code)"]) == ["B\u{FC}cher-\(Self.code)"])
        guard case .ticket(let scanned) = ScannedText(parsing: "Bu\u{0308}cher-7f3k") else {
            Issue.record("no ticket")
            return
        }
        #expect(Array(scanned.text.unicodeScalars) == Array("B\u{FC}cher-7f3k".unicodeScalars))
    }

    @Test(
        arguments: ["code", "ref"],
        [
            ("\u{AD}", "U+00AD (SOFT HYPHEN)"), ("\u{2013}", "U+2013 (EN DASH)"), ("\u{2010}", "U+2010 (HYPHEN)"),
            ("\u{200B}", "U+200B (ZERO WIDTH SPACE)"), ("\u{A0}", "U+00A0 (NO-BREAK SPACE)"),
            ("\u{202F}", "U+202F (NARROW NO-BREAK SPACE)"),
            ("\u{410}", "U+0410 (CYRILLIC CAPITAL LETTER A)"), ("\u{39F}", "U+039F (GREEK CAPITAL LETTER OMICRON)"),
            ("\u{FF21}", "U+FF21 (FULLWIDTH LATIN CAPITAL LETTER A)"), ("\u{663}", "U+0663 (ARABIC-INDIC DIGIT THREE)"),
            ("\u{200D}", "U+200D (ZERO WIDTH JOINER)"),
        ])
    func `a sign that cannot be seen or distinguished is a fault with its cell`(column: String, sign: (String, String))
        throws
    {
        let texts = (0..<4).map { "\($0)\(Self.code)" } + ["wk8wfyzj\(sign.0)rbrdv5rxvjxjzpx9ggum6uxl"]
        let read = try cells(column, texts)
        #expect(read.count == 1 && read[0].hasPrefix("A6: \(column) has the sign \(sign.1)"), "\(read)")
        #expect(!read.joined().contains("rbrdv5"))
    }

    @Test func `codes in another script are right where all are`() throws {
        let cyrillic = ["БИЛЕТЖЖ1", "БИЛЕТЖЖ2", "БИЛЕТЖЖ3"]
        #expect(try cells("code", cyrillic) == cyrillic)
        #expect(try cells("code", cyrillic + ["BILETZZ4", "BILETЖЖ5"]).count == 1)
        #expect(try cells("code", ["Märchen7", "Straße8", "plain9"]) == ["Märchen7", "Straße8", "plain9"])
    }

    @Test func `signs are taken when a person says that they are right`() throws {
        let text = "code\na–\(Self.code)\nb–\(Self.code)\n"
        #expect(try Files.reading(csv: text).faults.count == 2)
        #expect(
            try Files.reading(csv: text, acceptsSigns: true).tickets.map { $0.cells["code"] } == [
                "a–\(Self.code)", "b–\(Self.code)",
            ])
    }
}
