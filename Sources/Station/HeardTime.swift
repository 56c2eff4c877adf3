internal import Backends
internal import Synchronization
internal import Tickets

/// What a station has heard of the time from others, and its own clock, put right by it.
///
/// The ledger's time counts before this machine's, whatever the kernel says: the gates that share a ledger go by one clock.
/// The time of a ticketing server or a relay counts while the kernel does not take this machine's clock for synchronised.
/// What was heard is carried on by the boot-time clock, which nobody can set, until the station ends.
/// See docs/decisions/143-order-without-clocks.md.
final class HeardTime: Sendable {
    /// As it is, right or wrong.
    let machine: StationClock
    private let links: Links
    private let ledger = Mutex<(time: Timestamp, at: ContinuousClock.Instant)?>(nil)

    init(machine: StationClock, links: Links) {
        self.machine = machine
        self.links = links
    }

    /// By what a station decides and records. It can be trusted once somebody else's time was heard.
    var clock: StationClock {
        StationClock(now: now, isSynchronised: isTrusted, instant: machine.instant)
    }

    /// - Parameter time: the ledger's, of this moment.
    func note(ledger time: Timestamp) { ledger.withLock { $0 = (time, machine.instant()) } }

    /// How far this machine's clock is ahead of the ledger's, below zero when it is behind; `nil` before the first
    /// connection. It is right also after somebody has set the clock.
    var ledgerOffset: Duration? { ledgerTime.map { machine.now() - $0 } }

    /// How far this machine's clock is ahead of that of each ticketing server and relay that was heard, by its name.
    var serverOffsets: [(server: String, offset: Duration)] {
        links.all.compactMap { link in link.clock.time.map { (link.settings.name, machine.now() - $0) } }
    }

    /// Of ``serverOffsets``, the furthest.
    var furthestServer: (server: String, offset: Duration)? {
        serverOffsets.max { abs($0.offset.wholeMilliseconds) < abs($1.offset.wholeMilliseconds) }
    }

    @Sendable private func now() -> Timestamp {
        let own = machine.now()
        guard let heard = heard(besides: own), !isNear(heard, own) else { return own }
        return heard
    }

    @Sendable private func isTrusted() -> Bool {
        machine.isSynchronised() || ledgerTime != nil || links.all.contains { $0.clock.time != nil }
    }

    /// Of several servers, the one that is nearest to this machine's clock: others are wrong, or slow.
    private func heard(besides own: Timestamp) -> Timestamp? {
        if let ledgerTime { return ledgerTime }
        guard !machine.isSynchronised() else { return nil }
        return links.all.compactMap(\.clock.time).min {
            abs(($0 - own).wholeMilliseconds) < abs(($1 - own).wholeMilliseconds)
        }
    }

    /// What was heard is accurate to a second or two: a small correction would only make times jump.
    private func isNear(_ heard: Timestamp, _ own: Timestamp) -> Bool {
        abs((heard - own).wholeMilliseconds) <= ClockEvidence.tolerance.wholeMilliseconds
    }

    private var ledgerTime: Timestamp? {
        ledger.withLock { $0.map { $0.time + $0.at.duration(to: machine.instant()) } }
    }
}
