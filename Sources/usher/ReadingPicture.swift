import Pictures
import QRReader

/// Draws what a reader saw in a picture: finders blue (light ones orange), the modules of what was read green, of what
/// looks like a code and could not be read red; next to it the clean pictures that were decoded.
struct ReadingPicture {
    private static let gap = 8
    /// Of what was not read, the last attempts.
    private static let unreadGrids = 4

    let picture: GreyImage
    let trace: ReadingTrace

    func pngFile() throws -> [UInt8] {
        let read = trace.grids.filter(\.wasRead)
        let grids = read.isEmpty ? Array(trace.grids.suffix(Self.unreadGrids)) : read
        let crops = grids.map { GreyImage(width: $0.cropSide, height: $0.cropSide, luma: $0.crop) }
        let room = crops.map(\.width).max().map { $0 + 2 * Self.gap } ?? 0
        let overlay = try Overlay(over: picture, extraWidth: room)
        for finder in trace.finders { Self.draw(finder, on: overlay) }
        for grid in grids { Self.draw(grid, on: overlay) }
        var top = Self.gap
        for crop in crops {
            overlay.paint(crop, x: picture.width + Self.gap, y: top)
            top += crop.height + Self.gap
        }
        return try overlay.pngFile()
    }

    private static func draw(_ finder: ReadingTrace.SeenFinder, on overlay: borrowing Overlay) {
        let half = finder.side / 2
        let corners: [SIMD2<Double>] = [[-half, -half], [half, -half], [half, half], [-half, half]]
        overlay.draw(
            finder.isDark ? .blue : .orange, width: 1, closed: true, corners.map { $0 + [finder.x, finder.y] })
    }

    private static func draw(_ grid: ReadingTrace.SeenGrid, on overlay: borrowing Overlay) {
        let side = grid.size + 1
        let ink: Overlay.Ink = grid.wasRead ? .green : .red
        for line in 0..<side {
            let width = line == 0 || line == grid.size ? 2 : 0.5
            overlay.draw(ink, width: width, closed: false, (0..<side).map { grid.knots[line * side + $0] })
            overlay.draw(ink, width: width, closed: false, (0..<side).map { grid.knots[$0 * side + line] })
        }
    }
}
