/// How a server is reached, besides its address.
public struct NetworkSettings: Hashable, Sendable {
    /// Path of a PEM file with the certificates to trust instead of the system's, for example of a venue's own
    /// authority.
    public var authorityFile: String?
    /// `sha256//BASE64`, one or more separated by `;`: the only public keys that are accepted
    /// (CURLOPT_PINNEDPUBLICKEY(3)).
    public var pinnedKey: String?
    /// `http://host:port`; `nil`: the proxy of the environment.
    public var proxy: String?
    /// Also allows plain HTTP to other machines: anybody on the network can read and change it.
    public var allowsPlainHTTP = false

    /// The system's certificates, the proxy of the environment, no plain HTTP.
    public init() {}
}
