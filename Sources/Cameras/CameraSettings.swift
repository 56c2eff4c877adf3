public import Tickets

/// Width and height of a frame, in pixels.
public struct FrameSize: Hashable, Sendable, CustomStringConvertible {
    /// Sides that a camera's frame may have.
    public static let possibleSides = 1...8192

    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Width times height.
    public var pixelCount: Int { width * height }

    var isPossible: Bool { Self.possibleSides.contains(width) && Self.possibleSides.contains(height) }

    /// `1280x720`
    public var description: String { "\(width)x\(height)" }
}

/// The mains frequency, at which lamps flicker: a camera must know it to avoid stripes in its pictures.
public enum PowerLine: String, Hashable, Sendable, CaseIterable {
    /// 50 Hz, as in Europe, Africa and most of Asia.
    case hertz50 = "50"
    /// 60 Hz, as in North America.
    case hertz60 = "60"
    /// The camera finds out by itself, if it can.
    case automatic = "auto"
}

/// What is requested from a camera. It does what it can.
public struct CameraSettings: Hashable, Sendable {
    /// Preferred sizes, best first. A ticket at arm's length has 3 pixels per module at 1280x720; more pixels take more
    /// time than they gain.
    public var sizes: [FrameSize]
    /// Frames a second; above 0.
    public var rate: Int
    /// The camera's picture is mirrored, as with some front cameras.
    public var isMirrored: Bool
    /// The mains frequency of the place.
    public var powerLine: PowerLine
    /// The kinds of codes that are read.
    public var symbologies: Set<Symbology>

    public init(
        sizes: [FrameSize] = [FrameSize(width: 1280, height: 720), FrameSize(width: 640, height: 480)],
        rate: Int = 30, isMirrored: Bool = false, powerLine: PowerLine = .hertz50,
        symbologies: Set<Symbology> = [.qr]
    ) {
        self.sizes = sizes
        self.rate = rate
        self.isMirrored = isMirrored
        self.powerLine = powerLine
        self.symbologies = symbologies
    }
}
