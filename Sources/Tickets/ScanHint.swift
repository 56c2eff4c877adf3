/// What the station says about a text that is no ticket: no verdict, nothing journalled, only a hint.
public struct ScanHint: Hashable, Sendable, Decodable {
    public let hint: OtherContent
    /// Slug of the gate.
    public let gate: String?
    public let at: Timestamp
    public let how: CheckIn.How
    /// One English sentence for the steward, without a full stop.
    public let message: String

    public init(_ hint: OtherContent, gate: Gate?, at: Timestamp, how: CheckIn.How) {
        self.hint = hint
        self.gate = gate?.slug.withoutControls
        self.at = at
        self.how = how
        message = "This is \(hint.words), not a ticket"
    }

    public var json: JSONValue {
        .object([
            ("hint", .string(hint.rawValue)), ("gate", .init(gate)), ("at", .string(at.description)),
            ("how", .string(how.rawValue)), ("message", .string(message)),
        ])
    }
}

extension OtherContent {
    fileprivate var words: String {
        switch self {
        case .webAddress: "a web address"
        case .wifi: "a Wi-Fi code"
        case .contact: "a contact"
        case .place: "a place on a map"
        case .calendarEntry: "a calendar entry"
        }
    }
}
