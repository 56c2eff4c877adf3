/// A copy of half the width and height, each pixel the mean of four: it has less noise and blur, and costs less to
/// search.
struct HalvedPicture {
    private(set) var width = 0
    private(set) var height = 0
    private var pixels = [UInt8]()

    /// - Precondition: the picture is at least 32 pixels wide.
    mutating func copy(_ view: GreyView) {
        (width, height) = (view.width / 2, view.height / 2)
        if pixels.count != width * height { pixels = [UInt8](repeating: 0, count: width * height) }
        unsafe pixels.withUnsafeMutableBufferPointer { pixels in
            guard let start = pixels.baseAddress else { return }
            for row in 0..<height {
                var column = 0
                while true {
                    // The last sixteen overlap those before.
                    column = min(column, width - 16)
                    let left = Self.pairs(view, column: 2 * column, row: 2 * row)
                    let right = Self.pairs(view, column: 2 * column + 16, row: 2 * row)
                    let target = unsafe UnsafeMutableRawPointer(start + (row * width + column))
                    unsafe target.storeBytes(of: left, as: SIMD8<UInt8>.self)
                    unsafe target.storeBytes(of: right, toByteOffset: 8, as: SIMD8<UInt8>.self)
                    column += 16
                    if column >= width { break }
                }
            }
        }
    }

    @inline(__always) private static func pairs(_ view: GreyView, column: Int, row: Int) -> SIMD8<UInt8> {
        let (upper, lower) = (view.sixteen(column: column, row: row), view.sixteen(column: column, row: row + 1))
        let byte = SIMD8<UInt16>(repeating: 0xFF)
        let (up, low) = (upper.asShorts, lower.asShorts)
        let above: SIMD8<UInt16> = (up & byte) &+ (up &>> 8)
        let below: SIMD8<UInt16> = (low & byte) &+ (low &>> 8)
        return SIMD8<UInt8>(truncatingIfNeeded: (above &+ below &+ 2) &>> 2)
    }

    func withView<Result>(_ body: (GreyView) -> Result) -> Result {
        unsafe pixels.withUnsafeBufferPointer { unsafe body(GreyView($0, width: width, height: height)) }
    }
}

extension SIMD16<UInt8> {
    @inline(__always) fileprivate var asShorts: SIMD8<UInt16> { unsafe unsafeBitCast(self, to: SIMD8<UInt16>.self) }
}
