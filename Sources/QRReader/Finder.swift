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
    ///   - direction: of length 1.
    ///   - limit: the longest that half of the centre, and twice the longest that the ring may be, in pixels.
    /// - Returns: `nil` if this is no finder's centre, or one of its inner runs is longer than `limit`.
    func ray(from centre: PixelPoint, direction: SIMD2<Float>, isDark: Bool, limit: Float) -> FinderRay? {
        // In units of 1/65536 pixel.
        let (width, height) = (view.width << 16, view.height << 16)
        var (x, y) = (Int(centre.x * 65536), Int(centre.y * 65536))
        let (stepX, stepY) = (Int(direction.x * 65536), Int(direction.y * 65536))
        var ray = FinderRay(centre: 0, ring: 0, outer: nil)
        var colour = isDark
        var run = 0
        var length = 0
        var longest = Int(limit)
        // Both comparisons in one: a number below 0 is large when read without sign.
        while UInt(bitPattern: x) < UInt(bitPattern: width), UInt(bitPattern: y) < UInt(bitPattern: height) {
            if self.isDark(column: x &>> 16, row: y &>> 16) != colour {
                switch run {
                case 0:
                    ray.centre = Float(length)
                    longest = Int(limit / 2)
                case 1:
                    ray.ring = Float(length)
                    longest = length * 2 + 1
                default:
                    ray.outer = Float(length)
                    return ray
                }
                run += 1
                colour.toggle()
                length = 0
            }
            length &+= 1
            // Only the outer ring may be longer: something of its colour touches it.
            if length > longest { return run == 2 ? ray : nil }
            x &+= stepX
            y &+= stepY
        }
        // The outer ring may touch the edge of the picture.
        return run == 2 ? ray : nil
    }
}
