/// The position of a code in the picture: where each of its modules is.
///
/// A plane seen by a camera: a place on the code is a weighted mean of the centres of the three finders. The weights
/// describe the tilt of the code: a finder that is farther away weighs less. With equal weights this is an affine map.
struct Pose {
    /// Modules on a side, 21 to 177.
    let size: Int
    /// The centres of the finders: at the corner that the other two share, along the first row, along the first column.
    var corner: PixelPoint
    var right: PixelPoint
    var bottom: PixelPoint
    /// Weights of the other two finders; the corner's is 1.
    var rightWeight: Float = 1
    var bottomWeight: Float = 1
    let isDark: Bool

    /// Maps places in modules: the code's top left corner is (0, 0), the middle of its first module (0.5, 0.5).
    struct Projection {
        let origin: SIMD4<Float>
        let across: SIMD4<Float>
        let down: SIMD4<Float>

        @inline(__always) func callAsFunction(_ place: SIMD2<Float>) -> PixelPoint {
            let sum = origin + across * place.x + down * place.y
            let scale = 1 / sum.z
            return PixelPoint(sum.x, sum.y) * scale
        }

        /// Four places at once.
        @inline(__always)
        func callAsFunction(x: SIMD4<Float>, y: SIMD4<Float>) -> (x: SIMD4<Float>, y: SIMD4<Float>) {
            let scale = 1 / (origin.z + across.z * x + down.z * y)
            return ((origin.x + across.x * x + down.x * y) * scale, (origin.y + across.y * x + down.y * y) * scale)
        }
    }

    var projection: Projection {
        let legs = Float(size - 7)
        let a = SIMD4<Float>(corner.x, corner.y, 1, 0)
        let b = SIMD4<Float>(right.x, right.y, 1, 0) * rightWeight
        let c = SIMD4<Float>(bottom.x, bottom.y, 1, 0) * bottomWeight
        let (across, down) = ((b - a) / legs, (c - a) / legs)
        return Projection(origin: a - (across + down) * 3.5, across: across, down: down)
    }

    /// The middle of the code in a picture.
    var middle: PixelPoint { projection(SIMD2(repeating: Float(size) / 2)) }

    /// Whether a place of the picture lies on the code.
    func covers(_ place: PixelPoint) -> Bool {
        let corners = corners
        return corners.indices.allSatisfy { index in
            let (from, to) = (corners[index], corners[(index + 1) % 4])
            let (side, way) = (to - from, place - from)
            return side.x * way.y - side.y * way.x <= 0
        }
    }

    /// The corners of the code in a picture: top left, bottom left, bottom right, top right.
    var corners: [PixelPoint] {
        let (projection, side) = (projection, Float(size))
        return [projection([0, 0]), projection([0, side]), projection([side, side]), projection([side, 0])]
    }

    /// The modules, row by row, whose middle is not in a picture.
    func modules(outside view: GreyView) -> [Int] {
        if corners.allSatisfy(view.holds) { return [] }
        let projection = projection
        return (0..<size * size).filter { place in
            !view.holds(projection(SIMD2(Float(place % size), Float(place / size)) + 0.5))
        }
    }

    /// The same in a picture that is larger by a factor.
    func scaled(by factor: Float) -> Pose {
        var pose = self
        pose.corner *= factor
        pose.right *= factor
        pose.bottom *= factor
        return pose
    }

    func moved(by way: PixelPoint) -> Pose {
        var pose = self
        pose.corner += way
        pose.right += way
        pose.bottom += way
        return pose
    }

    /// Pixels in a module, approximately.
    var module: Float {
        let legs = [right - corner, bottom - corner].map { ($0 * $0).sum().squareRoot() }
        return (legs[0] + legs[1]) / (2 * Float(size - 7))
    }
}
