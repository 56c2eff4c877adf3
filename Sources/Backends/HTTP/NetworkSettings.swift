/// How a server is reached, beyond its address.
public struct NetworkSettings: Hashable, Sendable {
    /// Certificates (PEM) to trust instead of the system's: the file of a venue's own authority.
    public var authorityFile: String?
    /// `sha256//BASE64`, one or more separated by `;`: the only public keys that are believed
    /// (CURLOPT_PINNEDPUBLICKEY(3)).
    public var pinnedKey: String?
    /// `http://host:port`; `nil`: the environment's.
    public var proxy: String?
    /// Plain HTTP to other machines too: whoever is on the network reads and changes what is said.
    public var allowsPlainHTTP = false

    public init() {}
}
