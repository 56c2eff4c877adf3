/// What a reader saw on the way to its result, to be drawn.
public struct ReadingTrace: Sendable {
    public struct SeenFinder: Sendable {
        /// In pixels of the picture.
        public let x: Double
        public let y: Double
        /// The side of the finder, in pixels.
        public let side: Double
        /// Whether its centre is dark.
        public let isDark: Bool
    }

    public struct SeenGrid: Sendable {
        /// The corners of each module's square: `(size + 1) * (size + 1)` places in pixels, row by row.
        public let knots: [SIMD2<Double>]
        /// Modules on a side.
        public let size: Int
        /// The code painted for zbar, which is given it if its words are right: black and white pixels, `cropSide` on a side.
        public let crop: [UInt8]
        public let cropSide: Int
        public let wasRead: Bool
    }

    public private(set) var finders = [SeenFinder]()
    public private(set) var grids = [SeenGrid]()

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
    /// What was seen in an enlarged copy, where it is in the picture itself.
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
