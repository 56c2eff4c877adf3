public import Foundation
public import Tickets

// Spreadsheets: reads what a spreadsheet program or an export wrote: a file in, sheets of cells with their addresses and
// kinds out; and writes a table for such a program.

/// Why a file could not be read as a spreadsheet, or written.
public typealias SpreadsheetError = Fault<Uncoded>

/// The sheets of a spreadsheet file: .xlsx (ECMA-376), .ods (OpenDocument 1.2 and 1.3), or text in columns (CSV).
///
/// What kind of file it is, its bytes say, never its name. Formulas are not calculated: their cells have the values that
/// the program kept when it saved the file. See docs/decisions/117-spreadsheets-by-libzip-and-expat.md.
public struct Workbook: Sendable {
    /// How the file was written.
    public enum Format: Hashable, Sendable {
        case xlsx, ods
        /// Text in columns: its encoding, and the character between fields; `nil` with one column.
        case csv(TextEncoding, delimiter: Character?)
    }

    /// What kind of file it is.
    public let format: Format
    /// In the order of the file; hidden ones, too. At least one.
    public let sheets: [Sheet]
    /// Serial numbers of days count from 1904, as in files of old Macintosh programs; otherwise from 1900.
    public let countsFrom1904: Bool

    init(format: Format, sheets: [Sheet], countsFrom1904: Bool = false) {
        (self.format, self.sheets, self.countsFrom1904) = (format, sheets, countsFrom1904)
    }

    /// Reads a file.
    /// - Parameter encoding: that of text in columns, when a person has named it; `nil` to recognise it.
    /// - Throws: ``SpreadsheetError``; it says what to do. ``EncodingQuestion`` when only a person knows the encoding.
    public init(contentsOf file: URL, encoding: TextEncoding? = nil) throws {
        let bytes: Data
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            bytes = try handle.read(upToCount: Limits.fileByteCount + 1) ?? Data()
        } catch {
            let cause = (error as? CocoaError)?.underlying.map { $0 as NSError } ?? error as NSError
            guard cause.domain == NSPOSIXErrorDomain else {
                throw SpreadsheetError("read", file.path, "the file cannot be opened")
            }
            throw SpreadsheetError("read", file.path, errno: Int32(cause.code))
        }
        try self.init(bytes, named: file.lastPathComponent, encoding: encoding)
    }

    /// Reads the bytes of a file.
    /// - Parameters:
    ///   - name: of the file; it is named in errors, and a sheet of a CSV file has it.
    ///   - encoding: as above.
    /// - Throws: ``SpreadsheetError``, ``EncodingQuestion``
    public init(_ bytes: Data, named name: String, encoding: TextEncoding? = nil) throws {
        guard !bytes.isEmpty else { throw SpreadsheetError("read", name, "it is empty") }
        guard bytes.count <= Limits.fileByteCount else { throw Limits.exceeded(name) }
        if let refusal = ForeignFile.refusal(of: bytes, named: name) { throw refusal }
        guard bytes.starts(with: ForeignFile.zipSignature) else {
            self = try CSVWorkbook.read(bytes, named: name, encoding: encoding)
            return
        }
        let archive = try ZipArchive(bytes, named: name)
        if archive.contains("content.xml") {
            self = try ODSWorkbook.read(archive)
        } else if archive.contains("_rels/.rels"), !archive.contains("xl/workbook.bin") {
            self = try XLSXWorkbook.read(archive)
        } else {
            throw ForeignFile.refusal(of: archive)
        }
    }
}

/// What a file may hold, so that a small file that unpacks to terabytes ends in a sentence.
enum Limits {
    /// 128 MiB
    static let fileByteCount = 128 << 20
    /// 512 MiB for each part of an archive, unpacked.
    static let partByteCount = 512 << 20
    /// 256 MiB for all texts.
    static let textByteCount = 256 << 20
    /// Cells that are not empty, in all sheets.
    static let cellCount = 4_000_000
    /// As LibreOffice and Excel have them.
    static let rowCount = 1_048_576
    static let columnCount = 16_384
    static let sheetCount = 1000
    /// Elements in elements.
    static let depth = 64
    /// 1 MiB: for one tag with its attributes.
    static let tagByteCount = 1 << 20

    static func exceeded(_ name: String) -> SpreadsheetError {
        SpreadsheetError(
            "read", name, "it is too large", hint: "Save the sheet with the tickets alone, or as CSV in parts.")
    }
}
