internal import Glibc

/// Sorts the modes of a camera into the order in which to try them.
///
/// First come sizes in which a code can be read and modes that reach the requested rate: uncompressed 1280x720 fills
/// USB 2 at 10 frames a second. Then comes the order of the preferred sizes, and among modes of similar size the cost
/// of their pixels.
struct ModeChooser {
    let settings: CameraSettings

    func ranked(_ modes: [CameraMode]) -> [CameraMode] {
        let ranked = modes.map { (mode: $0, rank: rank($0)) }
        return ranked.sorted { $0.rank < $1.rank }.map(\.mode)
    }

    /// Compared field by field; less is better.
    private struct Rank: Comparable {
        let sizeClass: Int
        let halvings: Int
        let wantedSize: Int
        let cost: Int
        let distance: Double

        static func < (one: Rank, other: Rank) -> Bool {
            (one.sizeClass, one.halvings, one.wantedSize, one.cost, one.distance)
                < (other.sizeClass, other.halvings, other.wantedSize, other.cost, other.distance)
        }
    }

    private func rank(_ mode: CameraMode) -> Rank {
        let sizes = settings.sizes.isEmpty ? [mode.size] : settings.sizes
        let about = sizes.firstIndex { Self.areAlike($0, mode.size) }
        return Rank(
            sizeClass: sizeClass(mode.size), halvings: halvings(mode.bestRate), wantedSize: about ?? sizes.count,
            cost: mode.pixelFormat.cost, distance: Self.distance(sizes[about ?? 0], mode.size))
    }

    /// 0 when codes can be read in it, 1 when it is too coarse, 2 when it is too large to process.
    private func sizeClass(_ size: FrameSize) -> Int {
        let wanted = settings.sizes.map(\.pixelCount)
        if size.pixelCount < min(wanted.min() ?? 0, 640 * 360) { return 1 }
        return size.pixelCount > 8 * max(wanted.max() ?? 0, 1280 * 720) ? 2 : 0
    }

    /// How often the rate is halved: 24 instead of 30 is as good, 15 is one halving, 10 and 7.5 are two. An unknown
    /// rate counts as good.
    private func halvings(_ rate: Double?) -> Int {
        guard let rate, rate > 0 else { return 0 }
        return max(0, Int(log2(0.8 * Double(settings.rate) / rate).rounded(.up)))
    }

    /// Whether their pixel counts differ by a third at most, as those of 1280x720 and 1280x960.
    private static func areAlike(_ one: FrameSize, _ other: FrameSize) -> Bool {
        let ratio = Double(one.pixelCount) / Double(max(1, other.pixelCount))
        return (0.66...1.51).contains(ratio)
    }

    private static func distance(_ one: FrameSize, _ other: FrameSize) -> Double {
        abs(log2(Double(one.width) / Double(max(1, other.width))))
            + abs(log2(Double(one.height) / Double(max(1, other.height))))
    }
}
