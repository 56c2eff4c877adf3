import Cameras
import Foundation
import Pictures
import QRWriter
import TestSupport

/// Frames like those of a camera at a door: uneven light, things in the background, blur and noise.
enum DoorScene {
    static func frames(_ size: FrameSize, _ count: Int, showing code: String?) throws -> [GreyImage] {
        var random = SplitMix64(seed: 7)
        let matrix = try code.map { try QRMatrix(encoding: $0) }
        let room = room(size, using: &random)
        return try (0..<count).map { number in
            var luma = room
            if let code = try matrix?.picture(modulePixels: 6) {
                // A hand always moves.
                let (left, top) = (size.width / 3 + 7 * number, size.height / 4 + 3 * number)
                for row in 0..<code.height {
                    for column in 0..<code.width {
                        luma[(top + row) * size.width + left + column] =
                            code.luma[row * code.width + column] / 4 * 3 + 30
                    }
                }
            }
            luma = blurred(luma, size)
            for place in luma.indices {
                luma[place] = UInt8(clamping: Int(luma[place]) + Int.random(in: -3...3, using: &random))
            }
            return GreyImage(width: size.width, height: size.height, luma: luma)
        }
    }

    static func yuyv(_ picture: GreyImage) -> [UInt8] { picture.luma.flatMap { [$0, 128] } }

    private static func room(_ size: FrameSize, using random: inout SplitMix64) -> [UInt8] {
        var luma = (0..<size.pixelCount).map { place in
            UInt8(60 + 80 * (place % size.width) / size.width + 60 * (place / size.width) / size.height)
        }
        for _ in 0..<40 {
            let (width, height) = (Int.random(in: 10...200, using: &random), Int.random(in: 10...150, using: &random))
            let (left, top) = (
                Int.random(in: 0..<size.width - width, using: &random),
                Int.random(in: 0..<size.height - height, using: &random)
            )
            let brightness = UInt8.random(in: 20...230, using: &random)
            for row in top..<top + height {
                for column in left..<left + width { luma[row * size.width + column] = brightness }
            }
        }
        return luma
    }

    /// The mean of each pixel and its eight neighbours.
    private static func blurred(_ luma: [UInt8], _ size: FrameSize) -> [UInt8] {
        var result = luma
        for row in 1..<size.height - 1 {
            for column in 1..<size.width - 1 {
                let middle = row * size.width + column
                var sum = 0
                for line in [middle - size.width, middle, middle + size.width] {
                    sum += Int(luma[line - 1]) + Int(luma[line]) + Int(luma[line + 1])
                }
                result[middle] = UInt8(sum / 9)
            }
        }
        return result
    }
}
