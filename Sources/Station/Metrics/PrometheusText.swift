/// Writes the text format that Prometheus reads, version 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
struct PrometheusText {
    enum Kind: String {
        case counter, gauge
    }

    struct Sample {
        var labels: [(name: String, value: String)] = []
        var value: Double

        init(_ value: some BinaryInteger, _ labels: (name: String, value: String)...) {
            self.value = Double(value)
            self.labels = labels
        }

        init(seconds value: Double, _ labels: (name: String, value: String)...) {
            self.value = value
            self.labels = labels
        }

        init(isTrue: Bool, _ labels: (name: String, value: String)...) {
            value = isTrue ? 1 : 0
            self.labels = labels
        }
    }

    private(set) var text = ""

    /// Adds a metric; one without samples is left out.
    mutating func family(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        head(name, kind.rawValue, help)
        for sample in samples { line(name, sample.labels, sample.value) }
    }

    mutating func family(_ name: String, _ kind: Kind, _ help: String, _ sample: Sample) {
        family(name, kind, help, [sample])
    }

    /// Adds a histogram. As the format wants it, each bucket counts everything up to its upper end.
    mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
        head(name, "histogram", help)
        var total = 0
        for (bound, count) in zip(histogram.bounds, histogram.counts) {
            total += count
            line(name + "_bucket", [("le", Self.number(bound))], Double(total))
        }
        line(name + "_bucket", [("le", "+Inf")], Double(histogram.count))
        line(name + "_sum", [], histogram.sum)
        line(name + "_count", [], Double(histogram.count))
    }

    private mutating func head(_ name: String, _ kind: String, _ help: String) {
        text += "# HELP \(name) \(Self.escaped(help, quote: false))\n# TYPE \(name) \(kind)\n"
    }

    private mutating func line(_ name: String, _ labels: [(name: String, value: String)], _ value: Double) {
        let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quote: true))\"" }
        text += name + (pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") + " \(Self.number(value))\n"
    }

    private static func number(_ value: Double) -> String {
        Int64(exactly: value).map(String.init) ?? "\(value)"
    }

    private static func escaped(_ text: String, quote: Bool) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        return quote ? escaped.replacing("\"", with: "\\\"") : escaped
    }
}
