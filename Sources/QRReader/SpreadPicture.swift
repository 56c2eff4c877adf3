internal import Glibc

/// A copy for pictures with glare. There, dark and light differ by little, and by less the nearer they are to the
/// saturation of the sensor; so brightness near the maximum is spread over most of the scale.
struct SpreadPicture {
    /// Smaller differences from the brightest pixels, in steps of brightness, are noise.
    private static let noise = 4.0

    private let width: Int
    private let height: Int
    private let pixels: [UInt8]

    init(_ view: GreyView) {
        width = view.width
        height = view.height
        let top = Double(Self.brightest(view))
        let table = (0...255).map { value in
            let depth = max(0, top - Double(value))
            return UInt8(255 * (1 - log(1 + depth / Self.noise) / log(1 + 255 / Self.noise)))
        }
        pixels = view.withSpan { span in span.indices.map { table[Int(span[$0])] } }
    }

    /// The brightness that all but one pixel in 500 stay below or reach.
    private static func brightest(_ view: GreyView) -> Int {
        var counts = [Int](repeating: 0, count: 256)
        var total = 0
        for row in stride(from: 0, to: view.height, by: 4) {
            for column in stride(from: 0, to: view.width, by: 4) {
                counts[Int(view.pixel(column: column, row: row))] += 1
                total += 1
            }
        }
        var (brightest, above) = (255, counts[255])
        while above <= total / 500 {
            brightest -= 1
            above += counts[brightest]
        }
        return brightest
    }

    func withView<Result>(_ body: (GreyView) -> Result) -> Result {
        unsafe pixels.withUnsafeBufferPointer { unsafe body(GreyView($0, width: width, height: height)) }
    }
}
