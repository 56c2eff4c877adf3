internal import Messages
internal import Pictures

/// Whether codes can be read in a picture: its light, contrast and focus.
struct PictureQuality: Hashable {
    /// Mean brightness, from 0 for black to 255 for white.
    let mean: Double
    /// From the darkest hundredth of the pixels to the brightest.
    let contrast: Int
    /// The steepest step between two pixels with one in between, as a share of the contrast; 1 is a sharp edge.
    let sharpness: Double

    init(_ picture: GreyImage) {
        var histogram = [Int](repeating: 0, count: 256)
        for luma in picture.luma { histogram[Int(luma)] += 1 }
        let count = picture.luma.count
        mean = histogram.enumerated().reduce(0) { $0 + Double($1.offset * $1.element) } / Double(count)
        let range = Self.percentile(0.99, of: histogram, count) - Self.percentile(0.01, of: histogram, count)
        contrast = range
        var steps = [Int](repeating: 0, count: 256)
        var stepCount = 0
        for row in 0..<picture.height where picture.width > 2 {
            let start = row * picture.width
            for column in 2..<picture.width {
                let left = Int(picture.luma[start + column - 2])
                steps[abs(Int(picture.luma[start + column]) - left)] += 1
                stepCount += 1
            }
        }
        // One edge in a thousand pixels is a face or a wall; noise is not that steep.
        let steepest = Self.percentile(0.999, of: steps, stepCount)
        sharpness = range > 0 ? min(1, Double(steepest) / Double(range)) : 0
    }

    private static func percentile(_ share: Double, of histogram: [Int], _ count: Int) -> Int {
        var rest = Int(Double(count) * share)
        for (value, number) in histogram.enumerated() {
            rest -= number
            if rest < 0 { return value }
        }
        return histogram.count - 1
    }

    /// Why codes cannot be read; `nil` when they can.
    var problem: Condition.Code? {
        if contrast < 24 { return .pictureGrey }
        if mean < 40 { return .pictureDark }
        if mean > 215 { return .pictureBright }
        return sharpness < 0.12 ? .pictureBlurred : nil
    }
}
