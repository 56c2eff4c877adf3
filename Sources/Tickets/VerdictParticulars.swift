/// What a decision tells beside its reason.
public struct VerdictParticulars: Hashable, Sendable {
    /// With `notStarted`.
    public var opensAt: Timestamp?
    /// With `ended`.
    public var closedAt: Timestamp?
    /// With `wrongGate`: the name of a gate that admits the ticket's type.
    public var rightGate: String?
    /// With `wrongEvent`: the name, or else the id, of the event that the ticket is for.
    public var otherEvent: String?
    /// Of the ticket's type: `#9333ea`.
    public var typeColor: String?
    /// With `admitted` by a person against the rules: why they had refused.
    public var overruledReason: Reason?

    /// With `stationNotAuthorised`: the ticket has to wait for the venue's ledger.
    public var isHeld = false

    public init() {}

    init(_ decision: Decision) {
        opensAt = decision.opensAt
        closedAt = decision.closedAt
        rightGate = decision.rightGate?.withoutControls
        otherEvent = decision.otherEvent?.withoutControls
        typeColor = decision.line?.type.color?.withoutControls
        overruledReason = decision.overruledReason
        isHeld = decision.isHeld
    }

    /// What is known, and nothing else.
    public var json: JSONValue {
        let members: [(String, JSONValue)] = [
            ("opens_at", .init(opensAt?.description)), ("closed_at", .init(closedAt?.description)),
            ("right_gate", .init(rightGate)), ("other_event", .init(otherEvent)),
            ("type_color", .init(typeColor)), ("overruled_reason", .init(overruledReason?.rawValue)),
            ("held", isHeld ? .bool(true) : .null),
        ]
        return .object(members.filter { $0.1 != .null }.map { (name: $0.0, value: $0.1) })
    }
}
