/// What a reader saw on the way to its result, for drawing. All places are in pixels of the picture.
public struct ReadingTrace: Sendable {
    /// A finder pattern, whether it belongs to a code or not.
    public struct SeenFinder: Sendable {
        /// The centre, from the left.
        public let x: Double
        /// The centre, from the top.
        public let y: Double
        /// The side of the finder, in pixels.
        public let side: Double
        /// Whether its centre is dark.
        public let isDark: Bool
    }

    /// A code whose modules were found, read or not.
    public struct SeenGrid: Sendable {
        /// The corners of each module's square: `(size + 1) * (size + 1)` places, row by row.
        public let knots: [SIMD2<Double>]
        /// Modules on a side.
        public let size: Int
        /// The clean picture of the code, row by row, 0 black or 255 white: `cropSide * cropSide` bytes. zbar gets it
        /// if all codewords are right.
        public let crop: [UInt8]
        /// Pixels on a side of ``crop``.
        public let cropSide: Int
        /// Whether zbar gave a text, or a part of one.
        public let wasRead: Bool
    }

    /// In the order in which they were found; the same one may be there several times.
    public private(set) var finders = [SeenFinder]()
    /// One for each attempt to read a code.
    public private(set) var grids = [SeenGrid]()

    /// How many poses were fitted.
    var fits = 0

    init() {}

    mutating func note(_ found: [Finder], scale: Float) {
        finders += found.map { finder in
            let centre = finder.centre * scale
            return SeenFinder(
                x: Double(centre.x), y: Double(centre.y), side: Double(finder.module * scale * 7),
                isDark: finder.isDark)
        }
    }

    mutating func note(_ pose: Pose, _ crop: ModulePicture, wasRead: Bool) {
        let projection = pose.projection
        let knots = (0...pose.size).flatMap { row in
            (0...pose.size).map { column in SIMD2<Double>(projection([Float(column), Float(row)])) }
        }
        grids.append(
            SeenGrid(knots: knots, size: pose.size, crop: crop.pixels, cropSide: crop.side, wasRead: wasRead))
    }

    /// Converts places in an enlarged copy to those in the picture itself.
    mutating func divide(by factor: Int) {
        let scale = Double(factor)
        finders = finders.map {
            SeenFinder(x: $0.x / scale, y: $0.y / scale, side: $0.side / scale, isDark: $0.isDark)
        }
        grids = grids.map {
            SeenGrid(
                knots: $0.knots.map { $0 / scale }, size: $0.size, crop: $0.crop, cropSide: $0.cropSide,
                wasRead: $0.wasRead)
        }
    }
}
