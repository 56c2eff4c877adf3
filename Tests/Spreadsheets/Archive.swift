import Foundation

/// A ZIP archive whose members are stored as they are, so that a test can write one, and change what is in it.
struct Archive {
    var members: [(name: String, bytes: [UInt8])]

    init(_ members: [(name: String, bytes: [UInt8])]) {
        self.members = members
    }

    init(_ texts: KeyValuePairs<String, String>) {
        members = texts.map { ($0, Array($1.utf8)) }
    }

    /// Reads an archive that was written in this way.
    init?(stored archive: [UInt8]) {
        members = []
        var position = 0
        func number(_ offset: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(archive[position + offset + $1]) << (8 * $1) }
        }
        while position + 30 <= archive.count, number(0, 4) == 0x0403_4B50 {
            guard number(8, 2) == 0, number(6, 2) & 8 == 0 else { return nil }
            let (size, nameSize) = (number(18, 4), number(26, 2))
            let start = position + 30 + nameSize + number(28, 2)
            guard start + size <= archive.count else { return nil }
            let name = String(decoding: archive[position + 30..<position + 30 + nameSize], as: UTF8.self)
            members.append((name, Array(archive[start..<start + size])))
            position = start + size
        }
        if members.isEmpty { return nil }
    }

    /// The archive's bytes (APPNOTE.TXT 4.3).
    var bytes: Data {
        var all: [UInt8] = []
        var directory: [UInt8] = []
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        for (name, bytes) in members {
            let name = Array(name.utf8)
            let common =
                little(20, 2) + little(0, 8) + little(Int(Self.checksum(bytes)), 4) + little(bytes.count, 4)
                + little(bytes.count, 4) + little(name.count, 2)
            directory += little(0x0201_4B50, 4) + little(20, 2) + common + little(0, 12) + little(all.count, 4) + name
            all += little(0x0403_4B50, 4) + common + little(0, 2) + name + bytes
        }
        let start = all.count
        all += directory + little(0x0605_4B50, 4) + little(0, 4) + little(members.count, 2) + little(members.count, 2)
        return Data(all + little(directory.count, 4) + little(start, 4) + little(0, 2))
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    /// CRC-32.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }
}

extension Archive {
    private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let packages = "http://schemas.openxmlformats.org/package/2006/relationships"

    /// A workbook of Excel.
    /// - Parameters:
    ///   - data: what is in `sheetData`.
    ///   - more: after it.
    ///   - formats: codes of number formats; the style of the first is 1.
    static func xlsx(
        _ data: String, more: String = "", formats: [String] = [], shared: String = "", properties: String = "",
        prologue: String = ""
    ) -> Archive {
        let codes = formats.enumerated().map { "<numFmt numFmtId=\"\(200 + $0)\" formatCode=\"\($1)\"/>" }.joined()
        let styles = formats.indices.map { "<xf numFmtId=\"\(200 + $0)\"/>" }.joined()
        return Archive([
            "_rels/.rels":
                "<Relationships xmlns=\"\(packages)\"><Relationship Id=\"a\" Type=\"\(relations)/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>",
            "xl/workbook.xml":
                "<workbook xmlns=\"\(main)\" xmlns:r=\"\(relations)\"><workbookPr \(properties)/><sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"s\"/></sheets></workbook>",
            "xl/_rels/workbook.xml.rels":
                "<Relationships xmlns=\"\(packages)\"><Relationship Id=\"s\" Type=\"\(relations)/worksheet\" Target=\"/xl/s.xml\"/><Relationship Id=\"t\" Type=\"\(relations)/sharedStrings\" Target=\"t.xml\"/><Relationship Id=\"y\" Type=\"\(relations)/styles\" Target=\"./y.xml\"/></Relationships>",
            "xl/t.xml": "<sst xmlns=\"\(main)\">\(shared)</sst>",
            "xl/y.xml":
                "<styleSheet xmlns=\"\(main)\"><numFmts>\(codes)</numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs><cellXfs><xf numFmtId=\"0\"/>\(styles)</cellXfs></styleSheet>",
            "xl/s.xml":
                "\(prologue)<x:worksheet xmlns:x=\"\(main)\"><x:sheetData>\(data)</x:sheetData>\(more)</x:worksheet>",
        ])
    }

    /// A spreadsheet of LibreOffice.
    /// - Parameter table: what is in its only table.
    static func ods(_ table: String, prologue: String = "") -> Archive {
        let names = ["office", "table", "text", "drawing", "style"].map {
            "xmlns:\($0 == "drawing" ? "draw" : $0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\""
        }
        return Archive([
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml":
                "\(prologue)<office:document-content \(names.joined(separator: " ")) xmlns:calcext=\"urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0\"><office:body><office:spreadsheet><table:table table:name=\"S\">\(table)</table:table></office:spreadsheet></office:body></office:document-content>",
        ])
    }
}
