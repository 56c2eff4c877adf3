internal import CheckedYAML
internal import DoorScreen
internal import StationAPI

/// The keys `screen.figures` and `screen.phones`: where other machines get the figures, and the phones of staff their
/// page.
extension Configuration {
    /// - Parameters:
    ///   - name: of the key, and of the example.
    ///   - port: unless the key says another.
    static func readRemote(_ mapping: YAMLMapping, name: String, port: Int) -> RemoteSettings {
        let place = mapping.optionalValue(
            "listen", "an address and a port, like 127.0.0.1:\(port)", parse: anyAddress)
        let hosts = mapping.strings("hosts") ?? []
        if hosts.isEmpty { mapping.fault("hosts", "must name what browsers know it by, like [\(name).example.org]") }
        for host in hosts where host.wholeMatch(of: /[A-Za-z0-9.\-]{1,253}(:[0-9]{1,5})?/) == nil {
            mapping.fault("hosts", "must be names, with a port where browsers need one")
        }
        return RemoteSettings(host: place?.host ?? "127.0.0.1", port: place?.port ?? port, hosts: hosts)
    }
}
