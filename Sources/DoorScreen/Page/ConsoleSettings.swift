/// How the station's own console shows the page: `rotation`, `scale` and `output` under `screen` in usher.yaml. The
/// answer of `GET /console`: the command of usher-screen.service may not read usher.yaml, which is for usherd alone.
/// See docs/decisions/127-page-turns-itself.md.
public struct ConsoleSettings: Codable, Sendable, Equatable {
    /// What ``rotation`` can be.
    public static let rotations = [0, 90, 180, 270]
    /// What ``scale`` can be.
    public static let scales = 100...300

    /// By how many degrees the page is turned, clockwise.
    public var rotation = 0
    /// How large the page is, in percent.
    public var scale = 100
    /// The connector whose display shows the page, as the kernel names it: `HDMI-A-1`. `nil`: the first that has a
    /// display.
    public var output: String?

    /// The settings of an usher.yaml without these keys.
    public init() {}
}
