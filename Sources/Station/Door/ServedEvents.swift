internal import Tickets

/// Which of the installed events a station serves at an instant.
/// See docs/decisions/011-next-or-last-event.md.
/// See docs/decisions/100-one-event-at-a-time.md.
enum ServedEvents {
    /// - Parameters:
    ///   - configured: ids from the configuration; empty: chosen by the clock.
    ///   - grace: how long after its end an event is still served.
    /// - Returns: the configured events. Without those one event: of those between doors open and end, the nearest;
    ///   else the next one; else the one that ended last, so that a late guest is told "ended" and not "no list". When
    ///   the doors of two events are open at once, tomorrow's ticket must not be good tonight, so it is never two.
    static func select(
        from installed: [Event], configured: [String], now: Timestamp, grace: Duration
    ) -> [Event] {
        guard configured.isEmpty else {
            return configured.compactMap { id in installed.first { $0.id == id } }
        }
        let open = installed.filter { $0.isOpen(at: now, grace: grace) }
        if let nearest = open.min(by: { $0.nearness(to: now) < $1.nearness(to: now) }) { return [nearest] }
        let next = installed.filter { now < $0.doorsOpen }.min { ($0.doorsOpen, $0.id) < ($1.doorsOpen, $1.id) }
        let last = installed.max { ($0.ends, $0.id) < ($1.ends, $1.id) }
        return [next ?? last].compactMap { $0 }
    }
}

extension Event {
    func isOpen(at now: Timestamp, grace: Duration) -> Bool {
        doorsOpen <= now && now < ends + grace
    }

    /// How far an instant is from the event, in milliseconds; then what distinguishes two that are equally near.
    fileprivate func nearness(to now: Timestamp) -> (Int64, Int64, String) {
        let distance = max(0, starts.milliseconds - now.milliseconds, now.milliseconds - ends.milliseconds)
        return (distance, starts.milliseconds, id)
    }
}
