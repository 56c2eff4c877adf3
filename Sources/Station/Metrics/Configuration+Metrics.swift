internal import CheckedYAML

/// The key `metrics`: where a Prometheus of the venue reads them.
extension Configuration {
    mutating func readMetrics(_ root: YAMLMapping) {
        guard root.shape(of: "metrics") != nil else { return }
        let mapping = root.mapping("metrics")
        guard
            let place = mapping.address("listen", like: "0.0.0.0:9464")
        else {
            if mapping.shape(of: "listen") == nil { mapping.fault("listen", "must say where, like 0.0.0.0:9464") }
            return
        }
        metrics = MetricsSettings(host: place.host, port: place.port)
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
