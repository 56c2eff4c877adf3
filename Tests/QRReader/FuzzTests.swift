import Foundation
import Pictures
import QRReader
import QRWriter
import TestSupport
import Testing

/// Frames that nobody thought of: no crash, and no text that is nowhere. `USHER_FUZZ_ROUNDS` makes it a soak.
struct FuzzTests {
    static let rounds = ProcessInfo.processInfo.environment["USHER_FUZZ_ROUNDS"].flatMap(Int.init) ?? 150

    @Test func `finds nothing in random frames of random sizes`() throws {
        var random = SplitMix64(seed: 21)
        var reader = try QRReader()
        for round in 0..<Self.rounds {
            let longest = round.isMultiple(of: 2) ? 40 : 200
            let width = Int.random(in: 1...longest, using: &random)
            let height = Int.random(in: 1...longest, using: &random)
            // Noise, and blocks of it that look more like modules.
            let block = Int.random(in: 1...6, using: &random)
            var luma = [UInt8](repeating: 0, count: width * height)
            for row in stride(from: 0, to: height, by: block) {
                for column in stride(from: 0, to: width, by: block) {
                    let value = UInt8.random(in: 0...255, using: &random)
                    for y in row..<min(row + block, height) {
                        for x in column..<min(column + block, width) { luma[y * width + x] = value }
                    }
                }
            }
            #expect(reader.read(luma.span, width: width, height: height).isEmpty)
            #expect(reader.readStill(luma.span, width: width, height: height).isEmpty)
        }
    }

    @Test func `reads mutated frames rightly or not at all`() throws {
        var random = SplitMix64(seed: 22)
        var reader = try QRReader()
        var (right, none) = (0, 0)
        for round in 0..<Self.rounds {
            let text = SampleTexts.text(version: 1 + round % 8, level: .low, using: &random)
            let picture = try QRMatrix(encoding: text, errorCorrection: .low).picture(
                modulePixels: Int.random(in: 1...4, using: &random), inverted: round.isMultiple(of: 3))
            let frame = mutated(picture, using: &random)
            let read = reader.read(frame.luma.span, width: frame.width, height: frame.height)
            let still = reader.readStill(frame.luma.span, width: frame.width, height: frame.height)
            for symbol in read + still where symbol.text != text { Issue.record("a wrong text in round \(round)") }
            if still.isEmpty { none += 1 } else { right += 1 }
        }
        #expect(right > 0 && none > 0)
    }

    /// Cut, scratched, stained, or in rows that are not the picture's.
    private func mutated(_ picture: GreyImage, using random: inout SplitMix64) -> GreyImage {
        var luma = picture.luma
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            let start = Int.random(in: 0..<luma.count, using: &random)
            let end = min(luma.count, start + Int.random(in: 1...picture.width * 3, using: &random))
            let shade = UInt8.random(in: 0...255, using: &random)
            switch Int.random(in: 0...2, using: &random) {
            case 0: for place in start..<end { luma[place] = shade }
            case 1: for place in start..<end { luma[place] ^= shade }
            default: luma.replaceSubrange(start..<end, with: luma[start..<end].reversed())
            }
        }
        guard Int.random(in: 0...3, using: &random) == 0 else {
            return GreyImage(width: picture.width, height: picture.height, luma: luma)
        }
        let width = Int.random(in: 1...picture.width * 2, using: &random)
        let height = min(luma.count / width, 16384)
        guard height > 0 else { return GreyImage(width: 1, height: 1, luma: [luma[0]]) }
        return GreyImage(width: width, height: height, luma: Array(luma.prefix(width * height)))
    }
}
