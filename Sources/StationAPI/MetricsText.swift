/// The format of the metrics that Prometheus reads.
package enum MetricsText {
    /// The text format, version 0.0.4, which ``MonitorControl/metrics()`` writes.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"
}
