internal import CheckedYAML
internal import DoorScreen
internal import StationAPI

/// The key `screen.figures`: where tablets and second screens get the figures.
extension Configuration {
    static func readFigures(_ mapping: YAMLMapping) -> FiguresSettings {
        let place = mapping.optionalValue(
            "listen", "an address and a port, like 127.0.0.1:8723", parse: anyAddress)
        let hosts = mapping.strings("hosts") ?? []
        if hosts.isEmpty { mapping.fault("hosts", "must name what browsers know it by, like [figures.example.org]") }
        for host in hosts where host.wholeMatch(of: /[A-Za-z0-9.\-]{1,253}(:[0-9]{1,5})?/) == nil {
            mapping.fault("hosts", "must be names, with a port where browsers need one")
        }
        return FiguresSettings(host: place?.host ?? "127.0.0.1", port: place?.port ?? 8723, hosts: hosts)
    }
}
