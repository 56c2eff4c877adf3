internal import StationAPI
public import Tickets

/// One showing of a code at one reader.
public struct Presentation: Sendable {
    /// What the reader read, as it came: not necessarily UTF-8.
    public let bytes: [UInt8]
    public var how: CheckIn.How
    /// Which reader: two readers never share a panel or a filter.
    public var source: String
    /// Another gate than the station's own, when a line or an answer sheet names one.
    public var gate: String?
    public var direction: Direction?
    /// When the frame or line was complete, on the monotonic clock.
    public var arrived: ContinuousClock.Instant
    /// The same on the reader's own clock, by which it is one presentation with another or not.
    let seen: ContinuousClock.Instant
    /// It is for the enrolment, and not for the door.
    let isPairing: Bool

    public init(
        bytes: [UInt8], how: CheckIn.How, source: String, gate: String? = nil, direction: Direction? = nil,
        arrived: ContinuousClock.Instant = .now, seen: ContinuousClock.Instant? = nil
    ) {
        self.bytes = bytes
        self.how = how
        self.source = source
        self.gate = gate
        self.direction = direction
        self.arrived = arrived
        self.seen = seen ?? arrived
        isPairing = Pairing.isOne(bytes)
    }
}

/// What a presentation led to.
public enum Outcome: Sendable {
    case verdict(VerdictReport)
    /// The text is no ticket at all: a web address, a Wi-Fi code. Worth a small hint, not a verdict.
    case hint(ScanHint)

    /// The same presentation seen again: shown again, not recorded again.
    var repeated: Outcome {
        guard case .verdict(var report) = self else { return self }
        report.isRepeat = true
        report.elapsed = nil
        return .verdict(report)
    }

    var announcement: Announcement {
        switch self {
        case .verdict(let report): .verdict(report)
        case .hint(let hint): .hint(hint)
        }
    }

    /// One object, as it is printed.
    public var json: JSONValue {
        switch self {
        case .verdict(let report): report.json
        case .hint(let hint): hint.json
        }
    }
}
