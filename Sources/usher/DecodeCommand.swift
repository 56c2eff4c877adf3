import ArgumentParser
import BarcodeReader
import Cameras
import Pictures
import QRReader
import Tickets

struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode", abstract: "Reads the codes in pictures (PNG, JPEG, PGM).",
        discussion: """
            Prints path<TAB>text for each QR code. In a picture without QR codes it looks for all other kinds that cameras \
            can read. Exit code 1 when a picture cannot be read or holds no code.
            """)

    /// A text of another kind counts when it was read twice, along rows or along columns.
    private static let looks = 4

    @Argument(help: "Pictures.") var files: [String]
    @Flag(help: "Print JSON, one object a code.") var json = false
    @Option(help: ArgumentHelp("Draw what was found in the one picture, as PNG.", valueName: "out.png"))
    var explain: String?

    func validate() throws {
        if explain != nil, files.count != 1 { throw ValidationError("--explain takes one picture.") }
    }

    func run() throws {
        var reader = try QRReader()
        var failed = false
        for file in files {
            do {
                let picture = try GreyImage(readingFile: file)
                var symbols = try symbols(in: picture, &reader)
                if symbols.isEmpty { symbols = try Self.barcodes(in: picture) }
                for symbol in symbols { show(symbol, of: file) }
                if symbols.isEmpty {
                    Output.printError("no code in \(file)")
                    failed = true
                }
            } catch {
                Output.printError("\(error)")
                failed = true
            }
        }
        if failed { throw ExitCode(1) }
    }

    private func symbols(in picture: GreyImage, _ reader: inout QRReader) throws -> [QRSymbol] {
        guard let explain else {
            return reader.readStill(picture.luma.span, width: picture.width, height: picture.height)
        }
        let seen = reader.explainStill(picture.luma.span, width: picture.width, height: picture.height)
        try PictureFile.write(ReadingPicture(picture: picture, trace: seen.trace).pngFile(), to: explain)
        return seen.symbols
    }

    private static func barcodes(in picture: GreyImage) throws -> [QRSymbol] {
        var reader = try BarcodeReader(Set(Symbology.allCases))
        var found = [[UInt8]: Barcode]()
        for _ in 0..<looks {
            for barcode in reader.read(picture.luma.span, width: picture.width, height: picture.height) {
                found[barcode.bytes] = barcode
            }
        }
        return found.values.map(QRSymbol.init).sorted { $0.printableText < $1.printableText }
    }

    private func show(_ symbol: QRSymbol, of file: String) {
        guard json else { return Output.line("\(file)\t\(symbol.printableText)") }
        let corners = symbol.corners.map { JSONValue.array([.integer(Int64($0.x)), .integer(Int64($0.y))]) }
        let members: [(name: String, value: JSONValue)] = [
            ("file", .string(file)), ("text", .string(symbol.printableText)), ("corners", .array(corners)),
        ]
        Output.line(JSONValue.object(members).text)
    }
}
