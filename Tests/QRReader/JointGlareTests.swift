import Foundation
import Pictures
import QRWriter
import TestSupport
import Testing

@testable import QRReader

/// Codes that only several frames show completely: the ticket moves, the lamp does not.
struct JointGlareTests {
    @Test func `reads a code of which each frame hides too much`() throws {
        let text = "https://tickets.example/7f3a91c04"
        let code = try QRMatrix(encoding: text, errorCorrection: .low)
        let frames = (0..<5).map { Self.frame(code, at: $0) }
        for frame in frames {
            var reader = try QRReader()
            #expect(reader.read(frame.luma.span, width: frame.width, height: frame.height).isEmpty)
        }
        var reader = try QRReader()
        let texts = frames.flatMap { frame in
            reader.read(frame.luma.span, width: frame.width, height: frame.height).map(\.text)
        }
        #expect(texts.contains(text) && Set(texts) == [text])
    }

    @Test func `tracks a code in a reflection that hides its finders one after the other`() throws {
        let text = "https://tickets.example/7f3a91c04"
        let code = try QRMatrix(encoding: text, errorCorrection: .low)
        var reader = try QRReader()
        var texts = [String?]()
        for time in 0..<16 {
            let photo = Photo(code: code, offset: SIMD2(Double(time) * 6 - 45, 14))
            let frame = Self.lit(photo) { off in 300 * exp(-(off * off).sum() / (2 * 36 * 36)) }
            texts += reader.read(frame.luma.span, width: frame.width, height: frame.height).map(\.text)
        }
        #expect(Set(texts) == [text])
    }

    @Test(arguments: [UInt64.random(in: 0...9999), 1])
    func `never joins two tickets`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var reader = try QRReader()
        // They differ in their last letter only, and each frame hides a part of either.
        let start = SampleTexts.text(version: 3, level: .low, using: &random).dropLast()
        var (shown, reads) = ("?", 0)
        for number in 0..<15 {
            if number.isMultiple(of: 5) { shown = start + "\(number / 5)" }
            let frame = Self.frame(try QRMatrix(encoding: shown, errorCorrection: .low), at: number % 5)
            let read = reader.read(frame.luma.span, width: frame.width, height: frame.height).map(\.text)
            #expect(read.allSatisfy { $0 == shown }, "seed \(seed), frame \(number)")
            reads += read.count
        }
        #expect(reads > 0, "seed \(seed)")
    }

    @Test func `does not join what differs`() throws {
        let codes = try ["one ticket", "two ticket"].map { try QRMatrix(encoding: $0, errorCorrection: .low) }
        let seen = try codes.map { code in
            let softness = (0..<code.size * code.size).map { place -> Float in
                code.isDark(row: place / code.size, column: place % code.size) ? -1 : 1
            }
            let grid = ModuleGrid(size: code.size, values: softness.map { 128 + 100 * $0 })
            return try #require(
                ModuleEvidence(
                    grid, ModuleBits(size: code.size, softness: softness), FunctionPatterns(size: code.size)))
        }
        #expect(seen[0].agrees(with: seen[0]))
        #expect(!seen[0].agrees(with: seen[1]))
    }

    /// A reflection in the middle of the frame; the code moves past it, by thirteen modules in five frames.
    private static func frame(_ code: QRMatrix, at time: Int) -> GreyImage {
        let offset = SIMD2(Double(time) * 16 - 32, 14)
        return lit(Photo(code: code, offset: offset)) { off in 400 * exp(-(off * off).sum() / (2 * 24 * 24)) }
    }

    /// - Parameter light: what a lamp adds at a place, counted from the middle of the frame.
    private static func lit(_ photo: Photo, light: (SIMD2<Double>) -> Double) -> GreyImage {
        var luma = photo.frame().luma
        for pixel in luma.indices {
            let off = SIMD2(Double(pixel % 260), Double(pixel / 260)) - 130
            luma[pixel] = UInt8(min(255, Double(luma[pixel]) + light(off)))
        }
        return GreyImage(width: 260, height: 260, luma: luma)
    }
}
