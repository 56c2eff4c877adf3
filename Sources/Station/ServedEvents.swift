internal import Tickets

/// Which of the installed events a station serves at an instant.
enum ServedEvents {
    /// - Parameters:
    ///   - configured: ids from the configuration; empty means: by the clock.
    ///   - grace: how long after its end an event is still served.
    /// - Returns: the configured ones; else all between doors open and end; else the next one; else the one that
    ///   ended last, so that a late guest hears "ended" and not "no list".
    static func select(
        from installed: [Event], configured: [String], now: Timestamp, grace: Duration
    ) -> [Event] {
        guard configured.isEmpty else {
            return configured.compactMap { id in installed.first { $0.id == id } }
        }
        let open = installed.filter { $0.doorsOpen <= now && now < $0.ends + grace }
        guard open.isEmpty else { return open.sorted { ($0.doorsOpen, $0.id) < ($1.doorsOpen, $1.id) } }
        let next = installed.filter { now < $0.doorsOpen }.min { ($0.doorsOpen, $0.id) < ($1.doorsOpen, $1.id) }
        let last = installed.max { ($0.ends, $0.id) < ($1.ends, $1.id) }
        return [next ?? last].compactMap { $0 }
    }
}
