internal import StationAPI

/// Where the figures are served beside the kiosk's own page, for a tablet or a second screen.
public struct FiguresSettings: Sendable, Equatable {
    /// The least that a token has, in bytes: 22 characters of base64 hold 128 bits.
    public static let shortestToken = 22

    public var host: String
    /// 0 takes any that is free.
    public var port: Int
    /// The names by which browsers know it, as they stand in the header `Host`.
    public var hosts: [String]

    public init(host: String, port: Int, hosts: [String]) {
        self.host = host
        self.port = port
        self.hosts = hosts
    }
}
