internal import StationAPI

/// Where a page is served to other machines, through the venue's reverse proxy: the keys `screen.figures` and
/// `screen.phones` of usher.yaml.
public struct RemoteSettings: Sendable, Equatable {
    /// The shortest token, in bytes: 22 characters of base64 hold 128 bits.
    public static let shortestToken = 22

    /// An address of this machine.
    public var host: String
    /// 0 takes any that is free.
    public var port: Int
    /// The names by which browsers know the server, as in the header `Host`; with the port where it is not the usual
    /// one.
    public var hosts: [String]

    public init(host: String, port: Int, hosts: [String]) {
        self.host = host
        self.port = port
        self.hosts = hosts
    }
}
