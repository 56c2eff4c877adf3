internal import StationAPI
public import Tickets

/// A code that was shown to a reader.
public struct Presentation: Sendable {
    /// What the reader read, as it came: not always UTF-8.
    public let bytes: [UInt8]
    /// What read it.
    public var how: CheckIn.How
    /// Which reader it was. Each has its own panel on the page and its own filter for repetitions.
    public var source: String
    /// Slug of another gate than the station's own, when an input line or an answer sheet names one.
    public var gate: String?
    /// Another direction than the station's own, when an input line or an answer sheet names one.
    public var direction: Direction?
    /// When the frame or line was complete, on the monotonic clock.
    public var arrived: ContinuousClock.Instant
    /// The same by the reader's own clock, which decides whether two are one presentation.
    let seen: ContinuousClock.Instant
    /// It is a pairing, for the enrolment and not for the door.
    let isPairing: Bool

    /// - Parameter seen: `nil` is `arrived`.
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
    /// A decision.
    case verdict(VerdictReport)
    /// No decision: the text is no ticket, but a web address or a Wi-Fi code.
    case hint(ScanHint)

    /// Names what is asked, as ``VerdictReport/ask``.
    var ask: Int64? {
        guard case .verdict(let report) = self else { return nil }
        return report.ask
    }

    /// The same presentation again: it is shown again, but not recorded again.
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

    /// The JSON object that is printed.
    public var json: JSONValue {
        switch self {
        case .verdict(let report): report.json
        case .hint(let hint): hint.json
        }
    }
}
