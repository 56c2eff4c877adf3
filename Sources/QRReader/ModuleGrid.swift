/// The brightness of each module of a code.
struct ModuleGrid {
    let size: Int
    /// Row by row; dark modules have low values, also in an inverted code, whose values are negative.
    let values: [Float]
    /// Modules that lie outside the picture, which shows nothing of them.
    let outside: [Int]

    init(size: Int, values: [Float], outside: [Int] = []) {
        self.size = size
        self.values = values
        self.outside = outside
    }

    /// Averages over the middle of each module, where its neighbours have the least influence.
    init(_ view: GreyView, _ pose: Pose) {
        let size = pose.size
        let projection = pose.projection
        let offsets: [Float] = pose.module < 3.5 ? [0.36, 0.64] : [0.26, 0.5, 0.74]
        let sign = (pose.isDark ? 1 : -1) / Float(offsets.count * offsets.count)
        let inFours = (size + 3) / 4
        var values = [Float](repeating: 0, count: size * size)
        for row in 0..<size {
            for four in 0..<inFours {
                // The last four overlaps the one before.
                let column = min(four * 4, size - 4)
                let first = SIMD4<Float>(0, 1, 2, 3) + Float(column)
                var sum = SIMD4<Float>()
                for y in offsets {
                    for x in offsets {
                        let place = projection(x: first + x, y: SIMD4(repeating: Float(row) + y))
                        sum += view.brightness(x: place.x, y: place.y)
                    }
                }
                sum *= sign
                for lane in 0..<4 { values[row * size + column + lane] = sum[lane] }
            }
        }
        self.init(size: size, values: values, outside: pose.modules(outside: view))
    }

    /// Means over the square of `2 * reach + 1` modules around each, less at the edges.
    static func means(_ values: [Float], size: Int, reach: Int) -> [Float] {
        var sums = [Float](repeating: 0, count: values.count)
        var result = sums
        for row in 0..<size {
            var sum: Float = 0
            for column in 0..<min(reach, size) { sum += values[row * size + column] }
            for column in 0..<size {
                if column + reach < size { sum += values[row * size + column + reach] }
                if column > reach { sum -= values[row * size + column - reach - 1] }
                let width = min(column + reach, size - 1) - max(column - reach, 0) + 1
                sums[row * size + column] = sum / Float(width)
            }
        }
        for column in 0..<size {
            var sum: Float = 0
            for row in 0..<min(reach, size) { sum += sums[row * size + column] }
            for row in 0..<size {
                if row + reach < size { sum += sums[(row + reach) * size + column] }
                if row > reach { sum -= sums[(row - reach - 1) * size + column] }
                let height = min(row + reach, size - 1) - max(row - reach, 0) + 1
                result[row * size + column] = sum / Float(height)
            }
        }
        return result
    }
}
