import BarcodeReader
import Foundation
import Pictures
import TestSupport
import Testing
import Tickets

@Suite struct BarcodeReaderTests {
    /// A file of Tests/Recordings/barcodes, and what is in it.
    struct Recorded: CustomTestStringConvertible {
        let name: String
        let symbology: Symbology
        let text: String

        var testDescription: String { name }
    }

    static let recorded = [
        Recorded(name: "code128", symbology: .code128, text: "TKT-93F7-K2LQ"),
        Recorded(name: "gs1-128", symbology: .code128, text: "0195012345678903217"),
        Recorded(name: "code39", symbology: .code39, text: "GALA1042"),
        Recorded(name: "ean13", symbology: .ean, text: "4006381333931"),
        Recorded(name: "ean8", symbology: .ean, text: "96385074"),
        Recorded(name: "upca", symbology: .ean, text: "0725272702703"),
        Recorded(name: "itf14", symbology: .itf14, text: "15400141288763"),
        Recorded(name: "codabar", symbology: .codabar, text: "A40156B"),
        Recorded(name: "aztec", symbology: .aztec, text: "TKT-93F7-K2LQ"),
        Recorded(name: "datamatrix", symbology: .dataMatrix, text: "TKT-93F7-K2LQ"),
        Recorded(name: "pdf417", symbology: .pdf417, text: "TKT-93F7-K2LQ"),
    ].filter { BarcodeReader.unreadable(among: [$0.symbology]).isEmpty }

    @Test func `reads every kind where zxing-cpp is, and elsewhere all but three`() {
        let unreadable = BarcodeReader.unreadable(among: Set(Symbology.allCases))
        #expect(unreadable.isEmpty || unreadable == [.aztec, .dataMatrix, .pdf417])
        #expect(BarcodeReader.unreadable(among: [.qr, .code128, .code39, .ean, .itf14, .codabar]).isEmpty)
    }

    @Test(arguments: recorded)
    func `is read along rows and along columns, and only where it is wanted`(code: Recorded) throws {
        for frame in [try Frame(code.name), try Frame(code.name).turned] {
            for wanted in [Set([code.symbology]), Set(Symbology.allCases)] {
                #expect(try frame.texts(wanted, frames: 4) == [code.text], "\(wanted)")
            }
            #expect(try frame.texts(Set(Symbology.allCases).subtracting([code.symbology]), frames: 4) == [])
        }
    }

    @Test func `counts when it was read twice`() throws {
        var reader = try BarcodeReader([.code39])
        let (frame, empty) = (try Frame("code39"), Frame.empty)
        let shown = [frame, empty, frame, frame, frame]
        // Every second frame is searched along its rows.
        #expect(shown.map { !$0.read(by: &reader).isEmpty } == [false, false, true, false, true])
        for _ in 0..<20 { #expect(empty.read(by: &reader).isEmpty) }
        #expect(frame.read(by: &reader).isEmpty, "it was forgotten")
    }

    @Test func `says where it is`() throws {
        var reader = try BarcodeReader([.code128])
        let frame = try Frame("code128")
        let barcodes = (0..<3).flatMap { _ in frame.read(by: &reader) }
        let barcode = try #require(barcodes.first)
        // The code begins at (142, 140), 356 pixels long and 80 high.
        #expect(abs(barcode.columns.lowerBound - 142) < 20 && abs(barcode.columns.upperBound - 498) < 20)
        #expect(barcode.rows.contains(180))
    }

    @Test(.enabled(if: !ofAreas.isEmpty, "zxing-cpp is not installed: Tests/Package tries it"), arguments: ofAreas)
    func `says where a code without lines is`(symbology: Symbology) throws {
        var reader = try BarcodeReader([symbology])
        let frame = try Frame(symbology.rawValue)
        let barcodes = (0..<2).flatMap { _ in frame.read(by: &reader) }
        let barcode = try #require(barcodes.first)
        #expect(barcode.columns.contains(320) && barcode.columns.count < 330)
        #expect(barcode.rows.contains(180) && barcode.rows.count < 120)
    }

    @Test(arguments: 1...20)
    func `noise and grids are no code`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var reader = try BarcodeReader(Set(Symbology.allCases))
        for _ in 0..<5 {
            let frame = Frame.grid(using: &random)
            for _ in 0..<2 { #expect(frame.read(by: &reader).isEmpty, "seed \(seed)") }
        }
    }

    @Test(arguments: 1...20)
    func `stripes of any width are no code`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var reader = try BarcodeReader(Set(Symbology.allCases))
        for _ in 0..<20 {
            let frame = Frame.stripes(using: &random)
            #expect(frame.read(by: &reader).isEmpty, "seed \(seed)")
        }
    }

    @Test func `takes frames of any size`() throws {
        var reader = try BarcodeReader(Set(Symbology.allCases))
        for (width, height) in [(1, 1), (1, 500), (500, 1), (7, 3), (8, 8), (33, 9)] {
            let pixels = [UInt8](repeating: 100, count: width * height)
            for _ in 0..<2 { #expect(reader.read(pixels.span, width: width, height: height).isEmpty) }
        }
    }
}

private let ofAreas: Set<Symbology> = {
    let kinds: Set<Symbology> = [.aztec, .dataMatrix, .pdf417]
    return kinds.subtracting(BarcodeReader.unreadable(among: kinds))
}()

/// A light frame of 640x360 with something on it.
private struct Frame {
    var width = 640
    var height = 360
    var luma: [UInt8]

    static let empty = Frame(luma: [UInt8](repeating: 210, count: 640 * 360))

    private init(luma: [UInt8]) { self.luma = luma }

    /// The picture of a code, in the middle.
    init(_ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Recordings/barcodes")
        let code = try GreyImage(readingFile: folder.appending(path: "\(name).png").path)
        self = .empty
        for row in 0..<code.height {
            let start = ((height - code.height) / 2 + row) * width + (width - code.width) / 2
            luma.replaceSubrange(
                start..<start + code.width, with: code.luma[row * code.width..<(row + 1) * code.width])
        }
    }

    static func stripes(using random: inout SplitMix64) -> Frame {
        var frame = empty
        var row = [UInt8]()
        while row.count < frame.width {
            let value = UInt8.random(in: 0...255, using: &random)
            row += [UInt8](repeating: value, count: Int.random(in: 1...9, using: &random))
        }
        frame.luma = (0..<frame.height).flatMap { _ in row.prefix(frame.width) }
        return frame
    }

    /// Squares of a random size, each dark or light: like the modules of a code.
    static func grid(using random: inout SplitMix64) -> Frame {
        var frame = empty
        let side = Int.random(in: 1...8, using: &random)
        let across = frame.width / side + 1
        let modules = (0..<across * (frame.height / side + 1)).map { _ in UInt8(Bool.random(using: &random) ? 30 : 220)
        }
        frame.luma = (0..<frame.height).flatMap { row in
            (0..<frame.width).map { modules[row / side * across + $0 / side] }
        }
        return frame
    }

    /// By a quarter.
    var turned: Frame {
        var turned = Frame.empty
        (turned.width, turned.height) = (height, width)
        turned.luma = (0..<width).flatMap { column in
            (0..<height).reversed().map { row in luma[row * width + column] }
        }
        return turned
    }

    func read(by reader: inout BarcodeReader) -> [Barcode] {
        reader.read(luma.span, width: width, height: height)
    }

    /// What a new reader reads of it, in so many frames.
    func texts(_ wanted: Set<Symbology>, frames: Int) throws -> Set<String> {
        var reader = try BarcodeReader(wanted)
        return Set((0..<frames).flatMap { _ in read(by: &reader).map { String(decoding: $0.bytes, as: UTF8.self) } })
    }
}
