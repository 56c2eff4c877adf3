/// What the station says when there is no verdict: a text that is no ticket, or a code that a camera cannot read. Nothing
/// is journalled.
public struct ScanHint: Hashable, Sendable, Decodable {
    /// Raw values stand in JSON.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case webAddress, wifi, contact, place, calendarEntry
        /// A code is in a camera's view and has not been read for some seconds.
        case notRead
        /// Several tickets are in a camera's view.
        case severalTickets
        /// A pairing was shown, and waits for a person to compare its key.
        case pairingShown
        /// A pairing was shown and is in force.
        case pairingAccepted
        /// A pairing was shown to a station that takes none at the moment.
        case pairingRefused
        /// What was shown is no pairing that can be used: expired, used before, or altered.
        case pairingUnusable

        public init(_ content: OtherContent) {
            self =
                switch content {
                case .webAddress: .webAddress
                case .wifi: .wifi
                case .contact: .contact
                case .place: .place
                case .calendarEntry: .calendarEntry
                }
        }
    }

    public let hint: Kind
    /// Slug of the gate.
    public let gate: String?
    public let at: Timestamp
    public let how: CheckIn.How
    /// One English sentence for the steward, without a full stop.
    public let message: String

    public init(about hint: Kind, gate: Gate?, at: Timestamp, how: CheckIn.How, message: String) {
        self.hint = hint
        self.gate = gate?.slug.withoutControls
        self.at = at
        self.how = how
        self.message = message.withoutControls
    }

    public var json: JSONValue {
        .object([
            ("hint", .string(hint.rawValue)), ("gate", .init(gate)), ("at", .string(at.description)),
            ("how", .string(how.rawValue)), ("message", .string(message)),
        ])
    }
}
