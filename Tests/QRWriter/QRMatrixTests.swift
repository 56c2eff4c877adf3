import Foundation
import FoundationXML
import Pictures
import QRWriter
import Testing
import Tickets

struct QRMatrixTests {
    @Test(arguments: [
        (QRErrorCorrection.low, 17), (.medium, 14), (.quartile, 11), (.high, 7),
    ])
    func `grows by four modules a side when the text does not fit`(level: QRErrorCorrection, capacity: Int) throws {
        let text = String(repeating: "a", count: capacity)
        let full = try QRMatrix(encoding: text, errorCorrection: level)
        #expect(full.version == 1 && full.size == 21)
        let larger = try QRMatrix(encoding: text + "a", errorCorrection: level)
        #expect(larger.version == 2 && larger.size == 25)
    }

    @Test func `has at least the version it is given`() throws {
        #expect(try QRMatrix(encoding: "a", minimumVersion: 7).version == 7)
        #expect(try QRMatrix(encoding: String(repeating: "a", count: 300), minimumVersion: 7).version == 13)
    }

    @Test(arguments: QRErrorCorrection.allCases)
    func `takes what the largest version holds, and tells what it does not`(level: QRErrorCorrection) throws {
        let text = String(repeating: "x", count: level.maximumBytes)
        #expect(try QRMatrix(encoding: text, errorCorrection: level).version == 40)
        let error = try #require(throws: QRWriterError.self) {
            try QRMatrix(encoding: text + "x", errorCorrection: level)
        }
        #expect(error.code == .tooLong(bytes: level.maximumBytes + 1, level))
        #expect(
            error.description.hasPrefix(
                "cannot make a QR code of \(level.maximumBytes + 1) bytes: "
                    + "at level \(level.rawValue) it holds at most \(level.maximumBytes)"))
        #expect((error.hint == nil) == (level == .low), "only a lower level could help")
    }

    @Test func `refuses an empty text`() throws {
        let error = try #require(throws: QRWriterError.self) { try QRMatrix(encoding: "") }
        #expect(error.description == "cannot make a QR code: the text is empty")
    }

    @Test func `keeps the case of letters`() throws {
        #expect(try QRMatrix(encoding: "ABC") != QRMatrix(encoding: "abc"))
    }

    @Test func `has a finder in three corners, and nothing dark around the code`() throws {
        let code = try QRMatrix(encoding: "finders")
        for (top, left) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
            #expect((0..<7).allSatisfy { code.isDark(row: top + 3, column: left + $0) == ($0 != 1 && $0 != 5) })
        }
        for outside in [-4, -1, code.size, code.size + 3] {
            for inside in 0..<code.size {
                #expect(!code.isDark(row: outside, column: inside) && !code.isDark(row: inside, column: outside))
            }
        }
    }

    @Test(arguments: [false, true])
    func `draws each module as a square of pixels, with four modules of quiet zone`(inverted: Bool) throws {
        let code = try QRMatrix(encoding: "pixels")
        let picture = try code.picture(modulePixels: 3, inverted: inverted)
        #expect(picture.width == (code.size + 8) * 3 && picture.height == picture.width)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let isDark = code.isDark(row: y / 3 - 4, column: x / 3 - 4)
                #expect(picture.luma[y * picture.width + x] == (isDark != inverted ? 0 : 255))
            }
        }
    }

    @Test(arguments: [-1, 0, 65])
    func `refuses modules of no or of too many pixels`(pixels: Int) throws {
        let code = try QRMatrix(encoding: "size")
        let error = try #require(throws: QRWriterError.self) { try code.picture(modulePixels: pixels) }
        #expect(
            error.description == "cannot make a QR code: a module cannot be \(pixels) pixels wide. Give it 1 to 64.")
        #expect(throws: QRWriterError.self) { try code.svgFile(modulePixels: pixels) }
    }

    @Test(arguments: [false, true])
    func `draws an SVG whose one path is the dark modules`(inverted: Bool) throws {
        let code = try QRMatrix(encoding: "vectors", minimumVersion: 3)
        let file = try code.svgFile(modulePixels: 5, inverted: inverted)
        let elements = try XMLElements(of: Data(file)).found
        #expect(elements.first?.name == "svg")
        #expect(elements.first?.attributes["width"] == "\((code.size + 8) * 5)px")

        let shapes = elements.filter { $0.attributes["style"] != nil }
        #expect(shapes.count == 2)
        let (black, white) = ("fill:rgb(0%,0%,0%)", "fill:rgb(100%,100%,100%)")
        #expect(shapes.first?.attributes["style"]?.contains(inverted ? black : white) == true)
        #expect(shapes.last?.attributes["style"]?.contains(inverted ? white : black) == true)

        let path = try #require(shapes.last?.attributes["d"])
        var drawn = Set<[Int]>()
        for rectangle in path.split(separator: "M") where rectangle.contains("L") {
            let numbers = rectangle.split(separator: " ").compactMap { Double($0) }
            let (xs, ys) = (
                stride(from: 0, to: 8, by: 2).map { numbers[$0] }, stride(from: 1, to: 8, by: 2).map { numbers[$0] }
            )
            for row in Int(ys.min()!) / 5..<Int(ys.max()!) / 5 {
                for column in Int(xs.min()!) / 5..<Int(xs.max()!) / 5 { drawn.insert([row - 4, column - 4]) }
            }
        }
        let sides = 0..<code.size
        let dark = sides.flatMap { row in sides.map { [row, $0] } }.filter { code.isDark(row: $0[0], column: $0[1]) }
        #expect(drawn == Set(dark))
    }

    @Test(arguments: [false, true])
    func `prints half blocks on a terminal that show exactly the modules`(inverted: Bool) throws {
        let code = try QRMatrix(encoding: "terminal")
        let lines = code.terminalText(inverted: inverted).split(separator: "\n")
        #expect(lines.count == (code.size + 9) / 2)
        let colours = inverted ? "\u{1B}[38;5;231;48;5;16m" : "\u{1B}[38;5;16;48;5;231m"
        for (position, line) in lines.enumerated() {
            #expect(line.hasPrefix(colours) && line.hasSuffix("\u{1B}[0m"))
            let blocks = line.dropFirst(colours.count).dropLast(4)
            #expect(blocks.count == code.size + 8)
            for (column, block) in blocks.enumerated() {
                let upper = code.isDark(row: 2 * position - 4, column: column - 4)
                let lower = code.isDark(row: 2 * position - 3, column: column - 4)
                #expect((block == "█" || block == "▀") == upper)
                #expect((block == "█" || block == "▄") == lower)
            }
        }
    }
}

/// The elements of an XML document in their order.
private final class XMLElements: NSObject, XMLParserDelegate {
    private(set) var found = [(name: String, attributes: [String: String])]()

    init(of document: Data) throws {
        super.init()
        let parser = XMLParser(data: document)
        parser.delegate = self
        try #require(parser.parse(), "the document is well-formed")
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        found.append((name, attributes))
    }
}
