import Foundation
import Pictures
import QRWriter
import TestSupport

/// A code as a camera may see it: turned, tilted, mirrored, blurred, in noise. Made by looking up, for each pixel, what
/// of the code shines there.
struct Photo {
    var code: QRMatrix
    var module = 5.0
    /// Degrees, clockwise.
    var turn = 0.0
    /// How much nearer the right and the lower edge are than the left and the upper: 0 is seen straight on.
    var tilt = SIMD2(0.0, 0.0)
    var isMirrored = false
    var isInverted = false
    /// Where nothing is printed, and where something is.
    var light = 220.0
    var dark = 40.0
    /// Pixels on each side of a pixel that shine into it.
    var blur = 0
    /// The largest random error of a pixel.
    var noise = 0.0
    /// Of the code, from the middle of the frame, in pixels.
    var offset = SIMD2(0.0, 0.0)

    func frame(width: Int = 260, height: Int = 260, seed: UInt64 = 1) -> GreyImage {
        var sharp = [Double]()
        sharp.reserveCapacity(width * height)
        for row in 0..<height {
            for column in 0..<width {
                var sum = 0.0
                for part in [SIMD2(0.25, 0.25), SIMD2(0.75, 0.25), SIMD2(0.25, 0.75), SIMD2(0.75, 0.75)] {
                    let place = SIMD2(Double(column), Double(row)) + part
                    sum += brightness(at: place - SIMD2(Double(width), Double(height)) / 2 - offset)
                }
                sharp.append(sum / 4)
            }
        }
        let seen = blurred(sharp, width: width, height: height)
        var random = SplitMix64(seed: seed)
        let luma = seen.map { value in
            let error = noise == 0 ? 0 : Double.random(in: -noise...noise, using: &random)
            return UInt8(min(max(value + error, 0), 255))
        }
        return GreyImage(width: width, height: height, luma: luma)
    }

    private func brightness(at place: SIMD2<Double>) -> Double {
        let angle = turn * .pi / 180
        let turned = SIMD2(
            place.x * cos(angle) + place.y * sin(angle), place.y * cos(angle) - place.x * sin(angle))
        let depth = 1 + (tilt * turned).sum() / (module * Double(code.size))
        let modules = turned / (module * depth) + Double(code.size) / 2
        var (column, row) = (Int(modules.x.rounded(.down)), Int(modules.y.rounded(.down)))
        if isMirrored { swap(&column, &row) }
        let isInside = (0..<code.size).contains(column) && (0..<code.size).contains(row)
        let isPrinted = isInside && code.isDark(row: row, column: column)
        return isPrinted != isInverted ? dark : light
    }

    private func blurred(_ sharp: [Double], width: Int, height: Int) -> [Double] {
        guard blur > 0 else { return sharp }
        func smoothed(_ values: [Double], step: Int, length: Int, place: (Int) -> Int) -> [Double] {
            values.indices.map { index in
                let at = place(index)
                let reach = max(-blur, -at)...min(blur, length - 1 - at)
                return reach.reduce(0) { $0 + values[index + $1 * step] } / Double(reach.count)
            }
        }
        let rows = smoothed(sharp, step: 1, length: width) { $0 % width }
        return smoothed(rows, step: width, length: height) { $0 / width }
    }
}
