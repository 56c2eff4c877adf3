internal import Foundation
internal import Tickets

/// Files that people take for a spreadsheet, and what to do with each.
enum ForeignFile {
    static let zipSignature: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
    /// Of OLE compound files ([MS-CFB] 2.2).
    private static let compoundSignature: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    private static let hint = "Open it in a spreadsheet program and save it as .xlsx, .ods or CSV."

    /// `nil` for a file that can be one.
    static func refusal(of bytes: Data, named name: String) -> SpreadsheetError? {
        func refusal(_ reason: String, hint: String = hint) -> SpreadsheetError {
            SpreadsheetError("read", name, reason, hint: hint)
        }
        if bytes.starts(with: compoundSignature) {
            // The name of the stream that an encrypted workbook is in ([MS-OFFCRYPTO] 2.3.2).
            let isEncrypted = bytes.range(of: Data("EncryptedPackage".utf16.flatMap { [UInt8($0 & 0xFF), 0] })) != nil
            return isEncrypted
                ? refusal("it is protected by a password", hint: "Save it without a password.")
                : refusal("it is a workbook of Excel 97 to 2003 (.xls)")
        }
        if bytes.starts(with: Data("%PDF".utf8)) {
            return refusal("it is a PDF", hint: "Ask for the list as .xlsx, .ods or CSV.")
        }
        let start = String(decoding: bytes.prefix(512), as: UTF8.self).lowercased()
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if start.hasPrefix("<?xml") || start.hasPrefix("<html") || start.hasPrefix("<!doctype")
            || start.hasPrefix("<table")
        {
            return refusal("it is a web page or an XML file, whatever its name says")
        }
        return nil
    }

    /// Of an archive that is neither .xlsx nor .ods.
    static func refusal(of archive: borrowing ZipArchive) -> SpreadsheetError {
        let reason =
            if archive.contains("xl/workbook.bin") {
                "it is a binary workbook of Excel (.xlsb)"
            } else if archive.contains("Index/Document.iwa") || archive.contains("Index.zip") {
                "it is a file of Apple Numbers"
            } else {
                "it is a ZIP archive without a spreadsheet"
            }
        return SpreadsheetError("read", archive.name, reason, hint: hint)
    }
}
