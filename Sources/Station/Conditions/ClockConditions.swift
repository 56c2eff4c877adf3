internal import Messages
internal import Tickets

/// Whether the clock can be trusted.
struct ClockConditions: ConditionSource {
    /// With a larger offset, the times of different stations cannot be compared.
    static let largestOffset = Duration.seconds(30)

    let links: Links
    let venue: VenueLink?
    let policy: Policy

    func conditions(at situation: Situation) -> [Condition] {
        if situation.isClockWrong {
            return [Condition(.clockUntrusted, variant: policy.clockUntrusted == .refuse ? "Refused" : "")]
        }
        if let offset { return [offset] }
        return [Condition(situation.clock == .synchronised ? .clockFine : .clockUnsynchronised)]
    }

    private var offset: Condition? {
        if let furthest = links.clockOffset, let off = Self.off(furthest.offset, variant: "", server: furthest.backend)
        {
            return off
        }
        return venue?.ledgerJournal.clockOffset.flatMap { Self.off($0, variant: "Ledger", server: "") }
    }

    /// - Parameter offset: positive when this machine's clock is ahead.
    /// - Returns: `nil` while the offset does not matter.
    static func off(_ offset: Duration, variant: String, server: String) -> Condition? {
        guard abs(offset.wholeMilliseconds) > largestOffset.wholeMilliseconds else { return nil }
        return Condition(
            .clockOff, subject: "clock", ["seconds": "\(abs(offset.components.seconds))", "server": server],
            variant: (offset > .zero ? "Ahead" : "Behind") + variant)
    }
}
