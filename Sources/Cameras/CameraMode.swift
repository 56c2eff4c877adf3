/// One thing a camera can do: a format at a size, as fast as it goes.
public struct CameraMode: Hashable, Sendable, CustomStringConvertible {
    public let pixelFormat: PixelFormat
    public let size: FrameSize
    /// Frames a second at best; `nil` when the driver does not say.
    public let bestRate: Double?

    public init(_ pixelFormat: PixelFormat, _ size: FrameSize, bestRate: Double?) {
        self.pixelFormat = pixelFormat
        self.size = size
        self.bestRate = bestRate
    }

    /// `MJPEG 1920x1080@30`
    public var description: String {
        guard let bestRate else { return "\(pixelFormat) \(size)" }
        // 7.5 stays, 30.00003 does not.
        let tenths = Int((bestRate * 10).rounded())
        return "\(pixelFormat) \(size)@\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)")
    }
}

/// Sizes that a driver offers: one, or every one between two by steps (`v4l2_frmsize_stepwise` of linux/videodev2.h).
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

    /// What of it to ask a driver about. Some say that they can do everything up to 2^32.
    func candidates(for wanted: [FrameSize]) -> [FrameSize] {
        let offered = smallest == largest ? [smallest] : wanted.map(nearest(to:)) + [nearest(to: largest)]
        return offered.filter(\.isPossible)
    }
}
