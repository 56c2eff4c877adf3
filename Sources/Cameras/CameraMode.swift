/// One mode of a camera: a pixel format at a size, with its highest rate.
public struct CameraMode: Hashable, Sendable, CustomStringConvertible {
    /// One of the formats that can be read.
    public let pixelFormat: PixelFormat
    /// In pixels.
    public let size: FrameSize
    /// Highest rate in frames a second; `nil` when the driver does not say.
    public let bestRate: Double?

    public init(_ pixelFormat: PixelFormat, _ size: FrameSize, bestRate: Double?) {
        self.pixelFormat = pixelFormat
        self.size = size
        self.bestRate = bestRate
    }

    /// `MJPEG 1920x1080@30`
    public var description: String {
        guard let bestRate else { return "\(pixelFormat) \(size)" }
        // 7.5 is kept, 30.00003 becomes 30.
        let tenths = Int((bestRate * 10).rounded())
        return "\(pixelFormat) \(size)@\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)")
    }
}

/// Sizes that a driver offers: one size, or all between two in steps (`v4l2_frmsize_stepwise` in linux/videodev2.h).
struct SizeRange: Hashable {
    let smallest: FrameSize
    let largest: FrameSize
    /// Above 0.
    let stepWidth: Int
    let stepHeight: Int

    /// The offered size that is nearest to `wanted`.
    func nearest(to wanted: FrameSize) -> FrameSize {
        FrameSize(
            width: Self.nearest(to: wanted.width, from: smallest.width, to: largest.width, by: stepWidth),
            height: Self.nearest(to: wanted.height, from: smallest.height, to: largest.height, by: stepHeight))
    }

    private static func nearest(to wanted: Int, from smallest: Int, to largest: Int, by step: Int) -> Int {
        let within = min(max(wanted, smallest), max(smallest, largest))
        return smallest + (within - smallest) / max(1, step) * max(1, step)
    }

    /// The sizes to ask a driver about. Some drivers claim every size up to 2^32.
    func candidates(for wanted: [FrameSize]) -> [FrameSize] {
        let offered = smallest == largest ? [smallest] : wanted.map(nearest(to:)) + [nearest(to: largest)]
        return offered.filter(\.isPossible)
    }
}
