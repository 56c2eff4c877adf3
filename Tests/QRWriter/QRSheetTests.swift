import Foundation
import Pictures
import QRReader
import QRWriter
import Subprocess
import TestSupport
import Testing

/// Sheets as a printer would see them, rendered by poppler.
struct QRSheetTests {
    @Test(arguments: [["-gray"], ["-jpeg"], ["-jpeg", "-gray"]])
    func `prints codes of every version and level that are read back from the page`(format: [String]) async throws {
        let codes = try (2...10).flatMap { version in
            try QRErrorCorrection.allCases.map { level in
                try QRMatrix(encoding: "v\(version)-\(level.rawValue)", errorCorrection: level, minimumVersion: version)
            }
        }
        let entries = codes.enumerated().map { number, code in
            QRSheet.Entry(code: code, inverted: number % 2 == 1, caption: ["\(number) valid", "Zoë Ångström"])
        }
        let pages = try await render(QRSheet(entries), ["pdftoppm", "-r", "120"] + format)
        #expect(pages.count == 3)

        var reader = try QRReader()
        var texts = Set<String?>()
        for page in pages {
            let picture = try GreyImage(decoding: page, named: "page")
            let symbols = reader.readStill(picture.luma.span, width: picture.width, height: picture.height)
            texts.formUnion(symbols.map(\.text))
        }
        let expected = (2...10).flatMap { version in ["L", "M", "Q", "H"].map { "v\(version)-\($0)" } }
        #expect(texts == Set(expected))
    }

    @Test func `puts captions on A4 pages, without control characters, cut where they are too long`() async throws {
        let code = try QRMatrix(encoding: "caption")
        var entries = (1...25).map { QRSheet.Entry(code: code, caption: ["\($0) valid", "VIP row \($0)"]) }
        entries[0] = QRSheet.Entry(
            code: code, caption: ["001\u{0}\u{7}\u{202E} valid\n", String(repeating: "Zoë ", count: 80)])
        let text = try #require(try await render(QRSheet(entries), ["pdftotext", "-layout"]).first)
        let pages = String(decoding: text, as: UTF8.self).split(separator: "\u{C}", omittingEmptySubsequences: false)
        #expect(pages.count == 4, "three pages, each ended by a form feed")
        #expect(pages[0].contains("001 valid"))
        #expect(pages[0].contains("…"))
        #expect(pages[1].contains("13 valid") && pages[1].contains("VIP row 24"))
        #expect(pages[2].contains("25 valid"))
    }

    @Test func `needs at least one code`() {
        #expect(throws: QRWriterError.self) { try QRSheet([]).pdfFile() }
    }

    /// The files that a poppler tool makes of the sheet, in the order of their names.
    private func render(_ sheet: QRSheet, _ command: [String]) async throws -> [[UInt8]] {
        let folder = try TemporaryFolder()
        let source = folder.file("sheet.pdf").path
        try PictureFile.write(sheet.pdfFile(), to: source)
        let result = try await run(
            .name(command[0]),
            arguments: Arguments(command.dropFirst() + [source, folder.file("out").path]),
            output: .discarded, error: .string(limit: 4096))
        #expect(result.terminationStatus == .exited(0), "\(result.standardError)")
        let files = try folder.names().filter { $0.hasPrefix("out") }
        return try files.map { try PictureFile.read(folder.file($0).path) }
    }
}
