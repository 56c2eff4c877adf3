public import CheckedYAML

extension RemoteSettings {
    /// Reads `listen` and `hosts`.
    ///
    /// - Parameters:
    ///   - name: what browsers could know it by: `figures` for figures.example.org.
    ///   - port: unless `listen` has another.
    public init(_ mapping: YAMLMapping, name: String, port: Int) {
        let place = mapping.address("listen", like: "127.0.0.1:\(port)")
        let hosts = mapping.strings("hosts") ?? []
        if hosts.isEmpty { mapping.fault("hosts", "must name what browsers know it by, like [\(name).example.org]") }
        for host in hosts where !Self.isHost(host) {
            mapping.fault("hosts", "must be names, with a port where browsers need one")
        }
        self.init(host: place?.host ?? "127.0.0.1", port: place?.port ?? port, hosts: hosts)
    }

    /// - Parameter listen: an address of this machine and a port, as the key `listen` has it.
    /// - Returns: `nil` when it is not.
    public init?(listen: String, hosts: [String]) {
        guard let place = YAMLMapping.address(listen) else { return nil }
        self.init(host: place.host, port: place.port, hosts: hosts)
    }

    /// Whether a browser could send this as `Host`.
    public static func isHost(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z0-9.\-]{1,253}(:[0-9]{1,5})?/) != nil
    }
}
