/// What Prometheus reads.
package enum MetricsText {
    /// Of the exposition format that ``MonitorControl/metrics()`` writes.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"
}
