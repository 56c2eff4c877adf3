internal import CheckedYAML

/// The key `metrics`: where a Prometheus of the venue reads them.
extension Configuration {
    mutating func readMetrics(_ root: YAMLMapping) {
        guard root.shape(of: "metrics") != nil else { return }
        let mapping = root.mapping("metrics")
        guard
            let place = mapping.optionalValue(
                "listen", "an address and a port, like 0.0.0.0:9464", parse: Self.anyAddress)
        else {
            if mapping.shape(of: "listen") == nil { mapping.fault("listen", "must say where, like 0.0.0.0:9464") }
            return
        }
        metrics = MetricsSettings(host: place.host, port: place.port)
    }

    /// An address of this machine and a port: `127.0.0.1:8723`, `[::]:9464`.
    static func anyAddress(_ text: String) -> (host: String, port: Int)? {
        text.wholeMatch(of: /([0-9.]{7,15}|\[[0-9a-fA-F:]{2,39}\]):([0-9]{1,5})/).flatMap { match in
            UInt16(match.2).map { (host: match.1.filter { !"[]".contains($0) }, port: Int($0)) }
        }
    }
}

/// Where metrics are served to other machines.
public struct MetricsSettings: Sendable, Equatable {
    /// An address of this machine.
    public var host: String
    /// 0 takes any that is free.
    public var port: Int

    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
