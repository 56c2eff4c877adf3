import Pictures
import QRWriter
import Testing

@testable import QRReader

/// Codes seen as cameras see them, in single frames.
struct PhotoTests {
    static let text = "https://tickets.example/view/7f3a"

    @Test(arguments: Array(stride(from: 0.0, to: 360, by: 15)))
    func `reads a code turned by any angle`(turn: Double) throws {
        for isMirrored in [false, true] {
            for isInverted in [false, true] {
                let photo = Photo(
                    code: try QRMatrix(encoding: Self.text), turn: turn, isMirrored: isMirrored, isInverted: isInverted)
                #expect(try texts(photo) == [Self.text], "mirrored: \(isMirrored), inverted: \(isInverted)")
            }
        }
    }

    @Test(arguments: [(0.4, 0.0), (-0.4, 0.0), (0.0, 0.4), (0.25, 0.25), (-0.25, 0.25), (0.2, -0.3)])
    func `reads a code that is tilted`(x: Double, y: Double) throws {
        for version in [1, 2, 7] {
            let code = try QRMatrix(encoding: "tilted", minimumVersion: version)
            let photo = Photo(code: code, module: version == 7 ? 4 : 5, turn: 25, tilt: [x, y])
            #expect(try texts(photo.frame(width: 400, height: 400)) == ["tilted"], "version \(version)")
        }
    }

    @Test(arguments: [1.8, 2.0, 2.3, 2.7, 3.1, 4.6, 7.9])
    func `reads modules of any number of pixels`(module: Double) throws {
        let photo = Photo(code: try QRMatrix(encoding: "small print"), module: module, turn: 8)
        #expect(try texts(photo) == ["small print"])
    }

    @Test func `reads a code that touches the edges of the picture`() throws {
        let code = try QRMatrix(encoding: "to the edge")
        let side = code.size * 6
        let frame = Photo(code: code, module: 6).frame(width: side, height: side)
        #expect(try texts(frame) == ["to the edge"])
    }

    @Test func `reads a code without a quiet zone beside something dark`() throws {
        let code = try QRMatrix(encoding: "crowded")
        var luma = Photo(code: code, module: 6).frame().luma
        let start = (260 - code.size * 6) / 2
        for row in 0..<260 {
            for column in start - 9..<start { luma[row * 260 + column] = 40 }
            for other in start - 9..<start { luma[other * 260 + row] = 40 }
        }
        #expect(try texts(GreyImage(width: 260, height: 260, luma: luma)) == ["crowded"])
    }

    @Test func `reads dim codes in noise`() throws {
        let photo = Photo(code: try QRMatrix(encoding: "dim"), module: 6, light: 60, dark: 20, noise: 16)
        for seed in 1...5 { #expect(try texts(photo.frame(seed: UInt64(seed))) == ["dim"]) }
    }

    @Test(arguments: [(5.0, 2), (6.0, 3), (8.0, 4)])
    func `reads blurred codes`(module: Double, blur: Int) throws {
        let photo = Photo(code: try QRMatrix(encoding: Self.text), module: module, turn: 5, blur: blur)
        #expect(try texts(photo.frame(width: 320, height: 320)) == [Self.text])
    }

    @Test func `reads codes of every version`() throws {
        var reader = try QRReader()
        for version in stride(from: 1, through: 40, by: 3) {
            let code = try QRMatrix(encoding: "v\(version)", minimumVersion: version)
            let picture = try code.picture(modulePixels: 4)
            let symbols = reader.readStill(picture.luma.span, width: picture.width, height: picture.height)
            #expect(symbols.map(\.text) == ["v\(version)"])
        }
    }

    @Test func `gives symbols in reading order`() {
        let places = [(10, 12), (210, 10), (12, 300), (5, 150)]
        let symbols = places.enumerated().map { index, place in
            let (x, y) = place
            return QRSymbol(
                bytes: [UInt8(index)],
                corners: [(x, y), (x, y + 90), (x + 90, y + 90), (x + 90, y)].map { QRSymbol.Point(x: $0.0, y: $0.1) })
        }
        #expect(symbols.inReadingOrder.map(\.bytes) == [[0], [1], [3], [2]])
        #expect(Array(symbols.reversed()).inReadingOrder.map(\.bytes) == [[0], [1], [3], [2]])
    }

    private func texts(_ photo: Photo) throws -> [String?] { try texts(photo.frame()) }

    private func texts(_ frame: GreyImage) throws -> [String?] {
        var reader = try QRReader()
        return reader.readStill(frame.luma.span, width: frame.width, height: frame.height).map(\.text)
    }
}
