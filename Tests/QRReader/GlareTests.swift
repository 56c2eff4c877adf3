import Foundation
import Pictures
import QRWriter
import Testing

@testable import QRReader

/// Codes of which a part cannot be seen.
struct GlareTests {
    static let text = "https://tickets.example/view/7f3a"

    @Test(arguments: [(0, 0), (1, 0), (0, 1)], [0.0, 20, 45, 160])
    func `reads a code with a hidden finder`(corner: (column: Int, row: Int), turn: Double) throws {
        let code = try QRMatrix(encoding: Self.text, errorCorrection: .quartile)
        let middle = SIMD2(Double(2 * corner.column - 1), Double(2 * corner.row - 1)) * Double(code.size - 7) / 2 * 5
        let angle = turn * .pi / 180
        let hidden = SIMD2(
            middle.x * cos(angle) - middle.y * sin(angle), middle.y * cos(angle) + middle.x * sin(angle))
        var luma = Photo(code: code, turn: turn).frame().luma
        for pixel in luma.indices {
            let off = SIMD2(Double(pixel % 260), Double(pixel / 260)) - 130 - hidden
            if (off * off).sum() < 20 * 20 { luma[pixel] = 220 }
        }
        let frame = GreyImage(width: 260, height: 260, luma: luma)
        var reader = try QRReader()
        #expect(reader.read(frame.luma.span, width: 260, height: 260).map(\.text) == [Self.text])
        #expect(reader.readStill(frame.luma.span, width: 260, height: 260).map(\.text) == [Self.text])
    }

    @Test func `knows nothing of modules outside the frame`() throws {
        let code = try QRMatrix(encoding: Self.text)
        let frame = Photo(code: code, offset: SIMD2(101, 0)).frame()
        let start = PixelPoint(231, 130) - 2.5 * Float(code.size) + 17.5
        let legs = 5 * Float(code.size - 7)
        let pose = Pose(
            size: code.size, corner: start, right: start + [legs, 0], bottom: start + [0, legs], isDark: true)
        let bits = unsafe frame.luma.withUnsafeBufferPointer { pixels in
            let view = unsafe GreyView(pixels, width: 260, height: 260)
            return Thresholding.plain.bits(ModuleGrid(view, pose), FunctionPatterns(size: code.size))
        }
        for (place, softness) in bits.softness.enumerated() {
            let x = start.x - 15 + 5 * Float(place % code.size)
            #expect((softness == 0) == (x > 260))
        }
    }

    @Test(arguments: [0.0, 30, 45, 70])
    func `reads what is nearly saturated`(turn: Double) throws {
        // Over most of the code little is left between dark and the brightest there is.
        let photo = Photo(code: try QRMatrix(encoding: Self.text), turn: turn)
        let luma = photo.frame().luma.enumerated().map { pixel, value in
            let off = SIMD2(Double(pixel % 260), Double(pixel / 260)) - 130 - SIMD2(30, 20)
            return UInt8(min(255, Double(value) + 208 * exp(-(off * off).sum() / (2 * 60 * 60))))
        }
        var reader = try QRReader()
        #expect(reader.readStill(luma.span, width: 260, height: 260).map(\.text) == [Self.text])
    }

    @Test func `spreads the brightest brightnesses`() {
        let luma = (0..<64 * 64).map { (pixel: Int) -> UInt8 in UInt8(pixel % 64 / 4 * 16) }
        let spread = unsafe luma.withUnsafeBufferPointer { pixels in
            unsafe SpreadPicture(GreyView(pixels, width: 64, height: 64)).withView { view in
                stride(from: 0, to: 64, by: 4).map { view.pixel(column: $0, row: 0) }
            }
        }
        #expect(spread == spread.sorted())
        #expect(spread[15] == 255 && spread[15] - spread[14] > 80 && spread[1] - spread[0] < 10)
    }
}
