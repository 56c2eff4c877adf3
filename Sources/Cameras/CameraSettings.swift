/// The sides of a frame, in pixels.
public struct FrameSize: Hashable, Sendable, CustomStringConvertible {
    /// What a camera's frame may have.
    public static let possibleSides = 1...8192

    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public var pixelCount: Int { width * height }

    var isPossible: Bool { Self.possibleSides.contains(width) && Self.possibleSides.contains(height) }

    /// `1280x720`
    public var description: String { "\(width)x\(height)" }
}

/// How the lamps of a place flicker, which cameras turn into stripes unless they know.
public enum PowerLine: String, Hashable, Sendable, CaseIterable {
    case hertz50 = "50"
    case hertz60 = "60"
    case automatic = "auto"
}

/// What is wanted of a camera. What it can do counts.
public struct CameraSettings: Hashable, Sendable {
    /// The most wanted size first. A ticket at arm's length has 3 pixels a module at 1280x720; more pixels cost more
    /// than they find.
    public var sizes: [FrameSize]
    /// Frames a second, above 0.
    public var rate: Int
    /// The camera's picture is a mirror's, as some front cameras' is.
    public var isMirrored: Bool
    public var powerLine: PowerLine

    public init(
        sizes: [FrameSize] = [FrameSize(width: 1280, height: 720), FrameSize(width: 640, height: 480)],
        rate: Int = 30, isMirrored: Bool = false, powerLine: PowerLine = .hertz50
    ) {
        self.sizes = sizes
        self.rate = rate
        self.isMirrored = isMirrored
        self.powerLine = powerLine
    }
}
