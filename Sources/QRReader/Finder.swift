/// A finder pattern, one of the three squares in the corners of a code, seen in a picture (ISO/IEC 18004:2015, 6.3.3).
struct Finder {
    /// The middle of its 3 x 3 modules.
    var centre: PixelPoint
    /// Pixels in a module, across the square.
    var module: Float
    /// Whether its centre is dark; light in an inverted code.
    let isDark: Bool
    /// In how many of four directions all its edges are visible, 0 to 4.
    var edges: Int
    /// How many of the searched rows cross it.
    var votes = 1

    /// For ranking: how certain it is.
    var weight: Int { 3 * edges + min(votes, 4) }
}

/// What is found on a line from a finder's centre outwards: the lengths of the centre, the ring and the outer ring on
/// that side, in pixels.
struct FinderRay {
    var centre: Float
    var ring: Float
    /// `nil` when something of the same colour touches the outer ring, so that its end cannot be seen.
    var outer: Float?
}

/// A picture with the thresholds between dark and light, borrowed for the duration of a call.
@safe struct ThresholdedView {
    let view: GreyView
    /// ``BlockThresholds/values``: one for each block of the picture.
    private let values: UnsafePointer<UInt8>
    private let columns: Int

    /// - Parameter thresholds: measured in this picture; they must stay valid as long as this is used.
    init(_ view: GreyView, _ thresholds: UnsafeBufferPointer<UInt8>) {
        columns = (view.width + 7) / 8
        guard let values = thresholds.baseAddress, thresholds.count == columns * ((view.height + 7) / 8) else {
            preconditionFailure("thresholds are of the picture itself")
        }
        self.view = view
        unsafe self.values = values
    }

    /// - Precondition: the pixel lies in the picture.
    @inline(__always) func isDark(column: Int, row: Int) -> Bool {
        assert(column >= 0 && row >= 0 && column < view.width && row < view.height)
        let threshold = unsafe values[(row &>> 3) &* columns &+ column &>> 3]
        return view.pixel(column: column, row: row) < threshold
    }

    @inline(__always) func threshold(block: Int, row: Int) -> UInt8 {
        assert(block >= 0 && block < columns && row >= 0 && row < view.height)
        return unsafe values[(row &>> 3) &* columns &+ block]
    }

    /// Follows a line from a finder's centre until it has left the finder.
    /// - Parameters:
    ///   - centre: in units of 1/65536 pixel, as `step`, which is one pixel long.
    ///   - limit: the longest that half of the centre, and twice the longest that the ring may be, in pixels.
    /// - Returns: `nil` if this is no finder's centre, or one of its inner runs is longer than `limit`.
    func ray(from centre: SIMD2<Int>, step: SIMD2<Int>, isDark: Bool, limit: Float) -> FinderRay? {
        let (x, y, stepX, stepY) = (centre.x, centre.y, step.x, step.y)
        guard x >= 0, y >= 0, x < view.width << 16, y < view.height << 16 else { return nil }
        // Most lines are the first one of a place, which goes up or down: then a column is followed.
        if stepX == 0, abs(stepY) == 1 << 16 {
            let (column, row, way) = (x &>> 16, y &>> 16, stepY &>> 16)
            return ray(isDark: isDark, limit: limit, steps: way > 0 ? view.height &- row : row &+ 1) {
                self.isDark(column: column, row: row &+ $0 &* way)
            }
        }
        let steps = min(Self.steps(x, stepX, within: view.width), Self.steps(y, stepY, within: view.height))
        return ray(isDark: isDark, limit: limit, steps: steps) {
            self.isDark(column: (x &+ $0 &* stepX) &>> 16, row: (y &+ $0 &* stepY) &>> 16)
        }
    }

    /// How many steps from a place stay in the picture, itself included.
    private static func steps(_ place: Int, _ step: Int, within side: Int) -> Int {
        if step == 0 { return .max }
        return (step > 0 ? (side << 16) - 1 - place : place) / abs(step) + 1
    }

    @inline(__always)
    private func ray(isDark: Bool, limit: Float, steps: Int, isDarkAt: (Int) -> Bool) -> FinderRay? {
        var step = 0
        var colour = isDark
        // The length of the run that begins here; it ends where the picture ends, or as soon as it is too long.
        func run(_ longest: Int) -> Int? {
            let start = step
            let end = min(steps, start &+ longest &+ 1)
            while step < end {
                if isDarkAt(step) != colour {
                    colour.toggle()
                    return step &- start
                }
                step &+= 1
            }
            return nil
        }
        guard let centre = run(Int(limit)), let ring = run(Int(limit / 2)) else { return nil }
        // Only the outer ring may be longer, or touch the edge of the picture: something of its colour touches it.
        return FinderRay(centre: Float(centre), ring: Float(ring), outer: run(ring * 2 + 1).map(Float.init))
    }
}
