/// A place in a picture, in pixels; pixel (0, 0) covers the square from (0, 0) to (1, 1).
typealias PixelPoint = SIMD2<Float>

/// The caller's grey pixels, borrowed for the duration of a call.
///
/// The only place where pixels are read through a pointer. Each access is inside the picture by construction, so the
/// hot loops need neither bounds checks nor copies.
@safe struct GreyView {
    private let start: UnsafePointer<UInt8>
    let width: Int
    let height: Int
    private let last: PixelPoint

    /// - Parameter pixels: at least `width * height`; they must stay valid as long as the view is used.
    init(_ pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int) {
        guard let start = pixels.baseAddress, width > 0, height > 0, pixels.count >= width * height else {
            preconditionFailure("a frame has width times height pixels")
        }
        unsafe self.start = start
        self.width = width
        self.height = height
        // The neighbours to the right of and below a place exist, except in pictures that are one pixel wide or high.
        last = PixelPoint(max(0, Float(width) - 1.002), max(0, Float(height) - 1.002))
    }

    /// - Precondition: the pixel lies in the picture.
    @inline(__always) func pixel(column: Int, row: Int) -> UInt8 {
        assert(column >= 0 && row >= 0 && column < width && row < height)
        return unsafe start[row &* width &+ column]
    }

    /// Whether a place lies in the picture.
    @inline(__always) func holds(_ point: PixelPoint) -> Bool {
        point.x >= 0 && point.y >= 0 && point.x < Float(width) && point.y < Float(height)
    }

    /// The brightness at four places, 0 to 255, interpolated between the four pixels around each; outside, that of the
    /// edge.
    /// - Precondition: the picture has at least two rows and columns.
    @inline(__always) func brightness(x: SIMD4<Float>, y: SIMD4<Float>) -> SIMD4<Float> {
        let (column, right) = Self.split(x, last: last.x)
        let (row, below) = Self.split(y, last: last.y)
        var fours = SIMD4<UInt32>()
        for lane in 0..<4 {
            let upper = unsafe UnsafeRawPointer(start + (Int(row[lane]) &* width &+ Int(column[lane])))
            let above = unsafe UInt32(upper.loadUnaligned(as: UInt16.self))
            let under = unsafe UInt32((upper + width).loadUnaligned(as: UInt16.self))
            fours[lane] = above | under &<< 16
        }
        let byte = SIMD4<UInt32>(repeating: 0xFF)
        let topLeft = Self.float(fours & byte)
        let topRight = Self.float(fours &>> 8 & byte)
        let bottomLeft = Self.float(fours &>> 16 & byte)
        let bottomRight = Self.float(fours &>> 24)
        let top = topLeft + right * (topRight - topLeft)
        let bottom = bottomLeft + right * (bottomRight - bottomLeft)
        return top + below * (bottom - top)
    }

    /// Adding this to a small number leaves the nearest integer in the low bits.
    private static let rounding = SIMD4<Float>(repeating: 12_582_912)

    /// The last pixel whose middle is not after a place, and the distance of the place from that middle.
    /// - Parameter last: the greatest place that still has a pixel after it.
    @inline(__always)
    private static func split(_ place: SIMD4<Float>, last: Float) -> (SIMD4<Int32>, SIMD4<Float>) {
        var place = place - 0.5
        // Written so that NaN becomes 0.
        place = SIMD4<Float>(repeating: 0).replacing(with: place, where: place .> 0)
        place = place.replacing(with: last, where: place .> last)
        let sum = (place - 0.5) + rounding
        let whole = unsafe unsafeBitCast(sum, to: SIMD4<Int32>.self) & 0x3F_FFFF
        return (whole, place - (sum - rounding))
    }

    /// The value of small integers.
    @inline(__always) private static func float(_ small: SIMD4<UInt32>) -> SIMD4<Float> {
        // The same in the other direction: 2^23 with the integer in its low bits.
        let sum = unsafe unsafeBitCast(small | 0x4B00_0000, to: SIMD4<Float>.self)
        return sum - 8_388_608
    }

    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        body(unsafe UnsafeBufferPointer(start: start, count: width * height).span)
    }

    /// The eight pixels from a column on.
    /// - Precondition: they exist.
    @inline(__always) func eight(column: Int, row: Int) -> UInt64 {
        assert(column >= 0 && column + 8 <= width && row >= 0 && row < height)
        return unsafe UnsafeRawPointer(start + (row &* width &+ column)).loadUnaligned(as: UInt64.self)
    }

    /// The sixteen pixels from a column on.
    /// - Precondition: they exist.
    @inline(__always) func sixteen(column: Int, row: Int) -> SIMD16<UInt8> {
        assert(column >= 0 && column + 16 <= width && row >= 0 && row < height)
        return unsafe UnsafeRawPointer(start + (row &* width &+ column)).loadUnaligned(as: SIMD16<UInt8>.self)
    }
}
