internal import Tickets

/// How many codes a station has judged over the last minutes, by the control room's clock.
struct Pace: Sendable {
    /// What is compared: the last minute, and the five before it.
    static let recent = Duration.seconds(60)
    static let before = Duration.seconds(300)
    /// Codes a minute below which a gate is quiet anyway.
    static let leastPerMinute = 3.0

    private var samples: [(at: Timestamp, codes: Int)] = []

    /// - Parameter codes: since the station's journal began.
    mutating func note(_ codes: Int, at now: Timestamp) {
        // A journal that was purged, or is another one, begins anew.
        if let last = samples.last, last.codes > codes { samples = [] }
        // One for each second, however often a station reports.
        if samples.count > 1, now - samples[samples.count - 2].at < .seconds(1) { samples.removeLast() }
        samples.append((now, codes))
        let oldest = now - Self.recent - Self.before
        // One older sample stays: what was between it and the next one is known then.
        while samples.count > 1, samples[1].at <= oldest { samples.removeFirst() }
    }

    /// Codes a minute in the last minute, and in the five before it; `nil` until two minutes were heard.
    func rates(now: Timestamp) -> (recent: Double, before: Double)? {
        guard let first = samples.first, let last = samples.last, now - first.at >= Self.recent * 2 else { return nil }
        let bound = now - Self.recent
        let middle = samples.last { $0.at <= bound } ?? first
        let minutes = Double((bound - first.at).wholeMilliseconds) / 60_000
        guard minutes > 0 else { return nil }
        return (Double(last.codes - middle.codes), Double(middle.codes - first.codes) / minutes)
    }
}
