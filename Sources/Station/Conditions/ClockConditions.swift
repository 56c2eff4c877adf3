internal import Messages
internal import Tickets

/// Whether this machine's clock can be trusted; also while a station does without it (``HeardTime``).
struct ClockConditions: ConditionSource {
    let heard: HeardTime
    let policy: Policy

    func conditions(at situation: Situation) -> [Condition] {
        if situation.isClockWrong {
            return [Condition(.clockUntrusted, variant: policy.clockUntrusted == .refuse ? "Refused" : "")]
        }
        if let offset { return [offset] }
        return [Condition(heard.machine.isSynchronised() ? .clockFine : .clockUnsynchronised)]
    }

    private var offset: Condition? {
        if let furthest = heard.furthestServer,
            let off = Self.off(furthest.offset, variant: "", server: furthest.server)
        {
            return off
        }
        return heard.ledgerOffset.flatMap { Self.off($0, variant: "Ledger", server: "") }
    }

    /// - Parameter offset: positive when this machine's clock is ahead.
    /// - Returns: `nil` while the offset does not matter.
    static func off(_ offset: Duration, variant: String, server: String) -> Condition? {
        guard abs(offset.wholeMilliseconds) > ClockEvidence.tolerance.wholeMilliseconds else { return nil }
        return Condition(
            .clockOff, subject: "clock", ["seconds": "\(abs(offset.components.seconds))", "server": server],
            variant: (offset > .zero ? "Ahead" : "Behind") + variant)
    }
}
