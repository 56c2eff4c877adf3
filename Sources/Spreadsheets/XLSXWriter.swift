internal import CZip
public import Foundation
internal import Tickets

/// Writes a table as a workbook of Excel and its like, with one sheet (ECMA-376, part 1).
public enum XLSXWriter {
    /// What stands in one cell.
    public enum Cell: Sendable {
        /// It stays text, whatever it looks like.
        case text(String)
        case number(Decimal)
    }

    /// - Parameters:
    ///   - header: the names of the columns; they stay in view, and have buttons to filter by.
    ///   - rows: each as long as the header.
    ///   - sheet: its name, up to 31 characters.
    /// - Returns: the bytes of the file: the same for the same table.
    /// - Throws: ``SpreadsheetError`` when libzip is not installed.
    public static func file(header: [String], rows: [[Cell]], sheet: String) throws -> [UInt8] {
        let archive = try NewZipArchive()
        try archive.add("[Content_Types].xml", types)
        try archive.add("_rels/.rels", relations(to: "xl/workbook.xml", kind: "officeDocument"))
        try archive.add("xl/_rels/workbook.xml.rels", workbookRelations)
        try archive.add("xl/workbook.xml", workbook(sheet, columns: header.count, rows: rows.count))
        try archive.add("xl/styles.xml", styles)
        try archive.add("xl/worksheets/sheet1.xml", worksheet(header, rows))
        return try archive.finish()
    }

    // MARK: - Parts

    private static let declaration = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
    private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let package = "http://schemas.openxmlformats.org/package/2006"
    private static let kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"

    private static let types = """
        \(declaration)<Types xmlns="\(package)/content-types">\
        <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
        <Override PartName="/xl/workbook.xml" ContentType="\(kinds).sheet.main+xml"/>\
        <Override PartName="/xl/styles.xml" ContentType="\(kinds).styles+xml"/>\
        <Override PartName="/xl/worksheets/sheet1.xml" ContentType="\(kinds).worksheet+xml"/></Types>
        """

    private static let workbookRelations = """
        \(declaration)<Relationships xmlns="\(package)/relationships">\
        <Relationship Id="rId1" Type="\(office)/worksheet" Target="worksheets/sheet1.xml"/>\
        <Relationship Id="rId2" Type="\(office)/styles" Target="styles.xml"/></Relationships>
        """

    private static func relations(to target: String, kind: String) -> String {
        """
        \(declaration)<Relationships xmlns="\(package)/relationships">\
        <Relationship Id="rId1" Type="\(office)/\(kind)" Target="\(target)"/></Relationships>
        """
    }

    /// The name is what Excel itself writes for a filter.
    private static func workbook(_ sheet: String, columns: Int, rows: Int) -> String {
        let range = "'\(sheet)'!$A$1:$\(column(columns))$\(rows + 1)"
        return """
            \(declaration)<workbook xmlns="\(main)" xmlns:r="\(office)"><sheets>\
            <sheet name="\(escaped(sheet))" sheetId="1" r:id="rId1"/></sheets><definedNames>\
            <definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">\(escaped(range))</definedName>\
            </definedNames></workbook>
            """
    }

    /// Style 1 is bold, for the header.
    private static let styles = """
        \(declaration)<styleSheet xmlns="\(main)"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
        <font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2">\
        <fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
        <borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2">\
        <xf fontId="0" xfId="0"/><xf fontId="1" xfId="0" applyFont="1"/></cellXfs></styleSheet>
        """

    private static func worksheet(_ header: [String], _ rows: [[Cell]]) -> String {
        let widths = header.indices.map { index in
            let longest = rows.lazy.map { length(of: $0[index]) }.max() ?? 0
            return min(60, max(longest, header[index].count) + 3)
        }
        var text = """
            \(declaration)<worksheet xmlns="\(main)"><sheetViews><sheetView workbookViewId="0">\
            <pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>
            """
        for (index, width) in widths.enumerated() {
            text += #"<col min="\#(index + 1)" max="\#(index + 1)" width="\#(width)" customWidth="1"/>"#
        }
        text += "</cols><sheetData>"
        text += row(1, header.map(Cell.text), style: #" s="1""#)
        for (index, cells) in rows.enumerated() { text += row(index + 2, cells, style: "") }
        text += "</sheetData>"
        text += #"<autoFilter ref="A1:\#(column(header.count))\#(rows.count + 1)"/></worksheet>"#
        return text
    }

    private static func row(_ number: Int, _ cells: [Cell], style: String) -> String {
        var text = #"<row r="\#(number)">"#
        for (index, cell) in cells.enumerated() {
            let place = "\(column(index + 1))\(number)"
            switch cell {
            case .text(""): break
            case .text(let content):
                text += #"<c r="\#(place)" t="inlineStr"\#(style)><is><t xml:space="preserve">"#
                text += "\(escaped(content))</t></is></c>"
            case .number(let number): text += #"<c r="\#(place)"\#(style)><v>\#(number)</v></c>"#
            }
        }
        return text + "</row>"
    }

    private static func length(of cell: Cell) -> Int {
        switch cell {
        case .text(let content): content.count
        case .number(let number): "\(number)".count
        }
    }

    /// `A` for 1, `AA` for 27.
    private static func column(_ number: Int) -> String {
        let (rest, letter) = (number - 1).quotientAndRemainder(dividingBy: 26)
        let last = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(letter)))
        return rest == 0 ? last : column(rest) + last
    }

    /// In characters: Excel's limit.
    private static let longestCell = 32_767

    private static func escaped(_ text: String) -> String {
        // Two that XML 1.0 cannot hold, and no cell holds more.
        let held = text.withoutControls.unicodeScalars.filter { $0 != "\u{FFFE}" && $0 != "\u{FFFF}" }
        return String(String.UnicodeScalarView(held).prefix(longestCell)).replacing("&", with: "&amp;").replacing(
            "<", with: "&lt;"
        ).replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}

/// A ZIP archive that is made in memory.
@safe private final class NewZipArchive {
    private let target: OpaquePointer
    /// `nil` once it is finished.
    private var archive: OpaquePointer?

    init() throws {
        guard usher_zip_is_there() else {
            throw SpreadsheetError(
                "write", "a workbook", "libzip is not installed",
                hint: "Install it: apt install libzip5, or libzip4 on Debian 12. A file in CSV needs no libzip.")
        }
        guard let target = unsafe usher_zip_source_buffer_create(nil, 0, 0, nil) else { throw Self.noMemory }
        unsafe usher_zip_source_keep(target)
        guard let archive = unsafe usher_zip_open_from_source(target, ZIP_CREATE | ZIP_TRUNCATE, nil) else {
            unsafe usher_zip_source_free(target)
            unsafe usher_zip_source_free(target)
            throw Self.noMemory
        }
        unsafe self.target = target
        unsafe self.archive = archive
    }

    deinit {
        if let archive = unsafe archive { unsafe usher_zip_discard(archive) }
        unsafe usher_zip_source_free(target)
    }

    func add(_ part: String, _ content: String) throws {
        guard let archive = unsafe archive else { return }
        let bytes = Array(content.utf8)
        guard let copy = unsafe malloc(bytes.count) else { throw Self.noMemory }
        unsafe bytes.withUnsafeBytes { unsafe copy.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        // From here on the copy belongs to the source, and the source to the archive.
        guard let source = unsafe usher_zip_source_buffer_create(copy, zip_uint64_t(bytes.count), 1, nil) else {
            unsafe free(copy)
            throw Self.noMemory
        }
        let index = unsafe usher_zip_file_add(archive, part, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            unsafe usher_zip_source_free(source)
            throw Self.noMemory
        }
        // 1980-01-01, the first that a ZIP file can have: the same table gives the same file.
        guard unsafe usher_zip_file_set_mtime(archive, zip_uint64_t(index), 315_532_800, 0) == 0 else {
            throw Self.noMemory
        }
    }

    func finish() throws -> [UInt8] {
        guard let archive = unsafe archive, unsafe usher_zip_close(archive) == 0 else { throw Self.noMemory }
        unsafe self.archive = nil
        guard unsafe usher_zip_source_open(target) == 0 else { throw Self.noMemory }
        defer { _ = unsafe usher_zip_source_close(target) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                Int(unsafe usher_zip_source_read(target, $0.baseAddress, zip_uint64_t($0.count)))
            }
            guard count >= 0 else { throw Self.noMemory }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    private static var noMemory: SpreadsheetError {
        SpreadsheetError("write", "a workbook", "there is not enough memory")
    }
}
